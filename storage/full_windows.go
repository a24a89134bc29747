package storage

import (
	"errors"
	"syscall"
)

// Windows' own numbers; syscall.ENOSPC is never returned there.
const (
	errorHandleDiskFull = syscall.Errno(39)
	errorDiskFull       = syscall.Errno(112)
)

// full says whether a write failed for want of space.
func full(err error) bool {
	return errors.Is(err, errorDiskFull) || errors.Is(err, errorHandleDiskFull)
}
