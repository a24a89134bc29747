package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"vigie/replay"
	"vigie/replay/score"
)

// scoreCmd counts how often the validator is right.
type scoreCmd struct {
	Bundles       []string `arg:"" name:"bundle" help:"Bundle whose steps carry the truth."`
	Wrong         bool     `help:"List the steps that were not answered right."`
	Counter       bool     `help:"Ask of the steps that were carried out for something else than was done: each must be answered as a failure."`
	Baseline      string   `type:"path" placeholder:"FILE" help:"Fail (exit code 1) where a count is worse than in this file."`
	WriteBaseline string   `type:"path" placeholder:"FILE" help:"Write the counts to this file, to compare with later."`
	bundleFlags
	dataFlag
}

// Run prints the table of counts and rates, and how often claims of each confidence were right.
func (c *scoreCmd) Run(ctx context.Context, o *output) error {
	if c.wantsJudge() {
		return c.runWithJudge(ctx, o)
	}
	validator, done, err := newValidator(c.Jobs, &c.switches, nil)
	if err != nil {
		return err
	}
	defer done()
	var board score.Board
	err = examiner{validator: validator, jobs: c.Jobs, turn: c.turn()}.all(ctx, c.Bundles, func(x *examined) error {
		board.Add(x.event, &x.assessment, x.session.Language)
		return nil
	})
	if err != nil {
		return err
	}
	c.print(&board, o)
	if c.WriteBaseline != "" {
		return writeBaseline(c.WriteBaseline, &board.All)
	}
	if c.Baseline != "" {
		return against(c.Baseline, &board.All, o)
	}
	return nil
}

// turn is what makes other steps of a bundle's, where that is asked for.
func (c *scoreCmd) turn() func([]replay.Event) []replay.Event {
	if !c.Counter {
		return nil
	}
	return score.Counter
}

func (c *scoreCmd) print(board *score.Board, o *output) {
	if n := board.Untold(); n > 0 {
		fmt.Fprintf(o.err, "vigie: %d steps carry no truth and are not counted\n", n)
	}
	board.WriteTable(o.out)
	fmt.Fprintln(o.out)
	board.WriteCalibration(o.out)
	if c.Wrong {
		fmt.Fprintln(o.out)
		board.WriteWrong(o.out)
	}
}

// against holds counts against those of a file, and says when that file is due to be made again.
func against(path string, now *score.Tally, o *output) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return badCall(fmt.Errorf("read the baseline: %w", err))
	}
	var kept score.Tally
	if err := json.Unmarshal(data, &kept); err != nil {
		return badCall(fmt.Errorf("read the baseline %q: %w", path, err))
	}
	if now.Better(&kept) {
		fmt.Fprintf(o.out, "better than the baseline: renew it with --write-baseline %s\n", path)
	}
	return now.Against(&kept)
}

func writeBaseline(path string, now *score.Tally) error {
	data, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		return badCall(fmt.Errorf("write the baseline: %w", err))
	}
	return nil
}
