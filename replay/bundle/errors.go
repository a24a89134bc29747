package bundle

import (
	"errors"
	"fmt"
	"io/fs"
)

var (
	// ErrNotABundle is returned for what is neither a folder nor a zip file.
	ErrNotABundle = errors.New("neither a folder nor a zip file")
	// ErrSeveral is returned for a zip file of more than one bundle.
	ErrSeveral = errors.New("there are several: pack one bundle only")
	// ErrNotEmpty is returned where a bundle is to be written into a folder that holds something.
	ErrNotEmpty = errors.New("the folder is not empty")
)

// MissingError says that a file of a bundle is not there. It is an [fs.ErrNotExist].
type MissingError struct {
	// Name is the file's name in the bundle, with slashes.
	Name string
}

// Error names the file.
func (e *MissingError) Error() string {
	return fmt.Sprintf("%q is missing: %v", e.Name, fs.ErrNotExist)
}

// Unwrap returns [fs.ErrNotExist].
func (e *MissingError) Unwrap() error { return fs.ErrNotExist }
