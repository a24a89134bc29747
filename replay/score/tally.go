package score

import (
	"slices"

	"vigie/replay"
	"vigie/validation"
)

// The effects that a corpus knows.
const (
	Achieved = "achieved"
	Failed   = "failed"
	Pending  = "pending"
)

// Answer is what the validator said of one step.
type Answer struct {
	Verdict  validation.Verdict // Unknown when there is no answer
	Category validation.Category
}

// Outcome says what an answer is, against the truth.
type Outcome uint8

// The outcomes. The zero value is Missing: no answer is never a right one.
const (
	Missing Outcome = iota
	Right
	FalseAccept
	FalseAlarm
	Undecided
)

// Judge holds an answer against what really happened.
func Judge(a Answer, truth *replay.Truth) Outcome {
	switch {
	case a.Verdict == validation.Unknown:
		return Missing
	case a.Verdict == validation.Complete && truth.Effect != Achieved:
		return FalseAccept
	case a.Verdict == validation.Terminate && truth.Effect != Failed:
		return FalseAlarm
	case a.Verdict == validation.Continue && truth.Effect != Pending:
		return Undecided
	}
	return Right
}

// categoryRight says whether the answer names a failure by one of its right categories.
func categoryRight(a Answer, truth *replay.Truth) bool {
	return a.Category == truth.Category || slices.Contains(truth.Also, a.Category)
}

// Tally counts the outcomes of a group of steps.
type Tally struct {
	N             int `json:"n"`
	Right         int `json:"right"`
	FalseAccept   int `json:"false_accept"`
	FalseAlarm    int `json:"false_alarm"`
	Undecided     int `json:"undecided"`
	CategoryRight int `json:"category_right"` // of the failures that were caught
	Missing       int `json:"missing"`
	Achieved      int `json:"achieved"`
	Failed        int `json:"failed"`
	Pending       int `json:"pending"`
}

// add counts one step.
func (t *Tally) add(a Answer, truth *replay.Truth) {
	t.N++
	t.addEffect(truth.Effect)
	switch Judge(a, truth) {
	case Missing:
		t.Missing++
	case FalseAccept:
		t.FalseAccept++
	case FalseAlarm:
		t.FalseAlarm++
	case Undecided:
		t.Undecided++
	case Right:
		t.Right++
		if truth.Effect == Failed && categoryRight(a, truth) {
			t.CategoryRight++
		}
	}
}

func (t *Tally) addEffect(effect string) {
	switch effect {
	case Achieved:
		t.Achieved++
	case Failed:
		t.Failed++
	case Pending:
		t.Pending++
	}
}

// notAchieved is the number of steps that a false accept can happen on.
func (t *Tally) notAchieved() int { return t.Failed + t.Pending }

// notFailed is the number of steps that a false alarm can happen on.
func (t *Tally) notFailed() int { return t.Achieved + t.Pending }

// settled is the number of steps that can be left undecided.
func (t *Tally) settled() int { return t.Achieved + t.Failed }
