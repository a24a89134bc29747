package storage

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"vigie/replay"
	"vigie/storage/vault"
)

// Options say how a store is opened. The zero value opens it for writing.
type Options struct {
	// ReadOnly opens the file for reading. Where another instance writes to it, a snapshot is taken and read instead.
	ReadOnly bool
	// Timeout is how long Open waits for another instance to let go of the file; 0 means one second.
	Timeout time.Duration
	// Who is the account's name, for the audit log.
	Who string
	// Passphrase and Ring open an encrypted store.
	Passphrase string
	Ring       vault.Ring
	// Encrypt is vault.Passphrase or vault.Keyring where a store that is not there yet is to be made encrypted.
	Encrypt string
}

func (o Options) timeout() time.Duration {
	if o.Timeout <= 0 {
		return time.Second
	}
	return o.Timeout
}

// Store is an open store. It is safe for concurrent use.
type Store struct {
	path     string
	who      string
	readOnly bool
	snapshot time.Time
	discard  string // a snapshot's file that Close removes
	// turn holds one token: whoever has it writes. A channel, so that a caller's context ends the wait.
	turn chan struct{}
	// mu guards db, file and vault, which Compact and Encrypt exchange.
	mu    sync.RWMutex
	db    *bbolt.DB
	file  *os.File
	vault *vault.Vault // nil where the store is not encrypted
	// broken is set when a write hit a damaged page: the library's locks can't be trusted after that.
	broken atomic.Bool
}

var (
	_ replay.Recorder = (*Store)(nil)
	_ replay.Archive  = (*Store)(nil)
)

// Snapshot returns when the snapshot was taken that the store reads, and whether it reads one: changes that another
// instance made since then are not seen.
func (s *Store) Snapshot() (time.Time, bool) { return s.snapshot, !s.snapshot.IsZero() }

// ReadOnly says whether the store was opened for reading.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Close waits for running calls and closes the file. Closing twice does nothing.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return nil
	}
	closeFile := s.db.Close
	if s.broken.Load() {
		// The library's own locks may be held for good; letting go of the file is enough.
		closeFile = s.file.Close
	}
	s.db = nil
	err := closeFile()
	if s.discard != "" {
		err = errors.Join(err, os.Remove(s.discard))
		s.discard = ""
	}
	if err != nil {
		return fmt.Errorf("close store %q: %w", s.path, err)
	}
	return nil
}
