package check

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
)

func TestPassive(t *testing.T) {
	tests := []struct {
		name    string
		checker validation.Checker
		called  string
		action  validation.Action
		list    []string
		want    outcome
		words   string
	}{
		{
			"a person is waited for", Human, validation.CheckHuman,
			validation.Action{Type: "pause_for_human"},
			nil,
			staysOpen(1, validation.None, "human_waits"), "person",
		},
		{
			"a checklist is named", Human, validation.CheckHuman,
			validation.Action{Type: "pause_for_human"},
			[]string{"Identité vérifiée", "Dose relue"},
			staysOpen(1, validation.None, "human_checklist"), "Identité vérifiée · Dose relue",
		},
		{
			"a copy", Clipboard, validation.CheckClipboard,
			validation.Action{Type: "key_combo", Keys: []string{"ctrl", "c"}},
			nil,
			outcome{validation.Complete, .6, "", "clipboard_unseen"},
			"ctrl+c",
		},
		{
			"a loop", InnerSteps, validation.CheckNone,
			validation.Action{Type: "db_foreach"},
			nil,
			outcome{validation.Complete, .6, "", "inner_steps"},
			"inner steps are checked",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			step := &validation.Step{Action: tt.action, Context: validation.Context{Checklist: tt.list}}
			got := verdictOf(t, tt.checker, validation.NewScene(step, nil, validation.Options{}))
			if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if tt.checker.Name() != tt.called || !strings.Contains(got.Reason.In("en"), tt.words) {
				t.Errorf("%s says %q, want %s and %q", tt.checker.Name(), got.Reason, tt.called, tt.words)
			}
		})
	}
}

// TestPassiveRoutes: a person's step pauses, and what cannot be seen goes on.
func TestPassiveRoutes(t *testing.T) {
	v := validation.New(nil, nil, validation.Options{}, Human, Clipboard, InnerSteps)
	tests := []struct {
		name    string
		action  validation.Action
		verdict validation.Verdict
		route   string
	}{
		{"pause_for_human", validation.Action{Type: "pause_for_human"}, validation.Continue, validation.RoutePause},
		{"ctrl+x", validation.Action{Type: "key_combo", Keys: []string{"Ctrl", "X"}}, validation.Complete, validation.RouteContinue},
		{"db_foreach", validation.Action{Type: "db_foreach"}, validation.Complete, validation.RouteContinue},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := v.Validate(t.Context(), &validation.Step{Action: tt.action, Result: validation.Result{Success: true}})
			if got.Verdict != tt.verdict || got.Route.Action != tt.route {
				t.Errorf("%v, %q; want %v, %q", got.Verdict, got.Route.Action, tt.verdict, tt.route)
			}
		})
	}
}
