package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/color"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// tape is a replay in memory.
type tape struct {
	events   []replay.Event
	pictures replay.Pictures
}

func (t *tape) About() replay.Session                          { return replay.Session{ID: "demo", Agent: "lea-01"} }
func (t *tape) Steps() []replay.Event                          { return t.events }
func (t *tape) Pictures(replay.Event) (replay.Pictures, error) { return t.pictures, nil }

// newTape makes a replay of steps with so many recorded attempts each.
func newTape(t *testing.T, recorded ...int) *tape {
	t.Helper()
	out := &tape{pictures: loaded(t, color.Black, color.White)}
	for i, n := range recorded {
		for a := range n {
			out.events = append(out.events, replay.Event{
				ID: fmt.Sprintf("s%da%d", i+1, a+1), StepIndex: i + 1, StepTotal: len(recorded), Attempt: a + 1,
				Action: validation.Action{Type: "click"}, Result: validation.Result{Success: true, ElapsedMS: 400},
			})
		}
	}
	return out
}

// lines is an output that may be read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// script decides by an event's id: a list of actions, all said at once. Any other event goes on.
func script(actions map[string]string) func(replay.Event) []replay.Decision {
	return func(e replay.Event) []replay.Decision {
		list, ok := actions[e.ID]
		if !ok {
			list = replay.DoContinue
		}
		var out []replay.Decision
		for action := range strings.FieldsSeq(list) {
			out = append(out, replay.Decision{
				EventID: e.ID, StepIndex: e.StepIndex, Attempt: e.Attempt, Action: action, AfterMS: 1500, By: replay.ByValidator,
			})
		}
		return out
	}
}

func play(t *testing.T, url string, tape *tape, edits ...func(*PlayParams)) (string, error) {
	t.Helper()
	var out lines
	p := PlayParams{Source: tape, URL: url, Token: testToken, Out: &out}
	for _, edit := range edits {
		edit(&p)
	}
	err := Play(t.Context(), p)
	return out.String(), err
}

func TestAgentObeysEveryDecision(t *testing.T) {
	tests := []struct {
		name     string
		recorded []int
		actions  map[string]string
		from     int
		want     []string
		outcome  string
		err      error
	}{
		{"all goes on", []int{1, 1, 1}, nil, 0, []string{"s1a1/1", "s2a1/1", "s3a1/1"}, "completed", nil},
		{"recorded attempts that nobody asks for stay away", []int{2, 1}, nil, 0, []string{"s1a1/1", "s2a1/1"}, "completed", nil},
		{"from the second step", []int{1, 1, 1}, nil, 2, []string{"s2a1/1", "s3a1/1"}, "completed", nil},
		{"a recheck sends the next recorded attempt", []int{2, 1}, map[string]string{"s1a1": "recheck"}, 0, []string{"s1a1/1", "s1a2/2", "s2a1/1"}, "completed", nil},
		{"a recheck with nothing more recorded sends the last again", []int{1}, map[string]string{"s1a1": "recheck", "s1a1~2": "recheck"}, 0, []string{"s1a1/1", "s1a1~2/2", "s1a1~3/3"}, "completed", nil},
		{"a pause, then retry", []int{2}, map[string]string{"s1a1": "pause retry"}, 0, []string{"s1a1/1", "s1a2/2"}, "completed", nil},
		{"a pause, then resume", []int{2, 1}, map[string]string{"s1a1": "pause resume"}, 0, []string{"s1a1/1", "s2a1/1"}, "completed", nil},
		{"a pause, then check again", []int{1, 1}, map[string]string{"s1a1": "pause recheck"}, 0, []string{"s1a1/1", "s1a1~2/2", "s2a1/1"}, "completed", nil},
		{"a dialog that it has no handler for is a pause", []int{1, 1}, map[string]string{"s1a1": "handoff_dialog resume"}, 0, []string{"s1a1/1", "s2a1/1"}, "completed", nil},
		{"abort", []int{1, 1}, map[string]string{"s1a1": "pause abort"}, 0, []string{"s1a1/1"}, "aborted", ErrAborted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			desk := newMemDesk(script(tt.actions))
			_, url := serve(t, desk, Limits{})
			out, err := play(t, url, newTape(t, tt.recorded...), func(p *PlayParams) { p.From = tt.from })
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, desk.ids()); diff != "" {
				t.Errorf("reports (-want +got):\n%s", diff)
			}
			if desk.outcome != tt.outcome {
				t.Errorf("outcome %q, want %q", desk.outcome, tt.outcome)
			}
			if got := strings.Count(out, "-> "); got != len(desk.list) {
				t.Errorf("%d decisions printed, %d were made:\n%s", got, len(desk.list), out)
			}
			if desk.announced != len(tt.want) {
				t.Errorf("%d announcements, want %d", desk.announced, len(tt.want))
			}
		})
	}
}

