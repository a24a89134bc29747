package storage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"testing"

	"vigie/replay"
	"vigie/storage/audit"
	"vigie/validation/screen"
)

// secretOf are bytes that a session's records hold.
func secretsOf(t testing.TB, n uint64) map[string][]byte {
	t.Helper()
	return map[string][]byte{"its picture": shot(t, n, 300).Bytes()[3000:3200], "its text": []byte("Madame Invraisemblable")}
}

// held says which of the bytes a file holds.
func held(t testing.TB, path string, what map[string][]byte) (found []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, part := range what {
		if bytes.Contains(data, part) {
			found = append(found, name)
		}
	}
	return found
}

// fillTwoSessions stores the session that is to go, and another one, turn by turn, and rewrites reports of both.
func fillTwoSessions(t testing.TB, s *Store) {
	t.Helper()
	for step := 1; step <= 8; step++ {
		for _, id := range []string{"goes", "stays"} {
			r := report(id, step)
			p := replay.Pictures{After: []*screen.Picture{shot(t, uint64(1000+step), 300)}}
			if id == "goes" {
				r.Event.Context.Label = "Madame Invraisemblable"
				p.Before = shot(t, uint64(step), 300)
			}
			save(t, s, summary(id, step), r, p)
			save(t, s, summary(id, step), r, p)
		}
	}
}

func TestADeletedSessionIsOverwrittenInTheFile(t *testing.T) {
	ctx := context.Background()
	path := storePath(t)
	s := openStore(t, path)
	fillTwoSessions(t, s)
	if found := held(t, path, secretsOf(t, 8)); len(found) != 2 {
		t.Fatalf("before it is deleted the file holds %q", found)
	}
	want := reports(t, s, "stays")
	if err := s.Delete(ctx, "goes"); err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= 8; n++ {
		if found := held(t, path, secretsOf(t, n)); len(found) > 0 {
			t.Errorf("the file still holds %q of step %d", found, n)
		}
	}
	s = reopen(t, s)
	if got := reports(t, s, "stays"); len(got) != len(want) {
		t.Errorf("%d reports of the other session, want %d", len(got), len(want))
	}
	save(t, s, summary("new", 1), report("new", 1), pair(t, 1, 2))
}

func TestAfterATornMetaAScrubbedFileIsWhole(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	fillTwoSessions(t, s)
	if err := s.Delete(context.Background(), "goes"); err != nil {
		t.Fatal(err)
	}
	closeChecked(t, s)
	tearNewestMeta(t, path)
	s = openStore(t, path) // its check runs at the end
	if got := reports(t, s, "stays"); len(got) != 8 {
		t.Errorf("%d reports, want 8", len(got))
	}
	if _, err := s.Session(context.Background(), "goes"); !errors.Is(err, replay.ErrUnknownSession) {
		t.Errorf("the deleted session: %v", err)
	}
}

// tearNewestMeta breaks the meta that was written last.
func tearNewestMeta(t testing.TB, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	newest, err := newestMeta(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, offset := range []int64{0, int64(newest.pageSize)} {
		if m, err := metaAt(f, offset); err == nil && m.txid == newest.txid {
			if _, err := f.WriteAt(make([]byte, 40), offset+headerSize+20); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestScrubbingWhileOthersReadAndWrite(t *testing.T) {
	s := openStore(t, storePath(t))
	fillTwoSessions(t, s)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				for _, r := range reports(t, s, "stays") {
					if _, err := s.Picture(context.Background(), r.Event.Screenshots.After[0]); err != nil {
						t.Error(err)
						return
					}
				}
			}
		}
	}()
	if err := s.Delete(context.Background(), "goes"); err != nil {
		t.Error(err)
	}
	for step := 9; step < 20; step++ {
		save(t, s, summary("stays", step), report("stays", step), replay.Pictures{After: []*screen.Picture{shot(t, uint64(step), 100)}})
		if err := s.Scrub(context.Background()); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	<-done
}

func TestScrubbingAReadOnlyStoreIsRefused(t *testing.T) {
	path := storePath(t)
	closeChecked(t, openStore(t, path))
	s, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Scrub(context.Background()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("got %v", err)
	}
}

// TestScrubbingInSlices overwrites a few pages at a time, while reports come in between.
func TestScrubbingInSlices(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	fillTwoSessions(t, s)
	if err := s.delete(context.Background(), "goes", audit.Record{What: audit.Delete}); err != nil {
		t.Fatal(err)
	}
	slices := 0
	for from, step := uint64(0), 9; ; step++ {
		for range 2 {
			if err := s.write(func(*txn) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		next, err := zeroFree(s.file, from, 20)
		if err != nil {
			t.Fatal(err)
		}
		if slices++; next == 0 {
			break
		}
		from = next
		save(t, s, summary("stays", step), report("stays", step), replay.Pictures{})
	}
	if slices < 3 {
		t.Errorf("%d slices: the test does not stop in between", slices)
	}
	for n := uint64(1); n <= 8; n++ {
		if found := held(t, path, secretsOf(t, n)); len(found) > 0 {
			t.Errorf("the file still holds %q of step %d", found, n)
		}
	}
}
