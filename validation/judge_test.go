package validation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"vigie/validation/screen"
)

// doubted is a validator whose checks cannot tell, with a judge.
func doubted(judge Judge) *Validator {
	return New(nil, judge, Options{}, says(found(CheckOCRRegion, Continue, .5, OCRTextMissing)))
}

func TestJudgeSettlesWhatTheChecksDoNot(t *testing.T) {
	for _, c := range []struct {
		name       string
		answer     Finding
		confidence float64
	}{
		{"a success", found("", Complete, .8, None), .8},
		{"a failure", found("", Terminate, .8, WrongTarget), .8},
		{"too sure", found("", Complete, 1, None), JudgeCap},
		{"surer than sure", found("", Terminate, 7, WrongTarget), JudgeCap},
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
			if said := silences(a.Findings[0]); len(said) != 1 || said[0].Data["cause"] == "" {
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

// A doubt is put to the judge below the threshold, and one that leans to a verdict within the row's band whatever the
// threshold; never a secret or data.
func TestEscalation(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		threshold  float64
		findings   []Finding
		want       bool
	}{
		{"a weak doubt", "click", 0, []Finding{found(CheckOCRRegion, Continue, .4, OCRTextMissing)}, true},
		{"a doubt at the threshold", "click", 0, []Finding{found(CheckOCRRegion, Continue, .55, OCRTextMissing)}, false},
		{"a doubt, the threshold raised", "click", .7, []Finding{found(CheckOCRRegion, Continue, .55, OCRTextMissing)}, true},
		{"a doubt, the threshold lowered", "click", .3, []Finding{found(CheckOCRRegion, Continue, .4, OCRTextMissing)}, false},
		{"nearly done", "click", .1, []Finding{found(CheckOCRRegion, Complete, .84, None)}, true},
		{"nearly failed", "click", .1, []Finding{found(CheckOCRRegion, Terminate, .6, WrongTarget)}, true},
		{"hardly done", "click", .1, []Finding{found(CheckOCRRegion, Complete, .49, None)}, false},
		{"a save leans sooner", "save", .1, []Finding{found(CheckSave, Complete, .42, None)}, true},
		{"nearly done, but it loads", "click", 0, []Finding{found(CheckOCRRegion, Complete, .8, None), found(CheckPixelChange, Continue, .9, UILoading)}, false},
		{"done", "click", 1, []Finding{found(CheckOCRRegion, Complete, .9, None)}, false},
		{"a secret", "type_secret", 1, []Finding{found(CheckSecret, Continue, .3, None)}, false},
		{"data", "t2a_decision", 1, []Finding{found(CheckSchema, Continue, .3, None)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := false
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) { asked = true; return found("", Complete, .8, None), nil })
			step := clickStep(t)
			step.Action.Type = c.kind
			var checks []Checker
			for _, f := range c.findings {
				checks = append(checks, says(f))
			}
			New(nil, judge, Options{EscalationThreshold: c.threshold}, checks...).Validate(t.Context(), step)
			if asked != c.want {
				t.Errorf("the judge was asked: %v, want %v", asked, c.want)
			}
		})
	}
}

// What an answer may do is bounded by its confidence, whoever gives it.
func TestAnswersAreBounded(t *testing.T) {
	doubt := found(CheckOCRRegion, Continue, .4, OCRTextMissing)
	lean := func(v Verdict, c Category) Finding { return found(CheckPixelChange, v, .75, c) }
	for _, c := range []struct {
		name     string
		kind     string
		other    Finding
		answer   Finding
		want     Verdict
		category Category
		notes    []string
	}{
		{"yes", "click", doubt, found("", Complete, .7, WrongTarget), Complete, None, nil},
		{"a faint yes", "click", doubt, found("", Complete, .69, None), Continue, OCRTextMissing, []string{"judge_unsure"}},
		{"no", "click", doubt, found("", Terminate, .8, WrongTarget), Terminate, WrongTarget, nil},
		{"no, without a category", "click", doubt, found("", Terminate, .8, None), Terminate, OCRTextMissing, nil},
		{"a faint no", "click", doubt, found("", Terminate, .79, WrongTarget), Continue, OCRTextMissing, []string{"judge_unsure"}},
		{"cannot tell", "click", doubt, found("", Continue, .9, None), Continue, OCRTextMissing, nil},
		{"yes, against a check", "click", lean(Terminate, NoVisualChange), found("", Complete, .9, None), Complete, None, []string{"judge_disagrees"}},
		{"no, against a check", "click", lean(Complete, None), found("", Terminate, .9, None), Terminate, OCRTextMissing, []string{"judge_disagrees"}},
		{"yes, with a check", "click", lean(Complete, None), found("", Complete, .9, None), Complete, None, nil},
		{"a condition is so", kindCondition, doubt, found("", Complete, .7, None), Complete, None, nil},
		{"a condition is not so", kindCondition, doubt, found("", Terminate, .8, None), Terminate, UnknownCategory, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := clickStep(t)
			step.Action.Type = c.kind
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) { return c.answer, nil })
			a := New(nil, judge, Options{}, says(doubt), says(c.other)).Validate(t.Context(), step)
			if a.Verdict != c.want || a.Category != c.category {
				t.Errorf("%v, %q; want %v, %q", a.Verdict, a.Category, c.want, c.category)
			}
			i := slices.IndexFunc(a.Findings, func(f Finding) bool { return f.Check == CheckJudge && f.Reason.ID != "nothing_to_check" })
			if i < 0 {
				t.Fatal("the judge's finding is not kept")
			}
			var notes []string
			for _, n := range a.Findings[i].Evidence.Notes {
				if strings.HasPrefix(n.ID, "judge_") {
					notes = append(notes, n.ID)
				}
			}
			if !slices.Equal(notes, c.notes) {
				t.Errorf("notes %q, want %q", notes, c.notes)
			}
		})
	}
}

