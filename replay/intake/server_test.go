package intake

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"image/color"
	"log/slog"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

const goodEvent = `{"id": "s1a1", "step_index": 1, "action": {"type": "click"}, "result": {"success": true}}`

// part is a part of a multipart body.
type part struct{ name, data string }

func formBody(t testing.TB, parts ...part) (mediaType, body string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		f, err := w.CreateFormFile(p.name, p.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(p.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.String()
}

func failing(err error) *fakeDesk {
	return &fakeDesk{
		start:    func(replay.Session) (replay.Summary, bool, error) { return replay.Summary{}, false, err },
		announce: func(string, int, int) error { return err },
		report:   func(replay.Event, replay.Pictures) (*replay.Report, bool, error) { return nil, false, err },
		decisions: func(context.Context, string, int, time.Duration) ([]replay.Decision, *time.Time, error) {
			return nil, nil, err
		},
		finish: func(string, string) error { return err },
	}
}

// send is one call of the status table.
type send struct{ method, path, mediaType, body string }

const asJSON = "application/json"

// statusCase is a call with the answer that it should get; a nil desk is one where all is well.
type statusCase struct {
	name   string
	desk   *fakeDesk
	send   send
	status int
	field  string
	says   string
}

// statusCases are all statuses of all calls.
func statusCases() []statusCase {
	steps, announce := "/v1/sessions/demo/steps", "/v1/sessions/demo/steps/announce"
	known := &fakeDesk{start: func(s replay.Session) (replay.Summary, bool, error) {
		return replay.Summary{Session: s, Phase: replay.PhasePaused, Steps: 4}, false, nil
	}}
	deskErr := func(err error) *fakeDesk { return failing(fmt.Errorf("session %q: %w", "demo", err)) }
	wantStep := send{"POST", announce, asJSON, `{"step_index": 1}`}
	report := send{"POST", steps, asJSON, goodEvent}
	return []statusCase{
		{"health", nil, send{"GET", "/v1/health", "", ""}, 200, "", `"version":"1.2.3"`},
		{"a new session", nil, send{"POST", "/v1/sessions", asJSON, `{"session_id": "demo"}`}, 201, "", `"max_body_bytes":67108864`},
		{"a session resumed", known, send{"POST", "/v1/sessions", asJSON, `{"session_id": "demo"}`}, 200, "", `"steps":4`},
		{"a session without id", nil, send{"POST", "/v1/sessions", asJSON, `{}`}, 422, "session_id", "session_id"},
		{"a session of an unknown mode", nil, send{"POST", "/v1/sessions", asJSON, `{"session_id": "a", "mode": "wild"}`}, 422, "mode", "supervised"},
		{"an announcement", nil, wantStep, 204, "", ""},
		{"an announcement of step 0", nil, send{"POST", announce, asJSON, `{"step_index": 0}`}, 422, "step_index", "the first is 1"},
		{"an announcement of attempt 0", nil, send{"POST", announce, asJSON, `{"step_index": 1, "attempt": 0}`}, 422, "attempt", "the first is 1"},
		{"a step that is a text", nil, send{"POST", announce, asJSON, `{"step_index": "one"}`}, 422, "step_index", "a whole number"},
		{"no object", nil, send{"POST", announce, asJSON, `7`}, 422, "", "an object"},
		{"broken JSON", nil, send{"POST", announce, asJSON, `{"step_index": }`}, 400, "", "not JSON"},
		{"half JSON", nil, send{"POST", announce, asJSON, `{"step_index": 1`}, 400, "", "whole"},
		{"two objects", nil, send{"POST", announce, asJSON, `{"step_index": 1} {}`}, 400, "", "one object"},
		{"a form where JSON belongs", nil, send{"POST", announce, "text/plain", `{"step_index": 1}`}, 415, "", "application/json"},
		{"a report", nil, report, 202, "", `{"event_id":"s1a1"}`},
		{"a report without id", nil, send{"POST", steps, asJSON, `{"step_index": 1}`}, 422, "id", "id"},
		{"a report with a wrong type", nil, send{"POST", steps, asJSON, `{"id": "a", "step_index": 1, "action": {"type": "click", "x_pct": "left", "y_pct": 1}}`}, 422, "action.x_pct", "a number"},
		{"another session's report", nil, send{"POST", steps, asJSON, strings.Replace(goodEvent, "{", `{"session_id": "other",`, 1)}, 422, "session_id", "other"},
		{"a report as text", nil, send{"POST", steps, "text/plain", "hello"}, 415, "", "multipart/form-data"},
		{"a form without boundary", nil, send{"POST", steps, "multipart/form-data", "hello"}, 400, "Content-Type", "boundary"},
		{"decisions, none", nil, send{"GET", "/v1/sessions/demo/decisions", "", ""}, 204, "", ""},
		{"decisions after a word", nil, send{"GET", "/v1/sessions/demo/decisions?after=last", "", ""}, 400, "after", "seq"},
		{"decisions after less than none", nil, send{"GET", "/v1/sessions/demo/decisions?after=-1", "", ""}, 400, "after", "seq"},
		{"a wait that is a word", nil, send{"GET", "/v1/sessions/demo/decisions?wait=long", "", ""}, 400, "wait", "wait=30s"},
		{"a wait of a day", nil, send{"GET", "/v1/sessions/demo/decisions?wait=24h", "", ""}, 400, "wait", "5m"},
		{"a misspelt parameter", nil, send{"GET", "/v1/sessions/demo/decisions?wiat=1s", "", ""}, 400, "wiat", "unknown"},
		{"a parameter twice", nil, send{"GET", "/v1/sessions/demo/decisions?wait=1s&wait=2s", "", ""}, 400, "wait", "once"},
		{"a stream from a word", nil, send{"GET", "/v1/sessions/demo/stream?after=x", "", ""}, 400, "after", "seq"},
		{"a body where none belongs", nil, send{"GET", "/v1/sessions/demo/decisions", asJSON, "{}"}, 400, "", "no body"},
		{"the end", nil, send{"POST", "/v1/sessions/demo/finish", asJSON, `{"outcome": "completed"}`}, 204, "", ""},
		{"an end of an unknown kind", nil, send{"POST", "/v1/sessions/demo/finish", asJSON, `{"outcome": "won"}`}, 422, "outcome", "completed"},
		{"no such call", nil, send{"GET", "/v2/health", "", ""}, 404, "", "openapi.yaml"},
		{"another method", nil, send{"DELETE", "/v1/sessions", "", ""}, 405, "", "POST"},
		{"HEAD", nil, send{"HEAD", "/v1/sessions/demo/stream", "", ""}, 405, "", ""},
		{"unknown session, announced", deskErr(replay.ErrUnknownSession), wantStep, 404, "", "POST /v1/sessions"},
		{"unknown session, reported", deskErr(replay.ErrUnknownSession), report, 404, "", "demo"},
		{"unknown session, asked", deskErr(replay.ErrUnknownSession), send{"GET", "/v1/sessions/demo/decisions", "", ""}, 404, "", "demo"},
		{"unknown session, streamed", deskErr(replay.ErrUnknownSession), send{"GET", "/v1/sessions/demo/stream", "", ""}, 404, "", "demo"},
		{"unknown session, ended", deskErr(replay.ErrUnknownSession), send{"POST", "/v1/sessions/demo/finish", asJSON, `{"outcome": "crashed"}`}, 404, "", "demo"},
		{"out of order", deskErr(replay.ErrOutOfOrder), report, 409, "", "out of order"},
		{"already decided", deskErr(replay.ErrDecided), report, 409, "", "already decided"},
		{"after the end", deskErr(replay.ErrEnded), send{"POST", "/v1/sessions", asJSON, `{"session_id": "demo"}`}, 409, "", "new session_id"},
		{"too many wait for validation", deskErr(replay.ErrBusy), report, 429, "", "again"},
		{"disk full", deskErr(replay.ErrStore), report, 507, "", "free space"},
		{"shutting down", deskErr(replay.ErrShuttingDown), report, 503, "", "shutting down"},
		{"an error of our own", failing(errors.New("disk at /secret/place broke")), report, 500, "", "its log"},
	}
}

func TestStatusOfEveryAnswer(t *testing.T) {
	for _, tt := range statusCases() {
		t.Run(tt.name, func(t *testing.T) {
			desk := tt.desk
			if desk == nil {
				desk = &fakeDesk{}
			}
			_, url := serve(t, desk, Limits{})
			resp, body := answer(t, request(t, tt.send.method, url+tt.send.path, tt.send.mediaType, tt.send.body))
			if resp.StatusCode != tt.status || !strings.Contains(body, tt.says) {
				t.Fatalf("%d %s, want %d with %q", resp.StatusCode, body, tt.status, tt.says)
			}
			if tt.status >= 400 && tt.send.method != "HEAD" {
				checkProblem(t, resp, body, tt.field)
			}
			if strings.Contains(body, "/secret/place") {
				t.Errorf("the answer tells an agent what is inside: %s", body)
			}
		})
	}
}

func checkProblem(t *testing.T, resp *http.Response, body, field string) {
	t.Helper()
	if got := resp.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type %q, want application/problem+json", got)
	}
	var p Problem
	if err := json.Unmarshal([]byte(body), &p); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	if p.Status != resp.StatusCode || !strings.HasPrefix(p.Type, "urn:vigie:problem:") || p.Title == "" || p.Detail == "" {
		t.Errorf("problem %+v: status, type, title and detail must be set", p)
	}
	if strings.HasSuffix(p.Type, ":") {
		t.Errorf("problem type %q has no name for %d", p.Type, p.Status)
	}
	if p.Field != field {
		t.Errorf("field %q, want %q", p.Field, field)
	}
	wantsRetry := p.Status == 429 || p.Status == 503 || p.Status == 507
	if got := resp.Header.Get("Retry-After") != ""; got != wantsRetry {
		t.Errorf("Retry-After sent: %v, want %v", got, wantsRetry)
	}
}

func TestReportArrivesWhole(t *testing.T) {
	white, black, jpg := string(shot(t, color.White)), string(shot(t, color.Black)), string(jpegShot(t))
	b64 := base64.StdEncoding.EncodeToString
	burst := []part{{"after_10", jpg}, {"before", white}, {"event", goodEvent}, {"after_2", black}, {"after", white}}
	inline := func(pictures string) string {
		return strings.TrimSuffix(goodEvent, "}") + `, "screenshots": {"before": "010-before.png"}, "pictures": ` + pictures + "}"
	}
	tests := []struct {
		name  string
		parts []part
		json  string
		want  []string // before, then after
	}{
		{name: "no picture", parts: []part{{"event", goodEvent}}, want: []string{""}},
		{name: "before and after", parts: []part{{"event", goodEvent}, {"before", white}, {"after", jpg}}, want: []string{white, jpg}},
		{name: "a burst whose parts come in any order", parts: burst, want: []string{white, white, black, jpg}},
		{name: "a burst of parts of one name", parts: []part{{"event", goodEvent}, {"after", white}, {"after", black}}, want: []string{"", white, black}},
		{name: "base64", json: inline(`{"before": "` + b64([]byte(white)) + `", "after": ["` + b64([]byte(jpg)) + `"]}`), want: []string{white, jpg}},
		{name: "base64, one after", json: inline(`{"after": "` + b64([]byte(black)) + `"}`), want: []string{"", black}},
		{name: "URL alphabet without padding", json: inline(`{"before": "` + base64.RawURLEncoding.EncodeToString([]byte(jpg)) + `"}`), want: []string{jpg}},
		{name: "data URL", json: inline(`{"before": "data:image/png;base64,` + b64([]byte(white)) + `"}`), want: []string{white}},
		{name: "no pictures", json: inline(`null`), want: []string{""}},
		{
			name: "base64 where the names stand",
			json: strings.TrimSuffix(goodEvent, "}") + `, "screenshots": {"before": "` + b64([]byte(white)) + `"}}`, want: []string{white},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			var event replay.Event
			desk := &fakeDesk{report: func(e replay.Event, p replay.Pictures) (*replay.Report, bool, error) {
				event = e
				got = []string{""}
				if p.Before != nil {
					got[0] = string(p.Before.Bytes())
				}
				for _, a := range p.After {
					got = append(got, string(a.Bytes()))
				}
				return &replay.Report{Event: e}, false, nil
			}}
			_, url := serve(t, desk, Limits{})
			mediaType, body := asJSON, tt.json
			if tt.parts != nil {
				mediaType, body = formBody(t, tt.parts...)
			}
			resp, text := answer(t, request(t, "POST", url+"/v1/sessions/d%C3%A9mo%2F1/steps", mediaType, body))
			if resp.StatusCode != http.StatusAccepted {
				t.Fatalf("%d %s", resp.StatusCode, text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("pictures (-want +got):\n%s", diff)
			}
			if event.SessionID != "démo/1" || event.ID != "s1a1" || event.Extra != nil {
				t.Errorf("event %+v, want session démo/1, id s1a1 and no unknown fields", event)
			}
			if (event.Screenshots.Before != "") != (got[0] != "") || len(event.Screenshots.After) != len(got)-1 {
				t.Errorf("screenshots %+v name other pictures than came", event.Screenshots)
			}
		})
	}
}

// claim makes a picture's header claim another size.
func claim(png string, width, height uint32) string {
	data := []byte(png)
	binary.BigEndian.PutUint32(data[16:], width)
	binary.BigEndian.PutUint32(data[20:], height)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return string(data)
}

func TestReportIsRefused(t *testing.T) {
	white := string(shot(t, color.White))
	event := part{"event", goodEvent}
	huge := claim(white, 50_000, 50_000)
	wide := []part{event}
	for range 4 {
		wide = append(wide, part{"after", claim(white, 10_000, 5_000)})
	}
	nine := []part{event}
	for range replay.MaxAfterPictures + 1 {
		nine = append(nine, part{"after", white})
	}
	tests := []struct {
		name   string
		parts  []part
		json   string
		status int
		field  string
	}{
		{name: "without event", parts: []part{{"before", white}}, status: 400, field: "event"},
		{name: "two events", parts: []part{event, event}, status: 400, field: "event"},
		{name: "two befores", parts: []part{event, {"before", white}, {"before", white}}, status: 400, field: "before"},
		{name: "an unknown part", parts: []part{event, {"screenshot", white}}, status: 400, field: "screenshot"},
		{name: "a part after_0", parts: []part{event, {"after_0", white}}, status: 400, field: "after_0"},
		{name: "a part after_x", parts: []part{event, {"after_x", white}}, status: 400, field: "after_x"},
		{name: "too many after pictures", parts: nine, status: 400, field: "after"},
		{name: "an empty picture", parts: []part{event, {"before", ""}}, status: 415},
		{name: "a picture that is a text", parts: []part{event, {"after", "GIF89a"}}, status: 415},
		{name: "one byte", parts: []part{event, {"after", "\x89"}}, status: 415},
		{name: "a header of 50,000×50,000", parts: []part{event, {"after", huge}}, status: 413},
		{name: "four pictures of 50 million pixels each", parts: wide, status: 413},
		{name: "an event that is no JSON", parts: []part{{"event", "hello"}}, status: 400},
		{name: "a file's name where a picture belongs", json: `{"screenshots": {"before": "/etc/passwd.png"}}`, status: 422, field: "screenshots.before"},
		{name: "an after that is a number", json: `{"pictures": {"after": 3}}`, status: 422, field: "pictures.after"},
		{name: "pictures that are a list", json: `{"pictures": []}`, status: 422, field: "pictures"},
		{name: "a text in base64", json: `{"id": "a", "step_index": 1, "action": {"type": "click"}, "result": {"success": true}, "pictures": {"before": "aGVsbG8="}}`, status: 415},
		{name: "base64 that ends in the middle", json: `{"pictures": {"after": ["", "a"]}}`, status: 422, field: "pictures.after[1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			desk := &fakeDesk{report: func(replay.Event, replay.Pictures) (*replay.Report, bool, error) {
				t.Error("the desk heard of it")
				return nil, false, nil
			}}
			_, url := serve(t, desk, Limits{})
			mediaType, body := asJSON, tt.json
			if tt.parts != nil {
				mediaType, body = formBody(t, tt.parts...)
			}
			resp, text := answer(t, request(t, "POST", url+"/v1/sessions/demo/steps", mediaType, body))
			if resp.StatusCode != tt.status {
				t.Fatalf("%d %s, want %d", resp.StatusCode, text, tt.status)
			}
			checkProblem(t, resp, text, tt.field)
		})
	}
}

func TestPanicIsAnsweredAndLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	desk := &fakeDesk{finish: func(string, string) error { panic("the desk fell over") }}
	s := NewServer(Params{Desk: desk, Token: func() string { return testToken }, Log: slog.New(slog.NewTextHandler(&log, nil))})
	url := "http://" + serveOn(t, s, "127.0.0.1:0")
	resp, body := answer(t, request(t, "POST", url+"/v1/sessions/demo/finish", asJSON, `{"outcome": "completed"}`))
	if resp.StatusCode != http.StatusInternalServerError {
		t.Fatalf("%d %s, want 500", resp.StatusCode, body)
	}
	checkProblem(t, resp, body, "")
	if n := strings.Count(log.String(), "the desk fell over"); n != 1 {
		t.Errorf("logged %d times, want once:\n%s", n, log.String())
	}
	if strings.Contains(log.String(), testToken) {
		t.Error("the token is in the log")
	}
}
