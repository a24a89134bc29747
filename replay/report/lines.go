package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"vigie/replay"
	"vigie/validation"
)

// Line is a report as a line of JSON, to learn from.
type Line struct {
	SessionID string         `json:"session_id"`
	Workflow  string         `json:"workflow,omitempty"`
	Agent     string         `json:"agent,omitempty"`
	Screen    *replay.Screen `json:"screen,omitempty"`
	Language  string         `json:"language,omitempty"`
	// Event is the step event as replay-format.md has it; its screenshots are content hashes (SHA-256).
	Event      json.RawMessage        `json:"event"`
	Assessment *validation.Assessment `json:"assessment,omitempty"`
	Decisions  []replay.Decision      `json:"decisions,omitempty"`
	// Label is what a person made of the step, or what the bundle's truth says: "achieved" or "failed"; empty when nobody said.
	Label string `json:"label,omitempty"`
	// LabelBy is whose word the label is: "supervisor" or "truth".
	LabelBy string `json:"label_by,omitempty"`
}

// Lines writes a session's reports as JSON Lines, one a report; those that never came are left out.
func Lines(ctx context.Context, w io.Writer, s replay.Session, reports []*replay.Report, progress func(done, total int)) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for i, r := range reports {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write lines: %w", err)
		}
		if !r.Missing {
			line, err := lineOf(s, r)
			if err != nil {
				return fmt.Errorf("write step %d: %w", r.Event.StepIndex, err)
			}
			if err := out.Encode(line); err != nil {
				return fmt.Errorf("write step %d: %w", r.Event.StepIndex, err)
			}
		}
		if progress != nil {
			progress(i+1, len(reports))
		}
	}
	return nil
}

func lineOf(s replay.Session, r *replay.Report) (*Line, error) {
	event, err := replay.EncodeEvent(r.Event)
	if err != nil {
		return nil, err
	}
	l := &Line{
		SessionID: s.ID, Workflow: s.Workflow, Agent: s.Agent, Language: s.Language, Event: event, Assessment: r.Assessment,
		Decisions: r.Decisions,
	}
	if s.Screen != (replay.Screen{}) {
		l.Screen = &s.Screen
	}
	l.Label, l.LabelBy = label(r)
	return l, nil
}

// label is what is known of a step's effect beside the validator: the truth that came with it, else the person's last
// decision. Resuming says that it counts as done; retrying and aborting, that it does not; checking again says nothing.
func label(r *replay.Report) (word, by string) {
	if r.Event.Truth != nil {
		return r.Event.Truth.Effect, "truth"
	}
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		d := &r.Decisions[i]
		if d.By != replay.BySupervisor {
			continue
		}
		switch d.Action {
		case replay.DoResume:
			return "achieved", replay.BySupervisor
		case replay.DoRetry, replay.DoAbort:
			return "failed", replay.BySupervisor
		}
	}
	return "", ""
}
