package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"vigie/judge"
	"vigie/replay/bundle"
	"vigie/validation"
	"vigie/validation/mask"
)

// judgeCmd asks the vision model about one step, whatever the checks say of it.
type judgeCmd struct {
	Step string `arg:"" name:"bundle#step" help:"Bundle and step, as in demo#10: the number of a step, or the id of an event."`
	switches
	dataFlag
}

// AfterApply refuses what cannot be a step.
func (c *judgeCmd) AfterApply(call *kong.Context) error {
	c.Roots = orAnywhere(c.Roots)
	if path, step := c.split(); path == "" || step == "" {
		return fmt.Errorf("%q names no step: write it as BUNDLE#STEP", c.Step)
	}
	return c.switches.AfterApply(call)
}

func (c *judgeCmd) split() (path, step string) {
	i := strings.LastIndexByte(c.Step, '#')
	if i < 0 {
		return "", ""
	}
	return c.Step[:i], c.Step[i+1:]
}

// Run prints the question without the pictures' bytes, the model's own words, what follows from them, and the times. The
// exit code is 1 where there was no answer.
func (c *judgeCmd) Run(ctx context.Context, o *output) (err error) {
	path, name := c.split()
	b, err := bundle.Open(path)
	if err != nil {
		return badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	step, err := stepNamed(&reel{Bundle: b, redactor: &mask.Redactor{}}, name)
	if err != nil {
		return err
	}
	cache, closeCache := c.cache(o)
	defer closeCache()
	j, err := c.openJudge(ctx, cache)
	if err != nil {
		return err
	}
	would := &wouldAsk{}
	validator, done, err := newValidator(1, &c.switches, would)
	if err != nil {
		return err
	}
	defer done()
	a := validator.Validate(ctx, step)
	fmt.Fprintf(o.out, "The checks say %s %.2f (%s): %s\n", a.Verdict, a.Confidence, a.Check, plain(a.Reason.In(step.Language)))
	fmt.Fprintf(o.out, "The model would be asked: %s\n\n", map[bool]string{true: "yes", false: "no"}[would.asked])
	h, err := j.Hear(ctx, step, a.Findings)
	writeHearing(o.out, &h, step.Language)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	return nil
}

// stepNamed finds the step of a number or an id, and looks at those before it, whose secrets are covered in it.
func stepNamed(r *reel, name string) (*validation.Step, error) {
	for i := range r.Events() {
		e := &r.Events()[i]
		step, err := r.step(e)
		if err != nil {
			return nil, err
		}
		if e.ID == name || fmt.Sprint(e.StepIndex) == name {
			return step, nil
		}
	}
	return nil, badCall(fmt.Errorf("the bundle has no step %q", name))
}

// wouldAsk notes whether a judge would have been asked, and leaves the step as if there were none.
type wouldAsk struct{ asked bool }

// Ask answers nothing.
func (w *wouldAsk) Ask(context.Context, *validation.Step, []validation.Finding) (validation.Finding, error) {
	w.asked = true
	return validation.Finding{}, validation.ErrNoJudge
}

func writeHearing(w io.Writer, h *judge.Hearing, language string) {
	if h.Kind == "" {
		return
	}
	fmt.Fprintf(w, "== instructions (%s)\n%s\n\n== data\n%s\n\n== pictures\n", h.Kind, h.System, h.Data)
	for _, p := range h.Pictures {
		fmt.Fprintf(w, "%s: %s, %dx%d, %d bytes\n", p.What, p.Type, p.Width, p.Height, p.Bytes)
	}
	for _, text := range h.Replies {
		fmt.Fprintf(w, "\n== the model wrote\n%s\n", plain(text))
	}
	t := h.Finding.Evidence.Judge
	if t == nil {
		return
	}
	fmt.Fprintf(w, "\n== finding\n%s %.2f %s: %s\n", h.Finding.Verdict, h.Finding.Confidence, h.Finding.Category, plain(h.Finding.Reason.In(language)))
	for _, note := range h.Finding.Evidence.Notes {
		fmt.Fprintln(w, plain(note.In(language)))
	}
	fmt.Fprintf(w, "model %s (%.12s), asked %d times, %d tokens read, %d written, %v", t.Model, t.Digest, t.Asks, t.TokensIn, t.TokensOut, t.Took.Round(time.Millisecond))
	if t.Load > 0 {
		fmt.Fprintf(w, " of which %v to load it", t.Load.Round(time.Millisecond))
	}
	if t.Cached {
		fmt.Fprint(w, " (kept from an earlier ask)")
	}
	fmt.Fprintln(w)
}

// cache is the store, for the answers that were given before. Without it, as while another Vigie writes to it, every
// question is asked anew.
func (d *dataFlag) cache(o *output) (judge.Cache, func()) {
	store, err := d.openStore(false, false)
	if err != nil {
		fmt.Fprintf(o.err, "vigie: answers are not kept: %v\n", err)
		return nil, func() {}
	}
	return store, func() {
		if err := store.Close(); err != nil {
			slog.Error("close the store", "error", err)
		}
	}
}
