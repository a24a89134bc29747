// Package vault encrypts what the store keeps. It knows no disk and no keyring.
//
// Every value is sealed by itself with XChaCha20-Poly1305 under one random key of the store, bound to its place, so that a
// value cannot be put in another's place. That key is wrapped in the [Lock], which lies beside the values: with a key that
// Argon2id makes of a passphrase, or with one that a keyring keeps.
//
// It hides what is kept, and shows when somebody changed it. It does not hide how much there is and when it grew, nor the
// names of things by which they are found: ids of sessions and events, hashes of pictures, names of settings. It does not
// notice a value that was put back to an earlier one, nor one that was taken away.
package vault
