package replay_test

import (
	"context"
	"errors"
	"fmt"
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
		if len(live.Reports) != 0 || live.Phase != replay.PhaseRunning || !strings.Contains(live.Problem.String(), "no space left") {
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

func TestSessionsTakeTurnsAtTheValidator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var order []string
		v := validator(func(_ context.Context, s *validation.Step) validation.Assessment {
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			order = append(order, s.Context.Label)
			return validation.Assessment{Verdict: validation.Complete}
		})
		options := replay.Options{Workers: 1, MaxWaiting: 6, Rules: replay.Rules{Shadow: true}}
		h := newHouse(t, newMemory(), v, options)
		defer h.close()
		send := func(session string, step int) error {
			e := report(step, 1).Event
			e.SessionID, e.Context.Label = session, fmt.Sprintf("%s%d", session, step)
			_, _, err := h.Report(t.Context(), e, shots(t, 1, 2))
			return err
		}
		h.start("a")
		h.start("b")
		for step := 1; step <= 5; step++ {
			if err := send("a", step); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		for step := 1; step <= 2; step++ {
			if err := send("b", step); err != nil {
				t.Fatal(err)
			}
		}
		if err := send("b", 3); !errors.Is(err, replay.ErrBusy) {
			t.Errorf("one too many: error %v", err)
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		want := []string{"a1", "a2", "b1", "a3", "b2", "a4", "a5"}
		if diff := cmp.Diff(want, order); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

func TestSnapshotsDoNotChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Complete, validation.Terminate), replay.Options{})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoContinue)
		if _, err := h.report("s", 2, 1); err != nil {
			t.Fatal(err)
		}
		<-h.Wake()
		old := h.Snapshot().Sessions[0]
		time.Sleep(time.Minute)
		if err := h.Delivered(t.Context(), "s", 2); err != nil {
			t.Fatal(err)
		}
		if old.Phase != replay.PhaseValidating || old.Reports[1].Assessment != nil || len(old.Reports) != 2 {
			t.Errorf("an old snapshot has changed: %+v", old)
		}
		now := h.Snapshot().Sessions[0]
		if now.Reports[1].Delivered != 2 || now.Reports[0].Delivered != 1 || now.Reports[1].Decisions[0].Action != replay.DoPause {
			t.Errorf("delivered %d and %d", now.Reports[0].Delivered, now.Reports[1].Delivered)
		}
		select {
		case <-h.Wake():
		default:
			t.Error("nobody was woken")
		}
		select {
		case <-h.Wake():
			t.Error("more than one wake-up waits")
		default:
		}
	})
}

func TestTheAfterOfAStepIsTheBeforeOfTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var steps []*validation.Step
		h := newHouse(t, newMemory(), validator(func(_ context.Context, s *validation.Step) validation.Assessment {
			steps = append(steps, s)
			return validation.Assessment{Verdict: validation.Complete}
		}), replay.Options{Workers: 1})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoContinue)
		h.must("s", 2, 1, replay.DoContinue)
		if steps[1].Before != steps[0].After[0] {
			t.Error("the same picture is decoded twice")
		}
	})
}

func TestAPauseWithATimeOutEndsTheReplay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Terminate), replay.Options{})
		defer h.close()
		s := replay.Session{ID: "s", PauseTimeoutS: 60, PauseTimeoutAct: replay.DoAbort}
		if _, created, err := h.Start(t.Context(), s); !created || err != nil {
			t.Fatal(err)
		}
		h.must("s", 1, 1, replay.DoPause)
		ds, _, err := h.Decisions(t.Context(), "s", 1, 2*time.Minute)
		if err != nil || len(ds) != 1 || ds[0].Action != replay.DoAbort {
			t.Errorf("decisions %+v, error %v", ds, err)
		}
	})
}

func TestRulesChangeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(validation.Complete, validation.Terminate), replay.Options{})
		defer h.close()
		h.start("s")
		h.must("s", 1, 1, replay.DoContinue)
		h.SetRules(replay.Rules{Shadow: true})
		h.must("s", 2, 1, replay.DoContinue)
		h.SetRules(replay.Rules{})
		time.Sleep(10 * time.Second)
		h.must("s", 3, 1, replay.DoContinue)
		if got := h.Snapshot().Sessions[0].Terminate; got != 1 {
			t.Errorf("%d failures are counted, want 1", got)
		}
	})
}

func TestCloseEndsWaitingCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, newMemory(), verdicts(), replay.Options{})
		h.start("s")
		got := make(chan error)
		go func() {
			_, _, err := h.Decisions(t.Context(), "s", 0, time.Minute)
			got <- err
		}()
		synctest.Wait()
		h.close()
		if err := <-got; !errors.Is(err, replay.ErrShuttingDown) {
			t.Errorf("error %v", err)
		}
		if _, _, err := h.Start(t.Context(), replay.Session{ID: "late"}); !errors.Is(err, replay.ErrShuttingDown) {
			t.Errorf("a start after the end: error %v", err)
		}
	})
}

func TestALineStaysOnOneLine(t *testing.T) {
	l := replay.Line{Session: "s\n1", Step: 2, Attempt: 3, Kind: replay.LineDecision, Text: "a\x1b[31m\u202eb\u2028" + strings.Repeat("x", 5000)}
	got := l.String()
	if !strings.HasPrefix(got, "s 1 step 2 attempt 3: decision: a [31m b") || len(got) > 700 {
		t.Errorf("%q", got)
	}
}

func TestStepOfTakesTheMonitorBeforeTheSession(t *testing.T) {
	s := replay.Session{Screen: replay.Screen{Width: 2560, Height: 1600, Scale: 1.5}, Language: "fr", Capabilities: []string{"dialog_handler"}}
	e := replay.Event{Attempt: 2}
	got := replay.StepOf(s, e, replay.Pictures{})
	if got.Scale != 1.5 || got.Screen.X != 2560 || !got.CanHandleDialogs || got.Language != "fr" || got.Attempt != 2 {
		t.Errorf("step %+v", got)
	}
	e.Context.Monitor = &validation.Monitor{Width: 1280, Height: 800, Scale: 2}
	if got = replay.StepOf(s, e, replay.Pictures{}); got.Scale != 2 || got.Screen.Y != 800 {
		t.Errorf("step %+v", got)
	}
	e.Context.Monitor = &validation.Monitor{Index: 1}
	if got = replay.StepOf(s, e, replay.Pictures{}); got.Scale != 1.5 || got.Screen.Y != 1600 {
		t.Errorf("step %+v", got)
	}
}
