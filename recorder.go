package main

import (
	"context"
	"errors"
	"sync"

	"vigie/replay"
	"vigie/storage"
)

// recorder is the store as the supervisor writes to it. It notices a full disk, and when there is room again.
type recorder struct {
	replay.Recorder

	mu   sync.Mutex
	full bool
	told func(full bool)
}

// onFull has told called when the disk is full, and when it is not any more; at once where it is full already.
func (r *recorder) onFull(told func(full bool)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = told
	if r.full {
		told(true)
	}
}

// SaveSession saves a session.
func (r *recorder) SaveSession(ctx context.Context, s replay.Summary) error {
	return r.notice(r.Recorder.SaveSession(ctx, s))
}

// SaveReport saves a report.
func (r *recorder) SaveReport(ctx context.Context, s replay.Summary, report *replay.Report, pictures replay.Pictures) error {
	return r.notice(r.Recorder.SaveReport(ctx, s, report, pictures))
}

// notice looks at what came of a write. Another error says nothing of the disk.
func (r *recorder) notice(err error) error {
	full := errors.Is(err, storage.ErrFull)
	if err != nil && !full {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if full != r.full {
		r.full = full
		if r.told != nil {
			r.told(full)
		}
	}
	return err
}
