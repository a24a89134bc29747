package storage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"vigie/replay"
)

// smallStore is the content of a store's file with a few reports.
func smallStore(t testing.TB) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vigie.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for step := 1; step <= 5; step++ {
		save(t, s, summary("a", step), report("a", step), pair(t, uint64(step), uint64(step+1)))
		save(t, s, endedSummary("b", began), report("b", 1), pair(t, 1, uint64(step+1)))
	}
	closeChecked(t, s)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// useDamaged opens a file and does with it all that a program does. A damaged file may be refused, or read in part; it must
// not crash, hang, or make a write that is acknowledged and gone.
func useDamaged(t testing.TB, data []byte) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "vigie.db")
	if err := os.WriteFile(path, data, fileMode); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	ctx := context.Background()
	checked := s.Check(ctx)
	sessions, listed := s.Sessions(ctx)
	all := []error{checked, listed}
	for _, sum := range sessions {
		all = append(all, readAll(s, sum.Session.ID))
	}
	all = append(all, s.SaveReport(ctx, summary("z", 1), report("z", 1), pair(t, 1, 2)), s.Delete(ctx, "a"), s.Compact(ctx))
	return errors.Join(append(all, s.Close())...)
}

func readAll(s *Store, id string) error {
	all, err := s.Reports(context.Background(), id)
	errs := []error{err}
	for _, r := range all {
		for _, hash := range append(r.Event.Screenshots.After, r.Event.Screenshots.Before) {
			_, err := s.Picture(context.Background(), hash)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func TestADamagedFileIsReported(t *testing.T) {
	whole := smallStore(t)
	page := os.Getpagesize()
	flipped := func(from, to int) func([]byte) []byte {
		return func(b []byte) []byte {
			for i := from; i < min(to, len(b)); i++ {
				b[i] ^= 0xFF
			}
			return b
		}
	}
	tests := map[string]func([]byte) []byte{
		"not a store":                      func([]byte) []byte { return bytes.Repeat([]byte("Orméa "), 5000) },
		"one byte":                         func(b []byte) []byte { return b[:1] },
		"half a meta page":                 func(b []byte) []byte { return b[:page/2] },
		"the metas only":                   func(b []byte) []byte { return b[:2*page] },
		"cut off in the middle of a page":  func(b []byte) []byte { return b[:4*page+100] },
		"cut off after a few pages":        func(b []byte) []byte { return b[:5*page] },
		"both metas flipped":               flipped(0, 2*page),
		"everything but the metas flipped": flipped(2*page, len(whole)),
		"everything but the metas zero":    func(b []byte) []byte { clear(b[2*page:]); return b },
	}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			if err := useDamaged(t, damage(bytes.Clone(whole))); !errors.Is(err, ErrCorrupt) {
				t.Errorf("got %v, want ErrCorrupt", err)
			}
		})
	}
	t.Run("nothing", func(t *testing.T) {
		if err := useDamaged(t, bytes.Clone(whole)); err != nil {
			t.Error(err)
		}
	})
	t.Run("empty, as after a power cut at its making", func(t *testing.T) {
		if err := useDamaged(t, nil); !errors.Is(err, replay.ErrUnknownSession) || errors.Is(err, ErrCorrupt) {
			t.Errorf("got %v, want a fresh store without session a", err)
		}
	})
}

