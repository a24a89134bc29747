package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// spot is a place on the screen, in pixels.
type spot struct{ X, Y float64 }

// told is what the page says of itself: what really happened, known from the page and never from the picture.
type told struct {
	Active string          // the tab that is shown
	Tabs   map[string]spot // where the tabs' middles stand on the screen
	Chrome float64         // the height of the browser's own bars
}

// hospital is a browser that shows a patient's record, on a screen of its own.
type hospital struct {
	*display
	width, height float64

	mu   sync.Mutex
	last told
}

// openHospital opens the page in a real browser window and waits until it is drawn.
func openHospital(t *testing.T) *hospital {
	t.Helper()
	h := &hospital{display: newDisplay(t, "1280x900"), width: 1280, height: 900}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServer(http.Dir("testdata/agent")))
	mux.HandleFunc("POST /tell", h.listen)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	h.browse(t, server.URL+"/page.html")
	eventually(t, "the page to be drawn", func() bool { return h.told().Active != "" })
	return h
}

func (h *hospital) listen(_ http.ResponseWriter, r *http.Request) {
	var page told
	if err := json.NewDecoder(r.Body).Decode(&page); err != nil {
		panic(fmt.Sprintf("the page says what it should not: %v", err))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = page
}

// told returns what the page said last.
func (h *hospital) told() told {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.last
}

// browse starts the browser. It gets no chance to look for anything outside.
func (h *hospital) browse(t *testing.T, url string) {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	cmd := exec.Command("chromium", "--no-sandbox", "--test-type", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-features=Translate",
		"--disable-dev-shm-usage", "--password-store=basic", "--user-data-dir="+profile, "--window-position=0,0",
		fmt.Sprintf("--window-size=%v,%v", h.width, h.height), url)
	cmd.Env = h.env("HOME=" + t.TempDir())
	start(t, cmd)
	t.Cleanup(func() { _ = os.RemoveAll(profile) }) // the browser may still write while it ends
}

// click moves the mouse there and presses its left button.
func (h *hospital) click(t *testing.T, at spot) {
	t.Helper()
	h.do(t, "xdotool", "mousemove", fmt.Sprint(int(at.X)), fmt.Sprint(int(at.Y)), "click", "1")
}

// share is a place as a fraction of the screen.
func (h *hospital) share(at spot) map[string]float64 {
	return map[string]float64{"x_pct": at.X / h.width, "y_pct": at.Y / h.height}
}
