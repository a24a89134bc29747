package replay_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// house is a supervisor with its store, in a bubble of time.
type house struct {
	*replay.Supervisor
	t     *testing.T
	store *memory
	mu    sync.Mutex
	lines []string
}

func newHouse(t *testing.T, store *memory, v replay.Validator, options replay.Options) *house {
	t.Helper()
	h := &house{t: t, store: store}
	h.Supervisor = replay.NewSupervisor(replay.Params{
		Recorder: store, Archive: store, Validator: v, Options: options, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Journal: func(l replay.Line) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.lines = append(h.lines, l.String())
		},
	})
	if err := h.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *house) close() {
	h.t.Helper()
	if err := h.Close(context.Background()); err != nil {
		h.t.Error(err)
	}
}

func (h *house) start(id string) {
	h.t.Helper()
	if _, _, err := h.Start(h.t.Context(), replay.Session{ID: id, Agent: "lea-01"}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) report(session string, step, attempt int) (*replay.Report, error) {
	h.t.Helper()
	e := report(step, attempt).Event
	e.SessionID = session
	r, _, err := h.Report(h.t.Context(), e, shots(h.t, uint8(step), uint8(step+1)))
	return r, err
}

// must reports a step and waits for its decision.
func (h *house) must(session string, step, attempt int, want string) {
	h.t.Helper()
	before := len(h.decisions(session))
	if _, err := h.report(session, step, attempt); err != nil {
		h.t.Fatal(err)
	}
	ds, _, err := h.Decisions(h.t.Context(), session, before, time.Minute)
	if err != nil || len(ds) != 1 || ds[0].Action != want || ds[0].EventID != eventID(step, attempt) {
		h.t.Fatalf("decisions %+v, error %v, want %s", ds, err, want)
	}
}

func (h *house) decisions(session string) []replay.Decision {
	ds, _, err := h.Decisions(h.t.Context(), session, 0, 0)
	if err != nil && !errors.Is(err, replay.ErrEnded) {
		h.t.Fatal(err)
	}
	return ds
}

func (h *house) phase(session string) replay.Phase {
	for _, l := range h.Snapshot().Sessions {
		if l.Session.ID == session {
			return l.Phase
		}
	}
	return "not shown"
}

func (h *house) decide(session, event, action string) error {
	return h.Decide(h.t.Context(), replay.Order{SessionID: session, EventID: event, Action: action, Note: "n", Who: "ana"})
}

func TestAReplayIsStoppedForAPersonAndGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Complete, validation.Terminate), replay.Options{})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoContinue)
		h.must("s", 2, 1, replay.DoPause)
		if _, since, err := h.Decisions(t.Context(), "s", 2, 10*time.Second); since == nil || err != nil {
			t.Errorf("paused since %v, error %v", since, err)
		}
		if err := h.decide("s", "s1a1", replay.DoRetry); !errors.Is(err, replay.ErrDecided) {
			t.Errorf("an order for another step: error %v", err)
		}
		if err := h.decide("s", "s2a1", replay.DoRetry); err != nil {
			t.Fatal(err)
		}
		if err := h.decide("s", "s2a1", replay.DoRetry); !errors.Is(err, replay.ErrDecided) {
			t.Errorf("an order given twice: error %v", err)
		}
		h.last(3, replay.DoRetry)
		h.must("s", 2, 2, replay.DoContinue)
		if err := h.Finish(t.Context(), "s", "completed"); err != nil {
			t.Fatal(err)
		}
		if got := h.phase("s"); got != replay.PhaseFinished {
			t.Errorf("phase %s", got)
		}
		if _, _, err := h.Decisions(t.Context(), "s", 4, time.Minute); !errors.Is(err, replay.ErrEnded) {
			t.Errorf("decisions after the end: error %v", err)
		}
		want := []string{
			"s: session: started by lea-01",
			"s step 1: verdict: COMPLETE 0.90 ocr_region (sent , seen , proved ): because",
			"s step 1: decision: continue by validator: because",
			"s step 2: verdict: TERMINATE 0.90 ocr_region (sent , seen , proved ): because",
			"s step 2: decision: pause by validator: because",
			"s step 2: decision: retry by supervisor (ana): A person asks to do the step again — n",
			"s step 2 attempt 2: verdict: COMPLETE 0.90 ocr_region (sent , seen , proved ): because",
			"s step 2 attempt 2: decision: continue by validator: because",
			"s: session: finished",
		}
		h.mu.Lock()
		if diff := cmp.Diff(want, h.lines); diff != "" {
			t.Errorf("journal (-want +got):\n%s", diff)
		}
		h.mu.Unlock()
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if got := h.phase("s"); got != "not shown" {
			t.Errorf("ten minutes after its end the session is still shown: %s", got)
		}
		if got := len(h.decisions("s")); got != 4 {
			t.Errorf("%d decisions are read back, want 4", got)
		}
		if got := h.phase("s"); got != "not shown" {
			t.Errorf("a session that was only read is shown: %s", got)
		}
	})
}

