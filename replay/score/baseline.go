package score

import (
	"errors"
	"fmt"
)

// ErrWorse is returned, wrapped with the counts, when a result is worse than its baseline.
var ErrWorse = errors.New("worse than the baseline")

// Against holds a result against the one that was kept. It returns an error that wraps [ErrWorse] when a count got
// worse, and another error when the two are not of the same number of steps. One count's gain never pays for another
// one's loss.
func (t *Tally) Against(kept *Tally) error {
	if t.N != kept.N {
		return fmt.Errorf("the baseline is of %d steps, this result of %d: make a new baseline", kept.N, t.N)
	}
	return errors.Join(
		notLess("right", t.Right, kept.Right),
		notMore("false accepts", t.FalseAccept, kept.FalseAccept),
		notMore("false alarms", t.FalseAlarm, kept.FalseAlarm),
		notLess("right categories", t.CategoryRight, kept.CategoryRight),
		notMore("missing", t.Missing, kept.Missing),
	)
}

// Better says whether a result of the same steps is better than the one that was kept in a count that [Tally.Against]
// holds, and worse in none: the baseline should be made again, so that the gain cannot be lost unseen.
func (t *Tally) Better(kept *Tally) bool {
	return t.Against(kept) == nil && kept.Against(t) != nil
}

func notLess(what string, now, kept int) error {
	if now < kept {
		return worse(what, now, kept)
	}
	return nil
}

func notMore(what string, now, kept int) error {
	if now > kept {
		return worse(what, now, kept)
	}
	return nil
}

func worse(what string, now, kept int) error {
	return fmt.Errorf("%w: %s %d, was %d", ErrWorse, what, now, kept)
}
