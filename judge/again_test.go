package judge

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vigie/validation"
)

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
