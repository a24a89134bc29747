package intake

import (
	"bytes"
	"errors"
	"image/color"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode"

	"vigie/replay"
)

// checkRefusal fails for an error that an agent could not act on, or that blames us for what it sent.
func checkRefusal(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	p := toProblem(err)
	if p.Status < 400 || p.Status > 499 || p.Detail == "" || problemNames[p.Status] == "" {
		t.Errorf("refused with %+v: %v", p, err)
	}
}

func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "after=1&wait=30s", "wait=20", "wait=1h", "after=-1", "after=99999999999999999999", "wait=NaN", "a=%zz", "wait=1s&wait=2s", "wait=-0s"} {
		f.Add(s, "7")
	}
	f.Fuzz(func(t *testing.T, query, lastID string) {
		r := &http.Request{URL: &url.URL{RawQuery: query}, Header: http.Header{}}
		r.Header.Set("Last-Event-ID", lastID)
		q, err := parseQuery(r, "after", "wait")
		checkRefusal(t, err)
		if err != nil {
			return
		}
		wait, err := parseWait(q)
		checkRefusal(t, err)
		if wait < 0 || wait > MaxWait {
			t.Errorf("wait %s of %q", wait, query)
		}
		after, err := streamStart(r, q)
		checkRefusal(t, err)
		if after < 0 {
			t.Errorf("after %d of %q", after, query)
		}
	})
}

func FuzzMultipart(f *testing.F) {
	white := string(shot(f, color.White))
	for _, parts := range [][]part{
		{{"event", goodEvent}},
		{{"event", goodEvent}, {"before", white}, {"after", white}, {"after_2", white}},
		{{"before", ""}},
		{{"event", "{"}, {"after_65536", "x"}},
		{{"event", goodEvent}, {"after", "\xff\xd8\xff"}},
	} {
		mediaType, body := formBody(f, parts...)
		f.Add(mediaType, []byte(body))
	}
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=event\r\n\r\n{}\r\n--x--"))
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/v1/sessions/demo/steps", bytes.NewReader(body))
		r.Header.Set("Content-Type", mediaType)
		p, err := readMultipart(httptest.NewRecorder(), r, 1<<20)
		checkRefusal(t, err)
		if err == nil {
			checkParcel(t, p)
		}
	})
}

func FuzzInline(f *testing.F) {
	for _, s := range []string{
		goodEvent, `{"pictures": {"before": "iVBORw0KGgo=", "after": ["", "/9j/"]}}`, `{"screenshots": {"before": "010-before.png"}}`,
		`{"pictures": {"before": "data:image/png;base64,iVBORw0KGgo"}}`, `{"pictures": 1}`, `{"pictures": {"after": [1]}}`, `[]`, `null`, ``, `{}{}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := splitInline(body)
		checkRefusal(t, err)
		if err == nil {
			checkParcel(t, p)
		}
	})
}

// checkParcel opens a parcel: it is an event with its pictures, or a refusal.
func checkParcel(t *testing.T, p parcel) {
	t.Helper()
	if len(p.after) > replay.MaxAfterPictures {
		t.Errorf("%d after pictures", len(p.after))
	}
	e, pictures, err := p.open("demo")
	checkRefusal(t, err)
	if err == nil && (e.SessionID != "demo" || e.ID == "" || len(pictures.After) != len(p.after)) {
		t.Errorf("event %+v with %d pictures of %d", e, len(pictures.After), len(p.after))
	}
}

func FuzzSmallBody(f *testing.F) {
	for _, s := range []string{`{"step_index": 1}`, `{"step_index": 1e9}`, `{"step_index": "x"}`, `[]`, ``, `{"step_index": 1} 2`, `{"step_index": 1.5}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var v struct {
			StepIndex int      `json:"step_index"`
			Outcome   string   `json:"outcome"`
			List      []string `json:"list"`
		}
		err := decodeJSON(body, &v)
		checkRefusal(t, err)
		var p *Problem
		if err != nil && !errors.As(err, &p) {
			t.Errorf("error %v is no problem", err)
		}
	})
}

// FuzzAnswer is a server that answers the reference agent with anything.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		`[{"seq": 1, "event_id": "s1a1", "action": "continue", "verdict": "COMPLETE"}]`, "\n\n[]", `[{"seq": -1, "action": "\u001b[2J"}]`,
		`{"session_id": "demo", "capture_after_ms": {"default": 1e99}}`, `{"status": 429, "detail": "later"}`, `<html>`, ``, `null`, `[[[[`,
		`[{"seq": 9223372036854775807, "step_index": 1, "action": "recheck", "after_ms": -5}]`,
	} {
		f.Add(http.StatusOK, "1", []byte(s))
		f.Add(http.StatusTooManyRequests, "-1", []byte(s))
	}
	f.Fuzz(func(t *testing.T, status int, retry string, body []byte) {
		resp := &http.Response{
			StatusCode: status, Status: http.StatusText(status), Header: http.Header{"Retry-After": {retry}},
			Body: io.NopCloser(bytes.NewReader(body)), Request: httptest.NewRequest(http.MethodGet, "/", nil),
		}
		if status >= http.StatusBadRequest {
			err := readProblem(resp)
			if wait := retryAfter(err); wait > time.Minute || err.Error() == "" {
				t.Errorf("told %q to come back after %s", err, wait)
			}
			return
		}
		var ds []replay.Decision
		if err := readJSON(resp, &ds); err != nil {
			return
		}
		for _, d := range ds {
			line := decisionLine(d, replay.Event{ID: d.EventID})
			if strings.ContainsFunc(line, unicode.IsControl) {
				t.Errorf("the terminal is steered by %q", line)
			}
		}
	})
}

// FuzzHost looks for a name that is let in and is not ours.
func FuzzHost(f *testing.F) {
	for _, s := range []string{"127.0.0.1:7788", "localhost:7788", "[::1]:7788", "localhost", "evil.example:7788", "[", "127.0.0.1:7788@x", "", "::1:7788"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, host string) {
		for _, name := range []string{"127.0.0.1", "localhost", "::1"} {
			if !sameHost(host, name, "7788", "80") {
				continue
			}
			if got, port, err := net.SplitHostPort(host); err != nil || !strings.EqualFold(got, name) || port != "7788" {
				t.Errorf("%q is let in as %s", host, name)
			}
		}
	})
}

// FuzzOwnFiles reads a token and a certificate that somebody else wrote.
func FuzzOwnFiles(f *testing.F) {
	good, err := newCertificate(time.Now())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:200])
	f.Add([]byte(newToken()))
	f.Fuzz(func(t *testing.T, data []byte) {
		if token, ok := parseToken(data); ok && (len(token) != 43 || strings.ContainsFunc(token, unicode.IsSpace)) {
			t.Errorf("token %q of %q", token, data)
		}
		if c, err := parseCertificate(data); err == nil && len(c.Fingerprint()) != 95 {
			t.Errorf("fingerprint %q of %q", c.Fingerprint(), data)
		}
	})
}
