package replay_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// TestManyAgentsAtOnce sends from many agents at once, while a window watches and a person decides: nothing is lost, and
// every decision comes in its order.
func TestManyAgentsAtOnce(t *testing.T) {
	const agents, steps = 8, 30
	quick := func(n int) replay.Validator {
		var mu sync.Mutex
		i := 0
		return scripted(func() validation.Verdict {
			mu.Lock()
			defer mu.Unlock()
			if i++; i%n == 0 {
				return validation.Terminate
			}
			return validation.Complete
		})
	}
	store := newMemory()
	s := replay.NewSupervisor(replay.Params{
		Recorder: store, Archive: store, Validator: quick(7), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	stop := make(chan struct{})
	var person, robots sync.WaitGroup
	person.Go(func() { resumeAll(t, s, stop) })
	for i := range agents {
		robots.Go(func() { playAll(t, s, fmt.Sprintf("agent-%d", i), steps) })
	}
	robots.Wait()
	close(stop)
	person.Wait()
	for _, l := range s.Snapshot().Sessions {
		if l.Phase != replay.PhaseFinished || len(l.Reports) != steps || l.Complete+l.Terminate != steps {
			t.Errorf("%s is %s with %d reports, %d complete, %d failed", l.Session.ID, l.Phase, len(l.Reports), l.Complete, l.Terminate)
		}
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

// scripted is a validator whose verdicts a function makes.
func scripted(next func() validation.Verdict) validator {
	return func(context.Context, *validation.Step) validation.Assessment {
		return validation.Assessment{Verdict: next(), Confidence: 0.9}
	}
}

// resumeAll is a person who resumes whatever pauses.
func resumeAll(t *testing.T, s *replay.Supervisor, stop chan struct{}) {
	t.Helper()
	for {
		select {
		case <-stop:
			return
		case <-s.Wake():
		}
		for _, l := range s.Snapshot().Sessions {
			if l.Phase != replay.PhasePaused {
				continue
			}
			o := replay.Order{SessionID: l.Session.ID, EventID: l.Reports[len(l.Reports)-1].Event.ID, Action: replay.DoResume}
			_ = s.Decide(t.Context(), o) // a snapshot may be old: the machine refuses then
		}
	}
}

// playAll is an agent that does what it is told.
func playAll(t *testing.T, s *replay.Supervisor, id string, steps int) {
	t.Helper()
	if _, _, err := s.Start(t.Context(), replay.Session{ID: id}); err != nil {
		t.Error(err)
		return
	}
	seq, pictures := 0, shots(t, 1, 2)
	for step := 1; step <= steps; step++ {
		e := report(step, 1).Event
		e.SessionID = id
		if _, _, err := s.Report(t.Context(), e, pictures); err != nil {
			t.Error(err)
			return
		}
		for goOn := false; !goOn; {
			ds, _, err := s.Decisions(t.Context(), id, seq, time.Minute)
			if err != nil || len(ds) == 0 {
				t.Errorf("%s step %d: %d decisions, error %v", id, step, len(ds), err)
				return
			}
			for _, d := range ds {
				if seq++; d.Seq != seq {
					t.Errorf("%s: decision #%d, want #%d", id, d.Seq, seq)
				}
				goOn = d.Action != replay.DoPause
			}
			if err := s.Delivered(t.Context(), id, seq); err != nil {
				t.Error(err)
			}
		}
	}
	if err := s.Finish(t.Context(), id, "completed"); err != nil {
		t.Error(err)
	}
}

// BenchmarkStepOfALongSession is one step of a session that has 10,000 already: report, assessment, decision, delivery.
func BenchmarkStepOfALongSession(b *testing.B) {
	store := newMemory()
	s := replay.NewSupervisor(replay.Params{
		Recorder: store, Archive: store, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Validator: scripted(func() validation.Verdict { return validation.Complete }),
	})
	if _, _, err := s.Start(b.Context(), replay.Session{ID: "s"}); err != nil {
		b.Fatal(err)
	}
	step := 0
	pictures := shots(b, 1, 2)
	play := func() {
		step++
		e := report(step, 1).Event
		if _, _, err := s.Report(b.Context(), e, pictures); err != nil {
			b.Fatal(err)
		}
		if _, _, err := s.Decisions(b.Context(), "s", step-1, time.Minute); err != nil {
			b.Fatal(err)
		}
		if err := s.Delivered(b.Context(), "s", step); err != nil {
			b.Fatal(err)
		}
	}
	for range 10_000 {
		play()
	}
	b.ReportAllocs()
	for b.Loop() {
		play()
	}
	if err := s.Close(b.Context()); err != nil {
		b.Fatal(err)
	}
}
