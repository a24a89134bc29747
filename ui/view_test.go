package ui

import (
	"encoding/json"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
	"vigie/validation/ocr"
)

func TestClock(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "00:00", -time.Second: "00:00", 12 * time.Second: "00:12", 102 * time.Second: "01:42", 3723 * time.Second: "1:02:03"} {
		if got := clock(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestRowsKeepWhatHasNotChanged(t *testing.T) {
	reports := steps(3, validation.Complete)
	rows := viewRows(nil, reports[:2])
	rows[0].label = "kept"
	retry := *reports[1]
	retry.Event.Attempt = 2
	rows = viewRows(rows, []*replay.Report{reports[0], &retry, reports[2]})
	var got []string
	for _, r := range rows {
		got = append(got, r.number+" "+r.label+" "+r.mark.word)
	}
	if diff := cmp.Diff([]string{"1 kept Worked", "2.2 Imagerie Worked", "3 Imagerie Worked"}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if rows = viewRows(rows, reports[:1]); len(rows) != 1 {
		t.Errorf("%d rows of one report", len(rows))
	}
}

func TestEveryVerdictHasItsOwnSignAndWord(t *testing.T) {
	signs, words := map[own.SignKind]bool{}, map[string]bool{}
	for _, v := range []validation.Verdict{validation.Unknown, validation.Complete, validation.Continue, validation.Terminate} {
		m := verdictMark(v)
		if signs[m.sign] || words[m.word] {
			t.Errorf("%v has the sign or the word of another verdict", v)
		}
		signs[m.sign], words[m.word] = true, true
	}
	if verdictMark(validation.Unknown).color == colorComplete {
		t.Error("no verdict looks like a success")
	}
}

func TestLightsThatSayNothingAreNeverGreen(t *testing.T) {
	for n, m := range lightMarks(validation.Lights{}) {
		if m.sign != own.Dash || m.color == colorComplete {
			t.Errorf("light %d is %v in %s", n, m.sign, m.color)
		}
	}
}

func TestPictures(t *testing.T) {
	r := steps(1, validation.Terminate)[0]
	r.Event.Screenshots = replay.Screenshots{Before: "b", After: []string{"1", "2", "3"}}
	r.Event.Action.At, r.Event.Result.Actual = &validation.Point{X: .1, Y: .2}, &validation.Point{X: .3, Y: .4}
	box := image.Rect(10, 10, 50, 30)
	r.Assessment = &validation.Assessment{
		Dialog: image.Rect(0, 0, 9, 9),
		Findings: []validation.Finding{
			{
				Regions:  []validation.Region{{Box: box, Role: validation.RoleDecided}, {Box: box, Role: validation.RoleDecided, On: "before"}},
				Evidence: validation.Evidence{ShownBy: 2, Words: []ocr.Word{{Text: "x", Box: image.Rect(1, 1, 2, 2)}}},
			},
			{Regions: []validation.Region{{Box: image.Rect(0, 0, 90, 90), Role: validation.RoleDecided}}},
		},
	}
	v := viewPictures(r)
	points := own.Overlay{Planned: &own.Spot{X: .1, Y: .2}, Acted: &own.Spot{X: .3, Y: .4}}
	before, after := points, points
	before.Boxes = []own.Box{{Kind: own.Decided, Rect: box}}
	after.Boxes = []own.Box{{Kind: own.Decided, Rect: box}, {Kind: own.Looked, Rect: image.Rect(0, 0, 90, 90)}, {Kind: own.Dialog, Rect: image.Rect(0, 0, 9, 9)}, {Kind: own.Words, Rect: image.Rect(1, 1, 2, 2)}}
	if diff := cmp.Diff([]own.Overlay{before, after}, []own.Overlay{v.overBefore, v.overAfter}); diff != "" {
		t.Errorf("overlays (-want +got):\n%s", diff)
	}
	if v.before != "b" || v.after != "2" || v.shownBy != 2 || v.region != box {
		t.Errorf("before %q, after %q (%d), region %v", v.before, v.after, v.shownBy, v.region)
	}
}

func TestTheCardOfASecretShowsNoText(t *testing.T) {
	r := steps(1, validation.Terminate)[0]
	r.Event.Action.Type = "type_secret"
	r.Assessment.Findings[0].Evidence.Read, r.Assessment.Findings[0].Evidence.Expected = "hunter2", "hunter2"
	if v := viewCard(r); v.read != "" || v.expected != "" {
		t.Errorf("the card shows %q and %q", v.read, v.expected)
	}
}

func TestAChipKeepsTheAgentsName(t *testing.T) {
	for name, c := range map[string]struct {
		workflow, agent string
		room            int
		want            string
	}{
		"there is room":            {"Urgences", "lea-01", 30, "Urgences · lea-01"},
		"a long workflow":          {"Dossier des urgences : note, imagerie", "lea-01", 30, "Dossier des urgences… · lea-01"},
		"a long agent":             {"Dossier des urgences", "poste-de-travail-du-service-3", 30, "Dossier des urgences · poste-…"},
		"no agent":                 {"Dossier des urgences : note, imagerie", "", 30, "Dossier des urgences : note, …"},
		"letters of several bytes": {"Échographie rénale à l'étage", "zoé", 20, "Échographie r… · zoé"},
	} {
		v := viewSession(&replay.Summary{Session: replay.Session{Workflow: c.workflow, Agent: c.agent}}, stage.At)
		if got := chipTitle(&v, c.room); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestAStepDoneAgainIsCountedOnce(t *testing.T) {
	at := func(steps ...int) []*replay.Report {
		var all []*replay.Report
		for _, step := range steps {
			all = append(all, &replay.Report{Event: replay.Event{StepIndex: step}})
		}
		return all
	}
	for name, c := range map[string]struct {
		reports []*replay.Report
		want    int
	}{
		"none yet":        {nil, 0},
		"each once":       {at(1, 2, 3), 3},
		"the last thrice": {at(1, 2, 2, 2), 2},
		"one in between":  {at(1, 2, 2, 3), 3},
	} {
		if got := distinctSteps(c.reports); got != c.want {
			t.Errorf("%s: %d steps, want %d", name, got, c.want)
		}
	}
}

func TestTheCard(t *testing.T) {
	v := viewCard(steps(1, validation.Terminate)[0])
	got := []string{v.mark.word, v.confidence, v.wire, v.category, v.lights[0].word, v.lights[1].word, v.lights[2].word, v.read, v.expected}
	want := []string{"Failed", "0.90", "To the agent: TERMINATE", "Wrong application", "yes", "no, not on the screen", "no such proof here", "urgence.exam.local/dossier", "Imagerie"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("card (-want +got):\n%s", diff)
	}
	check := v.checks[1]
	if check.name != "The screen changed" || check.time != "14 / 15 ms" || check.over || check.measure != "likeness 0.973 (limit 0.980)" {
		t.Errorf("second check %+v", check)
	}
	if !v.checks[2].over {
		t.Error("31 ms of 20 are not over the budget")
	}
}

func TestTheCardWhileAStepIsChecked(t *testing.T) {
	r := steps(1, validation.Complete)[0]
	r.Assessment = nil
	if v := viewCard(r); v.mark.color == colorComplete || v.reason != tr("card.validating") {
		t.Errorf("mark %+v, reason %q", v.mark, v.reason)
	}
}

func TestAReportIsCopiedAsJSON(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(paused("a", 2))
	b.live.steps.card.copyIt.OnTapped()
	var got replay.Report
	if err := json.Unmarshal([]byte(b.p.App.Clipboard().Content()), &got); err != nil {
		t.Fatal(err)
	}
	if got.Event.ID != "sb" {
		t.Errorf("event %q is on the clipboard, want sb", got.Event.ID)
	}
}

func TestSession(t *testing.T) {
	l := paused("a", 3)
	v := viewLive(&l, stage.At.Add(102*time.Second))
	got := []string{v.title, v.steps, v.short, v.counts[0], v.counts[2], v.clock, v.phase.word, v.silent}
	if diff := cmp.Diff([]string{"Demo_urgence_3_db · lea-01", "Step 3 of 46", "3/46", "2", "1", "01:42", "Paused", ""}, got); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
	l.Phase = replay.PhaseRunning
	if v := viewLive(&l, l.LastHeard.Add(time.Minute)); !strings.Contains(v.silent, "01:00") {
		t.Errorf("an agent that is silent for a minute: %q", v.silent)
	}
	l.Session.StartedAt = stage.At.AddDate(-1, 0, 0)
	if v := viewSession(&l.Summary, stage.At); v.clock != "–" {
		t.Errorf("a recording of last year runs since %q", v.clock)
	}
}

func TestAStepListOfTenThousandAllocatesNothingForARowThatIsThere(t *testing.T) {
	row := viewRow(steps(1, validation.Complete)[0])
	item := newStepItem()
	item.set(&row)
	if n := testing.AllocsPerRun(100, func() { item.set(&row) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
