package score

import (
	"slices"
	"strings"
	"unicode"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/ocr"
)

// counterKinds are the actions of which the label alone says what should have been clicked.
var counterKinds = []string{
	"click_anchor", "double_click_anchor", "right_click_anchor", "switch_tab", "check_checkbox", "radio_button", "dialog_button",
}

// Counter makes of the steps of a recording that were carried out steps that were not, by asking for something else than what
// was done: another label than the one that was clicked, another text than the one that was typed. Each should be answered
// as a failure: how many are accepted tells, for any recording whatever, how closely the validator looks. It returns these
// steps alone. The texts that say what is expected of them are left out, since they speak of what was done.
func Counter(events []replay.Event) []replay.Event {
	labels := labelsOf(events)
	var turned []replay.Event
	for _, e := range events {
		if e.Truth != nil && e.Truth.Effect == Achieved && turn(&e, labels) {
			turned = append(turned, e)
		}
	}
	return turned
}

// labelsOf are the labels that were asked for, by application, and those of all under "".
func labelsOf(events []replay.Event) map[string][]string {
	labels := make(map[string][]string)
	for i := range events {
		if kind, role := validation.KindOf(events[i].Action); askable(kind, role) && events[i].Action.ByText != "" {
			label, app := events[i].Action.ByText, events[i].Context.AppTitle
			labels[""] = append(labels[""], label)
			if app != "" {
				labels[app] = append(labels[app], label)
			}
		}
	}
	return labels
}

func askable(kind, role string) bool {
	return slices.Contains(counterKinds, kind) && role != "tab_close" && role != "save"
}

func turn(e *replay.Event, labels map[string][]string) bool {
	kind, role := validation.KindOf(e.Action)
	switch {
	case kind == "type_text":
		text, ok := exchanged(e.Action.Text)
		if !ok {
			return false
		}
		e.Action.Text = text
	case askable(kind, role) && e.Action.ByText != "":
		label, ok := other(e.Action.ByText, labels[e.Context.AppTitle])
		if !ok {
			label, ok = other(e.Action.ByText, labels[""])
		}
		if !ok {
			return false
		}
		e.Action.ByText = label
	default:
		return false
	}
	x := &e.Context
	x.Label, x.ExpectedResult, x.ExpectedText, x.ExpectedTitle, x.TabLabel, x.Tooltip = "", "", "", "", "", ""
	e.Truth = &replay.Truth{
		Effect: Failed, Category: validation.WrongTarget, How: "counter", Note: "something else was asked for",
		Also: []validation.Category{validation.OCRTextMissing, validation.SchemaInvalid},
	}
	return true
}

// other is the label among some that resembles one least.
func other(own string, labels []string) (string, bool) {
	best, least := "", .5
	for _, label := range labels {
		apart := !strings.Contains(ocr.Fold(own), ocr.Fold(label)) && !strings.Contains(ocr.Fold(label), ocr.Fold(own))
		if score := ocr.Score(label, own); apart && written(label) >= 3 && score < least {
			best, least = label, score
		}
	}
	return best, best != ""
}

func written(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// exchanged is a text with two letters in its middle exchanged, side by side and different in shape.
func exchanged(text string) (string, bool) {
	runes := []rune(text)
	for i := len(runes) / 2; i+1 < len(runes); i++ {
		a, b := runes[i], runes[i+1]
		if unicode.IsLower(a) && unicode.IsLower(b) && ocr.Cost(string(a), string(b)) >= 1 {
			runes[i], runes[i+1] = b, a
			return string(runes), len(runes) >= 5
		}
	}
	return "", false
}
