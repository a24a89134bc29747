package judge

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vigie/validation"
)

func TestAskMakesAFindingOfTheAnswer(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       validation.Finding
	}{
		{"yes", said("yes", "none", .85), validation.Finding{Verdict: validation.Complete, Confidence: .85, Reason: validation.Say("judge_yes", "model", modelName)}},
		{"no", said("no", "wrong_target", .95), validation.Finding{Verdict: validation.Terminate, Confidence: .9, Category: validation.WrongTarget, Reason: validation.Say("judge_no", "model", modelName)}},
		{"no, it loads", said("no", "ui_loading", .8), validation.Finding{Verdict: validation.Continue, Confidence: .8, Category: validation.UILoading, Reason: validation.Say("judge_no", "model", modelName)}},
		{"cannot tell", said("cannot_tell", "none", .3), validation.Finding{Verdict: validation.Continue, Confidence: .3, Reason: validation.Say("judge_cant_tell", "model", modelName)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			step, findings := click(t)
			j := newJudge(t, Config{Host: newScript(t, c.text).URL, Model: modelName})
			got, err := j.Ask(t.Context(), step, findings)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Check = validation.CheckJudge
			ignored := cmpopts.IgnoreFields(validation.Finding{}, "Evidence", "Regions")
			if diff := cmp.Diff(c.want, got, ignored); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			w := got.Evidence.Judge
			if w == nil || w.Model != modelName || w.Digest != "d1" || w.Prompt != "effect/1" || w.Asks != 1 || w.TokensIn != 900 || w.TokensOut != 40 || w.Took <= 0 || w.Cached {
				t.Errorf("testimony %+v", w)
			}
			if len(got.Regions) != 1 || got.Regions[0].Role != validation.RoleLooked {
				t.Errorf("regions %v", got.Regions)
			}
		})
	}
}

// No answer of the right form is ever a verdict.
func TestAskWithoutAnAnswerIsAnError(t *testing.T) {
	status := func(code int, text string) func(int, http.ResponseWriter, *http.Request, map[string]any) {
		return func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			w.WriteHeader(code)
			writeJSON(w, map[string]any{"error": text})
		}
	}
	content := func(v map[string]any) func(int, http.ResponseWriter, *http.Request, map[string]any) {
		return func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) { writeJSON(w, v) }
	}
	message := func(s string) map[string]any { return map[string]any{"content": s} }
	for _, c := range []struct {
		name string
		chat func(int, http.ResponseWriter, *http.Request, map[string]any)
		want error
		says string
	}{
		{"empty", content(map[string]any{"message": message(""), "done": true}), errEmpty, ""},
		{"not done", content(map[string]any{"message": message(said("yes", "none", .9)), "done": false}), errCutOff, ""},
		{"its tokens used up", content(map[string]any{"message": message(said("yes", "none", .9)), "done": true, "done_reason": "length"}), errTooLong, ""},
		{"no JSON", content(map[string]any{"message": message("Yes."), "done": true}), nil, "no JSON"},
		{"busy", status(503, "server busy, please try again"), errBusy, "busy"},
		{"a broken picture", status(500, "image: unknown format"), nil, "unknown format"},
		{"the model went", status(404, "model not found"), nil, "not found"},
		{"a prompt too long", status(400, "input length exceeds the context length"), nil, "context length"},
		{"no JSON at all", func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			_, _ = w.Write([]byte("<html>"))
		}, nil, "html"},
		{"nothing", func(int, http.ResponseWriter, *http.Request, map[string]any) {}, errCutOff, ""},
		{"sent elsewhere", func(_ int, w http.ResponseWriter, r *http.Request, _ map[string]any) {
			http.Redirect(w, r, "http://203.0.113.7/api/chat", http.StatusTemporaryRedirect)
		}, errRedirect, ""},
		{"an answer without end", func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			for range maxResponse / 1000 * 2 {
				if _, err := w.Write([]byte(strings.Repeat("a", 1000))); err != nil {
					return
				}
			}
		}, errCutOff, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, "")
			s.change(func(s *script) { s.chat = c.chat })
			step, findings := click(t)
			f, err := newJudge(t, Config{Host: s.URL, Model: modelName}).Ask(t.Context(), step, findings)
			if err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %v with %q", err, c.want, c.says)
			}
			if f.Verdict != validation.Unknown {
				t.Errorf("%v beside an error", f.Verdict)
			}
		})
	}
}

