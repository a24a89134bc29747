package validation

import "testing"

// clickRow believes a success and a failure from .85 on.
var clickRow = Row{Kind: "click_anchor", Accept: .85, JudgeFrom: .5, Fail: .85}

var decisions = []struct {
	name     string
	findings []Finding
	verdict  Verdict
	check    string
	category Category
}{
	{"a success on the threshold", []Finding{found(CheckOCRRegion, Complete, .85, None)}, Complete, CheckOCRRegion, None},
	{"a success below it", []Finding{found(CheckOCRRegion, Complete, .84, None)}, Continue, CheckOCRRegion, UnknownCategory},
	{"the surest of two successes", []Finding{found(CheckOCRRegion, Complete, .86, None), found(CheckPixelChange, Complete, .9, None)}, Complete, CheckPixelChange, None},
	{"the first of two equals", []Finding{found(CheckOCRRegion, Complete, .9, None), found(CheckPixelChange, Complete, .9, None)}, Complete, CheckOCRRegion, None},
	{"a failure on the threshold", []Finding{found(CheckOCRRegion, Terminate, .85, WrongTarget)}, Terminate, CheckOCRRegion, WrongTarget},
	{"a failure below it", []Finding{found(CheckOCRRegion, Terminate, .84, WrongTarget)}, Continue, CheckOCRRegion, WrongTarget},
	{
		"a sure failure beats a surer success",
		[]Finding{found(CheckPixelChange, Complete, .95, None), found(CheckOCRRegion, Terminate, .86, WrongTarget)},
		Terminate, CheckOCRRegion, WrongTarget,
	},
	{
		"a failure below the threshold does not hold a success",
		[]Finding{found(CheckPixelChange, Complete, .9, None), found(CheckOCRRegion, Terminate, .8, WrongTarget)},
		Complete, CheckPixelChange, None,
	},
	{
		"loading holds a success",
		[]Finding{found(CheckOCRRegion, Complete, .95, None), found(CheckPixelChange, Continue, .8, UILoading)},
		Continue, CheckPixelChange, UILoading,
	},
	{
		"a faint sign of loading does not",
		[]Finding{found(CheckOCRRegion, Complete, .95, None), found(CheckPixelChange, Continue, .79, UILoading)},
		Complete, CheckOCRRegion, None,
	},
	{
		"a doubt that is no loading does not",
		[]Finding{found(CheckOCRRegion, Complete, .9, None), found(CheckTitleBar, Continue, .9, OCRTextMissing)},
		Complete, CheckOCRRegion, None,
	},
	{
		"loading does not hold a failure",
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongApplication), found(CheckPixelChange, Continue, .95, UILoading)},
		Terminate, CheckOCRRegion, WrongApplication,
	},
	{
		"the expected text beats a label that was missed",
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget), found(CheckExpectedText, Complete, .9, None)},
		Complete, CheckExpectedText, None,
	},
	{
		"the expected title beats a label that was missed",
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget), found(CheckTitleBar, Complete, .92, None)},
		Complete, CheckTitleBar, None,
	},
	{
		"the expected text does not beat a sure failure",
		[]Finding{found(CheckOCRRegion, Terminate, .95, WrongApplication), found(CheckExpectedText, Complete, .97, None)},
		Terminate, CheckOCRRegion, WrongApplication,
	},
	{
		"the expected text does not beat an equal failure of another check",
		[]Finding{found(CheckDialogPresence, Terminate, .9, UnexpectedDialog), found(CheckExpectedText, Complete, .9, None)},
		Terminate, CheckDialogPresence, UnexpectedDialog,
	},
	{
		"an unsure expected text does not beat a label that was missed",
		[]Finding{found(CheckOCRRegion, Terminate, .9, WrongTarget), found(CheckExpectedText, Complete, .89, None)},
		Terminate, CheckOCRRegion, WrongTarget,
	},
	{"nothing looked", nil, Continue, CheckJudge, UnknownCategory},
	{"a check without an answer", []Finding{{Check: CheckPixelChange}}, Continue, CheckPixelChange, UnknownCategory},
	{"a check without an answer that is sure", []Finding{{Check: CheckPixelChange, Confidence: 1}}, Continue, CheckPixelChange, UnknownCategory},
	{
		"the category of another doubt, where the nearest has none",
		[]Finding{found(CheckTitleBar, Continue, .5, None), found(CheckOCRRegion, Continue, .4, OCRTextMissing)},
		Continue, CheckTitleBar, OCRTextMissing,
	},
	{
		"a file that is there beats a screen that says no",
		[]Finding{found(CheckSave, Terminate, .97, NoVisualChange), found(CheckFile, Complete, .9, None)},
		Complete, CheckFile, None,
	},
	{
		"a file that is missing beats a screen that says yes",
		[]Finding{found(CheckSave, Complete, .97, None), found(CheckFile, Terminate, .85, NoVisualChange)},
		Terminate, CheckFile, NoVisualChange,
	},
	{
		"a row that is missing beats the expected text",
		[]Finding{found(CheckExpectedText, Complete, .97, None), found(CheckRows, Terminate, .9, SchemaInvalid)},
		Terminate, CheckRows, SchemaInvalid,
	},
	{
		"a file that is there beats loading",
		[]Finding{found(CheckSave, Continue, .9, UILoading), found(CheckFile, Complete, .9, None)},
		Complete, CheckFile, None,
	},
	{
		"a proof that proves nothing leaves it to the screen",
		[]Finding{found(CheckSave, Complete, .9, None), found(CheckFile, Continue, .5, UnknownCategory)},
		Complete, CheckSave, None,
	},
	{
		"of two proofs the one against",
		[]Finding{found(CheckFile, Complete, .99, None), found(CheckRows, Terminate, .85, SchemaInvalid)},
		Terminate, CheckRows, SchemaInvalid,
	},
}

func TestDecide(t *testing.T) {
	for _, c := range decisions {
		t.Run(c.name, func(t *testing.T) {
			got := decide(clickRow, c.findings)
			if got.Verdict != c.verdict || got.Check != c.check || got.Category != c.category {
				t.Errorf("%v by %q, category %q; want %v by %q, category %q", got.Verdict, got.Check, got.Category, c.verdict, c.check, c.category)
			}
			if got.Verdict == Continue && got.Category != UILoading && got.Confidence > .6 {
				t.Errorf("undecided with confidence %v, want at most .6", got.Confidence)
			}
		})
	}
}

// A row of the matrix believes exactly from its own thresholds on.
func TestDecideByTheThresholdsOfEachRow(t *testing.T) {
	const hair = 1e-6
	for _, row := range Matrix {
		for _, c := range []struct {
			verdict Verdict
			at      float64
			want    Verdict
		}{
			{Complete, row.Accept, Complete},
			{Complete, row.Accept - hair, Continue},
			{Terminate, row.Fail, Terminate},
			{Terminate, row.Fail - hair, Continue},
		} {
			got := decide(row, []Finding{found(CheckPixelChange, c.verdict, c.at, None)})
			if got.Verdict != c.want {
				t.Errorf("%s %s %s: %v at %v makes %v, want %v", row.Kind, row.Role, row.Keys, c.verdict, c.at, got.Verdict, c.want)
			}
		}
	}
}

func TestDecideDoesNotChangeWhatWasFound(t *testing.T) {
	findings := []Finding{found(CheckOCRRegion, Terminate, .7, WrongTarget)}
	if decide(clickRow, findings); findings[0].Verdict != Terminate || findings[0].Confidence != .7 {
		t.Errorf("the finding became %v with %v", findings[0].Verdict, findings[0].Confidence)
	}
}
