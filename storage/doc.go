// Package storage keeps sessions, reports, decisions and pictures in one bbolt file.
//
// What it promises: a call that returned nil is on the disk; a crash, a power cut or a full disk between two calls loses
// nothing that was acknowledged; a picture is stored once, under its SHA-256, and is held against it when it is read.
//
// Caveats. One process writes at a time; a second one may read a snapshot. The pages of deleted data stay in the file until
// Compact has run. A damaged file is reported as ErrCorrupt and is never repaired or overwritten.
package storage
