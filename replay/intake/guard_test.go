package intake

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vigie/replay"
)

func TestWhoMayIn(t *testing.T) {
	_, url := serve(t, &fakeDesk{}, Limits{})
	addr := strings.TrimPrefix(url, "http://")
	_, port, _ := net.SplitHostPort(addr)
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	host := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	const decisions, health = "/v1/sessions/demo/decisions", "/v1/health"
	tests := []struct {
		name   string
		path   string
		edit   func(*http.Request)
		status int
	}{
		{"the token", decisions, set("Authorization", "Bearer "+testToken), 204},
		{"the scheme in small letters", decisions, set("Authorization", "bearer "+testToken), 204},
		{"no token", decisions, func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"an empty token", decisions, set("Authorization", "Bearer "), 401},
		{"a wrong token", decisions, set("Authorization", "Bearer "+testToken[1:]+"x"), 401},
		{"half the token", decisions, set("Authorization", "Bearer "+testToken[:20]), 401},
		{"the token and more", decisions, set("Authorization", "Bearer "+testToken+"x"), 401},
		{"another scheme", decisions, set("Authorization", "Basic "+testToken), 401},
		{"the token in the query", decisions + "?token=" + testToken, func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"no token for health", health, func(r *http.Request) { r.Header.Del("Authorization") }, 200},
		{"no token for a call that is none", "/v1/nothing", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"no token for the description", "/v1/openapi.yaml", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"localhost", decisions, host("localhost:" + port), 204},
		{"LOCALHOST", decisions, host("LOCALHOST:" + port), 204},
		{"the other loopback", decisions, host("[::1]:" + port), 204},
		{"a foreign name that resolves here", decisions, host("evil.example:" + port), 403},
		{"a foreign name, for health", health, host("evil.example:" + port), 403},
		{"localhost as a part of a name", decisions, host("localhost.evil.example:" + port), 403},
		{"another port", decisions, host("127.0.0.1:1"), 403},
		{"no port", decisions, host("127.0.0.1"), 403},
		{"a web page", decisions, set("Origin", "http://evil.example"), 403},
		{"a web page on this machine", decisions, set("Origin", url), 403},
		{"a web page without origin", decisions, set("Origin", "null"), 403},
		{"an empty origin", decisions, set("Origin", ""), 403},
		{"a browser's own navigation", health, set("Sec-Fetch-Site", "none"), 403},
		{"a web page's image", health, set("Sec-Fetch-Site", "cross-site"), 403},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, body := answer(t, request(t, "GET", url+tt.path, "", "", tt.edit))
			if resp.StatusCode != tt.status {
				t.Fatalf("%d %s, want %d", resp.StatusCode, body, tt.status)
			}
			if tt.status >= 400 {
				checkProblem(t, resp, body, "")
			}
			if got := resp.Header.Get("WWW-Authenticate") != ""; got != (tt.status == 401) {
				t.Errorf("WWW-Authenticate sent: %v", got)
			}
			if h := resp.Header.Get("Access-Control-Allow-Origin"); h != "" {
				t.Errorf("a browser is let in: %q", h)
			}
		})
	}
}

func TestBrowsersPreflightIsRefused(t *testing.T) {
	_, url := serve(t, &fakeDesk{}, Limits{})
	resp, body := answer(t, request(t, "OPTIONS", url+"/v1/sessions", "", "", func(r *http.Request) {
		r.Header.Set("Origin", "http://evil.example")
		r.Header.Set("Access-Control-Request-Method", "POST")
	}))
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("%d %s, want 403", resp.StatusCode, body)
	}
}

func TestEmptyTokenLetsNobodyIn(t *testing.T) {
	s := NewServer(Params{Desk: &fakeDesk{}, Token: func() string { return "" }, Log: quiet()})
	url := "http://" + serveOn(t, s, "127.0.0.1:0")
	resp, _ := answer(t, request(t, "GET", url+"/v1/sessions/demo/decisions", "", "", func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer ")
	}))
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("%d, want 401", resp.StatusCode)
	}
}

func TestRenewedTokenHoldsAtOnce(t *testing.T) {
	token, err := OpenToken(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(Params{Desk: newMemDesk(nil), Token: token.Value, Log: quiet()})
	url := "http://" + serveOn(t, s, "127.0.0.1:0") + "/v1/sessions/demo/decisions"
	status := func(token string) int {
		resp, _ := answer(t, request(t, "GET", url, "", "", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }))
		return resp.StatusCode
	}
	old := token.Value()
	if got := status(old); got != http.StatusNoContent {
		t.Fatalf("%d, want 204", got)
	}
	renewed, err := token.Renew()
	if err != nil {
		t.Fatal(err)
	}
	if got := status(old); got != http.StatusUnauthorized {
		t.Errorf("%d with the old token, want 401", got)
	}
	if got := status(renewed); got != http.StatusNoContent {
		t.Errorf("%d with the new token, want 204", got)
	}
}

// A thief of the old token must not read on where a call of his waits already.
func TestRenewingTheTokenEndsTheCallsThatWait(t *testing.T) {
	for _, path := range []string{"decisions?wait=4m", "stream", "steps?wait=4m"} {
		t.Run(path, func(t *testing.T) {
			var token atomic.Value
			token.Store(testToken)
			desk := newMemDesk(nil)
			s := NewServer(Params{Desk: desk, Token: func() string { return token.Load().(string) }, Log: quiet()})
			url := "http://" + serveOn(t, s, "127.0.0.1:0") + "/v1/sessions/demo/"
			r := request(t, "GET", url+path, "", "")
			if strings.HasPrefix(path, "steps") {
				r = request(t, "POST", url+path, asJSON, goodEvent)
			}
			answered := make(chan string, 1)
			go func() {
				_, body := answer(t, r)
				answered <- body
			}()
			waitFor(t, func() bool { s.waits.mu.Lock(); defer s.waits.mu.Unlock(); return s.waits.held == 1 })
			token.Store("another")
			desk.say(replay.Decision{EventID: "s1a1", Action: replay.DoAbort, Note: "for others"})
			if body := <-answered; strings.Contains(body, "for others") {
				t.Errorf("the old token read %s", body)
			}
		})
	}
}

