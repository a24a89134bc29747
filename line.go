package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// line is what "vigie check" says of one step. Times are in milliseconds; reasons are in the session's language.
type line struct {
	SessionID  string               `json:"session_id"`
	ID         string               `json:"id"`
	StepIndex  int                  `json:"step_index"`
	Attempt    int                  `json:"attempt"`
	Action     string               `json:"action"`
	Kind       string               `json:"kind"`
	Role       string               `json:"role,omitempty"`
	Label      string               `json:"label,omitempty"`
	Verdict    validation.Verdict   `json:"verdict"`
	Confidence float64              `json:"confidence"`
	Category   *validation.Category `json:"category"` // null where the step did not fail
	Reason     string               `json:"reason"`
	Check      string               `json:"check"`
	Lights     validation.Lights    `json:"lights"`
	ElapsedMS  float64              `json:"elapsed_ms"`
	DecodeMS   float64              `json:"decode_ms"`
	Findings   []findingLine        `json:"findings"`
}

// findingLine is a finding in a line.
type findingLine struct {
	Check      string               `json:"check"`
	Verdict    validation.Verdict   `json:"verdict"`
	Confidence float64              `json:"confidence"`
	Category   *validation.Category `json:"category"`
	Reason     string               `json:"reason"`
	ElapsedMS  float64              `json:"elapsed_ms"`
	Regions    []validation.Region  `json:"regions,omitempty"`
	Evidence   validation.Evidence  `json:"evidence"`
}

// newLine puts an assessment into words.
func newLine(e *replay.Event, a *validation.Assessment, language string) line {
	l := line{
		SessionID: e.SessionID, ID: e.ID, StepIndex: e.StepIndex, Attempt: e.Attempt, Action: e.Action.Type,
		Kind: a.Kind, Role: a.Role, Label: labelOf(e), Verdict: a.Verdict, Confidence: a.Confidence,
		Category: category(a.Category), Reason: a.Reason.In(language), Check: a.Check, Lights: a.Lights,
		ElapsedMS: millis(a.Elapsed), DecodeMS: millis(a.Decode), Findings: make([]findingLine, 0, len(a.Findings)),
	}
	for _, f := range a.Findings {
		l.Findings = append(l.Findings, findingLine{
			Check: f.Check, Verdict: f.Verdict, Confidence: f.Confidence, Category: category(f.Category),
			Reason: f.Reason.In(language), ElapsedMS: millis(f.Elapsed), Regions: f.Regions, Evidence: f.Evidence,
		})
	}
	return l
}

// labelOf is the step's name for a person: the workflow's, else the anchor's.
func labelOf(e *replay.Event) string {
	if e.Context.Label != "" {
		return e.Context.Label
	}
	return e.Action.ByText
}

// category is nil for none, so that it is null in JSON.
func category(c validation.Category) *validation.Category {
	if c == validation.None {
		return nil
	}
	return &c
}

// millis is a duration in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// writeJSON writes the line as one line of JSON.
func (l *line) writeJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(l)
}

// tableHead names the columns of writeRow.
const tableHead = "step verdict   conf. category           action                 label                      ms  check             reason"

// writeRow writes the line as a row of a table.
func (l *line) writeRow(w io.Writer) error {
	failure := "-"
	if l.Category != nil {
		failure = string(*l.Category)
	}
	action := l.Action
	if l.Role != "" {
		action += "/" + l.Role
	}
	_, err := fmt.Fprintf(w, "%4d %-9s %.2f  %-18s %-22s %-22s %6.1f  %-17s %s\n", l.StepIndex, l.Verdict, l.Confidence, failure,
		fit(action, 22), fit(l.Label, 22), l.ElapsedMS, l.Check, plain(l.Reason))
	return err
}

// fit cuts a text to a width in characters and marks the cut.
func fit(s string, width int) string {
	runes := []rune(plain(s))
	if len(runes) <= width {
		return string(runes)
	}
	return string(runes[:width-1]) + "…"
}

// plain takes out what would move a terminal's cursor or change its colours: texts of a report are anybody's.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, s)
}
