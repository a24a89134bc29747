//go:build unix

package check

import (
	"errors"
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// moveTouches says that a moved file shows when it was moved.
const moveTouches = true

// lastTouched returns when a file last came to be as it is: a copy may keep the time of its original's last change, but not
// when its own entry was made.
func lastTouched(path string, info fs.FileInfo) time.Time {
	var stat unix.Stat_t
	if err := unix.Stat(path, &stat); err != nil {
		return info.ModTime()
	}
	if changed := time.Unix(stat.Ctim.Unix()); changed.After(info.ModTime()) {
		return changed
	}
	return info.ModTime()
}

// isNotFolder says whether an error means that a path goes on below a file.
func isNotFolder(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
