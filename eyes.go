package main

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
)

// eyes validate steps with the settings as they are: a change counts from the next step on, and a step that is being looked
// at is finished as it was begun.
type eyes struct {
	judge validation.Judge // nil where there is none
	mu    sync.RWMutex
	now   sight
	old   sync.WaitGroup // readers that are being closed
}

// sight is a validator and the reader that it reads with.
type sight struct {
	validator replay.Validator
	reader    *warmReader
	users     *sync.WaitGroup // steps that are being looked at with the reader
}

// openEyes starts a reader in the background.
func openEyes(v settings.Values, judge validation.Judge) *eyes {
	e := &eyes{judge: judge, now: sight{reader: newReader(v), users: &sync.WaitGroup{}}}
	e.now.validator = e.validatorOf(e.now.reader, v)
	return e
}

func newReader(v settings.Values) *warmReader {
	return startReader(ocr.Config{Workers: runtime.GOMAXPROCS(0), Languages: v.OCRLanguages})
}

// validatorOf makes a validator with the settings.
func (e *eyes) validatorOf(reader ocr.Reader, v settings.Values) replay.Validator {
	options := validation.Options{Radius: v.OCRRadius, EscalationThreshold: v.Escalation}
	return check.New(check.Params{Reader: reader, Judge: e.judge, Options: options, Roots: check.Roots(v.Roots)})
}

// Validate looks at a step.
func (e *eyes) Validate(ctx context.Context, step *validation.Step) validation.Assessment {
	e.mu.RLock()
	s := e.now
	s.users.Add(1)
	e.mu.RUnlock()
	defer s.users.Done()
	return s.validator.Validate(ctx, step)
}

// adapt takes changed settings over. Other languages need another reader; the former is closed once nobody reads with it.
func (e *eyes) adapt(old, now settings.Values) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.Equal(old.OCRLanguages, now.OCRLanguages) {
		former := e.now
		e.now = sight{reader: newReader(now), users: &sync.WaitGroup{}}
		e.old.Go(func() { former.users.Wait(); former.reader.close() })
	}
	e.now.validator = e.validatorOf(e.now.reader, now)
}

// reader is the one that reads now.
func (e *eyes) reader() *warmReader {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.now.reader
}

// close frees the readers. Nobody validates any more.
func (e *eyes) close() {
	e.old.Wait()
	e.reader().close()
}
