package storage

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

func day(n int) time.Time { return began.AddDate(0, 0, n) }

// paused, running and lost sessions among ended ones, on other days each.
func severalSessions(t *testing.T, s *Store) {
	t.Helper()
	paused, running, lost, aborted := summary("paused", 1), summary("running", 1), summary("lost", 1), endedSummary("aborted", day(2))
	paused.Phase, paused.UpdatedAt = replay.PhasePaused, day(-300)
	running.UpdatedAt = day(-300)
	lost.Phase, lost.UpdatedAt = replay.PhaseLost, day(1)
	aborted.Phase = replay.PhaseAborted
	for i, sum := range []replay.Summary{endedSummary("newest", day(3)), paused, aborted, lost, running, endedSummary("oldest", day(0))} {
		save(t, s, sum, report(sum.Session.ID, 1), pair(t, uint64(10*i), uint64(10*i+1)))
	}
}

func TestSweep(t *testing.T) {
	tests := map[string]struct {
		keep Retention
		now  time.Time
		want []string
	}{
		"no limit":                          {Retention{}, day(1000), nil},
		"nothing is old enough":             {Retention{Days: 30}, day(30), nil},
		"the oldest is":                     {Retention{Days: 30}, day(30).Add(time.Second), []string{"oldest"}},
		"all that ended, never one in play": {Retention{Days: 30}, day(1000), []string{"oldest", "lost", "aborted", "newest"}},
		"too large, all that ended":         {Retention{MaxBytes: 1}, day(3), []string{"oldest", "lost", "aborted", "newest"}},
		"large enough":                      {Retention{MaxBytes: 1 << 30}, day(3), nil},
		"a clock that went back":            {Retention{Days: 1}, day(-1000), nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, storePath(t))
			severalSessions(t, s)
			got, err := s.Sweep(context.Background(), test.keep, test.now)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := stats(t, s).Sessions; got != 6-len(test.want) {
				t.Errorf("%d sessions are left", got)
			}
		})
	}
}

func TestSweepStopsWhenTheRestIsSmallEnough(t *testing.T) {
	s := openStore(t, storePath(t))
	for i, id := range []string{"a", "b", "c", "d"} {
		pictures := replay.Pictures{Before: shot(t, uint64(i), 700)}
		save(t, s, endedSummary(id, day(i)), report(id, 1), pictures)
	}
	got, err := s.Sweep(context.Background(), Retention{MaxBytes: 1_300_000}, day(9))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, got); diff != "" {
		t.Errorf("4 sessions of half a MB, 1.3 MB allowed (-want +got):\n%s", diff)
	}
}

func TestCompactShrinksAndKeepsTheRest(t *testing.T) {
	ctx := context.Background()
	path := storePath(t)
	s := openStore(t, path)
	gone := shot(t, 1, 700)
	save(t, s, summary("gone", 1), report("gone", 1), replay.Pictures{Before: gone})
	kept := save(t, s, summary("kept", 1), report("kept", 1), pair(t, 2, 3))
	if err := s.Delete(ctx, "gone"); err != nil {
		t.Fatal(err)
	}
	before := stats(t, s)

	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}

	if after := stats(t, s); after.FileBytes > before.FileBytes-500_000 {
		t.Errorf("%d bytes before, %d after", before.FileBytes, after.FileBytes)
	}
	kept2 := save(t, s, summary("kept", 2), report("kept", 2), pair(t, 3, 4))
	s = reopen(t, s)
	if diff := cmp.Diff([]*replay.Report{kept, kept2}, reports(t, s, "kept")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(file, gone.Bytes()[1000:1100]) {
		t.Error("the deleted picture's bytes are still in the file")
	}
	if all, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(all) != 1 {
		t.Errorf("files: %v", all)
	}
}

func TestCompactOverwritesTheFormerFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the former file is not overwritten on Windows")
	}
	ctx := context.Background()
	path := storePath(t)
	s := openStore(t, path)
	gone := shot(t, 1, 300)
	save(t, s, summary("gone", 1), report("gone", 1), replay.Pictures{Before: gone})
	former, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	if err := errors.Join(s.Delete(ctx, "gone"), s.Compact(ctx)); err != nil {
		t.Fatal(err)
	}
	var rest bytes.Buffer
	if _, err := rest.ReadFrom(former); err != nil {
		t.Fatal(err)
	}
	if len(bytes.Trim(rest.Bytes(), "\x00")) > 0 || rest.Len() == 0 {
		t.Error("the former file's bytes are still there")
	}
}

func TestCompactKeepsTheLock(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	if err := s.Compact(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{Timeout: briefly}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second writer after Compact: %v", err)
	}
}

func TestUnfinishedCopiesAreThrownAway(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	closeChecked(t, s)
	backup := path + ".backup"
	for _, name := range []string{path + compactSuffix, path + snapshotSuffix + "123", backup} {
		if err := os.WriteFile(name, []byte("half"), fileMode); err != nil {
			t.Fatal(err)
		}
	}
	s = openStore(t, path)
	if len(reports(t, s, "a")) != 1 {
		t.Error("the report is gone")
	}
	left, err := filepath.Glob(path + ".*")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{backup}, left); diff != "" {
		t.Errorf("files beside the store (-want +got):\n%s", diff)
	}
}

func TestACancelledCompactChangesNothing(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.takeTurn(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := s.rewrite(ctx, nil, compacted); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.passTurn()
	if _, err := os.Stat(path + compactSuffix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its file is still there: %v", err)
	}
}
