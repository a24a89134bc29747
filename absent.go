package main

import (
	"context"
	"fmt"

	"vigie/replay"
	"vigie/storage"
)

// nobody stands in for the supervisor where there is none, so that the window can say why.
type nobody struct{}

// Snapshot is empty.
func (nobody) Snapshot() *replay.Snapshot { return &replay.Snapshot{} }

// Wake never wakes.
func (nobody) Wake() <-chan struct{} { return nil }

// Decide refuses.
func (nobody) Decide(context.Context, replay.Order) error { return replay.ErrShuttingDown }

// nothing stands in for the store where not even reading works.
type nothing struct{}

// Sessions are none.
func (nothing) Sessions(context.Context) ([]replay.Summary, error) { return nil, nil }

// Reports are those of no session.
func (nothing) Reports(_ context.Context, id string) ([]*replay.Report, error) {
	return nil, fmt.Errorf("session %q: %w", id, replay.ErrUnknownSession)
}

// Picture knows none.
func (nothing) Picture(_ context.Context, hash string) ([]byte, error) {
	return nil, fmt.Errorf("picture %s: %w", hash, storage.ErrUnknownPicture)
}
