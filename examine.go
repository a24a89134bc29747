package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/validation"
	"vigie/validation/mask"
)

// examined is what was made of one step of a bundle.
type examined struct {
	session    *replay.Session
	event      *replay.Event
	assessment validation.Assessment
	err        error
}

// examiner validates the steps of bundles.
type examiner struct {
	validator replay.Validator
	jobs      int // how many steps at once
	// covered has secrets covered in the pictures before they are looked at, as a running Vigie does: nothing else may be
	// shown to a model. One step at a time then, since what is covered follows from the steps before.
	covered bool
	// turn makes other steps of a bundle's; nil leaves them as they are.
	turn func([]replay.Event) []replay.Event
}

// all validates every step of the bundles in order and hands each to take, as soon as it and those before it are done. The
// first error ends it: one of a bundle is marked as a bad call.
func (x examiner) all(ctx context.Context, paths []string, take func(*examined) error) error {
	if x.covered {
		x.jobs = 1
	}
	for _, path := range paths {
		if err := x.bundle(ctx, path, take); err != nil {
			return err
		}
	}
	return nil
}

func (x examiner) bundle(ctx context.Context, path string, take func(*examined) error) (err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reel := &reel{Bundle: b}
	if x.covered {
		reel.redactor = &mask.Redactor{}
	}
	events := b.Events()
	if x.turn != nil {
		events = x.turn(events)
	}
	for done := range inOrder(ctx, events, x.jobs, func(e *replay.Event) *examined { return x.step(ctx, reel, e) }) {
		if done.err != nil {
			return done.err
		}
		if err := take(done); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// step validates one step of a bundle.
func (x examiner) step(ctx context.Context, r *reel, e *replay.Event) *examined {
	done := &examined{session: &r.Session, event: e}
	step, err := r.step(e)
	if err != nil {
		done.err = err
		return done
	}
	done.assessment = x.validator.Validate(ctx, step)
	return done
}

// reel is a bundle whose steps are looked at in order.
type reel struct {
	*bundle.Bundle
	redactor *mask.Redactor // nil where nothing is covered
}

// step is an event with its pictures, ready to be validated.
func (r *reel) step(e *replay.Event) (*validation.Step, error) {
	pictures, err := r.Pictures(*e)
	if err != nil {
		return nil, badCall(fmt.Errorf("step %d (%s) of session %q: %w", e.StepIndex, e.ID, r.Session.ID, err))
	}
	step := replay.StepOf(r.Session, *e, pictures)
	if r.redactor != nil {
		seen, err := replay.Redact(r.redactor, nil, step)
		if err != nil {
			return nil, fmt.Errorf("cover secrets in step %d: %w", e.StepIndex, err)
		}
		step.Before, step.After = seen.Judged.Before, seen.Judged.After
	}
	step.Previous = replay.PreviousLabel(r.Events(), e.StepIndex)
	return step, nil
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
