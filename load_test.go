package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vigie/storage"
)

// lasting is how long a test of load shall last: the environment variable's duration, or otherwise.
func lasting(t *testing.T, name string, otherwise time.Duration) time.Duration {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// TestManyAgentsAtOnce is VIGIE_LOAD's duration of VIGIE_AGENTS agents that each report two steps a second on screens of
// 1920×1080: first so that each waits for its decision, then so that nothing holds them up and the program has to.
// Without the variable it is a moment of few agents.
func TestManyAgentsAtOnce(t *testing.T) {
	duration, agents := lasting(t, "VIGIE_LOAD", 4*time.Second), number("VIGIE_AGENTS", 3)
	for _, c := range []struct {
		name string
		args []string
	}{
		{"each waits for its decision", nil},
		{"nothing holds them up", []string{"--shadow"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := startLoad(t, c.args, agents, duration/2, 500*time.Millisecond, 100)
			held := l.watch(t, time.Second)
			l.work.Wait()
			l.report(t, held)
			l.verify(t)
			if worst := slices.Max(held.goroutines); worst > 200+20*agents {
				t.Errorf("%d goroutines", worst)
			}
			if worst := slices.Max(held.anonymous); worst > 2<<20 {
				t.Errorf("%d KiB of memory, limit 2 GiB", worst)
			}
		})
	}
}

// burden is a program with its agents.
type burden struct {
	data     string
	desk     *desk
	agents   []*loadAgent
	duration time.Duration
	work     sync.WaitGroup
}

// startLoad starts the program and the agents.
func startLoad(t *testing.T, args []string, agents int, duration, every time.Duration, steps int) *burden {
	t.Helper()
	l := &burden{data: t.TempDir(), duration: duration}
	secret := token(t, l.data)
	l.desk = sitDown(t, l.data, args...)
	all := scenes(t)
	base := <-l.desk.address
	until := time.Now().Add(duration)
	for i := range agents {
		a := &loadAgent{
			t: t, desk: l.desk, base: base, token: secret, name: fmt.Sprint("agent-", strings.Repeat("i", i)), scenes: all,
			every: every, until: until, per: steps,
		}
		l.agents = append(l.agents, a)
		l.work.Go(a.run)
	}
	return l
}

// samples are what the program held while it worked.
type samples struct {
	at         []float64 // minutes
	anonymous  []int     // KiB of memory that is no file's
	resident   []int     // KiB
	heap       []int     // KiB of the program's own language
	goroutines []int
}

// watch samples until the agents' time is over.
func (l *burden) watch(t *testing.T, every time.Duration) (s samples) {
	t.Helper()
	start := time.Now()
	for time.Since(start) < l.duration && !t.Failed() {
		time.Sleep(every)
		a, ok := l.desk.call(nil)
		if !ok {
			t.Fatalf("the program ended: %v\n%s", l.desk.err, l.desk.errs.String())
		}
		s.at = append(s.at, time.Since(start).Minutes())
		s.goroutines, s.heap = append(s.goroutines, a.Goroutines), append(s.heap, a.Heap)
		s.anonymous = append(s.anonymous, memory(t, l.desk.cmd.Process.Pid, "RssAnon"))
		s.resident = append(s.resident, memory(t, l.desk.cmd.Process.Pid, "VmRSS"))
	}
	return s
}

// memory reads a process's memory in KiB; 0 where the system does not say.
func memory(t *testing.T, pid int, kind string) int {
	t.Helper()
	if runtime.GOOS != "linux" {
		return 0
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 3 && fields[0] == kind+":" {
			n, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("/proc says nothing of %s", kind)
	return 0
}

// report says how it went. No time is asserted: they are the machine's.
func (l *burden) report(t *testing.T, held samples) {
	t.Helper()
	var answers, waits []time.Duration
	var steps []int
	refused := 0
	for _, a := range l.agents {
		answers, waits = append(answers, a.answers...), append(waits, a.waits...)
		steps = append(steps, len(a.waits))
		refused += a.refused
	}
	if len(waits) == 0 {
		t.Fatal("no step was reported")
	}
	slices.Sort(answers)
	slices.Sort(waits)
	t.Logf("%d agents, %v: %d reports (%.1f a second), per agent %d to %d, refused for now (429) %d times", len(l.agents), l.duration,
		len(waits), float64(len(waits))/l.duration.Seconds(), slices.Min(steps), slices.Max(steps), refused)
	t.Logf("until stored: median %v, 95th %v, worst %v; until decided: median %v, 95th %v, worst %v",
		part(answers, .5), part(answers, .95), part(answers, 1), part(waits, .5), part(waits, .95), part(waits, 1))
	t.Logf("memory: at most %d MiB, of it %d MiB not the store's file; at most %d goroutines", slices.Max(held.resident)/1024,
		slices.Max(held.anonymous)/1024, slices.Max(held.goroutines))
	if least, most := slices.Min(steps), slices.Max(steps); 3*least+10 < most {
		t.Errorf("one agent had %d steps taken, another one %d", least, most)
	}
}

// part is the value below which a part of the sorted ones lies.
func part(sorted []time.Duration, of float64) time.Duration {
	return sorted[int(of*float64(len(sorted)-1))].Round(time.Millisecond)
}

// verify ends the program and finds every report that was answered 2xx in its store, once.
func (l *burden) verify(t *testing.T) {
	t.Helper()
	l.desk.standUp(t)
	openKept(t, l.data, func(store *storage.Store) {
		for _, a := range l.agents {
			for session, ids := range a.kept {
				reports, err := store.Reports(context.Background(), session)
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, r := range reports {
					got = append(got, r.Event.ID)
				}
				if !slices.Equal(ids, got) {
					t.Errorf("%s: %d reports were answered 2xx, %d are kept: %v and %v", session, len(ids), len(got), ids, got)
				}
			}
		}
	})
}
