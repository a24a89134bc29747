package validation

import (
	"errors"
	"slices"
	"testing"

	"vigie/validation/screen"
)

// doubted is a validator whose checks cannot tell, with a judge.
func doubted(judge Judge) *Validator {
	return New(nil, judge, Options{}, says(found(CheckOCRRegion, Continue, .55, OCRTextMissing)))
}

func TestJudgeSettlesWhatTheChecksDoNot(t *testing.T) {
	for _, c := range []struct {
		name       string
		answer     Finding
		confidence float64
	}{
		{"a success", found("", Complete, .8, None), .8},
		{"a failure", found("", Terminate, .8, WrongTarget), .8},
		{"a doubt", found("", Continue, .5, UILoading), .5},
		{"too sure", found("", Complete, 1, None), JudgeCap},
		{"surer than sure", found("", Terminate, 7, WrongTarget), JudgeCap},
		{"less than unsure", found("", Complete, -1, None), 0},
		{"under another name", found(CheckFile, Complete, .8, None), .8},
	} {
		t.Run(c.name, func(t *testing.T) {
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) { return c.answer, nil })
			a := doubted(judge).Validate(t.Context(), clickStep(t))
			if a.Verdict != c.answer.Verdict || a.Confidence != c.confidence || a.Check != CheckJudge || a.Category != c.answer.Category {
				t.Errorf("%v %v by %q, category %q", a.Verdict, a.Confidence, a.Check, a.Category)
			}
			findingOf(t, a, CheckOCRRegion)
			if a.Lights.Proved != ProvedNoSuch {
				t.Errorf("proved %q by a judge", a.Lights.Proved)
			}
		})
	}
}

func TestJudgeWithoutAnAnswerLeavesTheStepUndecided(t *testing.T) {
	for name, judge := range map[string]fakeJudge{
		"an error":                     func(*Step, []Finding) (Finding, error) { return Finding{}, errors.New("no model") },
		"an error beside a success":    func(*Step, []Finding) (Finding, error) { return found("", Complete, .9, None), errors.New("cut off") },
		"an answer without a verdict":  func(*Step, []Finding) (Finding, error) { return Finding{Confidence: .9}, nil },
		"a category without a verdict": func(*Step, []Finding) (Finding, error) { return Finding{Category: WrongTarget}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			a := doubted(judge).Validate(t.Context(), clickStep(t))
			if a.Verdict != Continue || a.Check != CheckOCRRegion || a.Category != OCRTextMissing {
				t.Errorf("%v by %q, category %q; want the check's doubt", a.Verdict, a.Check, a.Category)
			}
			if said := silences(a.Findings[0]); len(said) != 1 || said[0].Data["error"] == "" {
				t.Errorf("notes %v, want once that the judge was silent, and why", a.Findings[0].Evidence.Notes)
			}
		})
	}
}

// silences are the notes that say that the judge gave no answer.
func silences(f Finding) []Sentence {
	return slices.DeleteFunc(slices.Clone(f.Evidence.Notes), func(s Sentence) bool { return s.ID != "judge_silent" })
}

func TestNoJudgeLeavesTheStepUndecided(t *testing.T) {
	a := doubted(nil).Validate(t.Context(), clickStep(t))
	if a.Verdict != Continue || a.Check != CheckOCRRegion || len(silences(a.Findings[0])) != 0 {
		t.Errorf("%v by %q, notes %v", a.Verdict, a.Check, a.Findings[0].Evidence.Notes)
	}
}

func TestJudgeSeesTheStepAndWhatWasFound(t *testing.T) {
	step := clickStep(t)
	judge := fakeJudge(func(s *Step, findings []Finding) (Finding, error) {
		if s != step || len(findings) == 0 || findings[0].Check != CheckOCRRegion {
			t.Errorf("asked about %p with findings %q", s, checksOf(findings))
		}
		return found("", Complete, .8, None), nil
	})
	doubted(judge).Validate(t.Context(), step)
}

func TestVisualConditionIsTheJudges(t *testing.T) {
	step := clickStep(t)
	step.Action = Action{Type: "visual_condition", Condition: "Le dossier est ouvert"}
	judge := fakeJudge(func(*Step, []Finding) (Finding, error) { return found("", Complete, .8, None), nil })
	if a := New(nil, judge, Options{}).Validate(t.Context(), step); a.Verdict != Complete || a.Lights.Seen != SeenYes {
		t.Errorf("%v, seen %q; want the judge's yes", a.Verdict, a.Lights.Seen)
	}
	if a := New(nil, nil, Options{}).Validate(t.Context(), step); a.Verdict != Continue || a.Lights.Seen != SeenNotLooked {
		t.Errorf("without a judge: %v, seen %q; want undecided, not looked at", a.Verdict, a.Lights.Seen)
	}
}

func TestJudgeIsNotAskedAboutWhatIsSettled(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Step)
		checks []Checker
	}{
		{"done", nil, []Checker{says(found(CheckOCRRegion, Complete, .9, None))}},
		{"failed", nil, []Checker{says(found(CheckOCRRegion, Terminate, .9, WrongTarget))}},
		{"failed by the agent's word", func(s *Step) { s.Result = Result{Error: "not found"} }, nil},
		{"no handler", func(s *Step) { s.Action.Type = "file_open" }, nil},
		{"no picture", func(s *Step) { s.After = nil }, nil},
		{"still loading, and little known", nil, []Checker{says(found(CheckOCRRegion, Continue, .4, UILoading))}},
		{"a person's step", func(s *Step) { s.Action.Type = "pause_for_human" }, []Checker{says(found(CheckHuman, Continue, 1, None))}},
		{"a secret that nothing settles", func(s *Step) { s.Action.Type = "type_secret" }, []Checker{says(found(CheckSecret, Continue, .6, None))}},
		{"a secret that surely still loads", func(s *Step) { s.Action.Type = "type_secret" }, []Checker{says(found(CheckSecret, Continue, 1, UILoading))}},
		{"a secret without a picture", func(s *Step) { s.Action.Type, s.After = "type_secret", []*screen.Picture{} }, nil},
		{"data that no model can tell", func(s *Step) { s.Action.Type = "t2a_decision" }, []Checker{says(found(CheckSchema, Continue, .6, None))}},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := clickStep(t)
			if c.change != nil {
				c.change(step)
			}
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) {
				t.Error("the judge was asked")
				return found("", Complete, .9, None), nil
			})
			New(nil, judge, Options{}, c.checks...).Validate(t.Context(), step)
		})
	}
}

// A person may have the judge asked earlier than the matrix does, but never about a secret or data.
func TestEscalationThreshold(t *testing.T) {
	for _, c := range []struct {
		name, kind, check string
		threshold         float64
		want              bool
	}{
		{"of the matrix", "click", CheckOCRRegion, 0, false},
		{"lowered", "click", CheckOCRRegion, .3, true},
		{"raised", "click", CheckOCRRegion, .7, false},
		{"lowered, of a secret", "type_secret", CheckSecret, .3, false},
		{"lowered, of data", "t2a_decision", CheckSchema, .3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := false
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) { asked = true; return found("", Complete, .8, None), nil })
			step := clickStep(t)
			step.Action.Type = c.kind
			New(nil, judge, Options{EscalationThreshold: c.threshold}, says(found(c.check, Continue, .4, UILoading))).Validate(t.Context(), step)
			if asked != c.want {
				t.Errorf("the judge was asked: %v, want %v", asked, c.want)
			}
		})
	}
}
