package score_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/score"
	"vigie/validation"
)

// line is what the figures' fixture says of a step: the parts of an event and of a verdict that are scored.
type line struct {
	ID        string  `json:"id"`
	Verdict   string  `json:"verdict"`
	Category  string  `json:"category"`
	ElapsedMS float64 `json:"elapsed_ms"`
	Action    struct {
		Type string `json:"type"`
		Role string `json:"role"`
	} `json:"action"`
	Truth *replay.Truth `json:"truth"`
}

func readLines(t *testing.T, name string) []line {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var lines []line
	for scanner := bufio.NewScanner(bytes.NewReader(data)); scanner.Scan(); {
		var l line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}

// The table was made from the same steps and verdicts by the script that the published figures come from.
func TestTableIsThatOfThePublishedFigures(t *testing.T) {
	verdicts := make(map[string]line)
	for _, l := range readLines(t, "verdicts.jsonl") {
		verdicts[l.ID] = l
	}
	var board score.Board
	for _, l := range readLines(t, "bundle/steps.jsonl") {
		event := replay.Event{ID: l.ID, Truth: l.Truth, Action: validation.Action{Type: l.Action.Type, Role: l.Action.Role}}
		board.Add(&event, assessment(t, verdicts, l.ID), "en")
	}
	want, err := os.ReadFile("testdata/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	board.WriteTable(&got)
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	if got := board.Untold(); got != 1 {
		t.Errorf("steps without truth: %d, want 1", got)
	}
}

func assessment(t *testing.T, verdicts map[string]line, id string) *validation.Assessment {
	t.Helper()
	l, ok := verdicts[id]
	if !ok {
		return nil
	}
	a := validation.Assessment{
		Category: validation.Category(l.Category),
		Elapsed:  time.Duration(l.ElapsedMS * float64(time.Millisecond)),
	}
	if err := a.Verdict.UnmarshalText([]byte(l.Verdict)); err != nil {
		t.Fatal(err)
	}
	return &a
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name    string
		verdict validation.Verdict
		effect  string
		want    score.Outcome
	}{
		{"tab opened and accepted", validation.Complete, score.Achieved, score.Right},
		{"tab opened and stopped", validation.Terminate, score.Achieved, score.FalseAlarm},
		{"tab opened and doubted", validation.Continue, score.Achieved, score.Undecided},
		{"click in the address bar accepted", validation.Complete, score.Failed, score.FalseAccept},
		{"click in the address bar stopped", validation.Terminate, score.Failed, score.Right},
		{"click in the address bar doubted", validation.Continue, score.Failed, score.Undecided},
		{"still loading and accepted", validation.Complete, score.Pending, score.FalseAccept},
		{"still loading and stopped", validation.Terminate, score.Pending, score.FalseAlarm},
		{"still loading and waited for", validation.Continue, score.Pending, score.Right},
		{"no answer is never right", validation.Unknown, score.Pending, score.Missing},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := score.Judge(score.Answer{Verdict: c.verdict}, &replay.Truth{Effect: c.effect})
			if got != c.want {
				t.Errorf("outcome %d, want %d", got, c.want)
			}
		})
	}
}

func TestEmptyBoard(t *testing.T) {
	var board score.Board
	var got strings.Builder
	board.WriteTable(&got)
	want := `action                                    n  right  f.accept  f.alarm undecided missing
ALL                                       0     -   0     -   0     -   0     -   0
{"n": 0, "right": 0.0, "false_accept": 0.0, "false_alarm": 0.0, "undecided": 0.0, "category": 0.0, "missing": 0}
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}

func TestWrongStepsAreListedWithBothSidesWords(t *testing.T) {
	var board score.Board
	truth := replay.Truth{Effect: score.Failed, Category: validation.WrongApplication, Note: "the address bar took the click"}
	event := replay.Event{SessionID: "orme", ID: "s10", Truth: &truth, Action: validation.Action{Type: "click", Role: "tab"}}
	board.Add(&event, &validation.Assessment{Verdict: validation.Complete, Reason: validation.Say("the label is there")}, "en")
	event.ID = "s11"
	board.Add(&event, nil, "en")
	event.ID = "s12"
	board.Add(&event, &validation.Assessment{Verdict: validation.Terminate}, "en")
	var got strings.Builder
	board.WriteWrong(&got)
	want := `orme s10 | click/tab | failed | wrong_application | COMPLETE | - | the label is there | the address bar took the click
orme s11 | click/tab | failed | wrong_application | MISSING | - |  | the address bar took the click
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("wrong steps (-want +got):\n%s", diff)
	}
}
