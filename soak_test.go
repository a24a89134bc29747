package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vigie/replay"
	"vigie/storage"
	"vigie/validation"
	"vigie/validation/screen"
)

// TestMemoryStaysFlat has four agents work for VIGIE_SOAK, session after session, and holds the program's memory and
// goroutines at the end against those after the first third. Without the variable it is skipped.
func TestMemoryStaysFlat(t *testing.T) {
	duration := lasting(t, "VIGIE_SOAK", 0)
	if duration == 0 {
		t.Skip("VIGIE_SOAK is not set, as in VIGIE_SOAK=30m: make soak does it")
	}
	l := startLoad(t, nil, number("VIGIE_AGENTS", 4), duration, time.Second, 40)
	held := l.watch(t, time.Second)
	l.work.Wait()
	l.report(t, held)
	l.verify(t)
	for i := 0; i < len(held.at); i += 60 {
		t.Logf("minute %4.1f: %d MiB not the store's file, least heap of the minute %d MiB, %d goroutines", held.at[i], held.anonymous[i]/1024,
			slices.Min(held.heap[i:min(i+60, len(held.heap))])/1024, held.goroutines[i])
	}
	from := len(held.at) / 3
	minutes := held.at[len(held.at)-1] - held.at[from]
	memory, goroutines := slope(held.at[from:], held.anonymous[from:]), slope(held.at[from:], held.goroutines[from:])
	t.Logf("in the last %.1f minutes memory grew by %.0f KiB a minute, goroutines by %.2f a minute", minutes, memory, goroutines)
	// Samples go up and down with the work that is under way; a leak of a picture a step would be several GiB by then.
	if grown := memory * minutes; grown > 64<<10+float64(held.anonymous[from])/5 {
		t.Errorf("memory grew by %.0f KiB in %.1f minutes", grown, minutes)
	}
	if grown := goroutines * minutes; grown > 20 {
		t.Errorf("goroutines grew by %.0f in %.1f minutes", grown, minutes)
	}
}

// slope is how steeply the values rise, by least squares.
func slope(at []float64, values []int) float64 {
	n := float64(len(at))
	var sumX, sumY, sumXX, sumXY float64
	for i, x := range at {
		y := float64(values[i])
		sumX, sumY, sumXX, sumXY = sumX+x, sumY+y, sumXX+x*x, sumXY+x*y
	}
	return (n*sumXY - sumX*sumY) / (n*sumXX - sumX*sumX)
}

func TestSlopeSeesALeakAndNoSwinging(t *testing.T) {
	at := make([]float64, 100)
	leaks, swings := make([]int, 100), make([]int, 100)
	for i := range at {
		at[i], leaks[i], swings[i] = float64(i), 1000+7*i+i%2*50, 1000+i%2*50
	}
	if s := slope(at, leaks); s < 6.9 || s > 7.1 {
		t.Errorf("a leak of 7 has the slope %v", s)
	}
	if s := slope(at, swings); s < -0.1 || s > 0.1 {
		t.Errorf("values that swing have the slope %v", s)
	}
}

// TestLongSession is a session of VIGIE_STEPS steps (10,000 with make load): it is opened, brought back, gone on with and
// exported, and says how long that takes.
func TestLongSession(t *testing.T) {
	steps, data := number("VIGIE_STEPS", 300), t.TempDir()
	path := filepath.Join(data, storeFile)
	timed := func(what string, do func() error) {
		t.Helper()
		start := time.Now()
		if err := do(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		t.Logf("%-30s %v", what, time.Since(start).Round(time.Millisecond))
	}
	timed(fmt.Sprintf("store %d steps", steps), func() error { return storeLong(path, steps) })
	var store *storage.Store
	timed("open the store", func() (err error) { store, err = storage.Open(path, storage.Options{}); return err })
	t.Cleanup(func() { _ = store.Close() })
	timed("list the sessions", func() error { _, err := store.Sessions(t.Context()); return err })
	var d *document
	timed("read all reports", func() (err error) { d, err = documentOf(t.Context(), store, "long"); return err })
	if len(d.reports) != steps || d.reports[steps-1].Event.StepIndex != steps {
		t.Fatalf("%d reports, want %d", len(d.reports), steps)
	}
	sup := replay.NewSupervisor(replay.Params{Recorder: store, Archive: store, Validator: satisfied{}})
	timed("bring the session back", func() error { return sup.Restore(t.Context()) })
	timed("one step more", func() error { return oneMore(t.Context(), sup, steps+1) })
	timed("close", func() error { return sup.Close(t.Context()) })
	for _, format := range []string{formatLines, formatHTML, formatBundle} {
		file := filepath.Join(t.TempDir(), "long."+map[string]string{formatBundle: "zip", formatHTML: "html", formatLines: "jsonl"}[format])
		timed("export as "+format, func() error { return d.save(t.Context(), file, format, "fr", nil) })
	}
	timed("check the whole store", func() error { return store.Check(t.Context()) })
}

// satisfied is a validator that finds every step complete.
type satisfied struct{}

// Validate finds it complete.
func (satisfied) Validate(context.Context, *validation.Step) validation.Assessment {
	return validation.Assessment{Verdict: validation.Complete, Confidence: 1}
}

// storeLong keeps a session that is not over.
func storeLong(path string, steps int) error {
	store, err := storage.Open(path, storage.Options{})
	if err != nil {
		return err
	}
	p, err := screen.Load((&robot{random: seeded(1)}).screenshot())
	if err != nil {
		return err
	}
	now := time.Now()
	sum := replay.Summary{Session: replay.Session{ID: "long", Agent: "robot", StepTotal: steps, StartedAt: now}, Phase: replay.PhaseRunning, UpdatedAt: now}
	assessment := satisfied{}.Validate(context.Background(), nil)
	for step := 1; step <= steps; step++ {
		sum.Steps, sum.Complete = step, step
		e := replay.Event{SessionID: "long", ID: fmt.Sprint("s", step), StepIndex: step, Attempt: 1, Action: validation.Action{Type: "click"}}
		r := &replay.Report{
			Event: e, ReceivedAt: now, Assessment: &assessment, Delivered: step,
			Decisions: []replay.Decision{{Seq: step, EventID: e.ID, StepIndex: step, Attempt: 1, Action: replay.DoContinue, At: now}},
		}
		err := store.SaveReport(context.Background(), sum, r, replay.Pictures{Before: p, After: []*screen.Picture{p}})
		if err != nil {
			return errors.Join(err, store.Close())
		}
	}
	return store.Close()
}

// oneMore goes on with the session.
func oneMore(ctx context.Context, sup *replay.Supervisor, step int) error {
	e := replay.Event{SessionID: "long", ID: fmt.Sprint("s", step), StepIndex: step, Attempt: 1, Action: validation.Action{Type: "click"}}
	if _, _, err := sup.Report(ctx, e, replay.Pictures{}); err != nil {
		return err
	}
	ds, _, err := sup.Decisions(ctx, "long", step-1, time.Minute)
	if err == nil && !slices.ContainsFunc(ds, func(d replay.Decision) bool { return d.EventID == e.ID }) {
		err = fmt.Errorf("decisions %+v", ds)
	}
	return err
}
