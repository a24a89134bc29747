package validation

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"vigie/validation/ocr"
)

// Options are the validator's switches (matrix.md §5 and §6). The zero value means the defaults.
type Options struct {
	// EscalationThreshold is the confidence below which a doubt is put to the judge; 0 means DefaultEscalation.
	EscalationThreshold float64
	// Radius is the radius, in logical pixels, of the region that is read at a point; 0 means DefaultRadius.
	Radius int
	// RecheckAfter is how long an agent waits before it takes a new screenshot; 0 means 1500 ms.
	RecheckAfter time.Duration
}

// DefaultRadius is the radius in logical pixels of the region that is read at a point.
const DefaultRadius = 80

// JudgeCap is the highest confidence that a judge's answer is given.
const JudgeCap = 0.9

// recheckAfter is the wait before a new screenshot (matrix.md §5).
const recheckAfter = 1500 * time.Millisecond

// Validator runs the checks that the matrix names and makes one assessment of their findings. It is safe for
// concurrent use.
type Validator struct {
	checkers map[string]Checker
	reader   ocr.Reader
	judge    Judge
	options  Options
}

// New returns a validator with the checkers of package check. A nil judge means that there is none: a step that the
// checks do not settle stays undecided.
func New(reader ocr.Reader, judge Judge, options Options, checkers ...Checker) *Validator {
	byName := make(map[string]Checker, len(checkers))
	for _, c := range checkers {
		byName[c.Name()] = c
	}
	return &Validator{checkers: byName, reader: reader, judge: judge, options: options}
}

// Validate makes an assessment of a step. It never fails: what could not be checked is said in the assessment.
func (v *Validator) Validate(ctx context.Context, step *Step) Assessment {
	scene := NewScene(step, v.reader, v.options)
	start := time.Now()
	findings := v.look(ctx, scene)
	decided := withReport(scene, findings, decide(scene.row, findings))
	if v.worthAsking(scene, findings, decided) {
		findings, decided = v.ask(ctx, scene, findings, decided)
	}
	return v.assess(scene, findings, decided, time.Since(start))
}

// look runs the row's checks in order; one that already settles the step for sure spares the rest.
func (v *Validator) look(ctx context.Context, scene *Scene) []Finding {
	scene.sound()
	if f, stop := precheck(scene); stop {
		return []Finding{f}
	}
	names := scene.row.Checks
	findings := make([]Finding, 0, len(names)+1)
	for _, name := range names {
		f := v.run(ctx, name, scene)
		findings = append(findings, f)
		if f.Verdict == Terminate && f.Confidence >= sure {
			break
		}
	}
	return findings
}

// sure is the confidence of a failure that no further look can mend.
const sure = 0.95

// run makes one check. A checker that fails or panics yields an undecided finding that says so.
func (v *Validator) run(ctx context.Context, name string, scene *Scene) (f Finding) {
	start := time.Now()
	defer func() {
		if p := recover(); p != nil {
			slog.Error("a check panicked", "check", name, "panic", p)
			f = failedCheck(name, fmt.Errorf("panic: %v", p))
		}
		f.Check, f.Elapsed, f.Budget = name, time.Since(start), budgetOf(name)
	}()
	checker, ok := v.checkers[name]
	if !ok {
		return failedCheck(name, fmt.Errorf("no checker of this name"))
	}
	f, err := checker.Check(ctx, scene)
	if err != nil {
		return failedCheck(name, err)
	}
	return f
}

func failedCheck(name string, err error) Finding {
	return Finding{
		Verdict: Continue, Confidence: .1, Category: UnknownCategory,
		Reason:   Say("check_failed", "check", name, "cause", err.Error()),
		Evidence: Evidence{Error: err.Error()},
	}
}
