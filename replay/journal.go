package replay

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"vigie/validation"
)

// Kinds of journal lines.
const (
	LineVerdict  = "verdict"
	LineDecision = "decision"
	LineSession  = "session"
)

// Line is one line of the journal: what happened in a session, for a person who reads along.
type Line struct {
	At      time.Time
	Session string
	// Step and Attempt are 0 where the line is about the session.
	Step, Attempt int
	Kind          string // LineVerdict, LineDecision or LineSession
	Text          string
}

// String is the line without its time, on one line whatever the texts in it hold.
func (l Line) String() string {
	where := l.Session
	if l.Step > 0 {
		where += fmt.Sprintf(" step %d", l.Step)
	}
	if l.Attempt > 1 {
		where += fmt.Sprintf(" attempt %d", l.Attempt)
	}
	return printable(where + ": " + l.Kind + ": " + l.Text)
}

// printable replaces what would break a line or steer a terminal, and cuts what is longer than a reader wants.
func printable(s string) string {
	const longest = 600
	clean := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
	if r := []rune(clean); len(r) > longest {
		clean = string(r[:longest]) + "…"
	}
	return strings.TrimSpace(clean)
}

// tell gives a line to the journal. The caller holds mu.
func (l *life) tell(line Line) {
	line.At, line.Session = time.Now(), l.id
	l.s.p.Journal(line)
}

// note writes the journal's lines of a change.
func (l *life) note(c change) {
	for _, e := range c.effects {
		switch e := e.(type) {
		case StoreAssessment:
			l.tell(verdictLine(l.reports[l.index[e.EventID]].Event, e.Assessment, l.m.sum.Session.Language))
		case Decide:
			l.tell(decisionLine(e.Decision))
		case SaveSummary:
			l.tell(Line{Kind: LineSession, Text: string(l.m.sum.Phase)})
		}
	}
}

func verdictLine(e Event, a *validation.Assessment, language string) Line {
	text := fmt.Sprintf("%s %.2f", a.Verdict, a.Confidence)
	for _, part := range []string{string(a.Category), a.Check} {
		if part != "" {
			text += " " + part
		}
	}
	text += fmt.Sprintf(" (sent %s, seen %s, proved %s): %s", a.Lights.Sent, a.Lights.Seen, a.Lights.Proved, a.Reason.In(language))
	return Line{Step: e.StepIndex, Attempt: e.Attempt, Kind: LineVerdict, Text: text}
}

func decisionLine(d Decision) Line {
	text := d.Action + " by " + d.By
	if d.Who != "" {
		text += " (" + d.Who + ")"
	}
	text += ": " + d.Reason
	if d.Note != "" {
		text += " — " + d.Note
	}
	return Line{Step: d.StepIndex, Attempt: d.Attempt, Kind: LineDecision, Text: text}
}