func TestAskWithoutAModelThatSees(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*script)
		model  string
		status Status
		used   string
		says   string
	}{
		{"there is one", func(*script) {}, modelName, StatusReady, modelName, ""},
		{"named without its tag", func(s *script) {
			s.models = []map[string]any{{"name": "see:latest", "digest": "d1"}}
			s.shows = map[string]map[string]any{"see:latest": {"capabilities": []string{"vision"}}}
		}, "see", StatusReady, "see:latest", ""},
		{"none is named", func(s *script) {
			s.models = append([]map[string]any{{"name": "blind", "digest": "d0"}}, s.models...)
			s.shows["blind"] = map[string]any{"capabilities": []string{"completion"}}
		}, "", StatusReady, modelName, ""},
		{"another one", func(*script) {}, "gone:7b", StatusNoModel, "gone:7b", "has no model gone:7b"},
		{"no model at all", func(s *script) { s.models = nil }, "", StatusNoModel, "", "no model with vision"},
		{"it cannot see", func(s *script) { s.shows[modelName] = map[string]any{"capabilities": []string{"completion"}} }, modelName, StatusNoVision, modelName, "cannot see"},
		{"it says nothing of what it can", func(s *script) { s.shows[modelName] = map[string]any{} }, modelName, StatusNoVision, modelName, "cannot see"},
		{"it runs elsewhere", func(s *script) { s.models[0]["remote_host"] = "https://example.org" }, modelName, StatusElsewhere, modelName, "another machine"},
		{"it runs elsewhere, shown later", func(s *script) {
			s.shows[modelName] = map[string]any{"capabilities": []string{"vision"}, "remote_host": "https://example.org"}
		}, modelName, StatusElsewhere, modelName, "another machine"},
		{"none is named, and one is elsewhere", func(s *script) { s.models[0]["remote_host"] = "https://example.org" }, "", StatusNoModel, "", "no model with vision"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, said("yes", "none", .9))
			s.change(c.change)
			j := newJudge(t, Config{Host: s.URL, Model: c.model})
			if got := j.State().Status; got != StatusChecking {
				t.Errorf("before the first look: %q", got)
			}
			if got := j.Look(t.Context()); got.Status != c.status || got.Model != c.used {
				t.Errorf("%q of %q, want %q of %q", got.Status, got.Model, c.status, c.used)
			}
			step, findings := click(t)
			_, err := j.Ask(t.Context(), step, findings)
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want %q", err, c.says)
			}
			if asked := s.count("/api/chat") > 0; asked != (c.says == "") {
				t.Errorf("the model was asked: %v", asked)
			}
		})
	}
}

func TestAskWithoutAServer(t *testing.T) {
	s := newScript(t, "")
	s.Close()
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	step, findings := click(t)
	if _, err := j.Ask(t.Context(), step, findings); err == nil || !strings.Contains(err.Error(), "no model server answers") {
		t.Errorf("error %v", err)
	}
	if got := j.State(); got.Status != StatusUnreachable || got.Problem == "" || got.Usable() {
		t.Errorf("state %+v", got)
	}
}

