package ui

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vigie/replay"
	"vigie/validation"
)

// column is a column of the table of sessions.
type column uint8

// The columns that the table can be sorted by.
const (
	byDate column = iota
	byWorkflow
	bySteps
	byFailures
	byPauses
	byOutcome
	byLength
)

// period is how far back sessions are listed.
type period uint8

const (
	anyTime period = iota
	today
	week
	month
)

// query is which sessions are listed, and in which order. The zero query lists all, the newest first.
type query struct {
	text     string
	period   period
	workflow string              // empty: any
	outcome  replay.Phase        // empty: any
	category validation.Category // empty: any
	column   column
	upwards  bool // the smallest first
}

// filtered says whether the query leaves sessions out.
func (q query) filtered() bool {
	return q.text != "" || q.period != anyTime || q.workflow != "" || q.outcome != "" || q.category != ""
}

// indexed is a stored session with what it is searched by.
type indexed struct {
	replay.Summary
	words string // folded
	flow  string // the workflow, folded
}

// index prepares sessions for searching.
func index(all []replay.Summary) []indexed {
	out := make([]indexed, len(all))
	for i := range all {
		s := &all[i].Session
		parts := []string{workflowOf(&all[i]), s.Agent, s.ID}
		for _, p := range all[i].Persons {
			parts = append(parts, p.Who)
		}
		out[i] = indexed{Summary: all[i], words: fold(strings.Join(parts, " ")), flow: fold(parts[0])}
	}
	return out
}

// fold takes case and accents away.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}

// find lists the sessions that a query is about, in its order. It gives up when ctx ends.
func find(ctx context.Context, all []indexed, q query, now time.Time) []*replay.Summary {
	words, since := strings.Fields(fold(q.text)), q.since(now)
	fitting := []*indexed{}
	for i := range all {
		if i%1000 == 0 && ctx.Err() != nil {
			return nil
		}
		if q.fits(&all[i], words, since) {
			fitting = append(fitting, &all[i])
		}
	}
	order := orders[q.column]
	slices.SortStableFunc(fitting, func(a, b *indexed) int {
		c := order(a, b)
		if !q.upwards {
			c = -c
		}
		return cmp.Or(c, b.Session.StartedAt.Compare(a.Session.StartedAt))
	})
	found := make([]*replay.Summary, len(fitting))
	for i, s := range fitting {
		found[i] = &s.Summary
	}
	return found
}

// since is the time from which on sessions are listed.
func (q query) since(now time.Time) time.Time {
	now = now.Local()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch q.period {
	case today:
		return midnight
	case week:
		return midnight.AddDate(0, 0, -6)
	case month:
		return midnight.AddDate(0, 0, -29)
	}
	return time.Time{}
}

// fits says whether a session is one that the query is about: all words stand somewhere in it.
func (q query) fits(s *indexed, words []string, since time.Time) bool {
	if s.Session.StartedAt.Before(since) || q.workflow != "" && workflowOf(&s.Summary) != q.workflow ||
		q.outcome != "" && outcomeOf(s.Phase) != q.outcome || q.category != validation.None && !slices.Contains(s.Categories, q.category) {
		return false
	}
	for _, word := range words {
		if !strings.Contains(s.words, word) {
			return false
		}
	}
	return true
}

// outcomeOf takes the phases of a session that still goes on together.
func outcomeOf(p replay.Phase) replay.Phase {
	if p == replay.PhaseValidating || p == replay.PhaseRecheck {
		return replay.PhaseRunning
	}
	return p
}

// orders compare two sessions by a column.
var orders = map[column]func(a, b *indexed) int{
	byDate:     func(a, b *indexed) int { return a.Session.StartedAt.Compare(b.Session.StartedAt) },
	byWorkflow: func(a, b *indexed) int { return strings.Compare(a.flow, b.flow) },
	bySteps:    func(a, b *indexed) int { return cmp.Compare(a.Steps, b.Steps) },
	byFailures: func(a, b *indexed) int {
		return cmp.Or(cmp.Compare(a.Terminate, b.Terminate), cmp.Compare(a.Continue, b.Continue))
	},
	byPauses: func(a, b *indexed) int { return cmp.Compare(a.Pauses, b.Pauses) },
	byOutcome: func(a, b *indexed) int {
		return strings.Compare(string(outcomeOf(a.Phase)), string(outcomeOf(b.Phase)))
	},
	byLength: func(a, b *indexed) int { return cmp.Compare(endedLength(&a.Summary), endedLength(&b.Summary)) },
}

// endedLength is how long a session took; one of which that is not known counts as shorter than all others.
func endedLength(s *replay.Summary) time.Duration {
	if took, ok := s.Took(); ok {
		return took
	}
	return -1
}

// workflowsOf are the names of all workflows, sorted.
func workflowsOf(all []indexed) []string {
	names := map[string]bool{}
	for i := range all {
		names[workflowOf(&all[i].Summary)] = true
	}
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int { return strings.Compare(fold(a), fold(b)) })
}

// personsText says who decided what, as "anna: Retry, Resume ×2".
func personsText(persons []replay.Person) string {
	var parts []string
	last := ""
	for _, p := range persons {
		text := named(decisionNames, p.Action)
		if p.Count > 1 {
			text = t("sessions.times", gaps{"What": text, "Count": p.Count})
		}
		if p.Who != last {
			text = t("sessions.by", gaps{"Who": p.Who, "What": text})
		}
		parts, last = append(parts, text), p.Who
	}
	return strings.Join(parts, ", ")
}