func TestEveryFlippedPageHeaderIsHarmless(t *testing.T) {
	whole := smallStore(t)
	page := os.Getpagesize()
	meta, err := newestMeta(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for id := 2; id < int(meta.high); id++ {
		for _, at := range []int{0, 8, 10, 12, 16, 20, 24, 28} {
			b := bytes.Clone(whole)
			b[id*page+at] ^= 0x05
			if err := useDamaged(t, b); err != nil && !errors.Is(err, ErrCorrupt) {
				t.Errorf("page %d, byte %d: %v", id, at, err)
			}
		}
	}
}

func TestATornNewestMetaFallsBackToTheOneBefore(t *testing.T) {
	whole := smallStore(t)
	meta, err := newestMeta(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	newest := int(meta.txid%2) * os.Getpagesize()
	clear(whole[newest+headerSize+40 : newest+headerSize+metaSize])
	if err := useDamaged(t, whole); err != nil {
		t.Errorf("the state before the torn write is whole: %v", err)
	}
}

// TestCheckFinds changes one thing in the content of a sound file at a time.
func TestCheckFinds(t *testing.T) {
	hash := func(n uint64) []byte {
		d, err := parseDigest(shot(t, n, 40).Hash())
		if err != nil {
			t.Fatal(err)
		}
		return d[:]
	}
	own := func(tx *txn) *bbolt.Bucket { return tx.Bucket(bucketReports).Bucket([]byte("a")) }
	tests := map[string]func(*txn) error{
		"a picture's loss":       func(tx *txn) error { return tx.Bucket(bucketPictures).DeleteBucket(hash(1)) },
		"another picture inside": func(tx *txn) error { return tx.Bucket(bucketPictures).Bucket(hash(1)).Put(keyData, []byte("x")) },
		"a picture of no report": func(tx *txn) error { _, err := tx.Bucket(bucketPictures).CreateBucket(hash(99)); return err },
		"a wrong count":          func(tx *txn) error { return tx.Bucket(bucketUses).Put(hash(1), number(9)) },
		"no count":               func(tx *txn) error { return tx.Bucket(bucketUses).Delete(hash(1)) },
		"a report's loss":        func(tx *txn) error { return own(tx).Bucket(keyLog).Delete(number(1)) },
		"a report that is cut":   func(tx *txn) error { return own(tx).Bucket(keyLog).Put(number(1), []byte(`{"event":`)) },
		"an event id's loss":     func(tx *txn) error { return own(tx).Bucket(keyIDs).Delete([]byte("s01a1")) },
		"a summary's loss":       func(tx *txn) error { return tx.Bucket(bucketSessions).Delete([]byte("a")) },
		"a summary that is cut":  func(tx *txn) error { return tx.Bucket(bucketSessions).Put([]byte("a"), []byte("{")) },
		"another one's summary": func(tx *txn) error {
			b := tx.Bucket(bucketSessions)
			return b.Put([]byte("a"), b.Get([]byte("b")))
		},
		"the reports' loss":       func(tx *txn) error { return tx.Bucket(bucketReports).DeleteBucket([]byte("a")) },
		"a log's loss":            func(tx *txn) error { return own(tx).DeleteBucket(keyLog) },
		"a step that nobody sent": func(tx *txn) error { return putSummary(tx, summary("a", 3)) },
		"a verdict too many":      func(tx *txn) error { s := summary("a", 2); s.Complete = 3; return putSummary(tx, s) },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			path := storePath(t)
			s := openStore(t, path)
			save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
			save(t, s, summary("a", 2), report("a", 2), pair(t, 2, 3))
			save(t, s, summary("b", 1), report("b", 1), pair(t, 4, 5))
			closeChecked(t, s)
			alter(t, path, change)
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Check(context.Background()); !errors.Is(err, ErrCorrupt) {
				t.Errorf("got %v, want ErrCorrupt", err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCheckAcceptsTheRecordOfAMissingReport(t *testing.T) {
	s := openStore(t, storePath(t))
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	missing := report("a", 2)
	missing.Missing = true
	save(t, s, summary("a", 1), missing, replay.Pictures{})
	if err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

func putSummary(tx *txn, sum replay.Summary) error {
	id, data, err := encodeSummary(sum)
	if err != nil {
		return err
	}
	return tx.Bucket(bucketSessions).Put(id, data)
}

func TestAChangedPictureIsNotHandedOut(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	p := shot(t, 1, 40)
	save(t, s, summary("a", 1), report("a", 1), replay.Pictures{Before: p})
	closeChecked(t, s)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(file, p.Bytes())
	file[at+len(p.Bytes())/2] ^= 1
	if err := os.WriteFile(path, file, fileMode); err != nil {
		t.Fatal(err)
	}
	s, err = Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if data, err := s.Picture(context.Background(), p.Hash()); !errors.Is(err, ErrCorrupt) || data != nil {
		t.Errorf("got %d bytes and %v, want ErrCorrupt", len(data), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestOneDamagedSummaryDoesNotHideTheOthers(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	save(t, s, summary("b", 1), report("b", 1), pair(t, 1, 2))
	closeChecked(t, s)
	alter(t, path, func(tx *txn) error { return tx.Bucket(bucketSessions).Put([]byte("a"), []byte("{")) })
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Sessions(context.Background())
	if !errors.Is(err, ErrCorrupt) || len(got) != 1 || got[0].Session.ID != "b" {
		t.Errorf("got %v, %v", got, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func FuzzOpenADamagedFile(f *testing.F) {
	whole := smallStore(f)
	f.Add(uint32(0), []byte{1}, uint32(len(whole)))
	f.Add(uint32(2*4096), []byte{1, 2, 3, 4, 5, 6, 7, 8, 1, 0, 255, 255}, uint32(len(whole)))
	f.Add(uint32(3*4096+16), bytes.Repeat([]byte{255}, 32), uint32(len(whole)))
	f.Add(uint32(100), []byte{}, uint32(3*4096+17))
	f.Fuzz(func(t *testing.T, at uint32, patch []byte, length uint32) {
		b := bytes.Clone(whole[:min(int(length), len(whole))])
		if len(b) == 0 {
			return
		}
		copy(b[int(at)%len(b):], patch)
		err := useDamaged(t, b)
		if err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrNewer) {
			t.Errorf("got %v, want ErrCorrupt or nothing", err)
		}
	})
}
