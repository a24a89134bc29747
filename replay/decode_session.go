package replay

import (
	"fmt"
	"math"
	"time"
)

// DecodeSession reads a session.json, or the body of POST /v1/sessions. Everything but session_id may be absent; mode
// absent is supervised. started_at may be a date only; a time without an offset is taken as UTC. Errors are those of
// [DecodeEvent].
func DecodeSession(data []byte) (Session, error) {
	o, err := parse(data, "session")
	if err != nil {
		return Session{}, err
	}
	o.require("session_id", "a text")
	s := Session{
		ID:           o.id("session_id"),
		Workflow:     o.text("workflow", maxLabel),
		Agent:        o.text("agent", maxLabel),
		StartedAt:    o.time("started_at"),
		StepTotal:    o.integer("step_total", 0, maxSteps),
		Mode:         o.oneOf("mode", ModeSupervised, ModeAutonomous),
		Screen:       o.inner("screen").screen(),
		Language:     o.text("language", MaxIDLength),
		Capabilities: o.texts("capabilities", maxItems, MaxIDLength),
		SkipPauses:   o.boolean("skip_pauses"),
	}
	if s.Mode == "" {
		s.Mode = ModeSupervised
	}
	if f := o.number("pause_timeout_s", 0, math.MaxInt32); f != nil {
		s.PauseTimeoutS = *f
	}
	s.PauseTimeoutAct = o.oneOf("pause_timeout_action", DoAbort)
	o.rest()
	if o.err != nil {
		return Session{}, o.err
	}
	if len(o.extra) > 0 {
		s.Extra = o.extra
	}
	return s, nil
}

func (o *object) screen() Screen {
	s := Screen{
		Width: o.integer("width", 0, maxPixel), Height: o.integer("height", 0, maxPixel), Scale: o.scale(),
	}
	o.rest()
	return s
}

// oneOf takes a text that must be one of words; "" when it is absent or empty.
func (o *object) oneOf(field string, words ...string) string {
	s := name(o.text(field, MaxIDLength))
	if s == "" {
		return ""
	}
	for _, word := range words {
		if s == word {
			return s
		}
	}
	o.fail(o.prefix+field, fmt.Sprintf("one of %q", words), fmt.Sprintf("%q", s))
	return ""
}

// timeLayouts are the ways in which started_at is written.
var timeLayouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04Z07:00",
	"2006-01-02T15:04", time.DateOnly,
}

// time takes a date or a time; the zero time when it is absent or empty.
func (o *object) time(field string) time.Time {
	s := o.text(field, MaxIDLength)
	if s == "" {
		return time.Time{}
	}
	for _, layout := range timeLayouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 0 {
			return t
		}
	}
	o.fail(o.prefix+field, `a time as "2026-05-08T14:03:11Z", or a date`, fmt.Sprintf("%q", s))
	return time.Time{}
}
