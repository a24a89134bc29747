package validation

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var lightCases = []struct {
	name     string
	result   Result
	findings []Finding
	decided  *Finding // by something else than the findings
	want     Lights
}{
	{"seen on the screen", Result{Success: true}, []Finding{found(CheckOCRRegion, Complete, .9, None)}, nil, Lights{SentYes, SeenYes, ProvedNoSuch}},
	{"missed on the screen", Result{Success: true}, []Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget)}, nil, Lights{SentYes, SeenNo, ProvedNoSuch}},
	{"still loading", Result{Success: true}, []Finding{found(CheckOCRRegion, Continue, .9, UILoading)}, nil, Lights{SentYes, SeenNotYet, ProvedNoSuch}},
	{"proved, never looked at", Result{Success: true}, []Finding{found(CheckFile, Complete, .95, None)}, nil, Lights{SentYes, SeenNotLooked, ProvedYes}},
	{"disproved, never looked at", Result{Success: true}, []Finding{found(CheckRows, Terminate, .9, SchemaInvalid)}, nil, Lights{SentYes, SeenNotLooked, ProvedNo}},
	{"a proof that could not be made", Result{Success: true}, []Finding{found(CheckSchema, Continue, .5, UnknownCategory)}, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
	{
		"seen, but disproved",
		Result{Success: true},
		[]Finding{found(CheckSave, Complete, .9, None), found(CheckFile, Terminate, .9, NoVisualChange)},
		nil,
		Lights{SentYes, SeenYes, ProvedNo},
	},
	{
		"missed, but proved",
		Result{Success: true},
		[]Finding{found(CheckSave, Terminate, .9, NoVisualChange), found(CheckFile, Complete, .9, None)},
		nil,
		Lights{SentYes, SeenNo, ProvedYes},
	},
	{
		"doubtful, but proved",
		Result{Success: true},
		[]Finding{found(CheckSave, Continue, .5, UnknownCategory), found(CheckFile, Complete, .9, None)},
		nil,
		Lights{SentYes, SeenNotYet, ProvedYes},
	},
	{"a shortcut that no picture shows", Result{Success: true}, []Finding{found(CheckClipboard, Complete, .9, None)}, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
	{"a step for a person", Result{Success: true}, []Finding{found(CheckHuman, Continue, 1, None)}, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
	{"no picture", Result{Success: true}, []Finding{found(CheckSound, Continue, .2, UnknownCategory)}, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
	{"not sent, with a reason", Result{Error: "element not found"}, []Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget)}, nil, Lights{SentNo, SeenNo, ProvedNoSuch}},
	{"perhaps sent", Result{}, []Finding{found(CheckOCRRegion, Continue, .9, UILoading)}, nil, Lights{SentUncertain, SeenNotYet, ProvedNoSuch}},
	{"not sent, and yet some pixels changed", Result{Error: "timeout"}, []Finding{found(CheckPixelChange, Complete, .9, None)}, nil, Lights{SentNo, SeenYes, ProvedNoSuch}},
	{"the judge saw it, no check looked", Result{Success: true}, nil, decidedBy(CheckJudge, Complete), Lights{SentYes, SeenYes, ProvedNoSuch}},
	{"the judge missed it", Result{Success: true}, []Finding{found(CheckOCRRegion, Continue, .5, None)}, decidedBy(CheckJudge, Terminate), Lights{SentYes, SeenNo, ProvedNoSuch}},
	{"nobody looked", Result{Success: true}, nil, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
	{"a check without an answer", Result{Success: true}, []Finding{{Check: CheckOCRRegion, Confidence: 1}}, nil, Lights{SentYes, SeenNotYet, ProvedNoSuch}},
	{"a proof without an answer", Result{Success: true}, []Finding{{Check: CheckFile, Confidence: 1}}, nil, Lights{SentYes, SeenNotLooked, ProvedNoSuch}},
}

func decidedBy(check string, verdict Verdict) *Finding {
	f := found(check, verdict, .9, None)
	return &f
}

func TestLights(t *testing.T) {
	for _, c := range lightCases {
		t.Run(c.name, func(t *testing.T) {
			scene := NewScene(&Step{Action: Action{Type: "click"}, Result: c.result}, nil, Options{})
			decided := withReport(scene, c.findings, decide(scene.row, c.findings))
			if c.decided != nil {
				decided = *c.decided
			}
			if diff := cmp.Diff(c.want, lightsOf(scene, c.findings, decided)); diff != "" {
				t.Errorf("lights (-want +got):\n%s", diff)
			}
		})
	}
}

func TestZeroValuesAreNoSuccess(t *testing.T) {
	var a Assessment
	if a.Verdict == Complete || a.Verdict.String() != "UNKNOWN" {
		t.Errorf("zero verdict is %v", a.Verdict)
	}
	if a.Lights.Sent == SentYes || a.Lights.Seen == SeenYes || a.Lights.Proved == ProvedYes {
		t.Errorf("zero lights are %v", a.Lights)
	}
	v := New(nil, nil, Options{})
	if route := v.routeOf(&Scene{Step: &Step{}}, Finding{}); route.Action != RoutePause {
		t.Errorf("a zero finding leads to %q, want a pause", route.Action)
	}
	if got := v.Validate(t.Context(), &Step{}); got.Verdict == Complete {
		t.Error("an empty step is complete")
	}
}

func TestRoute(t *testing.T) {
	for _, c := range []struct {
		name    string
		step    Step
		options Options
		finding Finding
		want    Route
	}{
		{"complete", Step{}, Options{}, found("", Complete, .9, None), Route{Action: RouteContinue}},
		{"undecided", Step{}, Options{}, found("", Continue, .9, None), Route{RouteRecheck, 1500 * time.Millisecond}},
		{"undecided, with a wait of one's own", Step{}, Options{RecheckAfter: time.Second}, found("", Continue, .9, None), Route{RouteRecheck, time.Second}},
		{"failed", Step{}, Options{}, found("", Terminate, .9, WrongTarget), Route{Action: RoutePause}},
		{"a box, and an agent without a handler", Step{}, Options{}, found("", Terminate, .9, UnexpectedDialog), Route{Action: RoutePause}},
		{"a box, and an agent with one", Step{CanHandleDialogs: true}, Options{}, found("", Terminate, .9, UnexpectedDialog), Route{Action: RouteHandoff}},
		{"another failure, and an agent with a handler", Step{CanHandleDialogs: true}, Options{}, found("", Terminate, .9, WrongTarget), Route{Action: RoutePause}},
		{"a step for a person", Step{Action: Action{Type: "pause_for_human"}}, Options{}, found("", Continue, 1, None), Route{Action: RoutePause}},
		{"no verdict", Step{CanHandleDialogs: true}, Options{}, Finding{}, Route{Action: RoutePause}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := New(nil, nil, c.options)
			got := v.routeOf(NewScene(&c.step, nil, c.options), c.finding)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("route (-want +got):\n%s", diff)
			}
		})
	}
}
