package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"vigie/replay"
	"vigie/replay/bundle"
)

// scene is a step of a real screen, to be reported again and again.
type scene struct {
	event         replay.Event
	before, after []byte
}

// scenes are the committed cases on screens of 1920×1080.
func scenes(t *testing.T) (all []scene) {
	t.Helper()
	b, err := bundle.Open("testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, e := range b.Events() {
		p, err := b.Pictures(e)
		if err != nil {
			t.Fatal(err)
		}
		if p.Before == nil || len(p.After) != 1 || p.Before.Size().X != 1920 || p.Before.Size().Y != 1080 {
			continue
		}
		e.Truth, e.Screenshots = nil, replay.Screenshots{}
		all = append(all, scene{e, p.Before.Bytes(), p.After[0].Bytes()})
	}
	if len(all) < 5 {
		t.Fatalf("%d cases on screens of 1920×1080", len(all))
	}
	return all
}

// marked is a PNG with a text in it: another file, to be stored and decoded anew, of the same pixels.
func marked(png []byte, text string) []byte {
	body := append([]byte("tEXt"+"n\x00"), text...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	end := len(png) - 12
	return bytes.Join([][]byte{png[:end], chunk, png[end:]}, nil)
}

// loadAgent reports a step every so often, and counts what comes of it.
type loadAgent struct {
	t      *testing.T
	desk   *desk
	base   string
	token  string
	name   string
	scenes []scene
	every  time.Duration
	until  time.Time
	per    int // steps of a session

	session string
	seq     int

	// What it counts: reports answered 2xx by session, refusals for now, and how long answers and decisions took.
	kept           map[string][]string
	refused        int
	answers, waits []time.Duration
	took           time.Duration // of the last call that was not refused
}

// run plays sessions until its time is over.
func (a *loadAgent) run() {
	a.kept = map[string][]string{}
	for n := 1; time.Now().Before(a.until) && !a.t.Failed(); n++ {
		a.session, a.seq = fmt.Sprintf("%s-%d", a.name, n), 0
		body, _ := json.Marshal(map[string]any{
			"session_id": a.session, "agent": a.name, "started_at": time.Now().UTC(), "workflow": "Load",
			"screen": map[string]any{"width": 1920, "height": 1080, "scale": 1},
		})
		a.send("POST", "/v1/sessions", "application/json", body, http.StatusCreated)
		a.play()
		a.send("POST", "/v1/sessions/"+a.session+"/finish", "application/json", []byte(`{"outcome":"aborted"}`), http.StatusNoContent)
	}
}

// play plays a session. A decision that comes late delays the next step, as it does with a real agent.
func (a *loadAgent) play() {
	next := time.Now()
	for step := 1; step <= a.per && time.Now().Before(a.until) && !a.t.Failed(); step++ {
		time.Sleep(time.Until(next))
		next = time.Now().Add(a.every)
		for attempt := 1; a.attempt(step, attempt); attempt++ {
			time.Sleep(100 * time.Millisecond) // instead of what the decision says: more load
		}
	}
}

// attempt reports a step and obeys; it returns whether another attempt is asked for.
func (a *loadAgent) attempt(step, attempt int) (again bool) {
	sc := a.scenes[(step*7+len(a.name))%len(a.scenes)]
	e := sc.event
	e.SessionID, e.ID, e.StepIndex, e.StepTotal, e.Attempt = a.session, fmt.Sprintf("s%da%d", step, attempt), step, a.per, attempt
	event, err := replay.EncodeEvent(e)
	if err != nil {
		a.t.Error(err)
		return false
	}
	mark := a.session + e.ID
	mediaType, body := form(a.t, event, map[string][]byte{"before": marked(sc.before, mark+"b"), "after": marked(sc.after, mark+"a")})
	start := time.Now()
	a.send("POST", "/v1/sessions/"+a.session+"/steps", mediaType, body, http.StatusAccepted)
	a.answers = append(a.answers, a.took)
	a.kept[a.session] = append(a.kept[a.session], e.ID)
	action := a.obey(e.ID)
	a.waits = append(a.waits, time.Since(start))
	return action == replay.DoRecheck || action == replay.DoRetry || action == replay.DoHandoff
}

// obey waits for a decision on a report. The person resumes every pause at once.
func (a *loadAgent) obey(id string) (action string) {
	for !a.t.Failed() {
		text := a.send("GET", "/v1/sessions/"+a.session+"/decisions?wait=30s&after="+strconv.Itoa(a.seq), "", nil, http.StatusOK, http.StatusNoContent)
		var ds []replay.Decision
		if len(text) > 0 {
			if err := json.Unmarshal(text, &ds); err != nil {
				a.t.Error(err)
			}
		}
		for _, d := range ds {
			if a.seq++; d.Seq != a.seq {
				a.t.Errorf("%s: decision %d, want %d", a.session, d.Seq, a.seq)
			}
			if d.EventID == id {
				action = d.Action
			}
		}
		if action != "" && action != replay.DoPause {
			return action
		}
		if action == replay.DoPause {
			a.desk.call(&replay.Order{SessionID: a.session, EventID: id, Action: replay.DoResume, Who: "nurse"})
			action = ""
		}
	}
	return ""
}

// send makes a call until it is answered with one of the statuses. Refused for now, it comes back when it is told to.
func (a *loadAgent) send(method, path, mediaType string, body []byte, want ...int) []byte {
	for !a.t.Failed() {
		req, err := http.NewRequest(method, a.base+path, bytes.NewReader(body))
		if err != nil {
			a.t.Error(err)
			return nil
		}
		req.Header.Set("Authorization", "Bearer "+a.token)
		req.Header.Set("Content-Type", mediaType)
		start := time.Now()
		resp, err := loadClient().Do(req)
		if err != nil {
			a.t.Error(err)
			return nil
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		a.took = time.Since(start)
		after, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		switch {
		case err != nil:
			a.t.Error(err)
		case resp.StatusCode == http.StatusTooManyRequests && after > 0:
			a.refused++
			time.Sleep(time.Duration(after) * time.Second)
			continue
		case !slices.Contains(want, resp.StatusCode):
			a.t.Errorf("%s %s: %d %s, want %v", method, path, resp.StatusCode, text, want)
		}
		return text
	}
	return nil
}

// loadClient keeps enough connections for all agents.
var loadClient = sync.OnceValue(func() *http.Client {
	return &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 2 * time.Minute}
})
