package main

import (
	"context"
	"errors"
	"fmt"

	"vigie/replay/bench"
	"vigie/replay/bundle"
)

// soak validates steps of a bundle, over and over, and says how much memory is held on the way.
func (wb *workbench) soak(ctx context.Context, path string, steps int) (err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if len(b.Events()) == 0 {
		return nil
	}
	for n := 1; n <= steps; n++ {
		step, _, err := decoded(b, &b.Events()[(n-1)%len(b.Events())])
		if err != nil {
			return err
		}
		wb.validator.Validate(ctx, step)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if n == steps || n == steps/10 || n == steps/2 {
			wb.sayResident(n)
		}
	}
	return nil
}

func (wb *workbench) sayResident(steps int) {
	held, err := bench.Resident()
	if err != nil {
		fmt.Fprintf(wb.out.out, "memory held after %d more steps: %v\n", steps, err)
		return
	}
	fmt.Fprintf(wb.out.out, "memory held after %4d more steps: %.1f MiB (RSS)\n", steps, float64(held)/1024)
}
