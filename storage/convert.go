package storage

import (
	"context"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"vigie/storage/audit"
	"vigie/storage/vault"
)

// Encrypt writes all that is stored anew, encrypted with what the options give, and puts it in the old file's place, as
// Compact does: what stood there is overwritten. A store that is encrypted already gets a new key. Options that encrypt with
// nothing decrypt it.
func (s *Store) Encrypt(ctx context.Context, opts Options) error {
	const op = "encrypt"
	note := audit.Record{What: audit.Encrypt, Detail: "the store is not encrypted any more"}
	var lock *vault.Lock
	var key *vault.Vault
	if opts.Encrypt != "" {
		made, v, err := newLock(opts)
		if err != nil {
			return storing(op, err)
		}
		lock, key, note.Detail = &made, v, "the store is encrypted with a new key, by "+opts.Encrypt
	}
	if err := s.takeTurn(ctx); err != nil {
		return storing(op, err)
	}
	defer s.passTurn()
	if s.readOnly {
		return storing(op, ErrReadOnly)
	}
	note.Who, note.At = s.who, time.Now()
	finish := func(tx *txn) error { return errors.Join(putLock(tx, lock), appendRecord(tx, note)) }
	err := s.rewrite(ctx, key, func(fresh, db *bbolt.DB) error { return convert(fresh, db, s.vault, key, finish) })
	if err != nil {
		return storing(op, err)
	}
	return nil
}

// converter copies a store, each value opened with one vault and sealed with another.
type converter struct {
	fresh    *bbolt.DB
	tx       *bbolt.Tx // of the fresh file
	from, to *vault.Vault
	pending  int // bytes that tx holds
}

// convert copies db to fresh and then calls finish. A nil vault is that of a store that is not encrypted.
func convert(fresh, db *bbolt.DB, from, to *vault.Vault, finish func(*txn) error) error {
	return db.View(func(source *bbolt.Tx) error {
		tx, err := fresh.Begin(true)
		if err != nil {
			return err
		}
		c := &converter{fresh: fresh, tx: tx, from: from, to: to}
		err = source.ForEach(func(name []byte, b *bbolt.Bucket) error { return c.bucket([][]byte{name}, b) })
		if err == nil {
			err = finish(&txn{c.tx, to})
		}
		if err != nil {
			return errors.Join(err, c.tx.Rollback())
		}
		return c.tx.Commit()
	})
}

// bucket copies the bucket at a path, and those in it.
func (c *converter) bucket(path [][]byte, source *bbolt.Bucket) error {
	target, err := c.target(path)
	if err != nil {
		return err
	}
	if err := target.SetSequence(source.Sequence()); err != nil {
		return err
	}
	return source.ForEach(func(key, value []byte) error {
		if value == nil {
			return c.bucket(append(path[:len(path):len(path)], key), source.Bucket(key))
		}
		value, err := c.turn(value, placeOf(path, key))
		if err != nil {
			return err
		}
		return c.put(path, key, value)
	})
}

// put writes one value, and begins a new transaction where the running one holds much.
func (c *converter) put(path [][]byte, key, value []byte) error {
	if c.pending += len(key) + len(value); c.pending > compactBatch {
		if err := c.tx.Commit(); err != nil {
			return err
		}
		tx, err := c.fresh.Begin(true)
		if err != nil {
			return err
		}
		c.tx, c.pending = tx, 0
	}
	target, err := c.target(path)
	if err != nil {
		return err
	}
	return target.Put(key, value)
}

// target is the bucket at a path in the fresh file, made where it is missing.
func (c *converter) target(path [][]byte) (*bbolt.Bucket, error) {
	b, err := c.tx.CreateBucketIfNotExists(path[0])
	for _, name := range path[1:] {
		if err != nil {
			return nil, err
		}
		b, err = b.CreateBucketIfNotExists(name)
	}
	return b, err
}

// turn opens a value and seals it anew; one without a place is kept as it is.
func (c *converter) turn(value []byte, place [][]byte) ([]byte, error) {
	if place == nil {
		return value, nil
	}
	plain, err := (&txn{vault: c.from}).open(value, place...)
	if err != nil {
		return nil, err
	}
	return (&txn{vault: c.to}).seal(plain, place...), nil
}

// placeOf is the place by which the value at a path is sealed; nil for one that never is.
func placeOf(path [][]byte, key []byte) [][]byte {
	switch string(path[0]) {
	case string(bucketSessions):
		return summaryPlace(key)
	case string(bucketSettings):
		return settingPlace(key)
	case string(bucketAudit):
		return auditPlace(key)
	case string(bucketAnswers):
		return answerPlace(key)
	case string(bucketPictures):
		return picturePlace(path[1])
	case string(bucketReports):
		if string(path[2]) == string(keyLog) {
			return reportPlace(path[1], key)
		}
	}
	return nil
}

// putLock keeps the lock, or none.
func putLock(tx *txn, lock *vault.Lock) error {
	meta := tx.Bucket(bucketMeta)
	if lock == nil {
		return meta.Delete(keyLock)
	}
	data, err := encode(lock)
	if err != nil {
		return err
	}
	return meta.Put(keyLock, data)
}
