package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"vigie/replay"
	"vigie/replay/bench"
	"vigie/replay/bundle"
	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
)

// benchCmd measures. It reports figures, and fails on none.
type benchCmd struct {
	Bundles []string `arg:"" name:"bundle" help:"Bundle whose steps are validated, one at a time on one thread."`
	Peer    string   `type:"path" placeholder:"FILE" help:"Another program that validates the bundle it is given, with a line of JSON a step, to compare the times with."`
	Soak    int      `default:"1000" placeholder:"STEPS" help:"Validate so many more steps of the first bundle and say how much memory is held meanwhile (0: don't)."`
	switches
}

// AfterApply refuses values that make no sense.
func (c *benchCmd) AfterApply(call *kong.Context) error {
	if c.Soak < 0 || c.Soak > maxSoak {
		return fmt.Errorf("--soak %d is not between 0 and %d steps", c.Soak, maxSoak)
	}
	return c.switches.AfterApply(call)
}

const maxSoak = 1_000_000

// workbench is what a measurement needs.
type workbench struct {
	meter     *bench.Meter
	validator *validation.Validator
	out       *output
}

// Run prints the times of the steps, of the checks, and what is allocated and held.
func (c *benchCmd) Run(ctx context.Context, o *output) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	pool, err := ocr.New(ocr.Config{Workers: 1})
	if err != nil {
		return fmt.Errorf("start the text reader: %w", err)
	}
	meter := bench.NewMeter(pool)
	wb := &workbench{meter, validation.New(meter, nil, c.options(), meter.Checkers(check.All(nil))...), o}
	return errors.Join(c.measure(ctx, wb), pool.Close())
}

func (c *benchCmd) measure(ctx context.Context, wb *workbench) error {
	fmt.Fprintf(wb.out.out, "load of the machine before: %s\n", load())
	var runs []bench.Run
	for _, path := range c.Bundles {
		run, err := wb.run(ctx, path)
		if err != nil {
			return err
		}
		if c.Peer != "" {
			wb.comparePeer(ctx, c.Peer, path, run)
		}
		runs = append(runs, *run)
	}
	fmt.Fprintf(wb.out.out, "load of the machine after: %s\n\n", load())
	bench.WriteSteps(wb.out.out, runs)
	fmt.Fprintln(wb.out.out)
	wb.meter.WriteChecks(wb.out.out, runs)
	fmt.Fprintln(wb.out.out)
	bench.WriteShares(wb.out.out, runs)
	if c.Soak == 0 {
		return nil
	}
	return wb.soak(ctx, c.Bundles[0], c.Soak)
}

// run measures the steps of one bundle.
func (wb *workbench) run(ctx context.Context, path string) (r *bench.Run, err error) {
	b, err := bundle.Open(path)
	if err != nil {
		return nil, badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, badCall(err)
	}
	r = &bench.Run{Name: filepath.Base(filepath.Dir(whole)) + "/" + filepath.Base(whole)}
	worked, known := processorTime()
	for i := range b.Events() {
		step, decode, err := decoded(b, &b.Events()[i])
		if err != nil {
			return nil, err
		}
		r.Decode = append(r.Decode, decode)
		r.Steps = append(r.Steps, wb.meter.Measure(func() { wb.validator.Validate(ctx, step) }))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if known {
		now, _ := processorTime()
		r.Processor = now - worked
	}
	return r, nil
}

// decoded returns a step of a bundle with its pictures decoded, and how long that took. A picture that cannot be decoded
// is the validator's to find.
func decoded(b *bundle.Bundle, e *replay.Event) (*validation.Step, time.Duration, error) {
	pictures, err := b.Pictures(*e)
	if err != nil {
		return nil, 0, badCall(fmt.Errorf("step %d (%s): %w", e.StepIndex, e.ID, err))
	}
	start := time.Now()
	if pictures.Before != nil {
		_, _ = pictures.Before.RGBA()
	}
	for _, p := range pictures.After {
		_, _ = p.RGBA()
	}
	return replay.StepOf(b.Session, *e, pictures), time.Since(start), nil
}

// comparePeer adds another program's times on the same bundle. Without them the figures still stand: it only says so.
func (wb *workbench) comparePeer(ctx context.Context, program, path string, r *bench.Run) {
	cmd := exec.CommandContext(ctx, program, path)
	cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OMP_THREAD_LIMIT=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1")
	cmd.Stderr = wb.out.err
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err == nil {
		r.Peer, r.PeerDecode, err = bench.ReadPeer(out)
		err = errors.Join(err, out.Close(), cmd.Wait())
	}
	if err == nil && len(r.Peer) != len(r.Steps) {
		err = fmt.Errorf("it has times of %d steps, the bundle has %d", len(r.Peer), len(r.Steps))
	}
	if err != nil {
		fmt.Fprintf(wb.out.err, "vigie: no comparison on %s with %q: %v\n", r.Name, program, err)
		r.Peer, r.PeerDecode = nil, nil
		return
	}
	r.PeerProcessor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// load is the machine's load averages of 1, 5 and 15 minutes, where the system tells them: times on a busy machine are
// longer.
func load() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not told by this system"
	}
	return string(data[:max(0, len(data)-1)])
}
