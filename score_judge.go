package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"vigie/judge"
	"vigie/replay"
	"vigie/replay/score"
	"vigie/validation"
)

// twofold validates each step without a model and, where that would ask one, with it, too. It is for one step at a time.
type twofold struct {
	alone, asking replay.Validator
	would         *wouldAsk
	// without is the last step's assessment without the model; asked says whether the model was asked about it.
	without validation.Assessment
	asked   bool
}

// Validate validates a step, with the model where it is to be asked.
func (t *twofold) Validate(ctx context.Context, step *validation.Step) validation.Assessment {
	t.would.asked = false
	t.without = t.alone.Validate(ctx, step)
	if t.asked = t.would.asked; !t.asked {
		return t.without
	}
	return t.asking.Validate(ctx, step)
}

// opinions counts what a model changed.
type opinions struct {
	without, with               score.Board
	steps, asked, moved, silent int
	cannotTell, worse           int
	took                        []time.Duration
	moves                       []string
}

// runWithJudge scores the bundles without and with the model, and prints both.
func (c *scoreCmd) runWithJudge(ctx context.Context, o *output) error {
	cache, closeCache := c.cache(o)
	defer closeCache()
	j, err := c.openJudge(ctx, cache)
	if err != nil {
		return err
	}
	two, done, err := c.twofold(j)
	if err != nil {
		return err
	}
	defer done()
	var counts opinions
	err = examiner{validator: two, covered: true, turn: c.turn()}.all(ctx, c.Bundles, func(x *examined) error {
		counts.add(x, two)
		return nil
	})
	if err != nil {
		return err
	}
	counts.write(o.out, j.State())
	fmt.Fprintln(o.out)
	c.print(&counts.with, o)
	if c.WriteBaseline != "" {
		return writeBaseline(c.WriteBaseline, &counts.with.All)
	}
	if c.Baseline != "" {
		return against(c.Baseline, &counts.with.All, o)
	}
	return nil
}

// twofold makes both validators, on one reader.
func (c *scoreCmd) twofold(j *judge.Judge) (*twofold, func(), error) {
	would := &wouldAsk{}
	alone, done, err := newValidator(1, &c.switches, would)
	if err != nil {
		return nil, nil, err
	}
	asking, doneToo, err := newValidator(1, &c.switches, j)
	if err != nil {
		done()
		return nil, nil, err
	}
	return &twofold{alone: alone, asking: asking, would: would}, func() { done(); doneToo() }, nil
}

// add counts a step.
func (c *opinions) add(x *examined, t *twofold) {
	c.steps++
	c.without.Add(x.event, &t.without, x.session.Language)
	c.with.Add(x.event, &x.assessment, x.session.Language)
	if !t.asked {
		return
	}
	c.asked++
	if said := testimony(&x.assessment); said == nil {
		c.silent++
	} else {
		c.took = append(c.took, said.Took)
		if said.Answer == "cannot_tell" {
			c.cannotTell++
		}
	}
	if x.assessment.Verdict != t.without.Verdict {
		c.moved++
		c.moves = append(c.moves, c.move(x, t))
	}
}

// move says how the model moved a verdict, and counts where that made it wrong.
func (c *opinions) move(x *examined, t *twofold) string {
	truth := "truth unknown"
	if x.event.Truth != nil {
		truth = x.event.Truth.Effect
		after := score.Judge(score.Answer{Verdict: x.assessment.Verdict}, x.event.Truth)
		if after == score.FalseAccept || after == score.FalseAlarm {
			c.worse++
		}
	}
	return fmt.Sprintf("%s %s: %v -> %v %.2f (%s)", x.session.ID, x.event.ID, t.without.Verdict, x.assessment.Verdict, x.assessment.Confidence, truth)
}

// testimony is what the model said; nil where it said nothing of use.
func testimony(a *validation.Assessment) *validation.Testimony {
	for _, f := range a.Findings {
		if f.Evidence.Judge != nil {
			return f.Evidence.Judge
		}
	}
	return nil
}

// write prints what the model changed: counts without and with it, and each verdict that it moved.
func (c *opinions) write(w io.Writer, s judge.State) {
	fmt.Fprintf(w, "model %s (%.12s) at %s\n", s.Model, s.Digest, s.Host)
	fmt.Fprintf(w, "asked on %d of %d steps: %d answers, %d of them cannot_tell; %d times no answer of use\n", c.asked, c.steps, len(c.took), c.cannotTell, c.silent)
	if len(c.took) > 0 {
		slices.Sort(c.took)
		fmt.Fprintf(w, "median time of an answer: %v\n", c.took[len(c.took)/2].Round(time.Millisecond))
	}
	fmt.Fprintf(w, "\n%-14s %5s %6s %8s %8s %9s\n", "", "n", "right", "f.accept", "f.alarm", "undecided")
	for _, row := range []struct {
		name  string
		tally *score.Tally
	}{{"without model", &c.without.All}, {"with model", &c.with.All}} {
		t := row.tally
		fmt.Fprintf(w, "%-14s %5d %6d %8d %8d %9d\n", row.name, t.N, t.Right, t.FalseAccept, t.FalseAlarm, t.Undecided)
	}
	fmt.Fprintf(w, "\nverdicts moved: %d, of them to a wrong one: %d\n", c.moved, c.worse)
	for _, move := range c.moves {
		fmt.Fprintln(w, move)
	}
}
