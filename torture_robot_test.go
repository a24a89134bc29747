package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"testing"
	"time"

	"vigie/replay"
)

// robot reports steps without end, obeys, and does not mind that the program is killed all the time.
type robot struct {
	t       *testing.T
	k       *torture
	name    string
	random  *rand.Rand
	run     int
	session string
	seq     int // of the last decision taken
}

// work plays one session after the other.
func (r *robot) work() {
	for {
		select {
		case <-r.k.stop:
			return
		default:
		}
		r.run++
		r.session, r.seq = fmt.Sprintf("%s-%d", r.name, r.run), 0
		if !r.play() {
			return
		}
	}
}

// play plays a session; false says that the test has failed.
func (r *robot) play() bool {
	if !r.begin() {
		return false
	}
	for step := 1; step <= 6; step++ {
		for attempt := 1; ; attempt++ {
			action, ok := r.step(step, attempt)
			switch {
			case !ok:
				return false
			case action == replay.DoAbort:
				r.k.ledger.over(r.session, replay.PhaseAborted)
				return true
			}
			if action == replay.DoContinue || action == replay.DoResume {
				break
			}
		}
	}
	status, body := r.call("POST", "/finish", "application/json", []byte(`{"outcome": "completed"}`))
	if status != http.StatusNoContent && status != http.StatusConflict { // a conflict: done, and the answer was lost
		r.t.Errorf("%s: finish: %d %s", r.session, status, body)
		return false
	}
	r.k.ledger.over(r.session, replay.PhaseFinished)
	return true
}

func (r *robot) begin() bool {
	session, _ := json.Marshal(map[string]any{
		"session_id": r.session, "workflow": "Torture", "agent": r.name, "started_at": time.Now().UTC(), "step_total": 6,
		"screen": map[string]any{"width": 160, "height": 120, "scale": 1},
	})
	status, body := r.send("POST", "/v1/sessions", "application/json", session)
	if status != http.StatusCreated && status != http.StatusOK {
		r.t.Errorf("%s: start: %d %s", r.session, status, body)
		return false
	}
	return true
}

// step reports an attempt and returns what it led to.
func (r *robot) step(step, attempt int) (action string, ok bool) {
	sent := r.makeReport(step, attempt)
	announcement := fmt.Sprintf(`{"step_index": %d, "attempt": %d}`, step, attempt)
	if status, body := r.call("POST", "/steps/announce", "application/json", []byte(announcement)); status != 204 && status != 409 {
		r.t.Errorf("%s: announce: %d %s", sent.id, status, body)
		return "", false
	}
	mediaType, body := form(r.t, sent.event, map[string][]byte{"before": sent.before, "after": sent.after})
	for range 1 + r.random.IntN(5)/4 { // sometimes twice
		if status, answer := r.call("POST", "/steps", mediaType, body); status != http.StatusAccepted {
			r.t.Errorf("%s of %s: %d %s", sent.id, r.session, status, answer)
			return "", false
		}
		r.k.ledger.accepted(r.session, sent)
	}
	if r.random.IntN(12) == 0 && !r.startAnew() {
		return "", false
	}
	return r.obey(sent)
}

// obey waits for what to do after a report. On a pause it calls the person.
func (r *robot) obey(sent sentReport) (action string, ok bool) {
	for !r.t.Failed() {
		status, body := r.call("GET", "/decisions?wait=2s&after="+strconv.Itoa(r.seq), "", nil)
		if status == http.StatusNoContent {
			continue
		}
		var raw []json.RawMessage
		if err := json.Unmarshal(body, &raw); status != http.StatusOK || err != nil {
			r.t.Errorf("%s: decisions: %d %s", r.session, status, body)
			return "", false
		}
		for _, text := range raw {
			d, err := r.k.ledger.delivered(r.session, text, r.seq)
			if err != nil {
				r.t.Error(err)
				return "", false
			}
			r.seq = d.Seq
			if d.EventID != sent.id {
				continue // told before, to the robot that this one was before it started anew
			}
			action = d.Action
		}
		switch {
		case action == replay.DoPause:
			r.ask(sent.id)
			action = ""
		case action != "":
			return action, true
		}
	}
	return "", false
}

