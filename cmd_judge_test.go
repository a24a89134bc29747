package main

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vigie/validation/screen"
)

// modelServer is a model server with one model that sees and always says the same.
type modelServer struct {
	*httptest.Server
	mu     sync.Mutex
	asked  []string // bodies of questions
	loaded int      // how often the model was asked to be loaded
}

func newModelServer(t *testing.T, answer, category string, confidence float64) *modelServer {
	t.Helper()
	s := &modelServer{}
	text, err := json.Marshal(map[string]any{
		"page_info": "A list", "thoughts": "It is open", "answer": answer, "failure_category": category, "confidence": confidence,
	})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]any{
		"/api/tags": map[string]any{"models": []any{map[string]any{"name": "see:1b", "digest": "0123456789abcdef", "size": 7}}},
		"/api/show": map[string]any{"capabilities": []string{"vision"}},
		"/api/ps":   map[string]any{"models": []any{}},
		"/api/chat": map[string]any{"message": map[string]any{"content": string(text)}, "done": true, "done_reason": "stop", "eval_count": 30},
	}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Messages []json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&body)
		s.mu.Lock()
		if r.URL.Path == "/api/chat" && len(body.Messages) > 0 {
			s.asked = append(s.asked, string(body.Messages[len(body.Messages)-1]))
		} else if r.URL.Path == "/api/chat" {
			s.loaded++
		}
		s.mu.Unlock()
		_ = json.NewEncoder(w).Encode(answers[r.URL.Path])
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *modelServer) counts() (asked, loaded int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked), s.loaded
}

// condition makes the last step of a bundle a condition that only a model can answer, with its truth.
func condition(t *testing.T, dir, effect string) {
	t.Helper()
	change(t, dir, -1, func(event map[string]any) {
		event["action"] = map[string]any{"type": "visual_condition", "condition": "Le dossier est ouvert"}
		event["truth"] = map[string]any{"effect": effect}
	})
}

// change changes a step of a bundle; -1 is the last one.
func change(t *testing.T, dir string, n int, how func(event map[string]any)) {
	t.Helper()
	path := filepath.Join(dir, "steps.jsonl")
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(all)), "\n")
	if n < 0 {
		n = len(lines) - 1
	}
	var event map[string]any
	if err := json.Unmarshal([]byte(lines[n]), &event); err != nil {
		t.Fatal(err)
	}
	how(event)
	line, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	lines[n] = string(line)
	write(t, path, strings.Join(lines, "\n")+"\n")
}

func TestJudgeCommandShowsQuestionAndAnswer(t *testing.T) {
	s := newModelServer(t, "yes", "none", .85)
	dir := demoSteps(t, "s07a1", "s08a2")
	data := t.TempDir()
	code, out, errs := call("judge", dir+"#8", "--judge-host", s.URL, "--data", data)
	if code != exitFine {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	for _, part := range []string{
		"The checks say COMPLETE", "would be asked: no", "effect/1", "What is data", `"previous_step"`, "region: before on the left", "bytes",
		`"answer":"yes"`, "COMPLETE 0.85", "model see:1b (0123456789ab), asked 1 times",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("it lacks %q:\n%s", part, out)
		}
	}
	if strings.Contains(out, "iVBOR") || strings.Contains(out, "\x89PNG") {
		t.Error("it prints pictures")
	}
	if _, out, _ = call("judge", dir+"#s08a2", "--judge-host", s.URL, "--data", data); !strings.Contains(out, "kept from an earlier ask") {
		t.Errorf("the second time it asks again:\n%s", out)
	}
	if asked, _ := s.counts(); asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

func TestJudgeCommandRefuses(t *testing.T) {
	s := newModelServer(t, "yes", "none", .85)
	dir := demoSteps(t, "s08a2")
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no step", []string{dir}, "BUNDLE#STEP"},
		{"an empty step", []string{dir + "#"}, "BUNDLE#STEP"},
		{"a step that is not there", []string{dir + "#99"}, `no step "99"`},
		{"a bundle that is not there", []string{filepath.Join(dir, "none") + "#1"}, "none"},
		{"a model that is not there", []string{dir + "#8", "--model", "gone:7b"}, "ollama pull gone:7b"},
		{"a host that is none", []string{dir + "#8", "--judge-host", "ftp://a"}, "ftp://a"},
		{"a server that is not there", []string{dir + "#8", "--judge-host", "http://127.0.0.1:1"}, "No model server answers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"judge", "--data", t.TempDir(), "--judge-host", s.URL}, c.args...)
			if code, out, errs := call(args...); code != exitUsage || !strings.Contains(errs, c.want) {
				t.Errorf("exit code %d, %q %q; want %d with %q", code, out, errs, exitUsage, c.want)
			}
		})
	}
}