func TestSwitchedOff(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j, err := New(Params{Config: Config{Host: s.URL, Model: modelName}})
	if err != nil {
		t.Fatal(err)
	}
	step, findings := click(t)
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, validation.ErrNoJudge) {
		t.Errorf("error %v, want %v", err, validation.ErrNoJudge)
	}
	if got := j.State().Status; got != StatusOff || len(s.calls) > 0 {
		t.Errorf("state %q after calls %v", got, s.calls)
	}
	if err := j.Set(Config{Enabled: true, Host: s.URL, Model: modelName}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Ask(t.Context(), step, findings); err != nil {
		t.Errorf("switched on: %v", err)
	}
}

func TestASecretIsNeverPutToAModel(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	step, findings := click(t)
	step.Action.Type = "type_secret"
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, errSecret) {
		t.Errorf("error %v", err)
	}
	if len(s.calls) > 0 {
		t.Errorf("calls %v", s.calls)
	}
}

func TestHosts(t *testing.T) {
	for host, want := range map[string]string{
		"": DefaultHost, "127.0.0.1:11434": DefaultHost, "http://[::1]:11434": "http://[::1]:11434",
		"https://gpu.example.org": "https://gpu.example.org", "gpu": "http://gpu",
		"ftp://a": "", "http://": "", "http://u:p@a": "", "http://a?b": "", "http://a b": "", "http://a/#b": "", "://": "",
	} {
		u, err := Config{Host: host}.url()
		if (err == nil) != (want != "") || err == nil && u.String() != want {
			t.Errorf("host %q: %v, %v; want %q", host, u, err, want)
		}
	}
}

// A host that cannot be one changes nothing.
func TestSetRefusesAHost(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	j := newJudge(t, Config{Host: s.URL, Model: modelName})
	if err := j.Set(Config{Enabled: true, Host: "ftp://a"}); err == nil {
		t.Error("no error")
	}
	if got := j.Look(t.Context()); got.Status != StatusReady {
		t.Errorf("state %+v", got)
	}
}

func TestAskTwice(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		want                validation.Verdict
		confidence          float64
		asks                int
		changed             bool
	}{
		{"the same twice", said("yes", "none", .9), said("yes", "none", .75), validation.Complete, .75, 2, false},
		{"no twice", said("no", "wrong_target", .8), said("no", "no_visual_change", .9), validation.Terminate, .8, 2, false},
		{"it changed its mind", said("yes", "none", .9), said("no", "wrong_target", .9), validation.Continue, .9, 2, true},
		{"it does not know any more", said("yes", "none", .9), said("cannot_tell", "none", .9), validation.Continue, .9, 2, true},
		{"it did not know", said("cannot_tell", "none", .4), "", validation.Continue, .4, 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript(t, "")
			s.change(func(s *script) {
				s.chat = func(n int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
					reply200(w, []string{c.first, c.second}[n-1])
				}
			})
			j := newJudge(t, Config{Host: s.URL, Model: modelName, AskTwice: true})
			step, findings := click(t)
			f, err := j.Ask(t.Context(), step, findings)
			if err != nil {
				t.Fatal(err)
			}
			if f.Verdict != c.want || f.Confidence != c.confidence || f.Evidence.Judge.Asks != c.asks {
				t.Errorf("%v %v after %d asks; want %v %v after %d", f.Verdict, f.Confidence, f.Evidence.Judge.Asks, c.want, c.confidence, c.asks)
			}
			if changed := len(f.Evidence.Notes) > 0 && f.Evidence.Notes[0].ID == "judge_changed"; changed != c.changed {
				t.Errorf("notes %v", f.Evidence.Notes)
			}
			if c.asks == 2 {
				first, second := userText(s.bodies[0]), userText(s.bodies[1])
				if !strings.Contains(first, "before on the left") || !strings.Contains(second, "before on the right") {
					t.Error("the second ask does not swap before and after")
				}
			}
		})
	}
}

