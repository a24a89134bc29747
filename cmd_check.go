package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/alecthomas/kong"

	"vigie/validation"
)

// checkCmd validates bundles.
type checkCmd struct {
	Bundles []string `arg:"" name:"bundle" help:"Folder or zip of session.json, steps.jsonl and screenshots."`
	Format  string   `enum:"table,jsonl" default:"table" help:"How to print: ${enum}."`
	bundleFlags
}

// bundleFlags are those of the commands that validate bundles.
type bundleFlags struct {
	Jobs int `default:"1" help:"How many steps to validate at once."`
	switches
}

// AfterApply refuses values that make no sense.
func (f *bundleFlags) AfterApply(call *kong.Context) error {
	if f.Jobs < 1 || f.Jobs > maxJobs {
		return fmt.Errorf("--jobs %d is not between 1 and %d", f.Jobs, maxJobs)
	}
	f.Roots = orAnywhere(f.Roots)
	return f.switches.AfterApply(call)
}

// orAnywhere are the folders given, or all: who runs a command on a bundle chose it, and sees the answer alone.
func orAnywhere(roots []string) []string {
	if len(roots) == 0 {
		return []string{string(filepath.Separator)}
	}
	return roots
}

const maxJobs = 64

// examiner makes what validates bundles, with a model to ask where a flag or the environment wants one.
func (f *bundleFlags) examiner(ctx context.Context) (x examiner, done func(), err error) {
	if !f.wantsJudge() {
		v, done, err := newValidator(f.Jobs, &f.switches, nil)
		return examiner{validator: v, jobs: f.Jobs}, done, err
	}
	j, err := f.openJudge(ctx, nil)
	if err != nil {
		return examiner{}, nil, err
	}
	v, done, err := newValidator(1, &f.switches, j)
	return examiner{validator: v, covered: true}, done, err
}

// Run prints a line for each step. The exit code is 0 when all are COMPLETE, 1 when one is not.
func (c *checkCmd) Run(ctx context.Context, o *output) error {
	x, done, err := c.examiner(ctx)
	if err != nil {
		return err
	}
	defer done()
	if c.Format == "table" {
		fmt.Fprintln(o.out, tableHead)
	}
	all := true
	err = x.all(ctx, c.Bundles, func(x *examined) error {
		all = all && x.assessment.Verdict == validation.Complete
		l := newLine(x.event, &x.assessment, x.session.Language)
		if c.Format == "jsonl" {
			return l.writeJSON(o.out)
		}
		return l.writeRow(o.out)
	})
	if err == nil && !all {
		err = &status{code: exitFound}
	}
	return err
}
