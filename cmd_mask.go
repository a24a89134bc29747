package main

import (
	"context"
	"fmt"

	"vigie/storage"
	"vigie/validation/mask"
)

// maskCmd says what is covered in the screenshots of a workflow.
type maskCmd struct {
	List   maskListCmd   `cmd:"" help:"List the zones."`
	Add    maskAddCmd    `cmd:"" help:"Cover a zone in all screenshots of a workflow that come in from now on."`
	Remove maskRemoveCmd `cmd:"" help:"Cover a zone no longer. What was covered before stays so."`
}

type maskListCmd struct {
	Workflow string `arg:"" optional:"" help:"The workflow, as its sessions name it (by default all)."`
	dataFlag
}

type maskAddCmd struct {
	Workflow string `arg:"" help:"The workflow, as its sessions name it."`
	Zone     string `arg:"" help:"The zone as X0,Y0,X1,Y1: fractions 0…1 of the screenshot's width and height, or percents, as in 60%,10%,100%,25%."`
	Name     string `placeholder:"TEXT" help:"What lies there."`
	dataFlag
}

type maskRemoveCmd struct {
	Workflow string `arg:"" help:"The workflow, as its sessions name it."`
	Number   int    `arg:"" help:"The zone's number, as \"vigie mask list\" prints it."`
	dataFlag
}

// Run prints the zones.
func (c *maskListCmd) Run(ctx context.Context, o *output) error {
	return c.withMasks(ctx, true, func(m *masks) error {
		for _, workflow := range m.names() {
			if c.Workflow != "" && c.Workflow != workflow {
				continue
			}
			for i, z := range m.of(workflow) {
				fmt.Fprintf(o.out, "%s\t%d\t%v,%v,%v,%v\t%s\n", plain(workflow), i+1, z.X0, z.Y0, z.X1, z.Y1, plain(z.Name))
			}
		}
		return nil
	})
}

// Run adds a zone.
func (c *maskAddCmd) Run(ctx context.Context) error {
	z, err := mask.ParseZone(c.Zone)
	if err != nil {
		return badCall(err)
	}
	z.Name = c.Name
	return c.withMasks(ctx, false, func(m *masks) error { return m.Add(ctx, c.Workflow, z) })
}

// Run removes a zone.
func (c *maskRemoveCmd) Run(ctx context.Context) error {
	return c.withMasks(ctx, false, func(m *masks) error { return m.Remove(ctx, c.Workflow, c.Number) })
}

// withMasks opens the store for a moment.
func (d *dataFlag) withMasks(ctx context.Context, readOnly bool, use func(*masks) error) error {
	return d.withStore(readOnly, func(store *storage.Store) error {
		m, err := openMasks(ctx, store)
		if err != nil {
			return err
		}
		return use(m)
	})
}
