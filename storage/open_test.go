package storage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"

	"vigie/replay"
)

const briefly = 20 * time.Millisecond

func TestAFreshStoreIsForItsOwnerOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	path := storePath(t)
	openStore(t, path)
	for name, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s is %o, want %o", name, got, want)
		}
	}
}

func TestASecondWriterIsToldAndMayRead(t *testing.T) {
	ctx := context.Background()
	path := storePath(t)
	first := openStore(t, path)
	want := save(t, first, summary("a", 1), report("a", 1), pair(t, 1, 2))

	_, err := Open(path, Options{Timeout: briefly})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), "read-only") {
		t.Fatalf("got %v, want ErrLocked", err)
	}
	second, err := Open(path, Options{Timeout: briefly, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeChecked(t, second)
	if _, is := second.Snapshot(); !is || !second.ReadOnly() {
		t.Error("it does not say that it is a snapshot")
	}
	save(t, first, summary("a", 2), report("a", 2), pair(t, 2, 3))
	if diff := cmp.Diff([]*replay.Report{want}, reports(t, second, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := second.SaveSession(ctx, summary("b", 0)); !errors.Is(err, ErrReadOnly) || !errors.Is(err, replay.ErrStore) {
		t.Errorf("a snapshot was written to: %v", err)
	}
	if err := second.Compact(ctx); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a snapshot was compacted: %v", err)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 && runtime.GOOS != "windows" {
		t.Errorf("left behind: %v", left)
	}
}

func TestASnapshotIsSoundWhileAnotherWrites(t *testing.T) {
	path := storePath(t)
	writer := openStore(t, path)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for step := 1; ; step++ {
			select {
			case <-stop:
				return
			default:
				save(t, writer, summary("a", step), report("a", step), pair(t, uint64(step), uint64(step+1)))
			}
		}
	}()
	for range 10 {
		reader, err := Open(path, Options{Timeout: time.Millisecond, ReadOnly: true})
		if errors.Is(err, ErrLocked) {
			continue // written to without a pause: said so
		}
		if err != nil {
			t.Error(err)
			break
		}
		closeChecked(t, reader)
	}
	close(stop)
	<-done
}

func TestReadersShareAnIdleFile(t *testing.T) {
	path := storePath(t)
	writer := openStore(t, path)
	save(t, writer, summary("a", 1), report("a", 1), pair(t, 1, 2))
	closeChecked(t, writer)
	for range 2 {
		reader, err := Open(path, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		defer closeChecked(t, reader)
		if _, is := reader.Snapshot(); is || len(reports(t, reader, "a")) != 1 {
			t.Error("the reader does not read the file itself")
		}
	}
}

func TestReadOnlyMakesNoFile(t *testing.T) {
	path := storePath(t)
	if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was made: %v", err)
	}
}

// alter changes a closed store's file through the library.
func alter(t testing.TB, path string, change func(*txn) error) {
	t.Helper()
	db, err := bbolt.Open(path, fileMode, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(tx *bbolt.Tx) error { return change(&txn{Tx: tx}) }), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestSchemaVersions(t *testing.T) {
	version := func(n uint64) func(*txn) error {
		return func(tx *txn) error { return tx.Bucket(bucketMeta).Put(keySchema, number(n)) }
	}
	tests := map[string]struct {
		change           func(*txn) error
		writing, reading error
	}{
		"today's":         {version(schemaVersion), nil, nil},
		"a newer one":     {version(schemaVersion + 1), ErrNewer, ErrNewer},
		"no number":       {func(tx *txn) error { return tx.Bucket(bucketMeta).Put(keySchema, []byte("1")) }, ErrCorrupt, ErrCorrupt},
		"a bucket's loss": {func(tx *txn) error { return tx.DeleteBucket(bucketUses) }, ErrCorrupt, ErrCorrupt},
		"another's file":  {func(tx *txn) error { return tx.DeleteBucket(bucketMeta) }, ErrCorrupt, ErrCorrupt},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := storePath(t)
			closeChecked(t, openStore(t, path))
			alter(t, path, test.change)
			for _, readOnly := range []bool{false, true} {
				want := test.writing
				if readOnly {
					want = test.reading
				}
				s, err := Open(path, Options{ReadOnly: readOnly})
				if !errors.Is(err, want) {
					t.Errorf("read-only %v: got %v, want %v", readOnly, err, want)
				}
				if s != nil {
					closeChecked(t, s)
				}
			}
		})
	}
}

func TestAnOlderFileIsConvertedStepByStep(t *testing.T) {
	s := openStore(t, storePath(t))
	var ran []string
	step := func(name string, err error) migration {
		return func(*txn) error { ran = append(ran, name); return err }
	}
	rollBack := errors.New("roll back")
	run := func(target uint64, steps map[uint64]migration) error {
		return s.write(func(tx *txn) error {
			if err := migrateTo(tx, target, steps); err != nil {
				return err
			}
			if v, err := readVersion(tx); err != nil || v != target {
				t.Errorf("version %d, %v; want %d", v, err, target)
			}
			return rollBack
		})
	}
	const now = uint64(schemaVersion)
	if err := run(now+2, map[uint64]migration{now: step("a", nil), now + 1: step("b", nil)}); !errors.Is(err, rollBack) {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, ran); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	failed := errors.New("invented")
	if err := run(now+1, map[uint64]migration{now: step("a", failed)}); !errors.Is(err, failed) {
		t.Errorf("a step that fails: %v", err)
	}
	if err := run(now+1, nil); err == nil || errors.Is(err, rollBack) {
		t.Errorf("a step that is missing: %v", err)
	}
}

func TestAReaderDoesNotConvertAnOlderFile(t *testing.T) {
	path := storePath(t)
	closeChecked(t, openStore(t, path))
	alter(t, path, func(tx *txn) error { return tx.Bucket(bucketMeta).Put(keySchema, number(0)) })
	if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, ErrOlder) {
		t.Errorf("got %v", err)
	}
}
