package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// patience is how long a test waits for something to happen before it says that it does not.
const patience = 90 * time.Second

// needTools skips a test when a tool is missing, except in CI, where it fails.
func needTools(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is missing: run make deps", name)
			}
			t.Skipf("%s is missing: run make deps", name)
		}
	}
}

// display is a virtual screen.
type display struct {
	name string // as in ":7"
}

// newDisplay starts a virtual screen of the size, as in "1280x900", for as long as the test runs.
func newDisplay(t *testing.T, size string) *display {
	t.Helper()
	numbers, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer numbers.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", size+"x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	start(t, cmd)
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(numbers).ReadString('\n')
	if err != nil {
		t.Fatalf("start a virtual screen: %v", err)
	}
	return &display{":" + strings.TrimSpace(number)}
}

// start starts a command that is ended with the test.
func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = cmd.Wait() // a program that is killed below says so, which is no news
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // it may have ended already
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill() // likewise
			<-done
		}
	})
}

// env is the environment of a program that shows itself on the screen.
func (d *display) env(extra ...string) []string {
	env := append(os.Environ(), "DISPLAY="+d.name, "WAYLAND_DISPLAY=", "LANG=en_US.UTF-8", "LC_ALL=")
	return append(env, extra...)
}

// do runs a tool on the screen and returns what it printed.
func (d *display) do(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	out, err := d.try(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (d *display) try(name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.env()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %v: %w: %s", name, args, err, errs.String())
	}
	return out.Bytes(), nil
}

// picture takes a screenshot of the whole screen, as PNG.
func (d *display) picture(t *testing.T) []byte {
	t.Helper()
	return d.do(t, "import", "-window", "root", "png:-")
}

// keep takes a screenshot for a person to look at, where VIGIE_SHOTS names a folder.
func (d *display) keep(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("VIGIE_SHOTS")
	if dir == "" {
		return
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), d.picture(t), 0o644); err != nil {
		t.Fatal(err)
	}
}

// eventually waits until ok says yes.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("waited %v for %s", patience, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
