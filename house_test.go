package main

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"vigie/replay"
	"vigie/replay/intake"
	"vigie/storage"
	"vigie/ui"
)

func TestTroublesAreShownAsWhatTheyAre(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want ui.BannerKind
	}{
		{"another instance has the store", storage.ErrLocked, ui.BannerStoreLocked},
		{"a newer version wrote the store", storage.ErrNewer, ui.BannerStoreNewer},
		{"the store is damaged", storage.ErrCorrupt, ui.BannerStoreFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := bannerOf(errors.Join(c.err)); got != c.want {
				t.Errorf("banner %q, want %q", got, c.want)
			}
		})
	}
}

func TestWithoutASupervisorNothingCanBeDecided(t *testing.T) {
	if n := len(nobody{}.Snapshot().Sessions); n != 0 {
		t.Errorf("%d live sessions", n)
	}
	if err := (nobody{}).Decide(context.Background(), replay.Order{}); !errors.Is(err, replay.ErrShuttingDown) {
		t.Errorf("deciding returned %v", err)
	}
	if _, err := (nothing{}).Reports(context.Background(), "x"); !errors.Is(err, replay.ErrUnknownSession) {
		t.Errorf("reading a session returned %v", err)
	}
	if _, err := (nothing{}).Picture(context.Background(), "x"); !errors.Is(err, storage.ErrUnknownPicture) {
		t.Errorf("reading a picture returned %v", err)
	}
}

// openTestHouse opens a house that listens on any free port.
func openTestHouse(t *testing.T) *house {
	t.Helper()
	others := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, others) })
	c := &watchCmd{Listen: "127.0.0.1:0", dataFlag: dataFlag{Data: t.TempDir()}}
	h, err := openHouse(context.Background(), c, &output{t.Output(), t.Output()})
	if err != nil {
		t.Fatal(errors.Join(err, h.close()))
	}
	t.Cleanup(func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func TestImportedBundleIsValidatedAndKept(t *testing.T) {
	ctx := context.Background()
	h := openTestHouse(t)
	dir := demoSteps(t, "s02a1", "s08a1")
	for range 2 { // the second import gets a name of its own
		if err := h.importBundle(ctx, dir, nil); err != nil {
			t.Fatal(err)
		}
	}
	all, err := h.store.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Session.ID == all[1].Session.ID {
		t.Fatalf("kept %+v, want two sessions of different names", all)
	}
	for _, s := range all {
		if s.Complete != 1 || s.Terminate != 1 || s.Phase != replay.PhaseFinished || s.Steps != 8 {
			t.Errorf("session %q kept with %d complete, %d failed, as %s, %d steps", s.Session.ID, s.Complete, s.Terminate, s.Phase, s.Steps)
		}
		reports, err := h.store.Reports(ctx, s.Session.ID)
		if err != nil || len(reports) != 2 {
			t.Fatalf("%d reports, error %v", len(reports), err)
		}
		if _, err := h.store.Picture(ctx, reports[1].Event.Screenshots.After[0]); err != nil {
			t.Errorf("the after picture: %v", err)
		}
	}
}

func TestACancelledImportLeavesAnotherOneOfTheSameBundleAlone(t *testing.T) {
	h := openTestHouse(t)
	dir := demoSteps(t, "s02a1", "s08a1")
	ctx, cancel := context.WithCancel(context.Background())
	began, proceed, first := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		first <- h.importBundle(ctx, dir, func(done, _ int) {
			if done == 1 {
				close(began)
				<-proceed
			}
		})
	}()
	<-began
	if err := h.importBundle(context.Background(), dir, nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	close(proceed)
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Fatalf("the cancelled import ends with %v", err)
	}
	all, err := h.store.Sessions(context.Background())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d sessions are kept (error %v), want that of the other import", len(all), err)
	}
	if _, timed := all[0].Took(); timed {
		t.Error("a length is known of an import that nobody timed")
	}
	if reports, err := h.store.Reports(context.Background(), all[0].Session.ID); err != nil || len(reports) != 2 {
		t.Errorf("%d reports are left, error %v, want 2", len(reports), err)
	}
}

func TestNothingIsImportedWithoutAStore(t *testing.T) {
	if err := (&house{}).importBundle(context.Background(), "x", nil); !errors.Is(err, errNoStore) {
		t.Errorf("error %v", err)
	}
}

func TestHowTheProgramIsCalled(t *testing.T) {
	cert, err := intake.OpenCertificate(t.TempDir(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		listening string
		cert      *intake.Certificate
		want      string
	}{
		{"127.0.0.1:7788", nil, "http://127.0.0.1:7788"},
		{"[::1]:7788", nil, "http://[::1]:7788"},
		{"[::]:7788", cert, "https://here:7788"},
		{"0.0.0.0:80", cert, "https://here:80"},
		{"192.0.2.7:7788", cert, "https://192.0.2.7:7788"},
	} {
		h := &house{cert: c.cert}
		h.listening.Store(&c.listening)
		if got := h.urlAt("here"); got != c.want {
			t.Errorf("listening on %s it is called %s, want %s", c.listening, got, c.want)
		}
	}
}

func TestADesktopThatHangsIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hung := make(chan struct{})
		began := time.Now()
		err := patiently(func() error { <-hung; return nil })
		if !errors.Is(err, errDesktopSilent) || time.Since(began) != desktopPatience {
			t.Errorf("%v after %v, want %v after %v", err, time.Since(began), errDesktopSilent, desktopPatience)
		}
		close(hung)
		if err := patiently(func() error { return errNoStore }); !errors.Is(err, errNoStore) {
			t.Errorf("%v, want the answer itself", err)
		}
	})
}
