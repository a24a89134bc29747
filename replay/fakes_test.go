package replay_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"slices"
	"sync"
	"testing"
	"time"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/screen"
)

// memory is a store whose content survives a supervisor, as JSON: what does not survive encoding is lost here too.
type memory struct {
	mu       sync.Mutex
	sums     map[string][]byte
	reports  map[string][]string // event ids by session
	byID     map[string][]byte
	pictures map[string][]byte
	saves    int
	reads    int // of pictures
	broken   error
}

func newMemory() *memory {
	return &memory{
		sums: map[string][]byte{}, reports: map[string][]string{}, byID: map[string][]byte{}, pictures: map[string][]byte{},
	}
}

func (m *memory) breakWith(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.broken = err
}

func (m *memory) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.saves
}

func (m *memory) SaveSession(_ context.Context, s replay.Summary) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.save(s)
}

func (m *memory) save(s replay.Summary) error {
	if m.broken != nil {
		return m.broken
	}
	m.saves++
	data, err := json.Marshal(s)
	m.sums[s.Session.ID] = data
	return err
}

func (m *memory) SaveReport(_ context.Context, s replay.Summary, r *replay.Report, p replay.Pictures) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.save(s); err != nil {
		return err
	}
	if p.Before != nil {
		m.pictures[p.Before.Hash()] = p.Before.Bytes()
	}
	for _, after := range p.After {
		m.pictures[after.Hash()] = after.Bytes()
	}
	id, key := s.Session.ID, s.Session.ID+"/"+r.Event.ID
	if _, known := m.byID[key]; !known {
		m.reports[id] = append(m.reports[id], key)
	}
	data, err := json.Marshal(r)
	m.byID[key] = data
	return err
}

func (m *memory) Sessions(context.Context) ([]replay.Summary, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []replay.Summary
	for _, data := range m.sums {
		var s replay.Summary
		if err := json.Unmarshal(data, &s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func (m *memory) Session(_ context.Context, id string) (s replay.Summary, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.sums[id]
	if !ok {
		return s, replay.ErrUnknownSession
	}
	return s, json.Unmarshal(data, &s)
}

func (m *memory) Reports(_ context.Context, id string) ([]*replay.Report, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*replay.Report
	for _, key := range m.reports[id] {
		r := &replay.Report{}
		if err := json.Unmarshal(m.byID[key], r); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

func (m *memory) Picture(_ context.Context, hash string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	data, ok := m.pictures[hash]
	if !ok {
		return nil, errors.New("no such picture")
	}
	return slices.Clone(data), nil
}

func (m *memory) Delete(context.Context, string) error { return nil }

// validator is a function in a validator's place.
type validator func(ctx context.Context, step *validation.Step) validation.Assessment

func (v validator) Validate(ctx context.Context, step *validation.Step) validation.Assessment {
	return v(ctx, step)
}

// verdicts gives its verdicts one after the other, and COMPLETE once they are used up. Each takes a second.
func verdicts(list ...validation.Verdict) validator {
	var mu sync.Mutex
	return func(ctx context.Context, _ *validation.Step) validation.Assessment {
		mu.Lock()
		v := validation.Complete
		if len(list) > 0 {
			v, list = list[0], list[1:]
		}
		mu.Unlock()
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
		return validation.Assessment{Verdict: v, Confidence: 0.9, Check: "ocr_region", Reason: validation.Sentence{ID: "because"}}
	}
}

// shot is a picture whose colour is n.
func shot(t testing.TB, n uint8) *screen.Picture {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 8, 8))
	img.Set(0, 0, color.RGBA{n, 0, 0, 255})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	p, err := screen.Load(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func shots(t testing.TB, before, after uint8) replay.Pictures {
	t.Helper()
	return replay.Pictures{Before: shot(t, before), After: []*screen.Picture{shot(t, after)}}
}