// A short text that has the right form is put to the judge; a long one is not.
func TestPlausibilityOfShortTexts(t *testing.T) {
	short := found(CheckSchema, Complete, .75, None)
	short.Evidence.Notes = []Sentence{Say(ShortText, "got", "7")}
	for _, c := range []struct {
		name   string
		finds  Finding
		answer Finding
		err    error
		asked  bool
		want   Verdict
	}{
		{"short, plausible", short, found("", Complete, .8, None), nil, true, Complete},
		{"short, not plausible", short, found("", Terminate, .85, SchemaInvalid), nil, true, Terminate},
		{"short, cannot tell", short, found("", Continue, .5, None), nil, true, Complete},
		{"short, no answer", short, Finding{}, errors.New("busy"), true, Complete},
		{"long", found(CheckSchema, Complete, .95, None), found("", Terminate, .9, None), nil, false, Complete},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := false
			judge := fakeJudge(func(*Step, []Finding) (Finding, error) { asked = true; return c.answer, c.err })
			step := clickStep(t)
			step.Action.Type = "extract_text"
			a := New(nil, judge, Options{}, says(c.finds)).Validate(t.Context(), step)
			if asked != c.asked || a.Verdict != c.want {
				t.Errorf("asked %v, %v; want %v, %v", asked, a.Verdict, c.asked, c.want)
			}
		})
	}
}

// A condition that nobody can look at waits for a person at once; where a judge did not answer it is looked at again.
func TestConditionWithoutAJudgePauses(t *testing.T) {
	for _, c := range []struct {
		name  string
		judge Judge
		want  string
	}{
		{"no judge", nil, RoutePause},
		{"switched off", fakeJudge(func(*Step, []Finding) (Finding, error) { return Finding{}, ErrNoJudge }), RoutePause},
		{"busy", fakeJudge(func(*Step, []Finding) (Finding, error) { return Finding{}, errors.New("busy") }), RouteRecheck},
		{"cannot tell", fakeJudge(func(*Step, []Finding) (Finding, error) { return found("", Continue, .5, None), nil }), RouteRecheck},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := clickStep(t)
			step.Action = Action{Type: kindCondition, Condition: "Le dossier est ouvert"}
			a := New(nil, c.judge, Options{}).Validate(t.Context(), step)
			if a.Verdict != Continue || a.Route.Action != c.want {
				t.Errorf("%v, %s; want undecided, %s", a.Verdict, a.Route.Action, c.want)
			}
			if n := len(silences(a.Findings[0])); n > 0 && c.name != "busy" {
				t.Errorf("%d notes of a silent judge", n)
			}
		})
	}
}

// waitingJudge waits until it is not needed any more.
type waitingJudge struct{ asked chan struct{} }

func (j waitingJudge) Ask(ctx context.Context, _ *Step, _ []Finding) (Finding, error) {
	close(j.asked)
	<-ctx.Done()
	return Finding{}, ctx.Err()
}

func TestJudgeIsGivenUpWhenNobodyWaits(t *testing.T) {
	moot := make(chan struct{})
	step := clickStep(t)
	step.Moot = moot
	judge := waitingJudge{make(chan struct{})}
	go func() { <-judge.asked; close(moot) }()
	if a := doubted(judge).Validate(t.Context(), step); a.Verdict != Continue || len(silences(a.Findings[0])) != 1 {
		t.Errorf("%v with notes %v, want undecided by a silent judge", a.Verdict, a.Findings[0].Evidence.Notes)
	}
}