// A second answer that does not come leaves none.
func TestAskTwiceWithoutASecondAnswer(t *testing.T) {
	s := newScript(t, "")
	s.change(func(s *script) {
		s.chat = func(n int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			reply200(w, []string{said("yes", "none", .9), "{"}[n-1])
		}
	})
	step, findings := click(t)
	if f, err := newJudge(t, Config{Host: s.URL, Model: modelName, AskTwice: true}).Ask(t.Context(), step, findings); err == nil {
		t.Errorf("%v, no error", f.Verdict)
	}
}

func TestAnswersAreCached(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	cache := &memory{}
	ask := func(change func(*validation.Step), digest string) validation.Finding {
		t.Helper()
		s.change(func(s *script) { s.models[0]["digest"] = digest })
		j, err := New(Params{Config: Config{Enabled: true, Host: s.URL, Model: modelName}, Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		step, findings := click(t)
		if change != nil {
			change(step)
		}
		f, err := j.Ask(t.Context(), step, findings)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	fresh := ask(nil, "d1")
	again := ask(nil, "d1")
	if n := s.count("/api/chat"); n != 1 || fresh.Evidence.Judge.Cached || !again.Evidence.Judge.Cached {
		t.Errorf("asked %d times, cached %v then %v", n, fresh.Evidence.Judge.Cached, again.Evidence.Judge.Cached)
	}
	if diff := cmp.Diff(fresh, again, cmpopts.IgnoreFields(validation.Testimony{}, "Cached")); diff != "" {
		t.Errorf("the kept answer differs:\n%s", diff)
	}
	for n, f := range []func(){
		func() { ask(nil, "d2") },
		func() { ask(func(s *validation.Step) { s.Context.ExpectedResult = "Autre" }, "d1") },
		func() { ask(func(s *validation.Step) { s.Before = s.After[0] }, "d1") },
	} {
		f()
		if got := s.count("/api/chat"); got != n+2 {
			t.Errorf("change %d: asked %d times", n, got)
		}
	}
}

// A cache that fails, or holds nonsense, costs an ask and nothing else.
func TestABrokenCacheIsNoHarm(t *testing.T) {
	s := newScript(t, said("yes", "none", .9))
	step, findings := click(t)
	for _, cache := range []*memory{{err: errors.New("disk full")}, {kept: map[string][]byte{}}} {
		j, err := New(Params{Config: Config{Enabled: true, Host: s.URL, Model: modelName}, Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if f, err := j.Ask(t.Context(), step, findings); err != nil || f.Verdict != validation.Complete {
				t.Fatalf("%v, %v", f.Verdict, err)
			}
			for key := range cache.kept {
				cache.kept[key] = []byte(`{"text":"{\"answer\":\"yes\"}"}`)
			}
		}
	}
	if n := s.count("/api/chat"); n != 4 {
		t.Errorf("asked %d times, want 4", n)
	}
}

// Answers of no use are not kept: the next ask may bring a good one.
func TestBadAnswersAreNotCached(t *testing.T) {
	s := newScript(t, "{")
	cache := &memory{}
	j, err := New(Params{Config: Config{Enabled: true, Host: s.URL, Model: modelName}, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	step, findings := click(t)
	if _, err := j.Ask(t.Context(), step, findings); err == nil || len(cache.kept) > 0 {
		t.Errorf("error %v, kept %d", err, len(cache.kept))
	}
}

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
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, errNoTurn) {
		t.Errorf("error %v, want %v", err, errNoTurn)
	}
	for range maxWaiting {
		j.waiting.Add(1)
	}
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, errTooMany) {
		t.Errorf("error %v, want %v", err, errTooMany)
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
		if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, errOutOfTime) {
			t.Fatalf("error %v", err)
		}
	}
	got := j.State()
	if got.Status != StatusBroken || got.Until.IsZero() || got.Usable() {
		t.Errorf("state %+v", got)
	}
	n := s.count("/api/chat")
	if _, err := j.Ask(t.Context(), step, findings); !errors.Is(err, errResting) {
		t.Errorf("error %v, want %v", err, errResting)
	}
	if s.count("/api/chat") != n {
		t.Error("it was asked again")
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
