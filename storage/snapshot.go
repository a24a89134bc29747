package storage

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// snapshotTries is how often a snapshot is begun anew because the other instance wrote meanwhile.
const snapshotTries = 20

// openSnapshot reads a copy of a file that another instance writes to. The copy is removed at once where the system allows
// to remove an open file, else by Close.
func (s *Store) openSnapshot(opts Options) error {
	copied, taken, err := takeSnapshot(s.path)
	if err != nil {
		return err
	}
	s.path, s.snapshot, s.discard = copied, taken, copied
	if err := s.readSnapshot(opts); err != nil {
		return errors.Join(err, s.Close(), os.RemoveAll(copied))
	}
	if os.Remove(copied) == nil {
		s.discard = ""
	}
	return nil
}

func (s *Store) readSnapshot(opts Options) error {
	if err := examineFile(s.path, openPages); err != nil {
		return err
	}
	if err := s.attach(s.path, time.Second, true); err != nil {
		return err
	}
	return s.readable(opts)
}

// takeSnapshot copies the file beside itself, until no transaction ended during the copy. The library never writes to a
// page that the newest finished transaction uses, so such a copy is sound.
func takeSnapshot(path string) (copied string, taken time.Time, err error) {
	for range snapshotTries {
		taken = time.Now()
		copied, same, err := copyOnce(path)
		if err != nil || same {
			return copied, taken, err
		}
		if err := os.Remove(copied); err != nil {
			return "", taken, err
		}
	}
	return "", taken, fmt.Errorf("it was written to during each of %d attempts to copy it: %w", snapshotTries, ErrLocked)
}

func copyOnce(path string) (copied string, same bool, err error) {
	source, err := os.Open(path)
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	// CreateTemp's files are 0600.
	target, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+snapshotSuffix+"*")
	if err != nil {
		return "", false, err
	}
	same, err = copyStill(target, source)
	if err = errors.Join(err, target.Close()); err != nil {
		return "", false, errors.Join(err, os.Remove(target.Name()))
	}
	return target.Name(), same, nil
}

// copyStill copies and says whether the source was still the same transaction's at the end.
func copyStill(target io.Writer, source *os.File) (bool, error) {
	before, err := newestMeta(source)
	if err != nil {
		return false, err
	}
	if _, err := io.Copy(target, source); err != nil {
		return false, err
	}
	after, err := newestMeta(source)
	return err == nil && before.txid == after.txid, err
}
