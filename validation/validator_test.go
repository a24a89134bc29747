package validation

import (
	"errors"
	"image"
	"slices"
	"strings"
	"testing"

	"vigie/validation/screen"
)

// checksOf are the names of the findings, in their order.
func checksOf(findings []Finding) []string {
	var names []string
	for _, f := range findings {
		names = append(names, f.Check)
	}
	return names
}

// findingOf returns the finding of a check.
func findingOf(t *testing.T, a Assessment, check string) Finding {
	t.Helper()
	i := slices.IndexFunc(a.Findings, func(f Finding) bool { return f.Check == check })
	if i < 0 {
		t.Fatalf("no finding of %q among %q", check, checksOf(a.Findings))
	}
	return a.Findings[i]
}

func TestChecksThatCannotBeMadeLeaveTheOthersToDecide(t *testing.T) {
	for _, c := range []struct {
		name  string
		check func(*Scene) (Finding, error)
		says  string
	}{
		{"panics", func(*Scene) (Finding, error) { panic("boom") }, "panic: boom"},
		{"looks past the end", func(s *Scene) (Finding, error) { _ = s.Afters()[len(s.Afters())]; return Finding{}, nil }, "index out of range"},
		{"fails", func(*Scene) (Finding, error) { return Finding{}, errors.New("read words: no model") }, "read words: no model"},
		{"fails and claims a success", func(*Scene) (Finding, error) { return found("", Complete, 1, None), errors.New("cut off") }, "cut off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			broken := fakeCheck{CheckOCRRegion, c.check}
			a := New(nil, nil, Options{}, broken, says(found(CheckPixelChange, Complete, .9, None))).Validate(t.Context(), clickStep(t))
			if a.Verdict != Complete || a.Check != CheckPixelChange {
				t.Errorf("%v by %q, want the other check to decide", a.Verdict, a.Check)
			}
			f := findingOf(t, a, CheckOCRRegion)
			if f.Verdict != Continue || f.Confidence != .1 || f.Category != UnknownCategory || !strings.Contains(f.Evidence.Error, c.says) {
				t.Errorf("finding %v %v, category %q, error %q; want an undecided one that says %q", f.Verdict, f.Confidence, f.Category, f.Evidence.Error, c.says)
			}
		})
	}
}

func TestOnlyBrokenChecksNeverMakeASuccess(t *testing.T) {
	broken := fakeCheck{CheckOCRRegion, func(*Scene) (Finding, error) { panic("boom") }}
	if a := New(nil, nil, Options{}, broken).Validate(t.Context(), clickStep(t)); a.Verdict != Continue || a.Route.Action != RouteRecheck {
		t.Errorf("%v, %q; want undecided and another look", a.Verdict, a.Route.Action)
	}
}

func TestMissingCheckerIsSaid(t *testing.T) {
	a := New(nil, nil, Options{}).Validate(t.Context(), clickStep(t))
	if f := findingOf(t, a, CheckOCRRegion); f.Evidence.Error == "" || f.Reason.ID != "check_failed" {
		t.Errorf("finding %+v says nothing of a missing checker", f)
	}
}

func TestSureFailureSparesTheRest(t *testing.T) {
	for _, c := range []struct {
		name       string
		confidence float64
		spared     bool
	}{{"sure", .95, true}, {"not quite", .94, false}} {
		t.Run(c.name, func(t *testing.T) {
			asked := false
			later := fakeCheck{CheckPixelChange, func(*Scene) (Finding, error) { asked = true; return found("", Continue, .3, None), nil }}
			v := New(nil, nil, Options{}, says(found(CheckOCRRegion, Terminate, c.confidence, WrongApplication)), later)
			if a := v.Validate(t.Context(), clickStep(t)); a.Verdict != Terminate || asked == c.spared {
				t.Errorf("%v, later check asked: %v", a.Verdict, asked)
			}
		})
	}
}

func TestDecidingFindingComesFirst(t *testing.T) {
	v := New(nil, nil, Options{}, says(found(CheckOCRRegion, Continue, .4, OCRTextMissing)), says(found(CheckPixelChange, Complete, .9, None)))
	a := v.Validate(t.Context(), clickStep(t))
	if a.Findings[0].Check != CheckPixelChange || a.Confidence != .9 || a.Kind != "click_anchor" {
		t.Errorf("findings %q, confidence %v, kind %q", checksOf(a.Findings), a.Confidence, a.Kind)
	}
	for _, f := range a.Findings[1:] {
		if f.Check == a.Check {
			t.Errorf("findings %q name the deciding one twice", checksOf(a.Findings))
		}
	}
}

func TestStepsThatNeedNoLook(t *testing.T) {
	damaged, err := screen.Load(blank(100, 100).Bytes()[:60])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		change   func(*Step)
		verdict  Verdict
		category Category
		route    string
	}{
		{"no handler", func(s *Step) { s.Action.Type = "file_dialog" }, Terminate, UnsupportedAction, RoutePause},
		{"unknown type", func(s *Step) { s.Action.Type = "teleport" }, Terminate, UnsupportedAction, RoutePause},
		{"agent without a handler", func(s *Step) { s.Result = Result{Error: "unknown action"} }, Terminate, UnsupportedAction, RoutePause},
		{"no picture after", func(s *Step) { s.After = nil }, Continue, UnknownCategory, RouteRecheck},
		{"damaged picture after", func(s *Step) { s.After = []*screen.Picture{damaged} }, Continue, UnknownCategory, RouteRecheck},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := clickStep(t)
			c.change(step)
			none := fakeCheck{CheckOCRRegion, func(*Scene) (Finding, error) { t.Error("a check looked"); return Finding{}, nil }}
			a := New(nil, nil, Options{}, none).Validate(t.Context(), step)
			if a.Verdict != c.verdict || a.Category != c.category || a.Route.Action != c.route || a.Lights.Seen != SeenNotLooked {
				t.Errorf("%v, %q, %q, seen %q; want %v, %q, %q, not looked at", a.Verdict, a.Category, a.Route.Action, a.Lights.Seen, c.verdict, c.category, c.route)
			}
		})
	}
}

func TestDialogIsHandedToTheNextStep(t *testing.T) {
	box := image.Rect(20, 30, 70, 60)
	check := fakeCheck{CheckOCRRegion, func(s *Scene) (Finding, error) {
		s.SetDialog(box)
		return found("", Complete, .9, None), nil
	}}
	if a := New(nil, nil, Options{}, check).Validate(t.Context(), clickStep(t)); a.Dialog != box {
		t.Errorf("dialog %v, want %v", a.Dialog, box)
	}
}
