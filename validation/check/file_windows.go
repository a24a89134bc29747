package check

import (
	"errors"
	"io/fs"
	"syscall"
	"time"
)

// moveTouches says that a moved file does not show when it was moved: it keeps all its times.
const moveTouches = false

// lastTouched returns when a file last came to be as it is: a copy keeps the time of its original's last change, but not when
// it was made.
func lastTouched(_ string, info fs.FileInfo) time.Time {
	if data, ok := info.Sys().(*syscall.Win32FileAttributeData); ok {
		if made := time.Unix(0, data.CreationTime.Nanoseconds()); made.After(info.ModTime()) {
			return made
		}
	}
	return info.ModTime()
}

// isNotFolder says whether an error means that a path goes on below a file.
func isNotFolder(err error) bool { return errors.Is(err, syscall.ERROR_PATH_NOT_FOUND) }
