package intake

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// shelf is a store in memory.
type shelf struct {
	mu       sync.Mutex
	sessions map[string]replay.Summary
	reports  map[string][]*replay.Report
	pictures map[string][]byte
}

func newShelf() *shelf {
	return &shelf{sessions: map[string]replay.Summary{}, reports: map[string][]*replay.Report{}, pictures: map[string][]byte{}}
}

func (s *shelf) SaveSession(_ context.Context, sum replay.Summary) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions[sum.Session.ID] = sum
	return nil
}

func (s *shelf) SaveReport(_ context.Context, sum replay.Summary, r *replay.Report, p replay.Pictures) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := sum.Session.ID
	s.sessions[id] = sum
	kept := *r
	at := slices.IndexFunc(s.reports[id], func(k *replay.Report) bool { return k.Event.ID == r.Event.ID })
	if at < 0 {
		s.reports[id] = append(s.reports[id], &kept)
	} else {
		s.reports[id][at] = &kept
	}
	for _, picture := range append(slices.Clone(p.After), p.Before) {
		if picture != nil {
			s.pictures[picture.Hash()] = picture.Bytes()
		}
	}
	return nil
}

func (s *shelf) Sessions(context.Context) ([]replay.Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []replay.Summary
	for _, sum := range s.sessions {
		out = append(out, sum)
	}
	return out, nil
}

func (s *shelf) Session(_ context.Context, id string) (replay.Summary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum, ok := s.sessions[id]
	if !ok {
		return sum, fmt.Errorf("session %q: %w", id, replay.ErrUnknownSession)
	}
	return sum, nil
}

func (s *shelf) Reports(_ context.Context, id string) ([]*replay.Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.reports[id]), nil
}

func (s *shelf) Picture(_ context.Context, hash string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pictures[hash], nil
}

func (s *shelf) Delete(context.Context, string) error { return errors.New("nothing is deleted here") }

// eye finds every step complete but the ids that it was given a verdict for.
type eye map[validation.Point]validation.Verdict

// Validate looks where the agent acted.
func (e eye) Validate(_ context.Context, step *validation.Step) validation.Assessment {
	v := validation.Complete
	if p := step.Point(); p != nil {
		if other, ok := e[*p]; ok {
			v = other
		}
	}
	routes := map[validation.Verdict]string{
		validation.Complete: validation.RouteContinue, validation.Continue: validation.RouteRecheck, validation.Terminate: validation.RoutePause,
	}
	a := validation.Assessment{Verdict: v, Confidence: 0.9, Route: validation.Route{Action: routes[v], After: time.Millisecond}}
	if v == validation.Terminate {
		a.Category = validation.WrongApplication
	}
	return a
}

