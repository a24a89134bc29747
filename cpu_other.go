//go:build !unix

package main

import "time"

// processorTime is the time that processors worked for this process so far; false where the system does not tell.
func processorTime() (time.Duration, bool) { return 0, false }
