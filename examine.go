package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/validation"
)

// examined is what was made of one step of a bundle.
type examined struct {
	session    *replay.Session
	event      *replay.Event
	assessment validation.Assessment
	err        error
}

// examineAll validates every step of the bundles in order and hands each to take, as soon as it and those before it are
// done. The first error ends it: one of a bundle is marked as a bad call.
func examineAll(ctx context.Context, v replay.Validator, paths []string, jobs int, take func(*examined) error) error {
	for _, path := range paths {
		if err := examineBundle(ctx, v, path, jobs, take); err != nil {
			return err
		}
	}
	return nil
}

func examineBundle(ctx context.Context, v replay.Validator, path string, jobs int, take func(*examined) error) (err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for x := range inOrder(ctx, b.Events(), jobs, func(e *replay.Event) *examined { return examine(ctx, v, b, e) }) {
		if x.err != nil {
			return x.err
		}
		if err := take(x); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// examine validates one step of a bundle.
func examine(ctx context.Context, v replay.Validator, b *bundle.Bundle, e *replay.Event) *examined {
	x := &examined{session: &b.Session, event: e}
	pictures, err := b.Pictures(*e)
	if err != nil {
		x.err = badCall(fmt.Errorf("step %d (%s) of session %q: %w", e.StepIndex, e.ID, b.Session.ID, err))
		return x
	}
	x.assessment = v.Validate(ctx, replay.StepOf(b.Session, *e, pictures))
	return x
}

// inOrder does the work on all events, at most jobs at once, and yields the results in the events' order. Nothing runs
// any more once the loop over it has ended.
func inOrder(ctx context.Context, events []replay.Event, jobs int, work func(*replay.Event) *examined) func(func(*examined) bool) {
	return func(yield func(*examined) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		queue := make(chan chan *examined, max(0, jobs-1)) // with the one being waited for: jobs
		running.Go(func() {
			defer close(queue)
			for i := range events {
				result := make(chan *examined, 1)
				select {
				case queue <- result:
				case <-ctx.Done():
					return
				}
				running.Go(func() { result <- work(&events[i]) })
			}
		})
		for result := range queue {
			if !yield(<-result) {
				return
			}
		}
	}
}
