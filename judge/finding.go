package judge

import "vigie/validation"

// finding is what an answer makes of a step. changed says that a second ask gave another answer.
func (q *question) finding(s *validation.Step, a answer, t validation.Testimony, changed bool) validation.Finding {
	f := validation.Finding{
		Verdict: a.verdict(), Confidence: a.Confidence, Check: validation.CheckJudge, Category: a.Category,
		Reason: q.reason(s, a, t.Model), Evidence: validation.Evidence{Judge: &t},
	}
	if f.Verdict == validation.Complete {
		f.Category = validation.None
	}
	if changed {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("judge_changed"))
	}
	if !q.region.Empty() {
		f.Regions = []validation.Region{{Box: q.region, Role: validation.RoleLooked, On: "after"}}
	}
	return f
}

// reason says the answer in words of ours; the model's own stand in the testimony.
func (q *question) reason(s *validation.Step, a answer, model string) validation.Sentence {
	if a.Choice == answerCannotTell {
		return validation.Say("judge_cant_tell", "model", model)
	}
	yes := a.Choice == answerYes
	switch {
	case q.kind == kindCondition && yes:
		return validation.Say("judge_true", "model", model, "condition", cut(tidy(s.Action.Condition), maxText))
	case q.kind == kindCondition:
		return validation.Say("judge_false", "model", model, "condition", cut(tidy(s.Action.Condition), maxText))
	case q.kind == kindPlausible && yes:
		return validation.Say("judge_plausible", "model", model)
	case q.kind == kindPlausible:
		return validation.Say("judge_doubtful", "model", model)
	case yes:
		return validation.Say("judge_yes", "model", model)
	}
	return validation.Say("judge_no", "model", model)
}
