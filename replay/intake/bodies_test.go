package intake

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"vigie/replay"
)

func TestBodiesAreBounded(t *testing.T) {
	desk := &fakeDesk{report: func(replay.Event, replay.Pictures) (*replay.Report, bool, error) {
		t.Error("the desk heard of it")
		return nil, false, nil
	}}
	_, url := serve(t, desk, Limits{JSONBody: 1000, MultipartBody: 2000})
	long := strings.Repeat("x", 3000)
	mediaType, multi := formBody(t, part{"event", goodEvent}, part{"before", long})
	chunked := func(r *http.Request) { r.ContentLength = -1 }
	as := func(*http.Request) {}
	tests := []struct {
		name, path, mediaType, body string
		edit                        func(*http.Request)
	}{
		{"JSON that says its length", "/v1/sessions/demo/steps", asJSON, `{"id": "` + long + `"}`, as},
		{"JSON in chunks", "/v1/sessions/demo/steps", asJSON, `{"id": "` + long + `"}`, chunked},
		{"a form that says its length", "/v1/sessions/demo/steps", mediaType, multi, as},
		{"a form in chunks", "/v1/sessions/demo/steps", mediaType, multi, chunked},
		{"a session of 2 MiB", "/v1/sessions", asJSON, `{"session_id": "` + strings.Repeat("x", 2<<20) + `"}`, chunked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := answer(t, request(t, "POST", url+tt.path, tt.mediaType, tt.body, tt.edit))
			if resp.StatusCode != http.StatusRequestEntityTooLarge {
				t.Fatalf("%d %s, want 413", resp.StatusCode, body)
			}
			checkProblem(t, resp, body, "")
		})
	}
}

// raw opens a connection and sends text.
func raw(t *testing.T, addr, text string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return c
}

func head(addr, path string, length int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n",
		path, addr, testToken, length)
}

func TestHalfABodyIsNoReport(t *testing.T) {
	desk := &fakeDesk{report: func(replay.Event, replay.Pictures) (*replay.Report, bool, error) {
		t.Error("the desk heard of it")
		return nil, false, nil
	}}
	_, url := serve(t, desk, Limits{})
	addr := strings.TrimPrefix(url, "http://")
	c := raw(t, addr, head(addr, "/v1/sessions/demo/steps", len(goodEvent))+goodEvent[:40])
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest {
		t.Errorf("%d, want 400", resp.StatusCode)
	}
}

func TestSlowBodyIsCutOff(t *testing.T) {
	_, url := serve(t, &fakeDesk{}, Limits{BodyTime: 50 * time.Millisecond})
	addr := strings.TrimPrefix(url, "http://")
	for _, path := range []string{"/v1/sessions/demo/steps", "/v1/sessions"} {
		c := raw(t, addr, head(addr, path, 500)+"{")
		resp, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != http.StatusRequestTimeout || !resp.Close {
			t.Errorf("%s: %d, close %v; want 408 and the connection closed", path, resp.StatusCode, resp.Close)
		}
	}
}

func TestWaitOutlivesTheBodysDeadline(t *testing.T) {
	desk := newMemDesk(nil)
	_, url := serve(t, desk, Limits{BodyTime: 100 * time.Millisecond})
	timer := time.AfterFunc(400*time.Millisecond, func() {
		desk.say(replay.Decision{EventID: "s1a1", Action: replay.DoContinue})
	})
	defer timer.Stop()
	resp, body := answer(t, request(t, "POST", url+"/v1/sessions/demo/steps?wait=20s", asJSON, goodEvent))
	if resp.StatusCode != http.StatusOK || !strings.Contains(body, `"action":"continue"`) {
		t.Errorf("%d %s, want the decision", resp.StatusCode, body)
	}
}