// A model that says yes to everything turns a condition that is false into a false accept: the score says so.
func TestScoreWithAModel(t *testing.T) {
	for _, c := range []struct {
		name, answer, effect string
		confidence           float64
		want                 []string
	}{
		{"a right yes", "yes", "achieved", .85, []string{"asked on 1 of 2 steps: 1 answers, 0 of them cannot_tell", "verdicts moved: 1, of them to a wrong one: 0", "CONTINUE -> COMPLETE 0.85 (achieved)"}},
		{"a wrong yes", "yes", "failed", .85, []string{"verdicts moved: 1, of them to a wrong one: 1", "CONTINUE -> COMPLETE 0.85 (failed)"}},
		{"a wrong no", "no", "achieved", .85, []string{"verdicts moved: 1, of them to a wrong one: 1", "CONTINUE -> TERMINATE 0.85 (achieved)"}},
		{"a faint yes", "yes", "failed", .6, []string{"verdicts moved: 0, of them to a wrong one: 0"}},
		{"cannot tell", "cannot_tell", "failed", .9, []string{"1 of them cannot_tell", "verdicts moved: 0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newModelServer(t, c.answer, "none", c.confidence)
			dir := demoSteps(t, "s01a1", "s02a1")
			condition(t, dir, c.effect)
			code, out, errs := call("score", dir, "--judge", "--model", "see:1b", "--judge-host", s.URL, "--data", t.TempDir())
			if code != exitFine {
				t.Fatalf("exit code %d: %s", code, errs)
			}
			for _, part := range append(c.want, "without model", "with model", "median time of an answer") {
				if !strings.Contains(out, part) {
					t.Errorf("it lacks %q:\n%s", part, out)
				}
			}
		})
	}
}

// Without being told to, a command asks no model, even where one is there.
func TestCommandsAskNoModelOfThemselves(t *testing.T) {
	s := newModelServer(t, "yes", "none", .9)
	dir := demoSteps(t, "s02a1")
	condition(t, dir, "achieved")
	for _, args := range [][]string{{"check", dir}, {"score", dir}, {"check", "--no-judge", dir}} {
		call(append(args, "--judge-host", s.URL)...)
	}
	if asked, loaded := s.counts(); asked+loaded > 0 {
		t.Errorf("asked %d times, loaded %d times", asked, loaded)
	}
	code, out, errs := call("check", "--judge", "--judge-host", s.URL, dir)
	if code != exitFine || !strings.Contains(out, "COMPLETE") {
		t.Errorf("with --judge: exit code %d: %s%s", code, out, errs)
	}
}

// The model is loaded when a session starts, the health call says how the judge is, and a decision is its own.
func TestARunningVigieAsksTheModel(t *testing.T) {
	s := newModelServer(t, "yes", "none", .85)
	dir := demoSteps(t, "s01a1", "s02a1")
	condition(t, dir, "achieved")
	v := startVigie(t, nil, t.TempDir(), "--headless", "--judge", "--judge-host", s.URL)
	eventually(t, "the judge", func() bool { return v.health(t).Judge == "ready" })
	code, out, errs := call("play", dir, "--to", v.base, "--data", v.data, "--speed", "0")
	if code != exitFine {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	asked, _ := s.counts()
	if asked != 1 {
		t.Errorf("asked %d times, want 1", asked)
	}
	eventually(t, "the model's loading", func() bool { _, loaded := s.counts(); return loaded > 0 })
	if !strings.Contains(strings.Join(v.said(), "\n"), "judge") {
		t.Errorf("nothing says that the judge decided:\n%s", strings.Join(v.said(), "\n"))
	}
}

// health is the answer of the health call.
func (v *vigie) health(t *testing.T) (h struct{ Validator, Judge string }) {
	t.Helper()
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Get(v.base + "/v1/health")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&h); err != nil {
		t.Fatal(err)
	}
	return h
}

// A secret that an earlier step typed is covered in what a model is shown, as a running Vigie covers it.
func TestWhatAModelIsShownOfASecret(t *testing.T) {
	s := newModelServer(t, "yes", "none", .85)
	dir := demoSteps(t, "s05a1", "s06a1") // the first types into a field
	change(t, dir, 0, func(event map[string]any) {
		action := event["action"].(map[string]any)
		action["type"] = "type_secret"
		delete(action, "text")
	})
	condition(t, dir, "achieved")
	if code, _, errs := call("judge", dir+"#6", "--judge-host", s.URL, "--data", t.TempDir()); code != exitFine {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	var message struct{ Images [][]byte }
	if err := json.Unmarshal([]byte(s.asked[0]), &message); err != nil {
		t.Fatal(err)
	}
	whole, _, err := image.Decode(bytes.NewReader(message.Images[len(message.Images)-1]))
	if err != nil {
		t.Fatal(err)
	}
	covered := 0
	for y := range whole.Bounds().Dy() {
		for x := range whole.Bounds().Dx() {
			if color.RGBAModel.Convert(whole.At(x, y)) == screen.CoverColour {
				covered++
			}
		}
	}
	if covered < 500 {
		t.Errorf("%d pixels of a %v screen are covered", covered, whole.Bounds().Size())
	}
}
