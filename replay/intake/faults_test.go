package intake

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// bubble is the real supervisor behind the real server, on a network and a clock of their own.
type bubble struct {
	t      *testing.T
	kept   *shelf
	sup    *replay.Supervisor
	client *http.Client
}

// inBubble runs a test in a bubble, where every step is found complete but those that fail.
func inBubble(t *testing.T, failing eye, run func(*bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{t: t, kept: newShelf()}
		b.sup = supervise(t, b.kept, failing)
		b.client = serveBubble(t, b.sup)
		run(b)
	})
}

// call makes a call and wants its status.
func (b *bubble) call(method, path, body string, want int) string {
	b.t.Helper()
	r := request(b.t, method, "http://127.0.0.1:7788/v1/sessions"+path, asJSON, body)
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != want {
		b.t.Fatalf("%s %s: %d %s, error %v, want %d", method, path, resp.StatusCode, text, err, want)
	}
	return string(text)
}

// decisions asks for those after seq.
func (b *bubble) decisions(after int) (ds []replay.Decision) {
	b.t.Helper()
	text := b.call("GET", fmt.Sprintf("/demo/decisions?after=%d&wait=2m", after), "", http.StatusOK)
	if err := json.Unmarshal([]byte(text), &ds); err != nil {
		b.t.Fatal(err)
	}
	return ds
}

func (b *bubble) decide(event, action string) {
	b.t.Helper()
	order := replay.Order{SessionID: "demo", EventID: event, Action: action, Note: "seen", Who: "nurse"}
	if err := b.sup.Decide(b.t.Context(), order); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bubble) keeps(want ...string) {
	b.t.Helper()
	reports, err := b.kept.Reports(b.t.Context(), "demo")
	if err != nil {
		b.t.Fatal(err)
	}
	var got []string
	for _, r := range reports {
		got = append(got, r.Event.ID)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.t.Errorf("reports (-want +got):\n%s", diff)
	}
}

func TestSilenceAfterAnAnnouncementIsAPause(t *testing.T) {
	inBubble(t, eye{}, func(b *bubble) {
		t := b.t
		b.call("POST", "", `{"session_id": "demo"}`, 201)
		b.call("POST", "/demo/steps/announce", `{"step_index": 1}`, 204)
		announced := time.Now()
		ds := b.decisions(0)
		if took := time.Since(announced); took != 30*time.Second {
			t.Errorf("told after %s, want 30s", took)
		}
		d := ds[0]
		if len(ds) != 1 || d.Action != replay.DoPause || d.Category != validation.ReportMissing || d.StepIndex != 1 || d.PausedSince == nil {
			t.Errorf("decisions %+v, want a pause on step 1 because its report is missing", ds)
		}
		b.call("POST", "/demo/steps", goodEvent, http.StatusAccepted) // it was only late
		if ds = b.decisions(d.Seq); len(ds) != 1 || ds[0].EventID != "s1a1" || ds[0].Action != replay.DoContinue {
			t.Errorf("the late report led to %+v, want continue", ds)
		}
	})
}

func TestReportsOfOtherSessionsStayAway(t *testing.T) {
	inBubble(t, eye{}, func(b *bubble) {
		t := b.t
		b.call("POST", "", `{"session_id": "demo"}`, 201)
		b.call("POST", "", `{"session_id": "other"}`, 201)
		b.call("POST", "/demo/steps", strings.Replace(goodEvent, "{", `{"session_id": "other",`, 1), http.StatusUnprocessableEntity)
		b.call("POST", "/nobody/steps", goodEvent, http.StatusNotFound)
		b.call("POST", "/demo/steps", goodEvent, http.StatusAccepted)
		b.keeps("s1a1")
		if n := len(b.kept.reports["other"]); n != 0 {
			t.Errorf("%d reports are in the other session", n)
		}
	})
}

func TestTwoAgentsWithOneIDReportEachStepOnce(t *testing.T) {
	inBubble(t, eye{}, func(b *bubble) {
		t := b.t
		played := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := play(t, "http://127.0.0.1:7788", newTape(t, 1, 1, 1), func(p *PlayParams) { p.Client = b.client })
				played <- err
			}()
		}
		finished := 0
		for range 2 {
			if err := <-played; err == nil {
				finished++
			} else if !isConflict(err) { // the slower one is told so
				t.Error(err)
			}
		}
		if finished == 0 {
			t.Error("none of the two came to the end")
		}
		b.keeps("s1a1", "s2a1", "s3a1")
	})
}

