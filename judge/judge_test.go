package judge

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// waits is a server that answers only when let go, and tells of each question.
func waits(s *script) (asked chan struct{}, let chan struct{}) {
	asked, let = make(chan struct{}, 10), make(chan struct{})
	s.change(func(s *script) {
		s.chat = func(_ int, w http.ResponseWriter, r *http.Request, _ map[string]any) {
			asked <- struct{}{}
			select {
			case <-let:
				reply200(w, said("yes", "none", .9))
			case <-r.Context().Done():
			}
		}
	})
	return asked, let
}

func TestOneQuestionAtATime(t *testing.T) {
	s := newScript(t, "")
	asked, let := waits(s)
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	step, findings := click(t)
	results := make(chan error, 3)
	for range 3 {
		go func() { _, err := j.Ask(t.Context(), step, findings); results <- err }()
	}
	for range 3 {
		<-asked
		if got := j.State().Status; got != StatusBusy {
			t.Errorf("state %q while it is asked", got)
		}
		if len(asked) > 0 {
			t.Error("two questions at once")
		}
		let <- struct{}{}
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if got := j.State(); got.Status != StatusReady || got.LastAt.IsZero() || !got.Loaded {
		t.Errorf("afterwards: %+v", got)
	}
}

func TestAQuestionThatNobodyNeedsIsGivenUp(t *testing.T) {
	s := newScript(t, "")
	asked, _ := waits(s)
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	step, findings := click(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	if _, err := j.Ask(ctx, step, findings); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if j.breaker.failures != 0 {
		t.Error("it counts as a time-out")
	}
}

// A question whose turn does not come in time is given up, and does not count against the server.
func TestAQueueHasADeadline(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j := newJudge(t, Config{Host: s.URL, Model: modelName, Timeout: time.Millisecond})
	j.Look(t.Context())
	done, err := j.takeTurn(t.Context(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	step, findings := click(t)
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, ErrNoTurn) {
		t.Errorf("error %v, want %v", err, ErrNoTurn)
	}
	for range maxWaiting {
		j.waiting.Add(1)
	}
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, ErrTooMany) {
		t.Errorf("error %v, want %v", err, ErrTooMany)
	}
	j.waiting.Store(0)
	done()
	if s.count("/api/chat") > 0 || j.breaker.failures > 0 {
		t.Error("the server was asked")
	}
}

func TestThreeTimeOutsLeaveTheServerAlone(t *testing.T) {
	s := newScript(t, "")
	waits(s)
	j := newJudge(t, Config{Host: s.URL, Model: modelName, Timeout: time.Millisecond})
	step, findings := click(t)
	for range breakAfter {
		if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, ErrOutOfTime) {
			t.Fatalf("error %v", err)
		}
	}
	got := j.State()
	if got.Status != StatusBroken || got.Until.IsZero() || got.Usable() {
		t.Errorf("state %+v", got)
	}
	s.change(func(s *script) { // who asks now is answered
		s.chat = func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			reply200(w, said("yes", "none", .9))
		}
	})
	if answer, err := j.Ask(t.Context(), step, findings); !errors.Is(err, ErrResting) {
		t.Errorf("%+v, error %v, want %v", answer, err, ErrResting)
	}
	// Another model, or the same one switched off and on, is a new start.
	if err := j.Set(Config{Enabled: true, Host: s.URL}); err != nil {
		t.Fatal(err)
	}
	if got := j.Look(t.Context()); got.Status != StatusReady {
		t.Errorf("state %+v", got)
	}
}

func TestBreaker(t *testing.T) {
	now := time.Date(2026, 5, 8, 14, 0, 0, 0, time.UTC)
	var b breaker
	for range breakAfter - 1 {
		b = b.timedOut(now)
	}
	if b.open(now) {
		t.Error("open too soon")
	}
	if b = b.answered().timedOut(now).timedOut(now); b.open(now) {
		t.Error("time-outs with an answer between them count")
	}
	if b = b.timedOut(now); !b.open(now) || !b.open(now.Add(breakFor-1)) || b.open(now.Add(breakFor)) {
		t.Error("not open for a minute")
	}
	later := now.Add(2 * breakFor)
	if b = b.timedOut(later); !b.open(later) {
		t.Error("the first try after the minute timed out, and it stays closed")
	}
	if b = b.answered(); b.open(later) {
		t.Error("open after an answer")
	}
}

