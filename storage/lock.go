package storage

import (
	"encoding/json"
	"errors"
	"fmt"

	"vigie/storage/vault"
)

// Encrypted says whether the store is encrypted.
func (s *Store) Encrypted() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.vault != nil
}

// unlock opens the store's lock, or makes one for a file that holds nothing yet. Nobody else has the store yet.
func (s *Store) unlock(opts Options) error {
	lock, fresh, err := s.lock()
	switch {
	case err != nil:
		return err
	case lock != nil:
		v, err := openLock(*lock, opts)
		s.vault = v
		return err
	case opts.Encrypt == "":
		return nil
	case !fresh:
		return ErrNotEncrypted
	}
	made, v, err := newLock(opts)
	if err != nil {
		return err
	}
	if err := s.write(func(tx *txn) error { return keepLock(tx, made) }); err != nil {
		return err
	}
	s.vault = v
	return nil
}

// openLock opens a lock with what the options give.
func openLock(lock vault.Lock, opts Options) (*vault.Vault, error) {
	if lock.With == vault.Passphrase && opts.Passphrase == "" {
		return nil, ErrEncrypted
	}
	return lock.Open(opts.Passphrase, opts.Ring)
}

// newLock makes a lock as the options want it.
func newLock(opts Options) (vault.Lock, *vault.Vault, error) {
	switch {
	case opts.Encrypt == vault.Passphrase:
		return vault.NewPassphrase(opts.Passphrase)
	case opts.Encrypt != vault.Keyring:
		return vault.Lock{}, nil, fmt.Errorf("encrypt with %q: it is %q or %q", opts.Encrypt, vault.Passphrase, vault.Keyring)
	case opts.Ring == nil:
		return vault.Lock{}, nil, errors.New("encrypt: there is no keyring here")
	}
	return vault.NewKeyring(opts.Ring)
}

// lock is the store's lock, nil where it has none. fresh says that the file holds nothing yet.
func (s *Store) lock() (lock *vault.Lock, fresh bool, err error) {
	err = s.view("read the lock", func(tx *txn) error {
		version, err := readVersion(tx)
		if err != nil {
			return err
		}
		fresh = version == 0
		lock, err = lockOf(tx)
		return err
	})
	return lock, fresh, err
}

// lockOf reads the lock; nil where there is none.
func lockOf(tx *txn) (*vault.Lock, error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return nil, nil
	}
	data := meta.Get(keyLock)
	if data == nil {
		return nil, nil
	}
	lock := new(vault.Lock)
	if err := json.Unmarshal(data, lock); err != nil {
		return nil, corrupt("read the lock: %w", err)
	}
	return lock, nil
}

// keepLock makes a new file's buckets and keeps its lock, in one transaction: nothing is ever written there unsealed.
func keepLock(tx *txn, lock vault.Lock) error {
	if err := migrate(tx); err != nil {
		return err
	}
	return putLock(tx, &lock)
}
