package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

const (
	fileMode   = 0o600
	folderMode = 0o700
	// compactSuffix and snapshotSuffix name the files of Compact and of a snapshot; those left over are from a crash.
	compactSuffix  = ".compact"
	snapshotSuffix = ".snapshot-"
	// openPages is how many pages Open examines before it trusts the file: all of a small store, the upper part of a large
	// one. Check examines all.
	openPages = 20_000
)

// Open opens the store at path, and creates it (and its folder) where there is none. Errors: ErrLocked, ErrNewer,
// ErrOlder, ErrCorrupt, ErrReadOnly, ErrEncrypted, ErrNotEncrypted, vault.ErrWrong, vault.ErrShort, or the system's.
func Open(path string, opts Options) (*Store, error) {
	s := &Store{path: path, who: opts.Who, readOnly: opts.ReadOnly, turn: make(chan struct{}, 1)}
	open := s.openWriting
	if opts.ReadOnly {
		open = s.openReading
	}
	if err := open(opts); err != nil {
		return nil, fmt.Errorf("open store %q: %w", path, named(err))
	}
	return s, nil
}

func (s *Store) openWriting(opts Options) error {
	if err := os.MkdirAll(filepath.Dir(s.path), folderMode); err != nil {
		return err
	}
	fresh, err := s.probe(opts.timeout())
	if err != nil {
		return err
	}
	if err := s.attach(s.path, opts.timeout(), false); err != nil {
		return err
	}
	if err := s.settle(fresh, opts); err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

func (s *Store) openReading(opts Options) error {
	if _, err := os.Stat(s.path); err != nil {
		return err
	}
	_, err := s.probe(opts.timeout())
	if errors.Is(err, berrors.ErrTimeout) {
		return s.openSnapshot(opts)
	}
	if err != nil {
		return err
	}
	if err := s.attach(s.path, opts.timeout(), true); err != nil {
		return err
	}
	if err := s.readable(opts); err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

// readable makes sure that the file is of today's schema, and unlocks it.
func (s *Store) readable(opts Options) error {
	if err := s.view("read schema", checkSchema); err != nil {
		return err
	}
	return s.unlock(opts)
}

// probe examines an existing file under a shared lock, before the library follows any of its pointers. fresh says that
// there is no file yet, or an empty one.
func (s *Store) probe(timeout time.Duration) (fresh bool, err error) {
	info, err := os.Stat(s.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if err := s.attach(s.path, timeout, true); err != nil {
		return false, err
	}
	err = examineFile(s.path, openPages)
	return false, errors.Join(err, s.Close())
}

// attach opens the library's file. It tries again when the file was exchanged by another instance's Compact meanwhile.
func (s *Store) attach(path string, timeout time.Duration, readOnly bool) error {
	for {
		db, file, err := openBolt(path, timeout, readOnly)
		if err != nil {
			return err
		}
		same, err := sameFile(file, path)
		if err == nil && same {
			s.db, s.file = db, file
			return nil
		}
		if err := errors.Join(err, db.Close()); err != nil {
			return err
		}
	}
}

// openBolt opens a bbolt file and returns the system's file too. The library panics on some damaged files.
func openBolt(path string, timeout time.Duration, readOnly bool) (db *bbolt.DB, file *os.File, err error) {
	options := &bbolt.Options{Timeout: timeout, ReadOnly: readOnly, FreelistType: bbolt.FreelistMapType}
	options.OpenFile = func(name string, flag int, mode os.FileMode) (*os.File, error) {
		file, err = os.OpenFile(name, flag, mode)
		return file, err
	}
	err = guard(func() (err error) {
		db, err = bbolt.Open(path, fileMode, options)
		return err
	})
	if err != nil && file != nil {
		// After a panic the library has not closed it; closing twice does no harm.
		_ = file.Close()
	}
	return db, file, err
}

func sameFile(file *os.File, path string) (bool, error) {
	open, err := file.Stat()
	if err != nil {
		return false, err
	}
	named, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return os.SameFile(open, named), nil
}

// settle brings a file that was opened for writing to today's schema and permissions.
func (s *Store) settle(fresh bool, opts Options) error {
	if err := s.file.Chmod(fileMode); err != nil && runtime.GOOS != "windows" {
		return err
	}
	if err := removeLeftovers(s.path); err != nil {
		return err
	}
	if err := s.unlock(opts); err != nil {
		return err
	}
	if err := s.write(migrate); err != nil {
		return err
	}
	if fresh {
		return syncFolder(filepath.Dir(s.path))
	}
	return nil
}

// removeLeftovers removes unfinished copies: they may hold what was deleted since.
func removeLeftovers(path string) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := strings.TrimPrefix(entry.Name(), filepath.Base(path))
		if name == entry.Name() || name != compactSuffix && !strings.HasPrefix(name, snapshotSuffix) {
			continue
		}
		// On Windows another instance's snapshot can't be removed while it is read; it removes that itself.
		err := removeIfThere(filepath.Join(filepath.Dir(path), entry.Name()))
		if err != nil && runtime.GOOS != "windows" {
			return err
		}
	}
	return nil
}

// syncFolder makes a new or renamed file's name durable. Windows has no such call and does it by itself.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
