package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/replay/intake"
	"vigie/storage/audit"
	"vigie/validation"
	"vigie/validation/mask"
)

// errNoStore says why nothing can be imported.
var errNoStore = errors.New("the store cannot be written to")

// importBundle keeps a bundle as a session that is over, each of its steps validated. A session of the same name that is
// kept already is left alone: the import gets a name of its own. Of an import that is not finished nothing is kept.
func (h *house) importBundle(ctx context.Context, path string, told progress) (err error) {
	if h.supervisor == nil {
		return errNoStore
	}
	b, err := bundle.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	now := time.Now()
	sum := replay.Summary{Session: b.Session, Phase: replay.PhaseFinished, UpdatedAt: now, EndedAt: &now, Imported: true}
	if err := h.nameImport(ctx, &sum); err != nil {
		return err
	}
	defer h.importing.Delete(sum.Session.ID)
	note := audit.Record{What: audit.Import, Session: sum.Session.ID, Workflow: sum.Session.Workflow, Detail: filepath.Base(path)}
	if err := h.store.Note(ctx, note); err != nil {
		return err
	}
	if err := h.importSteps(ctx, b, &sum, told); err != nil {
		return errors.Join(err, h.dropImport(context.WithoutCancel(ctx), sum.Session.ID))
	}
	return nil
}

// nameImport gives an import a name that nothing kept has, and no other import that goes on: two of one bundle would mix, and
// the cancelled one would take the other's steps away.
func (h *house) nameImport(ctx context.Context, sum *replay.Summary) error {
	_, taken := h.importing.LoadOrStore(sum.Session.ID, true)
	if !taken {
		switch _, err := h.store.Session(ctx, sum.Session.ID); {
		case errors.Is(err, replay.ErrUnknownSession):
			return nil
		case err != nil:
			h.importing.Delete(sum.Session.ID)
			return err
		}
		h.importing.Delete(sum.Session.ID)
	}
	sum.Session.ID = intake.FreshID(sum.Session.ID, sum.UpdatedAt)
	h.importing.Store(sum.Session.ID, true)
	return nil
}

func (h *house) importSteps(ctx context.Context, b *bundle.Bundle, sum *replay.Summary, told progress) error {
	var redactor mask.Redactor
	for i, e := range b.Events() {
		if err := h.importStep(ctx, b, &redactor, sum, e); err != nil {
			return fmt.Errorf("import step %d: %w", e.StepIndex, err)
		}
		if told != nil {
			told(i+1, len(b.Events()))
		}
	}
	return h.store.SaveSession(ctx, *sum)
}

// dropImport deletes what is kept of an import that was not finished.
func (h *house) dropImport(ctx context.Context, id string) error {
	if err := h.store.Delete(ctx, id); err != nil && !errors.Is(err, replay.ErrUnknownSession) {
		return fmt.Errorf("delete the unfinished import: %w", err)
	}
	return nil
}

// deleteSession deletes a kept session that is over.
func (h *house) deleteSession(ctx context.Context, id string) error {
	if h.supervisor == nil {
		return errNoStore
	}
	if err := h.supervisor.Forget(id); err != nil {
		return err
	}
	return h.store.Delete(ctx, id)
}

func (h *house) importStep(
	ctx context.Context, b *bundle.Bundle, redactor *mask.Redactor, sum *replay.Summary, e replay.Event,
) error {
	pictures, err := b.Pictures(e)
	if err != nil {
		return err
	}
	seen, err := replay.Redact(redactor, h.zones(b.Session.Workflow), replay.StepOf(b.Session, e, pictures))
	if err != nil {
		return err
	}
	a := h.eyes.Validate(ctx, replay.StepOf(b.Session, e, seen.Judged))
	if err := ctx.Err(); err != nil {
		return err
	}
	e.SessionID, e.Screenshots = sum.Session.ID, hashes(seen.Kept)
	sum.Steps = max(sum.Steps, e.StepIndex)
	count(sum, &a)
	r := &replay.Report{Event: e, ReceivedAt: time.Now(), Assessment: &a, Covered: seen.Covered}
	return h.store.SaveReport(ctx, *sum, r, seen.Kept)
}

// hashes name pictures as the store does.
func hashes(p replay.Pictures) (named replay.Screenshots) {
	if p.Before != nil {
		named.Before = p.Before.Hash()
	}
	for _, after := range p.After {
		named.After = append(named.After, after.Hash())
	}
	return named
}

// count adds a step to a summary.
func count(sum *replay.Summary, a *validation.Assessment) {
	switch a.Verdict {
	case validation.Complete:
		sum.Complete++
	case validation.Continue:
		sum.Continue++
	case validation.Terminate:
		sum.Terminate++
		sum.AddCategory(a.Category)
	}
}