// A server that lost the model is looked at again before the next question.
func TestALostModelIsNoticed(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	j.Look(t.Context())
	s.change(func(s *script) {
		s.models = nil
		s.chat = func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			w.WriteHeader(http.StatusNotFound)
			writeJSON(w, map[string]any{"error": "model not found"})
		}
	})
	step, findings := click(t)
	for range 2 {
		if _, err := j.Ask(t.Context(), step, findings); err == nil {
			t.Fatal("no error")
		}
	}
	if got := j.State().Status; got != StatusNoModel {
		t.Errorf("state %q", got)
	}
	if n := s.count("/api/chat"); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// What is known of the server follows it in the background.
func TestWatchKeepsTheStateFresh(t *testing.T) {
	s := newScript(t, "")
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { j.Watch(ctx); close(done) }()
	until(t, func() bool { return j.State().Status == StatusReady })
	s.change(func(s *script) { s.models = nil })
	j.poke()
	until(t, func() bool { return j.State().Status == StatusNoModel })
	if err := j.Set(Config{Host: s.URL}); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return j.State().Status == StatusOff })
	cancel()
	<-done
}

func until(t *testing.T, so func() bool) {
	t.Helper()
	for !so() {
		select {
		case <-t.Context().Done():
			t.Fatal("it never came")
		case <-time.After(time.Millisecond):
		}
	}
}

func TestWarmUpLoadsTheModelAndAsksNothing(t *testing.T) {
	s := newScript(t, "")
	asked, let := waits(s)
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	done := make(chan error)
	go func() { done <- j.Warm(t.Context()) }()
	<-asked
	if got := j.State().Status; got != StatusLoading {
		t.Errorf("state %q", got)
	}
	let <- struct{}{}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	body := s.bodies[0]
	if messages, _ := body["messages"].([]any); len(messages) > 0 || body["keep_alive"] == nil {
		t.Errorf("sent %v", body)
	}
	if diff := cmp.Diff(options()["num_ctx"], int(body["options"].(map[string]any)["num_ctx"].(float64))); diff != "" {
		t.Errorf("a warm-up with other options loads another runner: %s", diff)
	}
	if got := j.State(); got.Status != StatusReady || !got.Loaded {
		t.Errorf("afterwards %+v", got)
	}
}

func TestModels(t *testing.T) {
	s := newScript(t, "")
	s.change(func(s *script) {
		s.models = append(s.models, map[string]any{"name": "blind:1b", "digest": "d2", "size": 9}, map[string]any{"name": "far:1b", "digest": "d3", "remote_host": "https://example.org"})
		s.shows["blind:1b"] = map[string]any{"capabilities": []string{"completion"}}
		s.shows["far:1b"] = map[string]any{"capabilities": []string{"vision"}}
	})
	j := newJudge(t, Config{Host: s.URL})
	want := []Model{{"blind:1b", "d2", 9, false, false}, {"far:1b", "d3", 0, true, true}, {modelName, "d1", 7, true, false}}
	for range 2 {
		got, err := j.Models(t.Context())
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("error %v (-want +got):\n%s", err, diff)
		}
	}
	if n := s.count("/api/show"); n != 3 {
		t.Errorf("capabilities asked for %d times, want once for each", n)
	}
}

func TestTrial(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j, err := New(Params{Config: Config{Host: s.URL, Model: modelName}}) // switched off
	if err != nil {
		t.Fatal(err)
	}
	trial, err := j.Test(t.Context())
	if err != nil || !trial.Right || trial.Answer != "yes" || trial.Model != modelName || trial.Took <= 0 {
		t.Errorf("%+v, %v", trial, err)
	}
	s.change(func(s *script) {
		s.chat = func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) { reply200(w, "A green square") }
	})
	if _, err := j.Test(t.Context()); err == nil || !strings.Contains(err.Error(), "not in the form") {
		t.Errorf("error %v", err)
	}
}