func TestTooManyAtOnce(t *testing.T) {
	entered, leave := make(chan struct{}, 8), make(chan struct{})
	desk := &fakeDesk{
		report: func(e replay.Event, _ replay.Pictures) (*replay.Report, bool, error) {
			entered <- struct{}{}
			<-leave
			return &replay.Report{Event: e}, false, nil
		},
		decisions: func(context.Context, string, int, time.Duration) ([]replay.Decision, *time.Time, error) {
			entered <- struct{}{}
			<-leave
			return nil, nil, nil
		},
	}
	_, url := serve(t, desk, Limits{ReportsPerSession: 1, WaitsPerSession: 1, Waits: 2, BytesInFlight: 250})
	calls := func(session string) map[string]*http.Request {
		return map[string]*http.Request{
			"report": request(t, "POST", url+"/v1/sessions/"+session+"/steps", asJSON, goodEvent),
			"poll":   request(t, "GET", url+"/v1/sessions/"+session+"/decisions", "", ""),
		}
	}
	done := make(chan int, 8)
	background := func(r *http.Request) {
		go func() {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Error(err)
				done <- 0
				return
			}
			_ = resp.Body.Close()
			done <- resp.StatusCode
		}()
		<-entered
	}
	for _, session := range []string{"a", "b"} {
		for _, r := range calls(session) {
			background(r)
		}
	}
	for _, session := range []string{"a", "c"} { // one too many of its own, and one too many of all
		for name, r := range calls(session) {
			resp, body := answer(t, r)
			if resp.StatusCode != http.StatusTooManyRequests {
				t.Fatalf("%s of %s: %d %s, want 429", name, session, resp.StatusCode, body)
			}
			checkProblem(t, resp, body, "")
		}
	}
	close(leave)
	for range 4 {
		if status := <-done; status != 202 && status != 204 {
			t.Errorf("a call that was let in was answered %d", status)
		}
	}
	for name, r := range calls("a") {
		if resp, body := answer(t, r); resp.StatusCode > 299 {
			t.Errorf("%s afterwards: %d %s", name, resp.StatusCode, body)
		}
	}
}

func TestListenTakesTheNextFreePort(t *testing.T) {
	first, _ := serve(t, &fakeDesk{}, Limits{})
	taken := first.listener.Addr().String()
	second := NewServer(Params{Desk: &fakeDesk{}, Token: func() string { return testToken }, Log: quiet()})
	if addr, err := second.Listen(taken, 1); err == nil {
		t.Fatalf("listening on %s twice", addr)
	}
	addr, err := second.Listen(taken, 50)
	if err != nil {
		t.Fatal(err)
	}
	if addr == taken {
		t.Errorf("listening on %s twice", addr)
	}
	if err := second.listener.Close(); err != nil {
		t.Error(err)
	}
}

func TestListenRefuses(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":7788", "192.0.2.1:7788", "example.org:80", "[::]:0", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:70000", "127.0.0.1:-1", ""} {
		s := NewServer(Params{Desk: &fakeDesk{}, Log: quiet()})
		if got, err := s.Listen(addr, 3); err == nil {
			t.Errorf("Listen(%q) listens on %s", addr, got)
			_ = s.listener.Close()
		}
	}
	if err := NewServer(Params{Log: quiet()}).Serve(); err == nil {
		t.Error("Serve without Listen has no error")
	}
}

func TestShutdownEndsWaitsAndKeepsReports(t *testing.T) {
	entered, leave := make(chan struct{}, 1), make(chan struct{})
	desk := newMemDesk(nil)
	slow := &fakeDesk{decisions: desk.Decisions, report: func(e replay.Event, _ replay.Pictures) (*replay.Report, bool, error) {
		entered <- struct{}{}
		<-leave
		return &replay.Report{Event: e}, false, nil
	}}
	s := NewServer(Params{Desk: slow, Token: func() string { return testToken }, Log: quiet()})
	addr, err := s.Listen("127.0.0.1:0", 1)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve() }()
	url := "http://" + addr + "/v1/sessions/demo"
	status := make(chan int, 2)
	for _, r := range []*http.Request{
		request(t, "POST", url+"/steps", asJSON, goodEvent), request(t, "GET", url+"/decisions?wait=4m", "", ""),
	} {
		go func() {
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Error(err)
				status <- 0
				return
			}
			_ = resp.Body.Close()
			status <- resp.StatusCode
		}()
	}
	<-entered
	waitFor(t, func() bool { s.waits.mu.Lock(); defer s.waits.mu.Unlock(); return s.waits.held == 1 })
	down := make(chan error, 1)
	go func() { down <- s.Shutdown(context.Background()) }()
	if got := <-status; got != http.StatusServiceUnavailable {
		t.Errorf("the wait was answered %d, want 503", got)
	}
	close(leave)
	if got := <-status; got != http.StatusAccepted {
		t.Errorf("the report was answered %d, want 202", got)
	}
	if err := errors.Join(<-down, <-served); err != nil {
		t.Error(err)
	}
}

// waitFor waits until a condition holds.
func waitFor(t *testing.T, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the condition did not come to hold")
		}
	}
}
