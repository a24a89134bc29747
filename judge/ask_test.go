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
		{"empty", content(map[string]any{"message": message(""), "done": true}), ErrEmpty, ""},
		{"not done", content(map[string]any{"message": message(said("yes", "none", .9)), "done": false}), ErrCutOff, ""},
		{"its tokens used up", content(map[string]any{"message": message(said("yes", "none", .9)), "done": true, "done_reason": "length"}), ErrTooLong, ""},
		{"no JSON", content(map[string]any{"message": message("Yes."), "done": true}), nil, "no JSON"},
		{"busy", status(503, "server busy, please try again"), ErrBusy, "busy"},
		{"a broken picture", status(500, "image: unknown format"), nil, "unknown format"},
		{"the model went", status(404, "model not found"), nil, "not found"},
		{"a prompt too long", status(400, "input length exceeds the context length"), nil, "context length"},
		{"no JSON at all", func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			_, _ = w.Write([]byte("<html>"))
		}, nil, "html"},
		{"nothing", func(int, http.ResponseWriter, *http.Request, map[string]any) {}, ErrCutOff, ""},
		{"sent elsewhere", func(_ int, w http.ResponseWriter, r *http.Request, _ map[string]any) {
			http.Redirect(w, r, "http://203.0.113.7/api/chat", http.StatusTemporaryRedirect)
		}, ErrRedirect, ""},
		{"an answer without end", func(_ int, w http.ResponseWriter, _ *http.Request, _ map[string]any) {
			for range maxResponse / 1000 * 2 {
				if _, err := w.Write([]byte(strings.Repeat("a", 1000))); err != nil {
					return
				}
			}
		}, ErrCutOff, ""},
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