// ask has the person decide, now and then while the robot waits already.
func (r *robot) ask(event string) {
	if r.k.ledger.isOrdered(r.session, event) {
		return
	}
	actions := []string{replay.DoResume, replay.DoResume, replay.DoRetry, replay.DoRecheck, replay.DoAbort}
	o := replay.Order{
		SessionID: r.session, EventID: event, Action: actions[r.random.IntN(len(actions))], Who: "nurse",
		Note: fmt.Sprintf("note %d", r.k.notes.Add(1)),
	}
	if r.random.IntN(2) == 0 {
		time.Sleep(time.Duration(r.random.IntN(300)) * time.Millisecond) // a person thinks: a kill may come first
	}
	r.k.decide(o)
}

// startAnew is a robot that crashed: it knows no seq any more, and must be told the same as before.
func (r *robot) startAnew() bool {
	r.seq = 0
	return r.begin()
}

// call makes a call of the session.
func (r *robot) call(method, path, mediaType string, body []byte) (int, []byte) {
	return r.send(method, "/v1/sessions/"+r.session+path, mediaType, body)
}

// send makes a call until it is answered for good. 0 says that the test has failed.
func (r *robot) send(method, path, mediaType string, body []byte) (int, []byte) {
	for !r.t.Failed() {
		status, answer, err := r.once(method, path, mediaType, body)
		if err == nil && status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
			return status, answer
		}
		time.Sleep(5 * time.Millisecond)
	}
	return 0, nil
}

// robots is the robots' way to the program. Each kill leaves broken connections behind.
var robots = &http.Client{Timeout: 20 * time.Second}

func (r *robot) once(method, path, mediaType string, body []byte) (int, []byte, error) {
	_, base := r.k.now()
	if base == "" {
		return 0, nil, io.EOF
	}
	req, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Authorization", "Bearer "+r.k.token)
	if body != nil {
		req.Header.Set("Content-Type", mediaType)
	}
	resp, err := robots.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// sentReport is a report as it was sent.
type sentReport struct {
	id                   string
	event, before, after []byte
}

// makeReport makes a report of one of the kinds that lead to all decisions. An attempt's report is always the same, but
// for its pictures, which are made once.
func (r *robot) makeReport(step, attempt int) sentReport {
	s := sentReport{id: fmt.Sprintf("s%da%d", step, attempt), before: r.screenshot(), after: r.screenshot()}
	action := map[string]any{"type": "click_anchor", "by_text": "Imagerie", "x_pct": 0.4, "y_pct": 0.5}
	about := map[string]any{"label": "Étape <" + s.id + ">"}
	switch r.random.IntN(4) {
	case 0:
		action = map[string]any{"type": "pause_for_human"}
		about["checklist"] = []string{"identité", "côté", strconv.Itoa(r.random.Int())}
	case 1:
		s.after = s.before // nothing changed
	}
	s.event, _ = json.Marshal(map[string]any{
		"session_id": r.session, "id": s.id, "step_index": step, "step_total": 6, "attempt": attempt, "action": action,
		"context": about, "result": map[string]any{"success": true}, "poste": map[string]any{"n": r.random.Int()},
	})
	return s
}

// screenshot is a picture that there is only once.
func (r *robot) screenshot() []byte {
	img := image.NewGray(image.Rect(0, 0, 160, 120))
	for y := 0; y < 120; y += 20 {
		for x := 0; x < 160; x += 20 {
			c := color.Gray{uint8(r.random.Uint32())}
			for i := range 400 {
				img.SetGray(x+i%20, y+i/20, c)
			}
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // to memory
	return b.Bytes()
}
