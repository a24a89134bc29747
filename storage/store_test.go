package storage

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation/screen"
)

func TestReopeningShowsEverythingByteForByte(t *testing.T) {
	ctx := context.Background()
	s := openStore(t, storePath(t))
	first, second := pair(t, 1, 2), pair(t, 2, 3)
	second.After = append(second.After, shot(t, 4, 40))
	want := []*replay.Report{
		save(t, s, summary("a", 1), report("a", 1), first),
		save(t, s, summary("a", 2), report("a", 2), second),
	}
	if err := s.SaveSession(ctx, summary("b", 0)); err != nil {
		t.Fatal(err)
	}

	s = reopen(t, s)

	if diff := cmp.Diff(want, reports(t, s, "a")); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	sessions, err := s.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]replay.Summary{summary("a", 2), summary("b", 0)}, sessions); diff != "" {
		t.Errorf("sessions (-want +got):\n%s", diff)
	}
	one, err := s.Session(ctx, "b")
	if diff := cmp.Diff(summary("b", 0), one); err != nil || diff != "" {
		t.Errorf("session: %v (-want +got):\n%s", err, diff)
	}
	for _, p := range []*screen.Picture{first.Before, first.After[0], second.After[0], second.After[1]} {
		got, err := s.Picture(ctx, p.Hash())
		if err != nil || !bytes.Equal(p.Bytes(), got) {
			t.Errorf("picture %s: %d bytes, %v; want %d bytes", p.Hash(), len(got), err, len(p.Bytes()))
		}
	}
}

