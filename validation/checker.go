package validation

import (
	"context"
	"errors"
)

// Checker looks at one step for one signal. A mismatch is a finding; an error means that the comparison could not be
// made. A Checker is safe for concurrent use.
type Checker interface {
	// Name is the checker's name in matrix.md, findings and statistics.
	Name() string
	// Check looks at the scene. It never returns a zero verdict with a nil error.
	Check(ctx context.Context, scene *Scene) (Finding, error)
}

// Judge answers what the pixels' own signals cannot settle: a vision model. It is asked on escalation only.
type Judge interface {
	// Ask returns the judge's finding on a step, given what the checkers found. No answer is an error, never a verdict;
	// ErrNoJudge says that there is nobody to ask. The finding is COMPLETE, TERMINATE, or CONTINUE where it cannot tell.
	Ask(ctx context.Context, step *Step, findings []Finding) (Finding, error)
}

// ErrNoJudge is returned by a Judge that is switched off: the step is left as if there were none.
var ErrNoJudge = errors.New("there is no judge")
