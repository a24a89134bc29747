package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"vigie/replay"
)

// atDesk makes the test's binary be the program without its window, watched by a person who writes to standard input.
const atDesk = "VIGIE_TEST_AT_DESK"

// said by the person at the desk, and answered with the same N.
type (
	deskCall struct {
		N     int
		Order *replay.Order // nil asks for the numbers only
	}
	deskAnswer struct {
		N          int
		Error      string // of the order
		Decided    bool   // the order came too late, or was carried out before
		Goroutines int
		Heap       int // KiB that the program's own language holds
	}
)

// deskMark begins a line of standard output that is an answer.
const deskMark = "desk "

// runAtDesk is the program's run, but for what a person sees.
func runAtDesk(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c cli
	if _, err := newParser(&c, os.Stdout, os.Stderr).Parse(args); err != nil {
		return exitCode(badCall(err), os.Stderr)
	}
	startLog(os.Stderr, c.Verbose)
	return exitCode(c.Watch.run(ctx, &output{os.Stdout, os.Stderr}, sitAtDesk), os.Stderr)
}

// sitAtDesk carries out what standard input says, as the window does what its buttons say.
func sitAtDesk(ctx context.Context, h *house, _ error) error {
	go func() {
		for calls := json.NewDecoder(os.Stdin); ; {
			var c deskCall
			if calls.Decode(&c) != nil {
				return
			}
			var held runtime.MemStats
			runtime.ReadMemStats(&held)
			a := deskAnswer{N: c.N, Goroutines: runtime.NumGoroutine(), Heap: int(held.HeapAlloc / 1024)}
			if c.Order != nil {
				if err := h.supervisor.Decide(ctx, *c.Order); err != nil {
					a.Error, a.Decided = err.Error(), errors.Is(err, replay.ErrDecided) || errors.Is(err, replay.ErrEnded)
				}
			}
			line, _ := json.Marshal(a)
			fmt.Fprintf(os.Stdout, "%s%s\n", deskMark, line)
		}
	}()
	<-ctx.Done()
	return nil
}

// desk is the running program with the person at it.
type desk struct {
	cmd     *exec.Cmd
	address chan string // receives where it listens
	ended   chan struct{}
	err     error // of the program, once ended is closed
	errs    bytes.Buffer

	mu      sync.Mutex
	in      io.Writer
	calls   int
	waiting map[int]chan deskAnswer
}

// sitDown starts the program; it ends with the test.
func sitDown(t *testing.T, data string, args ...string) *desk {
	t.Helper()
	d := &desk{address: make(chan string, 1), ended: make(chan struct{}), waiting: map[int]chan deskAnswer{}}
	d.cmd = exec.Command(os.Args[0], append([]string{"--headless", "--data", data, "--listen", "127.0.0.1:0"}, args...)...)
	d.cmd.Env = append(os.Environ(), atDesk+"=1")
	d.cmd.Stderr = &d.errs
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if d.in, err = d.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.cmd.Process.Kill() }) // it has ended already where the test went well
	go d.follow(bufio.NewScanner(out))
	return d
}

func (d *desk) follow(lines *bufio.Scanner) {
	for lines.Scan() {
		answer, ok := strings.CutPrefix(lines.Text(), deskMark)
		if at := addressLine.FindString(lines.Text()); at != "" && !ok {
			select {
			case d.address <- at:
			default: // said before
			}
		}
		var a deskAnswer
		if ok && json.Unmarshal([]byte(answer), &a) == nil {
			d.mu.Lock()
			d.waiting[a.N] <- a
			d.mu.Unlock()
		}
	}
	d.err = d.cmd.Wait()
	close(d.ended)
}

// call says something to the program; ok is false where it ended before it answered.
func (d *desk) call(o *replay.Order) (a deskAnswer, ok bool) {
	d.mu.Lock()
	d.calls++
	c := deskCall{N: d.calls, Order: o}
	answered := make(chan deskAnswer, 1)
	d.waiting[c.N] = answered
	line, _ := json.Marshal(c)
	_, _ = d.in.Write(append(line, '\n')) // who has ended does not answer
	d.mu.Unlock()
	select {
	case a = <-answered:
		return a, true
	case <-d.ended:
		return a, false
	}
}

// kill ends the program as a power cut does: it gets no chance to do anything.
func (d *desk) kill(t *testing.T) {
	t.Helper()
	if err := d.cmd.Process.Kill(); err != nil {
		t.Errorf("the program ended by itself: %v\n%s", err, d.errs.String())
	}
	<-d.ended
	if code := d.cmd.ProcessState.ExitCode(); code >= 0 {
		t.Errorf("the program ended by itself with %d\n%s", code, d.errs.String())
	}
}

// standUp asks the program to end.
func (d *desk) standUp(t *testing.T) {
	t.Helper()
	if err := d.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if <-d.ended; d.err != nil {
		t.Errorf("the program ended with %v\n%s", d.err, d.errs.String())
	}
}
