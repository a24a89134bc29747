package score

import (
	"maps"
	"slices"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// Board gathers the scored steps of one run, overall and by action. Its zero value is ready to use. It is not safe for
// concurrent use.
type Board struct {
	// All is the tally of every step that carries truth.
	All Tally

	actions     map[string]*Tally
	wrong       []Wrong
	elapsed     []time.Duration
	verdicts    Calibration
	findings    Calibration
	withoutFact int
}

// Wrong is a step that was not answered right.
type Wrong struct {
	SessionID string
	EventID   string
	Action    string
	Truth     replay.Truth
	Answer    Answer
	Reason    string
}

// Add scores an assessment of an event. A step without truth counts for the times only. An assessment of nil is a
// missing answer. The reason of a wrong answer is kept in language.
func (b *Board) Add(e *replay.Event, a *validation.Assessment, language string) {
	var answer Answer
	var reason string
	if a != nil {
		b.elapsed = append(b.elapsed, a.Elapsed)
		answer = Answer{Verdict: a.Verdict, Category: a.Category}
		reason = a.Reason.In(language)
	}
	if e.Truth == nil {
		b.withoutFact++
		return
	}
	b.All.add(answer, e.Truth)
	b.action(e).add(answer, e.Truth)
	if Judge(answer, e.Truth) != Right {
		b.wrong = append(b.wrong, Wrong{e.SessionID, e.ID, actionName(e), *e.Truth, answer, reason})
	}
	b.calibrate(e.Truth, a)
}

// calibrate counts the confidences of the verdict and of each finding behind it.
func (b *Board) calibrate(truth *replay.Truth, a *validation.Assessment) {
	if a == nil {
		return
	}
	b.verdicts.Add(a.Verdict, a.Confidence, truth.Effect)
	for _, f := range a.Findings {
		b.findings.Add(f.Verdict, f.Confidence, truth.Effect)
	}
}

// action returns the tally of the event's kind of action.
func (b *Board) action(e *replay.Event) *Tally {
	if b.actions == nil {
		b.actions = make(map[string]*Tally)
	}
	name := actionName(e)
	if b.actions[name] == nil {
		b.actions[name] = new(Tally)
	}
	return b.actions[name]
}

// actionName is the action's type as the agent sent it, and its role where it has one.
func actionName(e *replay.Event) string {
	if e.Action.Role == "" {
		return e.Action.Type
	}
	return e.Action.Type + "/" + e.Action.Role
}

// Actions returns the names of the kinds of action that were scored, sorted.
func (b *Board) Actions() []string { return slices.Sorted(maps.Keys(b.actions)) }

// Wrong returns the steps that were not answered right, in the order in which they were added.
func (b *Board) Wrong() []Wrong { return b.wrong }

// Untold returns how many steps carried no truth, and so were not scored.
func (b *Board) Untold() int { return b.withoutFact }
