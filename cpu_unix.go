//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime is the time that processors worked for this process so far; false where the system does not tell.
func processorTime() (time.Duration, bool) {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
