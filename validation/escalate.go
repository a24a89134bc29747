package validation

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"
)

// DefaultEscalation is the confidence below which a doubt is put to the judge (matrix.md §5).
const DefaultEscalation = 0.55

// From which confidence a judge's answer is believed. A row of its own (visual_condition) has its own.
const (
	judgeAccept = 0.7
	judgeFail   = 0.8
)

// strong is the confidence from which a check that says the contrary of the judge is named beside its answer.
const strong = 0.7

// worthAsking says whether the judge should be asked (matrix.md §5): about a step that no check settles and that does
// not merely need time, where the row knows a judge; never about a secret, and never about a screen that no picture
// shows. The one settled step that it is asked about is a short text: its form is right, its sense nobody has looked at.
func (v *Validator) worthAsking(scene *Scene, findings []Finding, decided Finding) bool {
	switch {
	case v.judge == nil, scene.Secret(), decided.Check == CheckSound, scene.row.JudgeFrom >= 1:
		return false
	case decided.Verdict == Complete:
		return isShortText(decided)
	case decided.Verdict != Continue, decided.Category == UILoading:
		return false
	}
	return scene.Kind == kindCondition || leans(scene.row, findings) || decided.Confidence < v.escalation()
}

// kindCondition is the action that only a judge can answer.
const kindCondition = "visual_condition"

func (v *Validator) escalation() float64 {
	if v.options.EscalationThreshold > 0 {
		return v.options.EscalationThreshold
	}
	return DefaultEscalation
}

// leans says whether a check leans to a verdict within the row's band: not sure enough to be believed, but sure enough to
// be worth a second opinion.
func leans(row Row, findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool {
		settled := f.Verdict == Complete || f.Verdict == Terminate
		return settled && f.Confidence >= row.JudgeFrom
	})
}

// ShortText is the sentence of the schema check that a text is too short for its form to say much.
const ShortText = "data_short_text"

func isShortText(f Finding) bool {
	return f.Check == CheckSchema && slices.ContainsFunc(f.Evidence.Notes, func(s Sentence) bool { return s.ID == ShortText })
}

// ask puts the step to the judge and returns all findings, and the one that decides now. No answer, or one that is not
// sure enough, leaves the decision as it was, and says so.
func (v *Validator) ask(ctx context.Context, scene *Scene, findings []Finding, decided Finding) ([]Finding, Finding) {
	start := time.Now()
	ctx, stop := untilMoot(ctx, scene.Step)
	f, err := v.judge.Ask(ctx, scene.Step, slices.Clone(findings))
	stop()
	if err == nil && f.Verdict == Unknown {
		err = errors.New("no verdict")
	}
	if errors.Is(err, ErrNoJudge) {
		return findings, decided
	}
	scene.asked = true
	if err != nil {
		decided.Evidence.Notes = append(slices.Clip(decided.Evidence.Notes), Say("judge_silent", "cause", err.Error()))
		return findings, decided
	}
	f.Check, f.Elapsed, f.Budget = CheckJudge, time.Since(start), budgetOf(CheckJudge)
	f.Confidence = min(max(f.Confidence, 0), JudgeCap)
	f = weigh(scene.row, f, findings, decided)
	if f.Verdict == Continue && decided.Check != CheckJudge {
		return append(findings, f), decided
	}
	return append(findings, f), f
}

// untilMoot ends the context when nobody waits for the step's verdict any more.
func untilMoot(ctx context.Context, step *Step) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	if step.Moot != nil {
		go func() {
			select {
			case <-step.Moot:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	return ctx, cancel
}

// weigh bounds what an answer can do: one below the confidence that the row asks for settles nothing, and one against
// what a check found with confidence names that check.
func weigh(row Row, f Finding, findings []Finding, decided Finding) Finding {
	accept, fail := judgeAccept, judgeFail
	if row.Kind == kindCondition {
		accept, fail = row.Accept, row.Fail
	}
	if f.Verdict == Complete && f.Confidence < accept || f.Verdict == Terminate && f.Confidence < fail {
		f.Verdict, f.Category = Continue, decided.Category
		f.Evidence.Notes = append(slices.Clip(f.Evidence.Notes), Say("judge_unsure"))
	}
	switch f.Verdict {
	case Complete:
		f.Category = None
	case Terminate:
		if f.Category == None {
			f.Category = orUnknown(decided.Category)
		}
	}
	for _, other := range findings {
		if contrary(f.Verdict, other.Verdict) && other.Confidence >= strong {
			f.Evidence.Notes = append(slices.Clip(f.Evidence.Notes), Say("judge_disagrees", "check", other.Check,
				"verdict", other.Verdict.String(), "confidence", strconv.FormatFloat(other.Confidence, 'f', 2, 64)))
		}
	}
	return f
}

func contrary(a, b Verdict) bool {
	return a == Complete && b == Terminate || a == Terminate && b == Complete
}

func orUnknown(c Category) Category {
	if c == None {
		return UnknownCategory
	}
	return c
}
