package intake

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vigie/replay"
)

// chromium draws a page in a real browser, without a window, and returns its document. Every name under ".example" leads
// to this machine, as an attacker's name server would have it.
func chromium(t *testing.T, url string) string {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("chromium is missing: run make deps")
		}
		t.Skip("chromium is missing: run make deps")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	home := t.TempDir()
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--host-resolver-rules=MAP *.example 127.0.0.1", "--user-data-dir="+home, "--virtual-time-budget=20000", "--dump-dom", url)
	cmd.Env = append(os.Environ(), "HOME="+home)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return string(out)
}

// countingDesk counts the calls that reach it.
func countingDesk(calls *atomic.Int64) *fakeDesk {
	return &fakeDesk{
		start: func(s replay.Session) (replay.Summary, bool, error) {
			calls.Add(1)
			return replay.Summary{Session: s}, true, nil
		},
		report: func(e replay.Event, _ replay.Pictures) (*replay.Report, bool, error) {
			calls.Add(1)
			return &replay.Report{Event: e}, false, nil
		},
		finish: func(string, string) error { calls.Add(1); return nil },
	}
}

// attack is a page that calls the intake in all ways that a page has, with the token too, and tells how it went.
const attack = `<!doctype html><title>attack</title><iframe name="sink"></iframe>
<form id="form" method="post" action="%[1]s/v1/sessions/demo/finish" enctype="text/plain" target="sink">
<input name='{"outcome": "completed", "x": "' value='"}'></form>
<script>
const target = %[2]q, token = %[3]q, report = {method: "POST", body: '{"session_id": "demo"}'};
async function attempt(name, path, options) {
	try {
		const r = await fetch(target + path, options);
		return name + ":" + (r.type === "opaque" ? "opaque" : r.status);
	} catch (e) { return name + ":blocked"; }
}
(async () => {
	const auth = {Authorization: "Bearer " + token, "Content-Type": "application/json"};
	const done = [
		await attempt("simple", "/v1/sessions", {...report, mode: "no-cors"}),
		await attempt("token", "/v1/sessions", {...report, headers: auth}),
		await attempt("read", "/v1/health", {}),
	];
	document.getElementById("form").submit();
	await new Promise(resolve => setTimeout(resolve, 500));
	await fetch("/told", {method: "POST", body: JSON.stringify(done)});
})();
</script>`

// TestWebPageReachesNothing has a page of another origin call the intake from a real browser, the token in its hands.
func TestWebPageReachesNothing(t *testing.T) {
	var calls, refused atomic.Int64
	s := NewServer(Params{Desk: countingDesk(&calls), Token: func() string { return testToken }, Log: quiet()})
	guarded := s.http.Handler
	s.http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		guarded.ServeHTTP(rec, r)
		if rec.Code == http.StatusForbidden {
			refused.Add(1)
		}
		for name, values := range rec.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	})
	target := "http://" + serveOn(t, s, "127.0.0.1:0")
	told := make(chan []string, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, attack, target, target, testToken)
	})
	mux.HandleFunc("POST /told", func(_ http.ResponseWriter, r *http.Request) {
		var done []string
		if json.NewDecoder(r.Body).Decode(&done) == nil {
			told <- done
		}
	})
	page := httptest.NewServer(mux)
	defer page.Close()
	chromium(t, page.URL)
	select {
	case done := <-told:
		if got, want := strings.Join(done, " "), "simple:opaque token:blocked read:blocked"; got != want {
			t.Errorf("the page got %s, want %s", got, want)
		}
	case <-time.After(time.Minute):
		t.Fatal("the page did not say how it went")
	}
	if calls.Load() != 0 || refused.Load() < 4 {
		t.Errorf("%d calls reached the desk, %d were refused; want none and four", calls.Load(), refused.Load())
	}
}

// TestRebindingNameReachesNothing has a real browser load the intake itself under a foreign name that leads to it. Its
// scripts would be of the same origin as the intake.
func TestRebindingNameReachesNothing(t *testing.T) {
	var calls atomic.Int64
	_, url := serve(t, countingDesk(&calls), Limits{})
	_, port, err := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	control := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "reached") }))
	defer control.Close()
	_, controlPort, err := net.SplitHostPort(strings.TrimPrefix(control.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	if dom := chromium(t, "http://evil.example:"+controlPort+"/"); !strings.Contains(dom, "reached") {
		t.Fatalf("the foreign name does not lead to this machine: %s", dom)
	}
	dom := chromium(t, "http://evil.example:"+port+"/v1/health")
	if !strings.Contains(dom, "evil.example") || !strings.Contains(dom, "not the listening address") || strings.Contains(dom, "1.2.3") {
		t.Errorf("the browser got %s, want a refusal of the name", dom)
	}
	if calls.Load() != 0 {
		t.Errorf("%d calls reached the desk", calls.Load())
	}
}
