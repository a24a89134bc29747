package replay_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

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
		options := replay.Options{Workers: 1, MaxWaiting: 20, Rules: replay.Rules{Shadow: true}}
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
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		want := []string{"a1", "a2", "b1", "a3", "b2", "a4", "a5"}
		if diff := cmp.Diff(want, order); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

// A session whose steps nobody holds up may send without end: it must not fill the queue for the others.
func TestALoudSessionKeepsNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := validator(func(ctx context.Context, _ *validation.Step) validation.Assessment {
			<-ctx.Done()
			return validation.Assessment{Verdict: validation.Complete}
		})
		options := replay.Options{Workers: 1, MaxWaiting: 8, Rules: replay.Rules{Shadow: true}}
		h := newHouse(t, newMemory(), slow, options)
		defer h.close()
		taken := func(session string, steps int) (n int) {
			h.start(session)
			for step := 1; step <= steps; step++ {
				_, err := h.report(session, step, 1)
				if err == nil {
					n++
				} else if !errors.Is(err, replay.ErrBusy) {
					t.Fatal(err)
				}
				synctest.Wait()
			}
			return n
		}
		if n := taken("loud", 50); n != 3 {
			t.Errorf("%d steps of the loud session are taken, want one that is validated and two that wait", n)
		}
		for i := range 3 {
			if n := taken(fmt.Sprint("quiet", i), 2); n != 2 {
				t.Errorf("%d of 2 steps of a quiet session are taken", n)
			}
		}
		all := 0
		for i := range 20 {
			all += taken(fmt.Sprint("late", i), 2)
		}
		if all != 8 {
			t.Errorf("%d steps of late sessions are taken, want one each until twice the limit wait", all)
		}
	})
}

// Steps that wait hold their pictures as they came, and no pixels: those of a screen are a hundred times as much.
func TestStepsThatWaitHoldNoPixels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var decoded atomic.Int64
		looks := validator(func(_ context.Context, s *validation.Step) validation.Assessment {
			time.Sleep(time.Second)
			if s.After[0].DecodeTime() > 0 {
				decoded.Add(1)
			}
			return validation.Assessment{Verdict: validation.Complete}
		})
		h := newHouse(t, newMemory(), looks, replay.Options{Workers: 1, MaxWaiting: 40, Rules: replay.Rules{Shadow: true}})
		defer h.close()
		h.start("s")
		for step := 1; step <= 10; step++ {
			p := shots(t, uint8(step), uint8(step+1))
			if _, err := p.After[0].RGBA(); err != nil {
				t.Fatal(err)
			}
			e := report(step, 1).Event
			e.SessionID = "s"
			if _, _, err := h.Report(t.Context(), e, p); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		if n := decoded.Load(); n != 5 {
			t.Errorf("%d of 10 steps kept their pixels, want the one that was looked at and four that waited", n)
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