func TestAgentThatCrashesInAPauseGoesOnAfterIt(t *testing.T) {
	inBubble(t, bug, func(b *bubble) {
		t := b.t
		tape := bugTape(t)
		ctx, crash := context.WithCancel(t.Context())
		played := make(chan error, 1)
		go func() {
			played <- Play(ctx, PlayParams{Source: tape, URL: "http://127.0.0.1:7788", Token: testToken, Client: b.client})
		}()
		time.Sleep(time.Minute)
		crash()
		<-played
		time.Sleep(10 * time.Minute)
		if p := b.sup.Snapshot().Sessions[0].Phase; p != replay.PhasePaused {
			t.Errorf("without its agent the session is %s, want paused still", p)
		}
		b.decide("s2a1", replay.DoRetry)
		time.Sleep(10 * time.Minute)
		out, err := play(t, "http://127.0.0.1:7788", tape, func(p *PlayParams) { p.Client = b.client })
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out, "-> retry by supervisor"); n != 1 {
			t.Errorf("the order was printed %d times, want once:\n%s", n, out)
		}
		b.keeps("s1a1", "s2a1", "s2a2", "s3a1")
	})
}

func TestTenMinutesOfPauseLoseNeitherAgentNorSession(t *testing.T) {
	inBubble(t, bug, func(b *bubble) {
		t := b.t
		time.AfterFunc(10*time.Minute, func() { b.decide("s2a1", replay.DoResume) })
		out, err := play(t, "http://127.0.0.1:7788", bugTape(t), func(p *PlayParams) { p.Client, p.Patience = b.client, time.Second })
		if err != nil || strings.Contains(out, "does not answer") {
			t.Errorf("error %v:\n%s", err, out)
		}
		b.keeps("s1a1", "s2a1", "s3a1")
	})
}

// TestCutConnectionLeavesNoGap cuts a long poll and a stream while a decision comes; asked again, nothing is missing and
// nothing comes twice.
func TestCutConnectionLeavesNoGap(t *testing.T) {
	for _, way := range []string{"decisions?wait=5m&after=", "stream"} {
		t.Run(way, func(t *testing.T) { inBubble(t, eye{}, func(b *bubble) { b.cutAgainAndAgain(way) }) })
	}
}

