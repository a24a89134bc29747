//go:build !windows

package storage

import (
	"errors"
	"syscall"
)

// full says whether a write failed for want of space.
func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