func TestAgentSendsAllPictures(t *testing.T) {
	desk := newMemDesk(script(nil))
	_, url := serve(t, desk, Limits{})
	tape := newTape(t, 1)
	if _, err := play(t, url, tape); err != nil {
		t.Fatal(err)
	}
	got := desk.pictures["s1a1"]
	if diff := cmp.Diff(names(tape.pictures), names(got)); diff != "" {
		t.Errorf("pictures (-want +got):\n%s", diff)
	}
}

func TestAgentTakesAFreshSession(t *testing.T) {
	desk := newMemDesk(script(nil))
	_, url := serve(t, desk, Limits{})
	id := FreshID("démo", time.Now())
	if _, err := play(t, url, newTape(t, 1), func(p *PlayParams) { p.SessionID = id }); err != nil {
		t.Fatal(err)
	}
	if got := desk.reports[0].SessionID; got != id || !strings.HasPrefix(id, "démo-20") {
		t.Errorf("session %q, want %q", got, id)
	}
	if n := len([]rune(FreshID(strings.Repeat("é", 400), time.Now()))); n > replay.MaxIDLength {
		t.Errorf("an id of %d characters, limit %d", n, replay.MaxIDLength)
	}
}

func TestAgentOutlivesARestartOfTheServer(t *testing.T) {
	desk := newMemDesk(script(map[string]string{"s2a1": "pause"}))
	first := NewServer(Params{Desk: desk, Token: func() string { return testToken }, Log: quiet()})
	addr, err := first.Listen("127.0.0.1:0", 1)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- first.Serve() }()
	var out lines
	played := make(chan error, 1)
	go func() {
		_, err := play(t, "http://"+addr, newTape(t, 1, 1, 1), func(p *PlayParams) { p.Out = &out })
		played <- err
	}()
	waitFor(t, func() bool { return strings.Contains(out.String(), "-> pause") })
	if err := errors.Join(first.http.Close(), <-served); err != nil { // as a crash does: no farewell
		t.Fatal(err)
	}
	waitFor(t, func() bool { return strings.Contains(out.String(), "does not answer") })
	second := NewServer(Params{Desk: desk, Token: func() string { return testToken }, Log: quiet()})
	serveOn(t, second, addr)
	desk.say(replay.Decision{EventID: "s2a1", StepIndex: 2, Action: replay.DoResume, By: replay.BySupervisor})
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"s1a1/1", "s2a1/1", "s3a1/1"}, desk.ids()); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if !strings.Contains(out.String(), "answers again") {
		t.Errorf("the end of the cut was not said:\n%s", out.String())
	}
}

func TestAgentRepeatsWhatGotLostAndNothingIsThereTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := newMemDesk(script(map[string]string{"s2a1": "recheck"}))
		client := serveBubble(t, desk)
		net := &lossy{RoundTripper: client.Transport}
		_, err := play(t, "http://127.0.0.1:7788", newTape(t, 1, 1, 1), func(p *PlayParams) { p.Client = &http.Client{Transport: net} })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"s1a1/1", "s2a1/1", "s2a1~2/2", "s3a1/1"}, desk.ids()); diff != "" {
			t.Errorf("reports (-want +got):\n%s", diff)
		}
	})
}

func TestAgentWaitsThroughALongPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		desk := newMemDesk(script(map[string]string{"s1a1": "pause"}))
		client := serveBubble(t, desk)
		time.AfterFunc(10*time.Minute, func() {
			desk.say(replay.Decision{EventID: "s1a1", StepIndex: 1, Action: replay.DoResume, By: replay.BySupervisor})
		})
		out, err := play(t, "http://127.0.0.1:7788", newTape(t, 1, 1), func(p *PlayParams) { p.Client = client })
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out, "waiting for a person"); n != 1 || strings.Contains(out, "does not answer") {
			t.Errorf("the pause was said %d times, want once, and no cut:\n%s", n, out)
		}
	})
}

func TestAgentKeepsThePaceOfTheReplay(t *testing.T) {
	for speed, want := range map[float64]time.Duration{1: 2800 * time.Millisecond, 2: 1400 * time.Millisecond, 0: 0} {
		synctest.Test(t, func(t *testing.T) {
			client := serveBubble(t, newMemDesk(script(map[string]string{"s1a1": "recheck"})))
			start := time.Now()
			if _, err := play(t, "http://127.0.0.1:7788", newTape(t, 1), func(p *PlayParams) { p.Client, p.Speed = client, speed }); err != nil {
				t.Fatal(err)
			}
			// Twice 400 ms of acting and 250 ms until the picture; 1500 ms before the recheck. No clock but the bubble's.
			if got := time.Since(start); got != want {
				t.Errorf("speed %v took %s, want %s", speed, got, want)
			}
		})
	}
}