func (b *bubble) cutAgainAndAgain(way string) {
	b.call("POST", "", `{"session_id": "demo"}`, 201)
	seq, got := 0, []int{}
	for step := 1; step <= 5; step++ {
		ctx, cut := context.WithCancel(b.t.Context())
		waits := make(chan error, 1)
		go func() { // a call that is cut just when the decision comes, or some time before
			_, err := b.listen(ctx, way, seq, 100)
			waits <- err
		}()
		synctest.Wait()
		if step%2 == 0 {
			cut()
		}
		b.call("POST", "/demo/steps", strings.NewReplacer("s1a1", fmt.Sprint("s", step), `"step_index": 1`, fmt.Sprint(`"step_index": `, step)).Replace(goodEvent), 202)
		if way != "stream" {
			cut()
		}
		synctest.Wait()
		cut()
		<-waits
		again, err := b.listen(b.t.Context(), way, seq, 1)
		if err != nil {
			b.t.Fatal(err)
		}
		got, seq = append(got, again...), again[len(again)-1]
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 5}, got); diff != "" {
		b.t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

// listen reads n decisions after seq, or as many as come until ctx ends.
func (b *bubble) listen(ctx context.Context, way string, seq, n int) (got []int, err error) {
	path := way
	if way != "stream" {
		path += fmt.Sprint(seq)
	}
	r := request(b.t, "GET", "http://127.0.0.1:7788/v1/sessions/demo/"+path, "", "")
	r.Header.Set("Last-Event-ID", fmt.Sprint(seq))
	resp, err := b.client.Do(r.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if way == "stream" {
		lines := bufio.NewReader(resp.Body)
		for len(got) < n {
			e, err := readEvent(lines)
			if err != nil {
				return got, err
			}
			if e.kind == "decision" {
				var d replay.Decision
				if err := json.Unmarshal([]byte(e.data), &d); err != nil {
					return got, err
				}
				got = append(got, d.Seq)
			}
		}
		return got, nil
	}
	var ds []replay.Decision
	if err := json.NewDecoder(resp.Body).Decode(&ds); err != nil {
		return nil, err
	}
	for _, d := range ds {
		got = append(got, d.Seq)
	}
	return got, nil
}

// TestHalfAReportIsSentAgain cuts a report in the middle: nothing of it is kept, and it is taken when it comes whole.
func TestHalfAReportIsSentAgain(t *testing.T) {
	kept := newShelf()
	_, url := serve(t, supervise(t, kept, eye{}), Limits{})
	addr := strings.TrimPrefix(url, "http://")
	answer(t, request(t, http.MethodPost, url+"/v1/sessions", asJSON, `{"session_id": "demo"}`))
	for cutAt := range len(goodEvent) {
		c := raw(t, addr, head(addr, "/v1/sessions/demo/steps", len(goodEvent))+goodEvent[:cutAt])
		_ = c.Close()
	}
	resp, body := answer(t, request(t, http.MethodPost, url+"/v1/sessions/demo/steps", asJSON, goodEvent))
	if resp.StatusCode != http.StatusAccepted {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if n := len(kept.reports["demo"]); n != 1 {
		t.Errorf("%d reports are kept, want one", n)
	}
}

// TestHostileTextsStayTexts sends texts that steer terminals, turn lines around or never end through the whole intake.
func TestHostileTextsStayTexts(t *testing.T) {
	kept := newShelf()
	var journal lines
	sup := replay.NewSupervisor(replay.Params{
		Recorder: kept, Archive: kept, Validator: eye{}, Log: quiet(),
		Journal: func(l replay.Line) { _, _ = io.WriteString(&journal, l.String()+"\n") },
	})
	t.Cleanup(func() { _ = sup.Close(context.Background()) }) // closing it is another test's matter
	_, url := serve(t, sup, Limits{})
	texts := map[string]string{
		"control characters": "\x1b[2J\x1b]0;title\x07\r\nfake: line\x00", "right to left": "\u202egnp.exe\u2066\u200f",
		"a megabyte": strings.Repeat("é", 1<<19), "10,000 characters": strings.Repeat("é", 10_000), "HTML": `<script>alert(1)</script><img src=x onerror=alert(1)>`, "lone surrogates": "\ufffd\ufffe",
	}
	step := 0
	answer(t, request(t, http.MethodPost, url+"/v1/sessions", asJSON, `{"session_id": "demo", "agent": "\u001b[2Jrobot"}`))
	for name, text := range texts {
		step++
		want := http.StatusOK
		if len(text) > 1<<19 {
			want = http.StatusUnprocessableEntity
		}
		event, err := json.Marshal(map[string]any{
			"id": fmt.Sprint("s", step), "step_index": step, "action": map[string]any{"type": "click", "by_text": text},
			"result": map[string]any{"success": true, "window_title": text}, "context": map[string]any{"label": text, "expected_result": text},
		})
		if err != nil {
			t.Fatal(err)
		}
		resp, body := answer(t, request(t, http.MethodPost, url+"/v1/sessions/demo/steps?wait=20s", asJSON, string(event)))
		if resp.StatusCode != want || len(body) > 1000 || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %.300s, want %d", name, resp.StatusCode, body, want)
		}
	}
	for line := range strings.Lines(journal.String()) {
		if rest := strings.TrimSuffix(line, "\n"); len(rest) > 2000 || strings.ContainsFunc(rest, steers) {
			t.Errorf("the journal says %.300q", rest)
		}
	}
	reports, _ := kept.Reports(t.Context(), "demo")
	for _, r := range reports {
		if n := len([]rune(r.Event.Context.Label)); n > 10_000 {
			t.Errorf("a label of %d characters is kept", n)
		}
	}
}

// steers says whether a character moves what a reader sees.
func steers(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }
