package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"go.etcd.io/bbolt"

	"vigie/storage/vault"
)

// compactBatch is how many bytes one transaction of the copy holds.
const compactBatch = 16 << 20

// Compact writes what is stored into a fresh file and puts it in the old one's place at once: the file becomes smaller, and
// nothing deleted is left in it. Reports wait meanwhile; reading goes on. The old file's bytes are overwritten with zeros
// before it is given up (not on Windows); a disk that keeps old versions of blocks, as SSDs and some file systems do, may
// still hold them. ctx counts before the copy, and between the copy and the exchange.
func (s *Store) Compact(ctx context.Context) error {
	if err := s.takeTurn(ctx); err != nil {
		return storing("compact", err)
	}
	defer s.passTurn()
	if s.readOnly {
		return storing("compact", ErrReadOnly)
	}
	if err := s.rewrite(ctx, s.vault, compacted); err != nil {
		return storing("compact", err)
	}
	return nil
}

// compacted copies what is stored as it is.
func compacted(fresh, db *bbolt.DB) error { return bbolt.Compact(fresh, db, compactBatch) }

// rewrite has write fill a fresh file, and puts that in the old one's place; its values are sealed with v. The caller has
// the turn.
func (s *Store) rewrite(ctx context.Context, v *vault.Vault, write func(fresh, db *bbolt.DB) error) error {
	path := s.path + compactSuffix
	fresh, file, err := s.copyTo(path, write)
	if err != nil {
		return errors.Join(err, removeIfThere(path))
	}
	if err := ctx.Err(); err != nil {
		return errors.Join(err, fresh.Close(), os.Remove(path))
	}
	if runtime.GOOS == "windows" {
		return s.exchangeClosed(fresh, path, v)
	}
	return s.exchange(fresh, file, path, v)
}

// copyTo writes a compact, examined and synced copy, and leaves it open.
func (s *Store) copyTo(path string, write func(fresh, db *bbolt.DB) error) (*bbolt.DB, *os.File, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	db, err := s.usable()
	if err != nil {
		return nil, nil, err
	}
	fresh, file, err := openBolt(path, time.Second, false)
	if err != nil {
		return nil, nil, err
	}
	err = guard(func() error {
		fresh.NoSync = true
		defer func() { fresh.NoSync = false }()
		return write(fresh, db)
	})
	if err == nil {
		err = errors.Join(fresh.Sync(), examineFile(path, openPages))
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return fresh, file, nil
}

// exchange puts the fresh file in place while both are locked, so that no other instance can slip in between.
func (s *Store) exchange(fresh *bbolt.DB, file *os.File, path string, v *vault.Vault) error {
	old, err := os.OpenFile(s.path, os.O_RDWR, fileMode)
	if err != nil {
		return errors.Join(err, fresh.Close(), os.Remove(path))
	}
	if err := os.Rename(path, s.path); err != nil {
		return errors.Join(err, old.Close(), fresh.Close(), os.Remove(path))
	}
	s.mu.Lock()
	former := s.db
	s.db, s.file, s.vault = fresh, file, v
	s.mu.Unlock()
	err = errors.Join(syncFolder(filepath.Dir(s.path)), former.Close())
	return errors.Join(err, overwrite(old), old.Close())
}

// exchangeClosed is exchange for a system that can't rename an open file.
func (s *Store) exchangeClosed(fresh *bbolt.DB, path string, v *vault.Vault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := errors.Join(fresh.Close(), s.db.Close()); err != nil {
		return err
	}
	renamed := os.Rename(path, s.path)
	s.db, s.vault = nil, v
	return errors.Join(renamed, s.attach(s.path, time.Second, false))
}

// overwrite fills the file with zeros.
func overwrite(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if _, err := io.CopyN(f, zeros{}, info.Size()); err != nil {
		return fmt.Errorf("overwrite the former file: %w", err)
	}
	return f.Sync()
}

type zeros struct{}

// Read fills b with zeros.
func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
