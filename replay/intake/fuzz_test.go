package intake

import (
	"bytes"
	"errors"
	"image/color"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

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
