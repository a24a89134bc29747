// Package bundle reads and writes replay bundles: a folder or a zip file with session.json, steps.jsonl and the
// screenshots that it names. What a bundle holds comes from outside: nothing outside of it is ever read, and nothing in
// it is believed about sizes.
package bundle
