package replay_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"vigie/replay"
	"vigie/validation"
)

func TestARestartForgetsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		h := newHouse(t, store, verdicts(validation.Terminate), replay.Options{})
		h.start("paused")
		h.must("paused", 1, 1, replay.DoPause)
		h.start("aborted")
		h.must("aborted", 1, 1, replay.DoContinue)
		if err := h.decide("aborted", "s1a1", replay.DoAbort); err != nil {
			t.Fatal(err)
		}
		h.start("validating")
		if _, err := h.report("validating", 7, 1); err != nil {
			t.Fatal(err)
		}
		since := *h.Snapshot().Sessions[0].PausedSince
		h.close()
		saves := store.count()
		if _, err := h.report("paused", 1, 2); !errors.Is(err, replay.ErrShuttingDown) {
			t.Errorf("a report after the end: error %v", err)
		}
		if err := h.decide("paused", "s1a1", replay.DoResume); !errors.Is(err, replay.ErrShuttingDown) {
			t.Errorf("an order after the end: error %v", err)
		}
		time.Sleep(time.Hour)
		if store.count() != saves {
			t.Error("something was written after the end")
		}

		seen := make(chan *validation.Step, 1)
		h = newHouse(t, store, validator(func(_ context.Context, s *validation.Step) validation.Assessment {
			seen <- s
			return validation.Assessment{Verdict: validation.Complete, Confidence: 0.9}
		}), replay.Options{})
		defer h.close()
		if first := h.Snapshot().Sessions[0]; first.Session.ID != "paused" || !first.PausedSince.Equal(since) {
			t.Errorf("first is %q, paused since %v, want %v", first.Session.ID, first.PausedSince, since)
		}
		if step := <-seen; step.Before == nil || step.Before.Hash() != shot(t, 7).Hash() || len(step.After) != 1 {
			t.Errorf("the report is validated again without its pictures: %+v", step)
		}
		if ds, _, err := h.Decisions(t.Context(), "validating", 0, time.Minute); err != nil || len(ds) != 1 {
			t.Errorf("decisions %+v, error %v", ds, err)
		}
		if ds, _, err := h.Decisions(t.Context(), "aborted", 1, 0); err != nil || len(ds) != 1 || ds[0].Action != replay.DoAbort {
			t.Errorf("the abort that nobody fetched: %+v, error %v", ds, err)
		}
		if err := h.decide("paused", "s1a1", replay.DoResume); err != nil {
			t.Fatal(err)
		}
		if ds, _, err := h.Decisions(t.Context(), "paused", 1, 0); err != nil || len(ds) != 1 || ds[0].Seq != 2 {
			t.Errorf("decisions %+v, error %v", ds, err)
		}
		_, created, err := h.Start(t.Context(), replay.Session{ID: "paused", Agent: "lea-01"})
		if created || err != nil {
			t.Errorf("started again: created %v, error %v", created, err)
		}
	})
}
