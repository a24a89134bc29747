package storage

import (
	"errors"

	"go.etcd.io/bbolt"

	"vigie/storage/vault"
)

// txn is a transaction with what its values are encrypted with; a nil vault means that they are not.
type txn struct {
	*bbolt.Tx
	vault *vault.Vault
}

// seal makes a value ready to be kept at a place.
func (tx *txn) seal(value []byte, place ...[]byte) []byte {
	if tx.vault == nil {
		return value
	}
	return tx.vault.Seal(value, place...)
}

// open returns a value as it was before it was sealed; nil stays nil. It may belong to the transaction.
func (tx *txn) open(kept []byte, place ...[]byte) ([]byte, error) {
	if tx.vault == nil || kept == nil {
		return kept, nil
	}
	value, err := tx.vault.Open(kept, place...)
	if errors.Is(err, vault.ErrChanged) {
		return nil, corrupt("%w", err)
	}
	return value, err
}

// The places of values, by which they are sealed.

func summaryPlace(id []byte) [][]byte { return [][]byte{bucketSessions, id} }

func reportPlace(session, seq []byte) [][]byte { return [][]byte{bucketReports, session, seq} }

func picturePlace(hash []byte) [][]byte { return [][]byte{bucketPictures, hash} }

func settingPlace(key []byte) [][]byte { return [][]byte{bucketSettings, key} }

func answerPlace(key []byte) [][]byte { return [][]byte{bucketAnswers, key} }

func auditPlace(seq []byte) [][]byte { return [][]byte{bucketAudit, seq} }
