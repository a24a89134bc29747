package intake

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

func go1(id string) replay.Decision {
	return replay.Decision{EventID: id, StepIndex: 1, Attempt: 1, Verdict: validation.Complete, Action: replay.DoContinue, By: replay.ByValidator}
}

func TestReportWaitsForItsOwnFirstDecision(t *testing.T) {
	desk := newMemDesk(func(e replay.Event) []replay.Decision {
		return []replay.Decision{{EventID: e.ID, Action: replay.DoPause}, {EventID: e.ID, Action: replay.DoRetry}}
	})
	desk.say(go1("another"))
	_, url := serve(t, desk, Limits{})
	for range 2 { // the same report again is answered as the first
		resp, body := answer(t, request(t, "POST", url+"/v1/sessions/demo/steps?wait=20", asJSON, goodEvent))
		var d replay.Decision
		if err := json.Unmarshal([]byte(body), &d); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%d %s: %v", resp.StatusCode, body, err)
		}
		if d.EventID != "s1a1" || d.Seq != 2 || d.Action != replay.DoPause {
			t.Errorf("decision %+v, want the pause of s1a1", d)
		}
	}
	if got := desk.ids(); len(got) != 1 {
		t.Errorf("reports %v, want one", got)
	}
	if diff := cmp.Diff([]int{2, 2}, desk.delivered); diff != "" {
		t.Errorf("delivered (-want +got):\n%s", diff)
	}
}

func TestReportIsAcceptedWhereNoDecisionComes(t *testing.T) {
	_, url := serve(t, newMemDesk(nil), Limits{})
	for _, wait := range []string{"", "?wait=0s", "?wait=30ms"} {
		resp, body := answer(t, request(t, "POST", url+"/v1/sessions/demo/steps"+wait, asJSON, goodEvent))
		if resp.StatusCode != http.StatusAccepted || body != `{"event_id":"s1a1"}`+"\n" {
			t.Errorf("%s: %d %s, want 202 with the id", wait, resp.StatusCode, body)
		}
	}
}

func TestPollAnswersWhatIsNew(t *testing.T) {
	desk := newMemDesk(nil)
	_, url := serve(t, desk, Limits{})
	for i := range 3 {
		desk.say(go1(fmt.Sprint("s", i+1)))
	}
	for after, want := range map[string][]int{"0": {1, 2, 3}, "2": {3}, "3": nil} {
		resp, body := answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions?wait=10ms&after="+after, "", ""))
		var ds []replay.Decision
		if resp.StatusCode == http.StatusOK {
			if err := json.Unmarshal([]byte(body), &ds); err != nil {
				t.Fatal(err)
			}
		}
		var got []int
		for _, d := range ds {
			got = append(got, d.Seq)
			if d.PausedSince != nil {
				t.Errorf("decision %d is paused, the session is not", d.Seq)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || (want == nil) != (resp.StatusCode == http.StatusNoContent) {
			t.Errorf("after %s: %d, seqs (-want +got):\n%s", after, resp.StatusCode, diff)
		}
	}
}

func TestPollOfAPausedSessionSaysSo(t *testing.T) {
	desk := newMemDesk(nil)
	_, url := serve(t, desk, Limits{Heartbeat: 10 * time.Millisecond})
	desk.say(replay.Decision{Action: replay.DoPause})
	resp, body := answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions", "", ""))
	if since := resp.Header.Get(PausedHeader); since == "" || !strings.Contains(body, `"paused_since":"`) {
		t.Errorf("header %q, body %s: want since when in both", since, body)
	}
	resp, _ = answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions?after=1&wait=5ms", "", ""))
	if resp.StatusCode != http.StatusNoContent || resp.Header.Get(PausedHeader) == "" {
		t.Errorf("a short wait: %d %v, want 204 and since when", resp.StatusCode, resp.Header)
	}
	resp, body = answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions?after=1&wait=35ms", "", ""))
	if resp.StatusCode != http.StatusOK || body != "\n\n\n[]\n" {
		t.Errorf("a long wait: %d %q, want 200, three signs of life and an empty list", resp.StatusCode, body)
	}
}

// event is one server-sent event, or a comment.
type event struct{ id, kind, data, comment string }

// readEvent reads the next event or comment of a stream.
func readEvent(r *bufio.Reader) (event, error) {
	var e event
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return e, err
		}
		line = strings.TrimSuffix(line, "\n")
		name, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "" && e != event{}:
			return e, nil
		case strings.HasPrefix(line, ":"):
			e.comment = strings.TrimSpace(line[1:])
		case name == "id":
			e.id = value
		case name == "event":
			e.kind = value
		case name == "data":
			e.data = value
		}
	}
}

// openStream opens a stream that is cut when the test ends or cut is called.
func openStream(t *testing.T, url, lastID string) (r *bufio.Reader, cut func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req := request(t, "GET", url+"/v1/sessions/demo/stream", "", "")
	if lastID != "" {
		req.Header.Set("Last-Event-ID", lastID)
	}
	resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req.WithContext(ctx))
	if err != nil {
		t.Fatal(err)
	}
	checkDescribed(t, req, resp)
	cut = func() { cancel(); _ = resp.Body.Close() }
	t.Cleanup(cut)
	return bufio.NewReader(resp.Body), cut
}

