package score_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/score"
	"vigie/validation"
)

func TestCounterAsksForSomethingElse(t *testing.T) {
	event := func(effect string, a validation.Action) replay.Event {
		return replay.Event{
			Action: a, Truth: &replay.Truth{Effect: effect}, Context: validation.Context{AppTitle: "Orme", Label: "Ouvrir", ExpectedResult: "ouvert"},
		}
	}
	events := []replay.Event{
		event(score.Achieved, validation.Action{Type: "click_anchor", ByText: "Imagerie"}),
		event(score.Achieved, validation.Action{Type: "click_anchor", ByText: "Biologie médicale"}),
		event(score.Failed, validation.Action{Type: "click_anchor", ByText: "Courrier"}),
		event(score.Achieved, validation.Action{Type: "type_text", ByText: "Nom", Text: "Rééducation"}),
		event(score.Achieved, validation.Action{Type: "type_text", Text: "oui"}),
		event(score.Achieved, validation.Action{Type: "save", ByText: "Enregistrer"}),
		event(score.Achieved, validation.Action{Type: "scroll"}),
	}
	type asked struct{ ByText, Text, Label string }
	var got []asked
	for _, e := range score.Counter(events) {
		if e.Truth.Effect != score.Failed {
			t.Errorf("%+v is said to be %s", e.Action, e.Truth.Effect)
		}
		got = append(got, asked{e.Action.ByText, e.Action.Text, e.Context.Label + e.Context.ExpectedResult})
	}
	want := []asked{{ByText: "Biologie médicale"}, {ByText: "Imagerie"}, {ByText: "Nom", Text: "Rééduaction"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if events[0].Action.ByText != "Imagerie" || events[0].Truth.Effect != score.Achieved {
		t.Errorf("the recording was changed: %+v", events[0])
	}
}
