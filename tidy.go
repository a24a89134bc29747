package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/storage"
	"vigie/storage/audit"
)

// tidyEvery is how often sessions that are kept long enough are deleted.
const tidyEvery = time.Hour

// clockSlack is how far the clock may jump before its time is not believed.
const clockSlack = time.Hour

// The file is made smaller when at least half of it is free, and that is worth it.
const minFree = 64 << 20 // bytes

// tidier deletes what is kept long enough: at the start, every hour, and when a setting changes.
type tidier struct {
	h     *house
	kick  chan struct{} // holds one request to look at once
	start time.Time
	last  moment // of the last look
}

// moment is a time by the clock on the wall, which may be set, and by the one that only runs.
type moment struct {
	wall time.Time
	ran  time.Duration
}

func (t *tidier) now() moment {
	now := time.Now()
	return moment{wall: now.Round(0), ran: now.Sub(t.start)}
}

// startTidying tidies until the house closes.
func (h *house) startTidying(ctx context.Context) {
	ctx, h.stopTidying = context.WithCancel(ctx)
	t := &tidier{h: h, kick: make(chan struct{}, 1), start: time.Now()}
	t.last = t.now()
	h.settings.Watch(func(old, now settings.Values) {
		if old.RetentionDays != now.RetentionDays || old.RetentionMegabytes != now.RetentionMegabytes {
			select {
			case t.kick <- struct{}{}:
			default:
			}
		}
	})
	h.background.Go(func() { t.run(ctx) })
}

func (t *tidier) run(ctx context.Context) {
	again := time.NewTicker(tidyEvery)
	defer again.Stop()
	for {
		if err := t.tidy(ctx, t.now()); err != nil && ctx.Err() == nil {
			slog.Error("delete what is kept long enough", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-again.C:
		case <-t.kick:
		}
	}
}

// tidy deletes once. When the clock was set to another time meanwhile, it waits for the next time: one that is wrong for a
// while must not delete what is young.
func (t *tidier) tidy(ctx context.Context, now moment) error {
	last := t.last
	t.last = now
	keep := keepFor(t.h.settings.Values(), t.h.supervisor.Forget)
	if jump := jumped(last, now); jump > clockSlack || jump < -clockSlack {
		slog.Warn("the clock was set; nothing is deleted by its age this time", "by", jump)
		keep.Days = 0
	}
	deleted, err := t.h.store.Sweep(ctx, keep, now.wall)
	if len(deleted) > 0 {
		slog.Info("sessions deleted that were kept long enough", "count", len(deleted))
	}
	return errors.Join(err, t.shrink(ctx))
}

// jumped is how much further the clock on the wall went than the one that only runs.
func jumped(last, now moment) time.Duration { return now.wall.Sub(last.wall) - (now.ran - last.ran) }

func keepFor(v settings.Values, release func(string) error) storage.Retention {
	return storage.Retention{Days: v.RetentionDays, MaxBytes: int64(v.RetentionMegabytes) * 1_000_000, Release: release}
}

// shrink makes the file smaller where half of it is free, while no replay runs: reports would wait.
func (t *tidier) shrink(ctx context.Context) error {
	for _, live := range t.h.supervisor.Snapshot().Sessions {
		if live.Phase != replay.PhaseFinished && live.Phase != replay.PhaseAborted {
			return nil
		}
	}
	st, err := t.h.store.Stats(ctx)
	if err != nil || st.FreeBytes < minFree || 2*st.FreeBytes < st.FileBytes {
		return err
	}
	return t.h.store.Compact(ctx)
}

// renewToken makes a new token and notes it.
func (h *house) renewToken(ctx context.Context) error {
	if _, err := h.token.Renew(); err != nil {
		return err
	}
	if h.supervisor == nil { // the store is not ours to write to
		return nil
	}
	return h.store.Note(ctx, audit.Record{What: audit.Token, Detail: "the token that agents send was renewed"})
}
