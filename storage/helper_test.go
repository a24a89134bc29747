package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/screen"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childStore); path != "" {
		childWrites(path)
		return
	}
	code := m.Run()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

var began = time.Date(2026, 5, 8, 14, 3, 11, 120_000_000, time.UTC)

// storePath is where a test keeps its store: in a folder that Open has to make.
func storePath(t testing.TB) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "data", "vigie.db")
}

// openStore opens a store that is checked and closed at the test's end.
func openStore(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeChecked(t, s) })
	return s
}

func closeChecked(t testing.TB, s *Store) {
	t.Helper()
	s.mu.RLock()
	open := s.db != nil
	s.mu.RUnlock()
	if !open {
		return
	}
	if err := s.Check(context.Background()); err != nil {
		t.Errorf("after the test: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func reopen(t testing.TB, s *Store) *Store {
	t.Helper()
	closeChecked(t, s)
	return openStore(t, s.path)
}

// shot is an invented screenshot; each number has its own pixels.
func shot(t testing.TB, n uint64, side int) *screen.Picture {
	t.Helper()
	p, err := loadShot(n, side)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func loadShot(n uint64, side int) (*screen.Picture, error) {
	random := rand.New(rand.NewPCG(n, 1))
	img := image.NewGray(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		img.Pix[i] = uint8(random.Uint32())
	}
	img.SetGray(0, 0, color.Gray{Y: uint8(n)})
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		return nil, err
	}
	return screen.Load(buf.Bytes())
}

func pair(t testing.TB, before, after uint64) replay.Pictures {
	t.Helper()
	return replay.Pictures{Before: shot(t, before, 40), After: []*screen.Picture{shot(t, after, 40)}}
}

func summary(id string, steps int) replay.Summary {
	return replay.Summary{
		Session: replay.Session{
			ID: id, Workflow: "Demo_urgence", Agent: "lea-01", StartedAt: began, StepTotal: 46,
			Extra: map[string]json.RawMessage{"poste": json.RawMessage(`"<Urgences & Imagerie>"`)},
		},
		Phase: replay.PhaseRunning, Steps: steps, UpdatedAt: began.Add(time.Duration(steps) * time.Second),
	}
}

func endedSummary(id string, end time.Time) replay.Summary {
	sum := summary(id, 1)
	sum.Phase, sum.EndedAt = replay.PhaseFinished, &end
	return sum
}

func report(session string, step int) *replay.Report {
	success := validation.Assessment{Verdict: validation.Complete, Confidence: 0.9, Check: "tab_active"}
	return &replay.Report{
		Event: replay.Event{
			SessionID: session, ID: fmt.Sprintf("s%02da1", step), StepIndex: step, Attempt: 1,
			Action:  validation.Action{Type: "click_anchor", ByText: "Imagerie", At: &validation.Point{X: 0.1, Y: 0.31}},
			Result:  validation.Result{Success: true},
			Context: validation.Context{Label: "Ouvrir l’onglet « Imagerie » <b>"},
			Extra:   map[string]json.RawMessage{"context.service": json.RawMessage(`{"unité":"Urgences"}`)},
		},
		ReceivedAt: began.Add(time.Duration(step) * time.Second),
		Assessment: &success,
		Decisions:  []replay.Decision{{Seq: step, EventID: fmt.Sprintf("s%02da1", step), StepIndex: step, Action: replay.DoContinue, At: began}},
	}
}

// save stores a report and returns it as it should be read back.
func save(t testing.TB, s *Store, sum replay.Summary, r *replay.Report, pictures replay.Pictures) *replay.Report {
	t.Helper()
	if err := s.SaveReport(context.Background(), sum, r, pictures); err != nil {
		t.Fatal(err)
	}
	stored := *r
	if pictures.Before != nil {
		stored.Event.Screenshots.Before = pictures.Before.Hash()
	}
	for i, p := range pictures.After {
		if i == 0 {
			stored.Event.Screenshots.After = nil
		}
		stored.Event.Screenshots.After = append(stored.Event.Screenshots.After, p.Hash())
	}
	return &stored
}

func reports(t testing.TB, s *Store, id string) []*replay.Report {
	t.Helper()
	all, err := s.Reports(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func stats(t testing.TB, s *Store) Stats {
	t.Helper()
	st, err := s.Stats(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return st
}
