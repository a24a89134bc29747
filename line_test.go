package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// imagerie is the archetype's event and what a validator makes of it.
func imagerie() (*replay.Event, *validation.Assessment) {
	e := &replay.Event{SessionID: "orme", ID: "s10a1", StepIndex: 10, Attempt: 1}
	e.Action = validation.Action{Type: "click", Role: "tab", ByText: "Imagerie"}
	e.Context.Label = "Ouvrir l'onglet Imagerie"
	a := &validation.Assessment{
		Verdict: validation.Terminate, Confidence: 0.9, Category: validation.WrongApplication, Check: "ocr_region",
		Kind: "click_anchor", Role: "tab", Reason: validation.Say("in the address bar"),
		Lights:  validation.Lights{Sent: validation.SentYes, Seen: validation.SeenNo, Proved: validation.ProvedNoSuch},
		Elapsed: 38500 * time.Microsecond, Decode: 12 * time.Millisecond,
		Findings: []validation.Finding{{Verdict: validation.Terminate, Confidence: 0.9, Check: "ocr_region", Reason: validation.Say("in the address bar")}},
	}
	return e, a
}

func TestLineAsJSON(t *testing.T) {
	e, a := imagerie()
	l := newLine(e, a, "fr")
	var text strings.Builder
	if err := l.writeJSON(&text); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
		t.Fatal(err)
	}
	if n := len(got["findings"].([]any)); n != 1 {
		t.Errorf("%d findings, want 1", n)
	}
	delete(got, "findings")
	want := map[string]any{
		"session_id": "orme", "id": "s10a1", "step_index": 10.0, "attempt": 1.0, "action": "click", "kind": "click_anchor",
		"role": "tab", "label": "Ouvrir l'onglet Imagerie", "verdict": "TERMINATE", "confidence": 0.9, "category": "wrong_application",
		"reason": "in the address bar", "check": "ocr_region", "elapsed_ms": 38.5, "decode_ms": 12.0,
		"lights": map[string]any{"sent": "sent", "seen": "no", "proved": "no_such_proof"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
}

func TestStepThatDidNotFailHasNullAsCategory(t *testing.T) {
	e, a := imagerie()
	a.Verdict, a.Category = validation.Complete, validation.None
	l := newLine(e, a, "fr")
	var text strings.Builder
	if err := l.writeJSON(&text); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), `"category":null`) {
		t.Errorf("no null category in %s", text.String())
	}
}

func TestLineAsRow(t *testing.T) {
	e, a := imagerie()
	l := newLine(e, a, "fr")
	var got strings.Builder
	if err := l.writeRow(&got); err != nil {
		t.Fatal(err)
	}
	want := "  10 TERMINATE 0.90  wrong_application  click/tab              Ouvrir l'onglet Image…   38.5  ocr_region        in the address bar\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
}

func TestTextsCannotSteerTheTerminal(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"accents stay", "Synthèse — œdème", "Synthèse — œdème"},
		{"line ends become spaces", "one\ntwo\tthree", "one two three"},
		{"colours and cursor moves go", "\x1b[31mred\x1b[2J", "[31mred[2J"},
		{"right-to-left marks go", "abc\u202edef\u2066ghi", "abcdefghi"},
		{"C1 controls go", "a\u009b31mb", "a31mb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plain(c.text); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
