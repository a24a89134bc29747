package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"vigie/storage"
	"vigie/validation/mask"
)

// masksKey is the setting that holds the zones, by workflow.
const masksKey = "masks"

// maxWorkflows is how many workflows may have zones.
const maxWorkflows = 1000

// masks are the zones that persons drew, by workflow, as the store keeps them. They are safe for concurrent use.
type masks struct {
	store *storage.Store

	mu    sync.Mutex
	zones map[string][]mask.Zone
}

// openMasks reads the zones. An error means that nothing may be recorded: it would be kept uncovered.
func openMasks(ctx context.Context, store *storage.Store) (*masks, error) {
	m := &masks{store: store, zones: map[string][]mask.Zone{}}
	if _, err := store.Setting(ctx, masksKey, &m.zones); err != nil {
		return nil, fmt.Errorf("read the zones that are covered: %w", err)
	}
	return m, nil
}

// of returns a workflow's zones, which must not be changed.
func (m *masks) of(workflow string) []mask.Zone {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.zones[workflow]
}

// names returns the workflows that have zones, sorted.
func (m *masks) names() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.zones))
}

// All returns the zones of all workflows, which must not be changed.
func (m *masks) All() map[string][]mask.Zone {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.zones
}

// Add draws one more zone for a workflow. It counts from the next report on.
func (m *masks) Add(ctx context.Context, workflow string, z mask.Zone) error {
	if err := z.Check(); err != nil {
		return err
	}
	return m.change(ctx, workflow, func(zones []mask.Zone) ([]mask.Zone, error) {
		if len(zones) >= mask.MaxZones {
			return nil, fmt.Errorf("workflow %q has %d zones already: %w", workflow, mask.MaxZones, errTooManyZones)
		}
		return append(slices.Clip(zones), z), nil
	})
}

// Remove takes a workflow's zone away, by its place in the list from 1.
func (m *masks) Remove(ctx context.Context, workflow string, place int) error {
	return m.change(ctx, workflow, func(zones []mask.Zone) ([]mask.Zone, error) {
		if place < 1 || place > len(zones) {
			return nil, fmt.Errorf("workflow %q has %d zones, %d: %w", workflow, len(zones), place, errNoZone)
		}
		return slices.Delete(slices.Clone(zones), place-1, place), nil
	})
}

// Errors of changing zones.
var (
	errNoWorkflow   = errors.New("name the workflow whose screenshots are to be covered")
	errTooManyZones = errors.New("that is the limit")
	errNoZone       = errors.New("no such zone")
)

// change stores a workflow's changed zones before they count.
func (m *masks) change(ctx context.Context, workflow string, f func([]mask.Zone) ([]mask.Zone, error)) error {
	if workflow == "" {
		return errNoWorkflow
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	zones, err := f(m.zones[workflow])
	if err != nil {
		return err
	}
	next := maps.Clone(m.zones)
	next[workflow] = zones
	if len(zones) == 0 {
		delete(next, workflow)
	}
	if len(next) > maxWorkflows {
		return fmt.Errorf("%d workflows have zones already: %w", maxWorkflows, errTooManyZones)
	}
	if err := m.store.SetSetting(ctx, masksKey, next); err != nil {
		return err
	}
	m.zones = next
	return nil
}

// zones are those that are covered in a workflow's pictures.
func (h *house) zones(workflow string) []mask.Zone { return h.masks.of(workflow) }