// decisionsOf reads n decisions of a stream, skipping comments.
func decisionsOf(t *testing.T, r *bufio.Reader, n int) []string {
	t.Helper()
	var ids []string
	for len(ids) < n {
		e, err := readEvent(r)
		if err != nil {
			t.Fatal(err)
		}
		if e.kind == "decision" {
			ids = append(ids, e.id)
		}
	}
	return ids
}

func TestStreamThatIsCutResumesWithNoGap(t *testing.T) {
	desk := newMemDesk(nil)
	_, url := serve(t, desk, Limits{Heartbeat: 5 * time.Millisecond})
	r, cut := openStream(t, url, "")
	desk.say(go1("s1"))
	desk.say(go1("s2"))
	got := decisionsOf(t, r, 2)
	cut()
	desk.say(go1("s3"))
	r, cut = openStream(t, url, got[len(got)-1])
	got = append(got, decisionsOf(t, r, 1)...)
	cut()
	r, _ = openStream(t, url, got[len(got)-1])
	desk.say(go1("s4"))
	desk.say(go1("s5"))
	got = append(got, decisionsOf(t, r, 2)...)
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5"}, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	waitFor(t, func() bool { desk.mu.Lock(); defer desk.mu.Unlock(); return slices.Contains(desk.delivered, 5) })
}

func TestStreamSaysWhetherTheSessionIsPaused(t *testing.T) {
	desk := newMemDesk(nil)
	_, url := serve(t, desk, Limits{Heartbeat: 5 * time.Millisecond})
	r, _ := openStream(t, url, "")
	nextComment := func(prefix string) {
		for {
			e, err := readEvent(r)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(e.comment, prefix) {
				return
			}
		}
	}
	nextComment("running")
	desk.say(replay.Decision{Action: replay.DoPause})
	nextComment("paused_since 20")
	desk.say(replay.Decision{Action: replay.DoResume})
	nextComment("running")
}

func TestStreamEndsWithItsSession(t *testing.T) {
	calls := 0
	desk := &fakeDesk{decisions: func(context.Context, string, int, time.Duration) ([]replay.Decision, *time.Time, error) {
		if calls++; calls > 1 {
			return nil, nil, fmt.Errorf("session: %w", replay.ErrEnded)
		}
		return nil, nil, nil
	}}
	_, url := serve(t, desk, Limits{})
	r, _ := openStream(t, url, "")
	var last event
	for {
		e, err := readEvent(r)
		if err != nil {
			break
		}
		last = e
	}
	if last.kind != "ended" {
		t.Errorf("last event %+v, want ended", last)
	}
}

func TestStreamEndsWhenTheServerStops(t *testing.T) {
	s, url := serve(t, newMemDesk(nil), Limits{})
	r, _ := openStream(t, url, "")
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(r)
	if err != nil || !strings.HasSuffix(string(rest), ": shutting down\n\n") {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
}

// serveBubble serves on a network in memory, whose clock is the synctest bubble's that t belongs to.
func serveBubble(t *testing.T, desk replay.Desk) *http.Client {
	t.Helper()
	net := newPipes()
	s := NewServer(Params{Desk: desk, Token: func() string { return testToken }, Log: quiet()})
	done := make(chan error, 1)
	go func() { done <- s.ServeOn(net) }()
	client := &http.Client{Transport: &http.Transport{DialContext: net.dial}}
	t.Cleanup(func() {
		client.CloseIdleConnections()
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return client
}

func TestTenMinutesOfPauseWithASignOfLifeEveryTenSeconds(t *testing.T) {
	for _, path := range []string{"decisions?after=1&wait=5m", "stream?after=1"} {
		t.Run(path, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { tenMinutes(t, path) }) })
	}
}

func tenMinutes(t *testing.T, path string) {
	t.Helper()
	desk := newMemDesk(nil)
	client := serveBubble(t, desk)
	desk.say(replay.Decision{Action: replay.DoPause})
	time.AfterFunc(10*time.Minute-time.Second, func() { desk.say(replay.Decision{Action: replay.DoResume}) })
	start, longest := time.Now(), time.Duration(0)
	for resumed := false; !resumed; {
		var silent time.Duration
		resumed, silent = hear(t, client, path)
		longest = max(longest, silent)
	}
	if took := time.Since(start); took != 10*time.Minute-time.Second {
		t.Errorf("resumed after %s, want 9m59s", took)
	}
	if longest > 10*time.Second {
		t.Errorf("%s of silence, want a sign of life every 10s", longest)
	}
}

// hear reads one answer to its end or to the resume, and returns the longest silence.
func hear(t *testing.T, client *http.Client, path string) (resumed bool, longest time.Duration) {
	t.Helper()
	req := request(t, "GET", "http://127.0.0.1:7788/v1/sessions/demo/"+path, "", "")
	last := time.Now()
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	r := bufio.NewReader(resp.Body)
	for {
		line, err := r.ReadString('\n')
		longest = max(longest, time.Since(last))
		last = time.Now()
		if strings.Contains(line, `"action":"resume"`) {
			return true, longest
		}
		if err != nil {
			return false, longest
		}
	}
}
