package storage

import (
	"context"
)

// Stats are the store's figures.
type Stats struct {
	// FileBytes is the size of the used part of the file; FreeBytes of it hold nothing any more.
	FileBytes, FreeBytes int64
	// Sessions and Pictures are counts.
	Sessions, Pictures int
}

// Stats counts what the store holds. After a read-only opening FreeBytes is not known and 0.
func (s *Store) Stats(ctx context.Context) (st Stats, err error) {
	err = s.read(ctx, "count what is stored", func(tx *txn) error {
		st.FileBytes = tx.Size()
		figures := tx.DB().Stats()
		st.FreeBytes = int64(figures.FreePageN+figures.PendingPageN) * int64(tx.DB().Info().PageSize)
		if st.Sessions, err = countKeys(tx, bucketSessions); err != nil {
			return err
		}
		st.Pictures, err = countKeys(tx, bucketPictures)
		return err
	})
	return st, err
}

func countKeys(tx *txn, bucket []byte) (n int, err error) {
	b, err := child(tx, bucket)
	if err != nil {
		return 0, err
	}
	c := b.Cursor()
	for key, _ := c.First(); key != nil; key, _ = c.Next() {
		n++
	}
	return n, nil
}
