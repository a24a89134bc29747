// Package audit is the log of what persons did: an append-only chain in which every record holds the hash of the one before
// it. It knows no disk; package storage keeps it.
//
// A record is kept as the SHA-256 of its text, followed by its text, which is JSON and is hashed as it is: there is no
// second way to write it. What is found: a record that was changed, taken out, put in or moved, by whoever did not compute
// the whole chain anew from there. What is not found: records cut off at the end together with the note of the last one,
// and a chain that was computed anew to its end. Against both helps the hash of the last record (its head), kept elsewhere:
// a head that was read once must still be in the chain.
package audit
