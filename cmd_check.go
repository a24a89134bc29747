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
	if len(f.Roots) == 0 {
		f.Roots = []string{string(filepath.Separator)} // who runs this chose the bundle, and sees the answer alone
	}
	return f.switches.AfterApply(call)
}

const maxJobs = 64

// Run prints a line for each step. The exit code is 0 when all are COMPLETE, 1 when one is not.
func (c *checkCmd) Run(ctx context.Context, o *output) error {
	validator, done, err := newValidator(c.Jobs, &c.switches)
	if err != nil {
		return err
	}
	defer done()
	if c.Format == "table" {
		fmt.Fprintln(o.out, tableHead)
	}
	all := true
	err = examineAll(ctx, validator, c.Bundles, c.Jobs, func(x *examined) error {
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
