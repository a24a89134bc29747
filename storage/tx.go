package storage

import (
	"context"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"
)

// guard calls f and turns a panic, or a fault on the mapped file, into ErrCorrupt: the library answers damaged pages so.
// f must call nothing but the library and plain decoding.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = corrupt("read a page: %v", r)
		}
	}()
	return f()
}

// view reads in one transaction.
func (s *Store) view(op string, f func(*txn) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	db, err := s.usable()
	if err == nil {
		err = guard(func() error { return db.View(func(tx *bbolt.Tx) error { return f(&txn{tx, s.vault}) }) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", op, named(err))
	}
	return nil
}

// read is view for a caller with a context, which counts before the transaction begins.
func (s *Store) read(ctx context.Context, op string, f func(*txn) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	return s.view(op, f)
}

// update writes in one transaction that is on the disk when it returns nil.
func (s *Store) update(ctx context.Context, op string, f func(*txn) error) error {
	if err := s.takeTurn(ctx); err != nil {
		return storing(op, err)
	}
	defer s.passTurn()
	if err := s.write(f); err != nil {
		return storing(op, err)
	}
	return nil
}

func (s *Store) takeTurn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) passTurn() { <-s.turn }

// write runs one writing transaction of whoever has the turn.
func (s *Store) write(f func(*txn) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	db, err := s.usable()
	if err != nil {
		return err
	}
	finished := false
	err = guard(func() error {
		err := db.Update(func(tx *bbolt.Tx) error { return f(&txn{tx, s.vault}) })
		finished = true
		return err
	})
	if !finished {
		s.broken.Store(true)
	}
	return err
}

// usable returns the library's handle, unless the store is closed or broken.
func (s *Store) usable() (*bbolt.DB, error) {
	if s.db == nil {
		return nil, ErrClosed
	}
	if s.broken.Load() {
		return nil, corrupt("an earlier write hit a damaged page")
	}
	return s.db, nil
}

// child is a bucket's bucket; a missing one is damage, since opening the store made sure of it.
func child(parent interface{ Bucket([]byte) *bbolt.Bucket }, name []byte) (*bbolt.Bucket, error) {
	b := parent.Bucket(name)
	if b == nil {
		return nil, corrupt("bucket %q is missing", name)
	}
	return b, nil
}
