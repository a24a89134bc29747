package replay_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/mask"
	"vigie/validation/screen"
)

// watched is a validator that remembers the steps that it saw.
type watched struct {
	mu    sync.Mutex
	steps []*validation.Step
}

func (w *watched) Validate(_ context.Context, s *validation.Step) validation.Assessment {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.steps = append(w.steps, s)
	return validation.Assessment{Verdict: validation.Complete, Confidence: .9}
}

func (w *watched) last() *validation.Step {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.steps[len(w.steps)-1]
}

// secretEvent is a step that types a secret in the middle of the screen.
func secretEvent(step int) replay.Event {
	e := report(step, 1).Event
	e.Action = validation.Action{Type: "type_secret", At: &validation.Point{X: .5, Y: .5}}
	return e
}

func (h *house) send(e replay.Event, p replay.Pictures) *replay.Report {
	h.t.Helper()
	r, _, err := h.Report(h.t.Context(), e, p)
	if err != nil {
		h.t.Fatal(err)
	}
	synctest.Wait()
	return r
}

func TestASecretsFieldIsComparedAsItCameAndKeptCovered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, v := newMemory(), &watched{}
		h := newHouse(t, store, v, replay.Options{})
		defer h.close()
		h.start("s")
		r := h.send(secretEvent(1), shots(t, 1, 2))
		if seen := v.last(); seen.Before.Hash() != shot(t, 1).Hash() || seen.After[0].Hash() != shot(t, 2).Hash() {
			t.Error("the field was not compared as it came")
		}
		for _, n := range []uint8{1, 2} {
			if _, err := store.Picture(t.Context(), shot(t, n).Hash()); err == nil {
				t.Errorf("picture %d is kept as it came", n)
			}
		}
		if _, err := store.Picture(t.Context(), r.Event.Screenshots.After[0]); err != nil || len(r.Covered) == 0 {
			t.Errorf("the covered picture: %v, covered %v", err, r.Covered)
		}
		// The next step shows the field still: neither the store nor the validator gets to see it.
		next := report(2, 1).Event
		r = h.send(next, shots(t, 2, 3))
		if seen := v.last(); seen.Before.Hash() != r.Event.Screenshots.Before || seen.Before.Hash() == shot(t, 2).Hash() {
			t.Error("the validator saw the field in the next step")
		}
		if _, err := store.Picture(t.Context(), shot(t, 3).Hash()); err == nil {
			t.Error("a later picture of the field is kept as it came")
		}
	})
}

func TestASecretThatWasNotComparedBeforeARestartIsLookedAtAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		stuck := validator(func(ctx context.Context, _ *validation.Step) validation.Assessment {
			<-ctx.Done()
			return validation.Assessment{}
		})
		h := newHouse(t, store, stuck, replay.Options{})
		h.start("s")
		h.send(secretEvent(1), shots(t, 1, 2))
		h.close()

		v := &watched{}
		h = newHouse(t, store, v, replay.Options{})
		defer h.close()
		ds, _, err := h.Decisions(t.Context(), "s", 0, time.Minute)
		if err != nil || len(ds) != 1 || ds[0].Action != replay.DoRecheck {
			t.Fatalf("decisions %+v, error %v", ds, err)
		}
		if len(v.steps) > 0 {
			t.Error("the covered pictures were compared")
		}
		e := secretEvent(1)
		e.Attempt, e.ID = 2, eventID(1, 2)
		r := h.send(e, shots(t, 2, 2))
		if _, err := store.Picture(t.Context(), shot(t, 2).Hash()); err == nil || len(r.Covered) == 0 {
			t.Error("after the restart the field is kept as it came")
		}
	})
}

func TestAfterARestartLaterPicturesOfASecretAreCoveredStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		h := newHouse(t, store, &watched{}, replay.Options{})
		h.start("s")
		h.send(secretEvent(1), shots(t, 1, 2))
		h.close()
		h = newHouse(t, store, &watched{}, replay.Options{})
		defer h.close()
		h.send(report(2, 1).Event, shots(t, 2, 3))
		for _, n := range []uint8{2, 3} {
			if _, err := store.Picture(t.Context(), shot(t, n).Hash()); err == nil {
				t.Errorf("picture %d is kept as it came", n)
			}
		}
	})
}

func TestAWorkflowsZonesAreCoveredForStoreAndValidator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, v := newMemory(), &watched{}
		s := replay.NewSupervisor(replay.Params{
			Recorder: store, Archive: store, Validator: v,
			Zones: func(workflow string) []mask.Zone {
				if workflow != "Urgences" {
					return nil
				}
				return []mask.Zone{{X1: .5, Y1: .5}}
			},
		})
		defer s.Close(t.Context())
		for id, workflow := range map[string]string{"a": "Urgences", "b": "Imagerie"} {
			if _, _, err := s.Start(t.Context(), replay.Session{ID: id, Workflow: workflow}); err != nil {
				t.Fatal(err)
			}
			e := report(1, 1).Event
			e.SessionID = id
			r, _, err := s.Report(t.Context(), e, shots(t, 1, 2))
			if err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			covered := workflow == "Urgences"
			if got := v.last().Before.Hash() != shot(t, 1).Hash(); got != covered || (len(r.Covered) == 1) != covered {
				t.Errorf("%s: covered %v, want %v: %v", workflow, got, covered, r.Covered)
			}
			img, err := v.last().After[0].RGBA()
			if err != nil {
				t.Fatal(err)
			}
			if got := img.RGBAAt(0, 0) == screen.CoverColour; got != covered {
				t.Errorf("%s: the corner is covered: %v", workflow, got)
			}
		}
	})
}

// TestManySecretsAtOnePlaceAreReadOnceAfterARestart counts the pictures that are read: a session may type a secret often.
func TestManySecretsAtOnePlaceAreReadOnceAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newMemory()
		h := newHouse(t, store, &watched{}, replay.Options{})
		h.start("s")
		for step := 1; step <= 6; step++ {
			e := secretEvent(step)
			e.ID = eventID(step, 1)
			h.send(e, shots(t, uint8(step), uint8(step+1)))
		}
		h.close()
		store.reads = 0
		h = newHouse(t, store, &watched{}, replay.Options{})
		defer h.close()
		if store.reads != 1 {
			t.Errorf("%d pictures were read", store.reads)
		}
		r := h.send(report(7, 1).Event, shots(t, 7, 8))
		if len(r.Covered) != 1 {
			t.Errorf("covered are %v", r.Covered)
		}
	})
}
