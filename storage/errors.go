package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"vigie/replay"
)

var (
	// ErrLocked is returned when another instance holds the file.
	ErrLocked = errors.New("the store is in use by another instance: close it, or open the store read-only")
	// ErrNewer is returned when a newer version of the program wrote the file.
	ErrNewer = errors.New("the store was written by a newer version of the program: update the program")
	// ErrOlder is returned when an older file is opened read-only and would have to be converted first.
	ErrOlder = errors.New("the store was written by an older version: open it once for writing, which converts it")
	// ErrCorrupt is returned when the file, or what was asked of it, is damaged.
	ErrCorrupt = errors.New("the store is damaged: keep the file, and put a backup or a new file in its place")
	// ErrReadOnly is returned when the store can't be written to: it was opened read-only, or the account may not write.
	ErrReadOnly = errors.New("the store can't be written to: open it for writing, in a folder that this account may write in")
	// ErrEncrypted is returned when an encrypted store is opened without what opens it.
	ErrEncrypted = errors.New("the store is encrypted: give its passphrase")
	// ErrNotEncrypted is returned when a store is to be encrypted that is there already and is not.
	ErrNotEncrypted = errors.New("the store is there already and is not encrypted: encrypt it first")
	// ErrClosed is returned after Close.
	ErrClosed = errors.New("the store is closed")
	// ErrUnknownPicture is returned when no picture has the hash.
	ErrUnknownPicture = errors.New("unknown picture")
)

// ErrFull is returned, wrapped, when the disk is full.
var ErrFull = errors.New("the disk is full: free some space, or keep sessions for fewer days, and send the report again")

// storing wraps the cause of a failed write, so that the caller knows that nothing was kept.
func storing(op string, cause error) error {
	if errors.Is(cause, replay.ErrUnknownSession) {
		return fmt.Errorf("%s: %w", op, cause)
	}
	if full(cause) {
		cause = fmt.Errorf("%w: %w", ErrFull, cause)
	}
	return fmt.Errorf("%s: %w: %w", op, replay.ErrStore, named(cause))
}

// named puts the package's own error before the library's or the system's.
func named(cause error) error {
	kind := kindOf(cause)
	if kind == nil || errors.Is(cause, kind) {
		return cause
	}
	return fmt.Errorf("%w: %w", kind, cause)
}

// kindOf is the package's own error for one of the library or the system; nil when there is none.
func kindOf(cause error) error {
	switch {
	case errors.Is(cause, berrors.ErrTimeout):
		return ErrLocked
	case errors.Is(cause, berrors.ErrDatabaseNotOpen):
		return ErrClosed
	case isAny(cause, berrors.ErrInvalid, berrors.ErrChecksum, berrors.ErrVersionMismatch, berrors.ErrInvalidMapping):
		return ErrCorrupt
	case isAny(cause, fs.ErrPermission, syscall.EROFS, berrors.ErrDatabaseReadOnly, berrors.ErrTxNotWritable):
		return ErrReadOnly
	}
	return nil
}

func isAny(err error, targets ...error) bool {
	for _, target := range targets {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// corrupt says what of the store is damaged.
func corrupt(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrCorrupt, fmt.Errorf(format, args...))
}
