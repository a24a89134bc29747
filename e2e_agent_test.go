package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"testing"
	"time"
)

// agent is a robot that works by sight: it clicks, takes screenshots, reports over HTTP and obeys.
type agent struct {
	base, token, session string
	desk                 *hospital
	seq                  int
}

// decision is what the agent reads of a decision.
type decision struct {
	Seq       int    `json:"seq"`
	StepIndex int    `json:"step_index"`
	Attempt   int    `json:"attempt"`
	Verdict   string `json:"verdict"`
	Category  string `json:"category"`
	Action    string `json:"action"`
	AfterMS   int    `json:"after_ms"`
	By        string `json:"by"`
}

// call makes one call, and fails the test when the answer's status is none of those wanted.
func (a *agent) call(t *testing.T, method, path, kind string, body []byte, want ...int) (int, []byte) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, a.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range want {
		if res.StatusCode == status {
			return status, data
		}
	}
	t.Fatalf("%s %s: status %d, want one of %v: %s", method, path, res.StatusCode, want, data)
	return 0, nil
}

func (a *agent) post(t *testing.T, path string, body any, want ...int) {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	a.call(t, http.MethodPost, path, "application/json", data, want...)
}

// begin starts the session.
func (a *agent) begin(t *testing.T, steps int) {
	t.Helper()
	a.post(t, "/v1/sessions", map[string]any{
		"session_id": a.session, "workflow": "Ouvrir_imagerie", "agent": "e2e", "started_at": time.Now().UTC(),
		"step_total": steps, "mode": "supervised", "language": "fr",
		"screen": map[string]any{"width": a.desk.width, "height": a.desk.height, "scale": 1},
	}, http.StatusCreated)
}

// finish ends the session.
func (a *agent) finish(t *testing.T) {
	t.Helper()
	a.post(t, "/v1/sessions/"+a.session+"/finish", map[string]string{"outcome": "completed"}, http.StatusNoContent)
}

// openTab does a step: it means to click the tab, clicks at a place that may be another one, and reports success whatever
// happened, as such robots do. It returns the first decision that is not to wait.
func (a *agent) openTab(t *testing.T, step, attempt int, label string, at spot) decision {
	t.Helper()
	a.post(t, "/v1/sessions/"+a.session+"/steps/announce", map[string]int{"step_index": step, "attempt": attempt}, http.StatusNoContent)
	before := a.desk.picture(t)
	a.desk.click(t, at)
	time.Sleep(400 * time.Millisecond) // as an agent is told to wait before it takes its picture
	a.report(t, step, attempt, label, at, before, a.desk.picture(t))
	return a.next(t, step)
}

// report sends a step.
func (a *agent) report(t *testing.T, step, attempt int, label string, at spot, before, after []byte) {
	t.Helper()
	action := map[string]any{"type": "click_anchor", "role": "tab", "by_text": label, "button": "left"}
	planned := a.desk.told().Tabs[label]
	for k, v := range a.desk.share(planned) {
		action[k] = v
	}
	event, err := json.Marshal(map[string]any{
		"session_id": a.session, "step_index": step, "step_total": 2, "attempt": attempt, "id": fmt.Sprintf("s%da%d", step, attempt),
		"action":  action,
		"result":  map[string]any{"success": true, "actual_position": a.desk.share(at)},
		"context": map[string]any{"label": "Ouvrir l'onglet " + label, "expected_result": "L'onglet " + label + " est actif", "app_title": "Dossier patient"},
	})
	if err != nil {
		t.Fatal(err)
	}
	kind, body := form(t, event, map[string][]byte{"before": before, "after": after})
	a.call(t, http.MethodPost, "/v1/sessions/"+a.session+"/steps", kind, body, http.StatusAccepted)
}

// form makes a multipart body of an event and its pictures.
func form(t *testing.T, event []byte, pictures map[string][]byte) (kind string, body []byte) {
	t.Helper()
	var buffer bytes.Buffer
	w := multipart.NewWriter(&buffer)
	if err := w.WriteField("event", string(event)); err != nil {
		t.Fatal(err)
	}
	for name, data := range pictures {
		part, err := w.CreateFormFile(name, name+".png")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), buffer.Bytes()
}

// next waits for the next decision on the step.
func (a *agent) next(t *testing.T, step int) decision {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if d, ok := a.poll(t, step, 5*time.Second); ok {
			return d
		}
	}
	t.Fatalf("no decision on step %d within %v", step, patience)
	return decision{}
}

// poll waits for at most that long for a decision on the step.
func (a *agent) poll(t *testing.T, step int, wait time.Duration) (d decision, ok bool) {
	t.Helper()
	path := fmt.Sprintf("/v1/sessions/%s/decisions?after=%d&wait=%v", a.session, a.seq, wait)
	_, data := a.call(t, http.MethodGet, path, "", nil, http.StatusOK, http.StatusNoContent)
	if len(bytes.TrimSpace(data)) == 0 {
		return decision{}, false
	}
	var decisions []decision
	if err := json.Unmarshal(data, &decisions); err != nil {
		t.Fatalf("decisions: %v: %s", err, data)
	}
	for _, d := range decisions {
		a.seq = d.Seq
		if d.StepIndex == step {
			t.Logf("step %d attempt %d: %s %s, %s by %s", d.StepIndex, d.Attempt, d.Verdict, d.Category, d.Action, d.By)
			return d, true
		}
	}
	return decision{}, false
}