// supervise starts a supervisor on what is on the shelf.
func supervise(t *testing.T, s *shelf, v replay.Validator) *replay.Supervisor {
	t.Helper()
	sup := replay.NewSupervisor(replay.Params{Recorder: s, Archive: s, Validator: v, Log: quiet()})
	t.Cleanup(func() {
		if err := sup.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return sup
}

// pausedReport waits until a session is paused, and returns the report that waits.
func pausedReport(t *testing.T, sup *replay.Supervisor) *replay.Report {
	t.Helper()
	var found *replay.Report
	waitFor(t, func() bool {
		for _, live := range sup.Snapshot().Sessions {
			if live.Phase == replay.PhasePaused && len(live.Reports) > 0 {
				found = live.Reports[len(live.Reports)-1]
				return true
			}
		}
		return false
	})
	return found
}

// bugTape is the archetype: step 2's first click falls into the address bar, its second on the tab.
func bugTape(t *testing.T) *tape {
	t.Helper()
	tape := newTape(t, 1, 2, 1)
	for i := range tape.events {
		tape.events[i].Result.Actual = &validation.Point{X: 0.5, Y: 0.5}
	}
	tape.events[1].Result.Actual = &validation.Point{X: 0.5, Y: 0.05}
	return tape
}

var bug = eye{{X: 0.5, Y: 0.05}: validation.Terminate}

func TestWholeReplayIsStoppedForAPersonAndGoesOn(t *testing.T) {
	tests := []struct {
		order string
		want  []string
		phase replay.Phase
		err   error
	}{
		{replay.DoRetry, []string{"s1a1", "s2a1", "s2a2", "s3a1"}, replay.PhaseFinished, nil},
		{replay.DoRecheck, []string{"s1a1", "s2a1", "s2a2", "s3a1"}, replay.PhaseFinished, nil},
		{replay.DoResume, []string{"s1a1", "s2a1", "s3a1"}, replay.PhaseFinished, nil},
		{replay.DoAbort, []string{"s1a1", "s2a1"}, replay.PhaseAborted, ErrAborted},
	}
	for _, tt := range tests {
		t.Run(tt.order, func(t *testing.T) {
			kept := newShelf()
			sup := supervise(t, kept, bug)
			_, url := serve(t, sup, Limits{})
			played := make(chan error, 1)
			tape := bugTape(t)
			go func() {
				_, err := play(t, url, tape)
				played <- err
			}()
			r := pausedReport(t, sup)
			order := replay.Order{SessionID: "demo", EventID: r.Event.ID, Action: tt.order, Note: "seen", Who: "nurse"}
			if err := sup.Decide(t.Context(), order); err != nil {
				t.Fatal(err)
			}
			if err := <-played; !errors.Is(err, tt.err) {
				t.Fatalf("played: %v, want %v", err, tt.err)
			}
			checkShelf(t, kept, tape, tt.want, tt.phase)
			resp, body := answer(t, request(t, http.MethodPost, url+"/v1/sessions", asJSON, `{"session_id": "demo", "agent": "lea-01"}`))
			if resp.StatusCode != http.StatusConflict {
				t.Errorf("the ended session started again: %d %s, want 409", resp.StatusCode, body)
			}
		})
	}
}

// checkShelf compares what is kept with what was sent, byte for byte.
func checkShelf(t *testing.T, kept *shelf, tape *tape, want []string, phase replay.Phase) {
	t.Helper()
	var got []string
	reports, _ := kept.Reports(t.Context(), "demo")
	for _, r := range reports {
		got = append(got, r.Event.ID)
		if diff := cmp.Diff(names(tape.pictures), r.Event.Screenshots); diff != "" {
			t.Errorf("pictures of %s (-want +got):\n%s", r.Event.ID, diff)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if p, _ := kept.Picture(t.Context(), tape.pictures.Before.Hash()); string(p) != string(tape.pictures.Before.Bytes()) {
		t.Error("the before picture is kept otherwise than it was sent")
	}
	if sum, _ := kept.Session(t.Context(), "demo"); sum.Phase != phase {
		t.Errorf("phase %s, want %s", sum.Phase, phase)
	}
}

func TestPauseOutlivesARestartOfTheProgram(t *testing.T) {
	kept := newShelf()
	first := supervise(t, kept, bug)
	server := NewServer(Params{Desk: first, Token: func() string { return testToken }, Log: quiet()})
	addr, err := server.Listen("127.0.0.1:0", 1)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()
	played := make(chan error, 1)
	var out lines
	tape := bugTape(t)
	go func() {
		_, err := play(t, "http://"+addr, tape, func(p *PlayParams) { p.Out = &out })
		played <- err
	}()
	pausedReport(t, first)
	if err := errors.Join(server.Shutdown(t.Context()), <-served, first.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	second := supervise(t, kept, bug)
	if err := second.Restore(t.Context()); err != nil {
		t.Fatal(err)
	}
	serveOn(t, NewServer(Params{Desk: second, Token: func() string { return testToken }, Log: quiet()}), addr)
	r := pausedReport(t, second)
	order := replay.Order{SessionID: "demo", EventID: r.Event.ID, Action: replay.DoRetry, Who: "nurse"}
	if err := second.Decide(t.Context(), order); err != nil {
		t.Fatal(err)
	}
	if err := <-played; err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	checkShelf(t, kept, tape, []string{"s1a1", "s2a1", "s2a2", "s3a1"}, replay.PhaseFinished)
	for _, line := range []string{"-> pause by validator", "-> retry by supervisor"} {
		if n := strings.Count(out.String(), line); n != 1 {
			t.Errorf("%q printed %d times, want once:\n%s", line, n, out.String())
		}
	}
}

func TestSecondAgentWithTheSameSessionIsRefused(t *testing.T) {
	_, url := serve(t, supervise(t, newShelf(), eye{}), Limits{})
	for _, tt := range []struct {
		agent string
		want  int
	}{{"lea-01", 201}, {"lea-01", 200}, {"lea-02", 409}, {"lea-01", 200}} {
		resp, body := answer(t, request(t, http.MethodPost, url+"/v1/sessions", asJSON, `{"session_id": "demo", "agent": "`+tt.agent+`"}`))
		if resp.StatusCode != tt.want {
			t.Errorf("%s: %d %s, want %d", tt.agent, resp.StatusCode, body, tt.want)
		}
	}
}

func TestReportsOutOfOrderAreRefusedAndTheSameOneIsNot(t *testing.T) {
	_, url := serve(t, supervise(t, newShelf(), eye{}), Limits{})
	post := func(path, body string, want int) string {
		t.Helper()
		resp, text := answer(t, request(t, http.MethodPost, url+path, asJSON, body))
		if resp.StatusCode != want {
			t.Fatalf("%s %s: %d %s, want %d", path, body, resp.StatusCode, text, want)
		}
		return text
	}
	post("/v1/sessions/demo/steps", goodEvent, 404)
	post("/v1/sessions", `{"session_id": "demo"}`, 201)
	first := post("/v1/sessions/demo/steps?wait=20s", goodEvent, 200)
	if again := post("/v1/sessions/demo/steps?wait=20s", goodEvent, 200); again != first {
		t.Errorf("the same report again was answered otherwise:\n%s%s", first, again)
	}
	post("/v1/sessions/demo/steps", strings.Replace(goodEvent, "s1a1", "late", 1), 409)
	post("/v1/sessions/demo/finish", `{"outcome": "completed"}`, 204)
	post("/v1/sessions/demo/steps", strings.NewReplacer("s1a1", "s2a1", `"step_index": 1`, `"step_index": 2`).Replace(goodEvent), 409)
}

func TestPicturesAreOfTheRequestOnly(t *testing.T) {
	kept := newShelf()
	_, url := serve(t, supervise(t, kept, eye{}), Limits{})
	answer(t, request(t, http.MethodPost, url+"/v1/sessions", asJSON, `{"session_id": "demo"}`))
	event := strings.TrimSuffix(goodEvent, "}") + `, "screenshots": {"before": "/proc/self/environ", "after": ["../secret.png"]}}`
	mediaType, body := formBody(t, part{"event", event}, part{"after", string(shot(t, color.Black))})
	resp, text := answer(t, request(t, http.MethodPost, url+"/v1/sessions/demo/steps", mediaType, body))
	if resp.StatusCode != http.StatusAccepted {
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if got := kept.reports["demo"][0].Event.Screenshots; got.Before != "" || len(got.After) != 1 || len(kept.pictures) != 1 {
		t.Errorf("screenshots %+v, %d pictures kept: want the one that came", got, len(kept.pictures))
	}
}
