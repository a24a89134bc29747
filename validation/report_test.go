package validation

import "testing"

var agentsWords = []struct {
	name     string
	result   Result
	findings []Finding
	verdict  Verdict
	check    string
	category Category
}{
	{"success is no evidence", Result{Success: true}, nil, Continue, CheckJudge, UnknownCategory},
	{
		"success does not mend a failure",
		Result{Success: true},
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget)},
		Terminate, CheckOCRRegion, WrongTarget,
	},
	{
		"an error beside a success weighs nothing",
		Result{Success: true, Error: "slow"},
		[]Finding{found(CheckOCRRegion, Complete, .9, None)},
		Complete, CheckOCRRegion, None,
	},
	{
		"failed, and the expected text is there",
		Result{Error: "timeout"},
		[]Finding{found(CheckExpectedText, Complete, .9, None)},
		Complete, CheckExpectedText, None,
	},
	{
		"failed, and the file is there",
		Result{Error: "timeout"},
		[]Finding{found(CheckFile, Complete, .9, None)},
		Complete, CheckFile, None,
	},
	{
		"failed, and the file is there although the screen says no",
		Result{Error: "timeout"},
		[]Finding{found(CheckSave, Terminate, .9, NoVisualChange), found(CheckFile, Complete, .9, None)},
		Complete, CheckFile, None,
	},
	{
		"failed, and only some pixels changed",
		Result{Error: "timeout"},
		[]Finding{found(CheckPixelChange, Complete, .95, None)},
		Terminate, CheckReport, NoVisualChange,
	},
	{
		"failed, and the expected text is there, but so is a sure failure",
		Result{Error: "timeout"},
		[]Finding{found(CheckDialogPresence, Terminate, .95, UnexpectedDialog), found(CheckExpectedText, Complete, .9, None)},
		Terminate, CheckDialogPresence, UnexpectedDialog,
	},
	{
		"failed, and still loading",
		Result{Error: "timeout"},
		[]Finding{found(CheckPixelChange, Continue, .85, UILoading)},
		Continue, CheckPixelChange, UILoading,
	},
	{
		"failed, and the screen says why",
		Result{Error: "element not found"},
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget)},
		Terminate, CheckOCRRegion, WrongTarget,
	},
	{
		"failed, and the screen has a doubt",
		Result{Error: "element not found"},
		[]Finding{found(CheckOCRRegion, Continue, .4, OCRTextMissing)},
		Terminate, CheckReport, OCRTextMissing,
	},
	{"failed, and nothing looked", Result{}, nil, Terminate, CheckReport, NoVisualChange},
}

func TestWithReport(t *testing.T) {
	for _, c := range agentsWords {
		t.Run(c.name, func(t *testing.T) {
			scene := NewScene(&Step{Action: Action{Type: "click"}, Result: c.result}, nil, Options{})
			got := withReport(scene, c.findings, decide(clickRow, c.findings))
			if got.Verdict != c.verdict || got.Check != c.check || got.Category != c.category {
				t.Errorf("%v by %q, category %q; want %v by %q, category %q", got.Verdict, got.Check, got.Category, c.verdict, c.check, c.category)
			}
			overruled := !c.result.Success && got.Verdict == Complete
			if said := len(got.Evidence.Notes) > 0; said != overruled {
				t.Errorf("notes %v, want one exactly where the agent was overruled (%v)", got.Evidence.Notes, overruled)
			}
		})
	}
}

func TestAgentThatDoesNotKnowTheAction(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"Unknown action: drag", true},
		{"UNSUPPORTED ACTION hover", true},
		{"Type d'action inconnu : drag", true},
		{"drag is not supported by this agent", true},
		{"no handler for file_open", true},
		{"element not found", false},
		{"timeout after 30 s", false},
		{"", false},
	} {
		if got := saysUnknownAction(c.text); got != c.want {
			t.Errorf("error %q: %v, want %v", c.text, got, c.want)
		}
		step := Step{Action: Action{Type: "drag"}, Result: Result{Error: c.text}}
		f, settled := precheck(NewScene(&step, nil, Options{}))
		if unsupported := settled && f.Verdict == Terminate && f.Category == UnsupportedAction; unsupported != c.want {
			t.Errorf("error %q: settled %v as %v %q", c.text, settled, f.Verdict, f.Category)
		}
	}
}