func TestPicturesAreStoredOnceAndGoWithTheirLastReport(t *testing.T) {
	ctx := context.Background()
	s := openStore(t, storePath(t))
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	save(t, s, summary("a", 2), report("a", 2), pair(t, 2, 2))
	save(t, s, summary("b", 1), report("b", 1), pair(t, 2, 3))
	if got := stats(t, s); got.Pictures != 3 || got.Sessions != 2 {
		t.Errorf("3 different pictures in 2 sessions: %+v", got)
	}
	if err := s.Delete(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Picture(ctx, shot(t, 1, 40).Hash()); !errors.Is(err, ErrUnknownPicture) {
		t.Errorf("a picture that only the deleted session showed: %v", err)
	}
	if _, err := s.Picture(ctx, shot(t, 2, 40).Hash()); err != nil {
		t.Errorf("a picture that another session shows: %v", err)
	}
	if _, err := s.Reports(ctx, "a"); !errors.Is(err, replay.ErrUnknownSession) {
		t.Errorf("reports of a deleted session: %v", err)
	}
	if err := s.Delete(ctx, "a"); !errors.Is(err, replay.ErrUnknownSession) || errors.Is(err, replay.ErrStore) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
}

func TestTheSameEventIDTakesItsPlace(t *testing.T) {
	s := openStore(t, storePath(t))
	save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	last := save(t, s, summary("a", 2), report("a", 2), pair(t, 2, 3))

	judged := report("a", 1)
	judged.Delivered = 1
	again := save(t, s, summary("a", 2), judged, pair(t, 1, 9))

	s = reopen(t, s)
	if diff := cmp.Diff([]*replay.Report{again, last}, reports(t, s, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := stats(t, s).Pictures; got != 4 {
		t.Errorf("%d pictures, want 1, 2, 3 and 9", got)
	}
}

func TestWithoutPicturesTheStoredOnesStay(t *testing.T) {
	s := openStore(t, storePath(t))
	stored := save(t, s, summary("a", 1), report("a", 1), pair(t, 1, 2))
	stored.Delivered = 7
	want := save(t, s, summary("a", 1), stored, replay.Pictures{})
	blind := save(t, s, summary("a", 2), report("a", 2), replay.Pictures{After: []*screen.Picture{}})
	if diff := cmp.Diff([]*replay.Report{want, blind}, reports(t, s, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := stats(t, s).Pictures; got != 2 {
		t.Errorf("%d pictures, want 2", got)
	}
}

func TestTheCallersReportIsNotChanged(t *testing.T) {
	s := openStore(t, storePath(t))
	r := report("a", 1)
	save(t, s, summary("a", 1), r, pair(t, 1, 2))
	if diff := cmp.Diff(report("a", 1), r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatCanNotBeStoredIsRefusedWhole(t *testing.T) {
	unnamed, foreign, notHash, unsent, notFinite := report("a", 1), report("b", 1), report("a", 1), report("a", 1), report("a", 1)
	unnamed.Event.ID = ""
	notHash.Event.Screenshots.Before = "001-before.png"
	unsent.Event.Screenshots.Before = strings.Repeat("ab", 32)
	notFinite.Assessment.Confidence = math.NaN()
	long := summary(strings.Repeat("x", maxID+1), 1)
	tests := map[string]struct {
		sum  replay.Summary
		r    *replay.Report
		says string
	}{
		"no report":                     {summary("a", 1), nil, "no report"},
		"no event id":                   {summary("a", 1), unnamed, "event id"},
		"no session id":                 {summary("", 1), report("", 1), "session id"},
		"a session id without end":      {long, report(long.Session.ID, 1), "1025 bytes"},
		"another session's event":       {summary("a", 1), foreign, `belongs to session "b"`},
		"a path instead of a hash":      {summary("a", 1), notHash, "001-before.png"},
		"a picture that was never sent": {summary("a", 1), unsent, "neither sent nor stored"},
		"a number that JSON lacks":      {summary("a", 1), notFinite, "NaN"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, storePath(t))
			err := s.SaveReport(context.Background(), test.sum, test.r, replay.Pictures{})
			if !errors.Is(err, replay.ErrStore) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want ErrStore with %q", err, test.says)
			}
			if got := stats(t, s); got.Sessions != 0 || got.Pictures != 0 {
				t.Errorf("something was kept: %+v", got)
			}
		})
	}
}

func TestASecretIsNotStored(t *testing.T) {
	s := openStore(t, storePath(t))
	r := report("a", 1)
	r.Event.Action.Type, r.Event.Action.Text = "type_secret", "invented-secret"
	save(t, s, summary("a", 1), r, replay.Pictures{})
	if got := reports(t, s, "a")[0].Event.Action.Text; got != "" {
		t.Errorf("stored %q", got)
	}
}

func TestACancelledCallerStoresNothing(t *testing.T) {
	s := openStore(t, storePath(t))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := s.SaveReport(ctx, summary("a", 1), report("a", 1), pair(t, 1, 2))
	if !errors.Is(err, context.Canceled) || !errors.Is(err, replay.ErrStore) {
		t.Errorf("save: %v", err)
	}
	if _, err := s.Sessions(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("list: %v", err)
	}
	if got := stats(t, s).Sessions; got != 0 {
		t.Errorf("%d sessions", got)
	}
}

func TestAWaitingWriterHeedsItsContext(t *testing.T) {
	s := openStore(t, storePath(t))
	if err := s.takeTurn(context.Background()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- s.SaveSession(ctx, summary("a", 0)) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.passTurn()
}

func TestManyWriteAndReadAtOnce(t *testing.T) {
	s := openStore(t, storePath(t))
	pictures := pair(t, 1, 2)
	var group sync.WaitGroup
	for _, id := range []string{"a", "b", "c", "d"} {
		group.Go(func() {
			for step := range 10 {
				if err := s.SaveReport(context.Background(), summary(id, step+1), report(id, step+1), pictures); err != nil {
					t.Error(err)
				}
				if all, err := s.Reports(context.Background(), id); err != nil || len(all) != step+1 {
					t.Errorf("session %s has %d reports after %d, %v", id, len(all), step+1, err)
				}
			}
		})
	}
	group.Go(func() {
		if err := s.Compact(context.Background()); err != nil {
			t.Error(err)
		}
	})
	group.Wait()
}

func TestAClosedStoreSaysSo(t *testing.T) {
	s := openStore(t, storePath(t))
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	_, read := s.Sessions(context.Background())
	write := s.SaveSession(context.Background(), summary("a", 0))
	if !errors.Is(read, ErrClosed) || !errors.Is(write, ErrClosed) || !errors.Is(write, replay.ErrStore) {
		t.Errorf("read: %v\nwrite: %v", read, write)
	}
}

func TestSettings(t *testing.T) {
	ctx := context.Background()
	type theme struct{ Name string }
	s := openStore(t, storePath(t))
	var got theme
	if found, err := s.Setting(ctx, "theme", &got); found || err != nil {
		t.Errorf("a setting that nobody made: %v, %v", found, err)
	}
	for _, name := range []string{"clair", "sombre"} {
		if err := s.SetSetting(ctx, "theme", theme{name}); err != nil {
			t.Fatal(err)
		}
	}
	s = reopen(t, s)
	if found, err := s.Setting(ctx, "theme", &got); !found || err != nil || got.Name != "sombre" {
		t.Errorf("got %v, %v, %v", got, found, err)
	}
	var number int
	if _, err := s.Setting(ctx, "theme", &number); err == nil {
		t.Error("a setting of another type was read as a number")
	}
	if err := s.SetSetting(ctx, "", 1); !errors.Is(err, replay.ErrStore) {
		t.Errorf("a setting without a key: %v", err)
	}
}
