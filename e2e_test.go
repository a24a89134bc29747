package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"vigie/replay"
	"vigie/storage"
)

// asProgram makes the test's binary be the program, so that the real main runs with the race detector where tests do.
const asProgram = "VIGIE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	if os.Getenv(atDesk) != "" {
		os.Exit(runAtDesk(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// program makes a command of the program with the arguments.
func program(d *display, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", noModel)
	if d != nil {
		cmd.Env = d.env(asProgram+"=1", noModel)
	}
	return cmd
}

// noModel keeps the tests from a model server that happens to run on this machine.
const noModel = "RPA_VALIDATOR_LLM_JUDGE_ENABLED=false"

// vigie is the running program.
type vigie struct {
	*display
	cmd  *exec.Cmd
	data string
	base string // its address, as in "http://127.0.0.1:7788"

	mu    sync.Mutex
	lines []string // of standard output
	errs  bytes.Buffer
	done  chan struct{} // closed when the program has ended
	ended error         // how it ended, once done is closed
}

var addressLine = regexp.MustCompile(`https?://127\.0\.0\.1:\d+`)

// startVigie starts the program and waits until it says where it listens. Without a display it runs headless.
func startVigie(t *testing.T, d *display, data string, args ...string) *vigie {
	t.Helper()
	v := &vigie{display: d, data: data, done: make(chan struct{})}
	v.cmd = program(d, append([]string{"--data", data, "--listen", "127.0.0.1:0"}, args...)...) // a later --listen wins
	v.cmd.Stderr = &v.errs
	out, err := v.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go v.follow(bufio.NewScanner(out))
	t.Cleanup(func() {
		if !t.Failed() {
			_ = v.cmd.Process.Kill() // it has ended already where it was stopped
			return
		}
		_ = v.cmd.Process.Signal(syscall.SIGQUIT)
		select {
		case <-v.done: // nothing writes to errs any more
			t.Logf("standard output:\n%s\nstandard error:\n%s", strings.Join(v.said(), "\n"), v.errs.String())
		case <-time.After(patience):
			_ = v.cmd.Process.Kill()
		}
	})
	eventually(t, "the program's address", func() bool {
		v.base = addressLine.FindString(strings.Join(v.said(), "\n"))
		return v.base != ""
	})
	return v
}

// follow gathers the program's lines until it ends.
func (v *vigie) follow(lines *bufio.Scanner) {
	for lines.Scan() {
		v.mu.Lock()
		v.lines = append(v.lines, lines.Text())
		v.mu.Unlock()
	}
	v.ended = v.cmd.Wait()
	close(v.done)
}

// said returns the lines of standard output so far.
func (v *vigie) said() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append([]string(nil), v.lines...)
}

// stop asks the program to end, and fails the test when it does not end well.
func (v *vigie) stop(t *testing.T) {
	t.Helper()
	if err := v.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case <-v.done:
		if v.ended != nil {
			t.Fatalf("the program ended with %v", v.ended)
		}
	case <-time.After(patience):
		_ = v.cmd.Process.Signal(syscall.SIGQUIT) // its goroutines are told in the test's log
		t.Fatal("the program does not end")
	}
}

// token asks the program for the token.
func token(t *testing.T, data string) string {
	t.Helper()
	out, err := program(nil, "token", "--data", data).Output()
	if err != nil {
		t.Fatalf("vigie token: %v", err)
	}
	return strings.TrimSpace(string(out))
}

// press sends a key to the program's window.
func (v *vigie) press(t *testing.T, key string) {
	t.Helper()
	window := strings.Fields(string(v.do(t, "xdotool", "search", "--onlyvisible", "--name", "Vigie")))
	v.do(t, "xdotool", "windowfocus", "--sync", window[0], "key", key)
}

// sessions reads the sessions from the store of a program that has ended.
func sessions(t *testing.T, data string) []replay.Summary {
	t.Helper()
	store, err := storage.Open(filepath.Join(data, storeFile), storage.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	all, err := store.Sessions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The archetype: the robot says "success", but its click fell into the browser's address bar.
func TestClickInTheAddressBarIsStoppedAnsweredAndRetried(t *testing.T) {
	needTools(t, "Xvfb", "xdotool", "import", "chromium")
	data := t.TempDir()
	v := startVigie(t, newDisplay(t, "1600x1000"), data)
	desk := openHospital(t)
	a := &agent{base: v.base, token: token(t, data), session: "e2e-imagerie", desk: desk}

	a.begin(t, 2)
	if d := a.openTab(t, 1, 1, "Biologie", desk.told().Tabs["Biologie"]); d.Action != replay.DoContinue {
		v.keep(t, "e2e-step1")
		t.Fatalf("the tab opened, but the decision is %+v", d)
	}
	wantTab(t, desk, "Biologie")

	addressBar := spot{X: desk.told().Tabs["Imagerie"].X, Y: 62}
	d := a.openTab(t, 2, 1, "Imagerie", addressBar)
	wantTab(t, desk, "Biologie")
	if d.Action != replay.DoPause || d.Verdict != "TERMINATE" || d.Category != "wrong_application" {
		t.Fatalf("the click fell into the address bar, but the decision is %+v", d)
	}

	eventually(t, "the pause to be shown", func() bool { return said(v, "pause") })
	v.keep(t, "e2e-paused")
	if d = a.answered(t, v, "t"); d.Action != replay.DoRetry || d.By != replay.BySupervisor {
		t.Fatalf("the window was asked for a retry, but the decision is %+v", d)
	}
	if d = a.openTab(t, 2, 2, "Imagerie", desk.told().Tabs["Imagerie"]); d.Action != replay.DoContinue {
		t.Fatalf("the tab opened, but the decision is %+v", d)
	}
	wantTab(t, desk, "Imagerie")
	a.finish(t)
	v.keep(t, "e2e-finished")
	v.stop(t)
	wantOutcome(t, data)
}

// answered presses a key in the window and returns the decision that comes of it. A key that comes before the window has
// drawn the pause is lost, so it is pressed again until there is a decision.
func (a *agent) answered(t *testing.T, v *vigie, key string) decision {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		v.press(t, key)
		if d, ok := a.poll(t, 2, 3*time.Second); ok {
			return d
		}
	}
	v.keep(t, "e2e-unanswered")
	t.Fatalf("key %q in the window led to no decision", key)
	return decision{}
}

func said(v *vigie, text string) bool {
	return strings.Contains(strings.Join(v.said(), "\n"), text)
}

func wantTab(t *testing.T, desk *hospital, label string) {
	t.Helper()
	eventually(t, fmt.Sprintf("the tab %q", label), func() bool { return desk.told().Active == label })
}

func wantOutcome(t *testing.T, data string) {
	t.Helper()
	all := sessions(t, data)
	if len(all) != 1 {
		t.Fatalf("%d sessions are kept, want 1", len(all))
	}
	s := all[0]
	if s.Phase != replay.PhaseFinished || s.Steps != 2 || s.Pauses != 1 || s.Complete != 2 {
		t.Errorf("session kept as %s with %d steps, %d pauses, %d complete; want finished, 2, 1, 2", s.Phase, s.Steps, s.Pauses, s.Complete)
	}
}