// last checks the last decision's seq and action.
func (h *house) last(seq int, action string) {
	h.t.Helper()
	ds := h.decisions("s")
	if d := ds[len(ds)-1]; d.Seq != seq || d.Action != action {
		h.t.Errorf("the last decision is #%d %s, want #%d %s", d.Seq, d.Action, seq, action)
	}
}

func TestALongPollWakesWhenThePersonDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Terminate), replay.Options{})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoPause)
		go func() {
			time.Sleep(7 * time.Second)
			if err := h.decide("s", "s1a1", replay.DoResume); err != nil {
				t.Error(err)
			}
		}()
		begun := time.Now()
		ds, since, err := h.Decisions(t.Context(), "s", 1, 30*time.Second)
		if err != nil || len(ds) != 1 || ds[0].Action != replay.DoResume || since != nil {
			t.Errorf("decisions %+v, paused since %v, error %v", ds, since, err)
		}
		if waited := time.Since(begun); waited != 7*time.Second {
			t.Errorf("waited %v, want 7s", waited)
		}
		ds, _, err = h.Decisions(t.Context(), "s", 2, 5*time.Second)
		if err != nil || len(ds) != 0 || time.Since(begun) != 12*time.Second {
			t.Errorf("none in time: %v, error %v, after %v", ds, err, time.Since(begun))
		}
	})
}

func TestTheSameReportTwiceIsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(), replay.Options{})
		defer h.close()
		h.start("s")
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if _, err := h.report("s", 1, 1); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		time.Sleep(time.Minute)
		e := report(1, 1).Event
		r, known, err := h.Report(t.Context(), e, shots(t, 1, 2))
		if !known || err != nil || r.Assessment == nil {
			t.Errorf("known %v, error %v", known, err)
		}
		if got := len(h.Snapshot().Sessions[0].Reports); got != 1 {
			t.Errorf("%d reports", got)
		}
		if got := len(h.decisions("s")); got != 1 {
			t.Errorf("%d decisions", got)
		}
	})
}

func TestAReportIsNotAcknowledgedBeforeItIsStored(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Terminate), replay.Options{})
		defer h.close()
		h.start("s")
		h.store.breakWith(errors.New("no space left"))
		if _, err := h.report("s", 1, 1); !errors.Is(err, replay.ErrStore) {
			t.Errorf("error %v, want %v", err, replay.ErrStore)
		}
		live := h.Snapshot().Sessions[0]
		if len(live.Reports) != 0 || live.Phase != replay.PhaseRunning || !strings.Contains(live.Problem.Data["cause"], "no space left") {
			t.Errorf("%d reports, %s, problem %q", len(live.Reports), live.Phase, live.Problem)
		}
		h.store.breakWith(nil)
		if _, err := h.report("s", 1, 1); err != nil {
			t.Fatal(err)
		}
		h.store.breakWith(errors.New("no space left"))
		time.Sleep(10 * time.Second)
		if got := h.decisions("s"); len(got) != 0 {
			t.Errorf("a decision that is not stored is told: %+v", got)
		}
		h.store.breakWith(nil)
		time.Sleep(time.Minute)
		h.last(1, replay.DoPause)
		if p := h.Snapshot().Sessions[0].Problem; p.ID != "" {
			t.Errorf("the problem is still shown: %s", p)
		}
		h.store.breakWith(errors.New("no space left"))
		if err := h.decide("s", "s1a1", replay.DoResume); !errors.Is(err, replay.ErrStore) {
			t.Errorf("an order that is not stored: error %v", err)
		}
		h.store.breakWith(nil)
		if err := h.decide("s", "s1a1", replay.DoResume); err != nil {
			t.Error(err)
		}
	})
}

func TestAMissingReportPausesByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(), replay.Options{})
		defer h.close()
		h.start("s")
		if err := h.Announce(t.Context(), "s", 4, 1); err != nil {
			t.Fatal(err)
		}
		if got := h.Snapshot().Sessions[0].Announced; got != 4 {
			t.Errorf("announced %d", got)
		}
		ds, since, err := h.Decisions(t.Context(), "s", 0, time.Minute)
		if err != nil || len(ds) != 1 || ds[0].Category != validation.ReportMissing || since == nil {
			t.Fatalf("decisions %+v, paused since %v, error %v", ds, since, err)
		}
		if !strings.Contains(ds[0].Reason, "Step 4 was announced 30 s ago") {
			t.Errorf("reason %q", ds[0].Reason)
		}
		r := h.Snapshot().Sessions[0].Reports[0]
		if !r.Missing || r.Assessment.Category != validation.ReportMissing || r.Event.ID != ds[0].EventID {
			t.Errorf("the record of it is %+v", r)
		}
		if err := h.decide("s", r.Event.ID, replay.DoResume); err != nil {
			t.Error(err)
		}
		h.must("s", 5, 1, replay.DoContinue)
	})
}

func TestASilentAgentIsLostAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(), replay.Options{})
		defer h.close()
		h.start("s")
		time.Sleep(2*time.Minute + time.Second)
		synctest.Wait()
		if got := h.phase("s"); got != replay.PhaseLost {
			t.Errorf("phase %s, want lost", got)
		}
		h.must("s", 1, 1, replay.DoContinue)
		for range 40 { // ten minutes of polls
			if _, _, err := h.Decisions(t.Context(), "s", 1, 15*time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if got := h.phase("s"); got != replay.PhaseRunning {
			t.Errorf("phase %s, want running", got)
		}
	})
}

func TestStartRefusesAnEndedSessionAndAnotherAgents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(), replay.Options{})
		defer h.close()
		h.start("s")
		if _, _, err := h.Start(t.Context(), replay.Session{ID: "s", Agent: "max-02"}); !errors.Is(err, replay.ErrOutOfOrder) {
			t.Errorf("another agent: error %v", err)
		}
		if err := h.Forget("s"); err == nil {
			t.Error("a session that runs was forgotten")
		}
		if err := h.Finish(t.Context(), "s", "crashed"); err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.Start(t.Context(), replay.Session{ID: "s", Agent: "lea-01"}); !errors.Is(err, replay.ErrEnded) {
			t.Errorf("an ended session: error %v", err)
		}
		if err := h.Forget("s"); err != nil || h.phase("s") != "not shown" {
			t.Errorf("forget: error %v, phase %s", err, h.phase("s"))
		}
		if _, err := h.report("nobody", 1, 1); !errors.Is(err, replay.ErrUnknownSession) {
			t.Errorf("an unknown session: error %v", err)
		}
	})
}

func TestAValidatorThatPanicsLeavesADoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), validator(func(context.Context, *validation.Step) validation.Assessment {
			panic("off by one")
		}), replay.Options{})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoRecheck)
		a := h.Snapshot().Sessions[0].Reports[0].Assessment
		if a.Verdict != validation.Continue || a.Confidence != 0.1 || a.Findings[0].Evidence.Error != "off by one" {
			t.Errorf("assessment %+v", a)
		}
	})
}
