// Package storage keeps sessions, reports, decisions and pictures in one bbolt file.
//
// What it promises: a call that returned nil is on the disk; a crash, a power cut or a full disk between two calls loses
// nothing that was acknowledged; a picture is stored once, under its SHA-256, and is held against it when it is read.
//
// What persons do is noted in the audit log, in the transaction of what they do.
//
// Caveats. One process writes at a time; a second one may read a snapshot. The library leaves the pages of deleted data in
// the file: Scrub overwrites them, after every deletion; former versions of a report lie in the file until then. A damaged file is reported as ErrCorrupt and is never repaired or overwritten.
package storage