func TestAgentComesBackWhenItIsToldTo(t *testing.T) {
	for _, status := range []int{408, 429, 500, 503, 507} {
		synctest.Test(t, func(t *testing.T) {
			net := &refusing{RoundTripper: serveBubble(t, newMemDesk(script(nil))).Transport, status: status}
			net.left.Store(2)
			start := time.Now()
			if _, err := play(t, "http://127.0.0.1:7788", newTape(t, 1), func(p *PlayParams) { p.Client = &http.Client{Transport: net} }); err != nil {
				t.Fatalf("%d: %v", status, err)
			}
			if got := time.Since(start); got < 6*time.Second {
				t.Errorf("%d: came back after %s, told twice to wait 3s", status, got)
			}
		})
	}
}

func TestAgentLeavesAConnectionThatShowsNoLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		net := &silent{RoundTripper: serveBubble(t, newMemDesk(script(nil))).Transport}
		out, err := play(t, "http://127.0.0.1:7788", newTape(t, 1), func(p *PlayParams) { p.Client = &http.Client{Transport: net} })
		if err != nil || !strings.Contains(out, errSilent.Error()) {
			t.Errorf("error %v, want none after %q:\n%s", err, errSilent, out)
		}
	})
}

func TestAgentSaysWhyItStops(t *testing.T) {
	conflict := &fakeDesk{report: func(replay.Event, replay.Pictures) (*replay.Report, bool, error) {
		return nil, false, fmt.Errorf("step 1: %w", replay.ErrOutOfOrder)
	}}
	_, good := serve(t, &fakeDesk{}, Limits{})
	_, refuses := serve(t, conflict, Limits{})
	_, ended := serve(t, failing(replay.ErrEnded), Limits{})
	tests := []struct {
		name string
		url  string
		edit func(*PlayParams)
		says string
	}{
		{"a wrong token", good, func(p *PlayParams) { p.Token = "wrong" }, "vigie token"},
		{"a session that has ended", ended, func(*PlayParams) {}, "new session_id"},
		{"a report out of order", refuses, func(*PlayParams) {}, "out of order"},
		{"nobody listens", "http://127.0.0.1:1", func(p *PlayParams) { p.Patience = time.Nanosecond }, "gave up"},
		{"an address without scheme", "127.0.0.1:7788", func(*PlayParams) {}, "http://127.0.0.1:7788"},
		{"no address", "", func(*PlayParams) {}, "http://127.0.0.1:7788"},
		{"another scheme", "ftp://127.0.0.1", func(*PlayParams) {}, "http://127.0.0.1:7788"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := play(t, tt.url, newTape(t, 1), tt.edit)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want one that says %q", err, tt.says)
			}
			if err != nil && strings.Contains(err.Error(), testToken) {
				t.Errorf("the error tells the token: %v", err)
			}
		})
	}
}

func TestAgentStopsWhenItsContextEnds(t *testing.T) {
	desk := newMemDesk(script(map[string]string{"s1a1": "pause"}))
	_, url := serve(t, desk, Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	var out lines
	played := make(chan error, 1)
	go func() {
		played <- Play(ctx, PlayParams{Source: newTape(t, 1), URL: url, Token: testToken, Out: &out})
	}()
	waitFor(t, func() bool { return strings.Contains(out.String(), "-> pause") })
	cancel()
	if err := <-played; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want canceled", err)
	}
	if desk.outcome != "" {
		t.Errorf("the session was ended as %q: it can't be resumed", desk.outcome)
	}
}

func TestAgentThatStartsAnewRepeatsNothing(t *testing.T) {
	desk := newMemDesk(script(map[string]string{"s1a1": "recheck", "s2a1": "pause"}))
	_, url := serve(t, desk, Limits{})
	ctx, cancel := context.WithCancel(t.Context())
	var out lines
	played := make(chan error, 1)
	tape := newTape(t, 1, 1, 1)
	go func() {
		played <- Play(ctx, PlayParams{Source: tape, URL: url, Token: testToken, Out: &out})
	}()
	waitFor(t, func() bool { return strings.Contains(out.String(), "-> pause") })
	cancel()
	<-played
	desk.say(replay.Decision{EventID: "s2a1", StepIndex: 2, Action: replay.DoResume, By: replay.BySupervisor})
	if _, err := play(t, url, tape); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"s1a1/1", "s1a1~2/2", "s2a1/1", "s3a1/1"}, desk.ids()); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
}

func TestDecisionLineStaysOnOneLine(t *testing.T) {
	d := replay.Decision{
		StepIndex: 3, Attempt: 1, Verdict: validation.Terminate, Confidence: 0.9, Category: validation.WrongApplication,
		Action: replay.DoPause, By: replay.ByValidator, Reason: "read\r\nand \x1b[31mred\u202e", Note: "\t",
	}
	got := decisionLine(d, replay.Event{StepIndex: 3, StepTotal: 12})
	want := "step 3/12 attempt 1  TERMINATE 0.90  wrong_application  -> pause by validator  read  and  [31mred"
	if got != want {
		t.Errorf("line (-want +got):\n%s", cmp.Diff(want, got))
	}
}
