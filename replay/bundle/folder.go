package bundle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrNotFile is returned for what is neither a regular file nor absent: a folder, a link, a device.
// ErrNotFile is returned where a bundle holds anything but regular files and folders.
var ErrNotFile = errors.New("not a regular file (links are not followed)")

// folder is a bundle in a folder. Nothing outside of it can be reached through it, links included.
type folder struct{ root *os.Root }

func openFolder(path string) (files, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return folder{root}, nil
}

func (f folder) size(name string) (int64, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, &fs.PathError{Op: "open", Path: name, Err: ErrNotFile}
	}
	return info.Size(), nil
}

func (f folder) open(name string) (io.ReadCloser, error) {
	if _, err := f.size(name); err != nil {
		return nil, err
	}
	file, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (f folder) Close() error {
	if err := f.root.Close(); err != nil {
		return fmt.Errorf("close folder: %w", err)
	}
	return nil
}
