// Package stage plays a supervisor and an archive to the window, for its tests and its preview: real screenshots of the
// shared corpus, invented verdicts.
package stage

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"vigie/replay"
)

// Watch is a supervisor that shows what it is given and takes down what is ordered.
type Watch struct {
	mu       sync.Mutex
	snapshot *replay.Snapshot
	wake     chan struct{}
	orders   []replay.Order
	// OnDecide answers an order; nil takes it.
	OnDecide func(replay.Order) error
}

// NewWatch returns a supervisor with nothing to show.
func NewWatch() *Watch {
	return &Watch{snapshot: &replay.Snapshot{}, wake: make(chan struct{}, 1)}
}

// Show changes the snapshot and wakes the window.
func (w *Watch) Show(s *replay.Snapshot) {
	w.mu.Lock()
	w.snapshot = s
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Snapshot returns what Show was given last.
func (w *Watch) Snapshot() *replay.Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.snapshot
}

// Wake receives after Show.
func (w *Watch) Wake() <-chan struct{} { return w.wake }

// Decide takes an order down.
func (w *Watch) Decide(_ context.Context, o replay.Order) error {
	w.mu.Lock()
	w.orders = append(w.orders, o)
	answer := w.OnDecide
	w.mu.Unlock()
	if answer != nil {
		return answer(o)
	}
	return nil
}

// Orders are the orders so far.
func (w *Watch) Orders() []replay.Order {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]replay.Order(nil), w.orders...)
}

// Archive is a store of sessions in memory, whose pictures are files: a picture's hash is its name in Dir.
type Archive struct {
	Dir    string
	Stored []replay.Summary
	Kept   map[string][]*replay.Report
	Err    error // what Sessions and Reports answer
}

// Sessions lists the sessions.
func (a *Archive) Sessions(context.Context) ([]replay.Summary, error) { return a.Stored, a.Err }

// Reports returns a session's reports.
func (a *Archive) Reports(_ context.Context, id string) ([]*replay.Report, error) {
	if a.Err != nil {
		return nil, a.Err
	}
	if reports, ok := a.Kept[id]; ok {
		return reports, nil
	}
	return nil, fmt.Errorf("%q: %w", id, replay.ErrUnknownSession)
}

// Picture reads a picture's file.
func (a *Archive) Picture(_ context.Context, hash string) ([]byte, error) {
	return os.ReadFile(filepath.Join(a.Dir, filepath.Base(hash)))
}

// Events reads up to limit events of a bundle's folder.
func Events(dir string, limit int) ([]replay.Event, error) {
	file, err := os.Open(filepath.Join(dir, "steps.jsonl"))
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	var all []replay.Event
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() && len(all) < limit {
		e, err := replay.DecodeEvent(lines.Bytes())
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, lines.Err()
}
