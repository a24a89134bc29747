package ui

import (
	"strconv"
	"time"

	"vigie/replay"
)

// sessionView is a session in the strip, the header and the table.
type sessionView struct {
	id       string
	title    string
	workflow string
	agent    string
	phase    mark
	paused   bool
	ended    bool
	progress float32 // 0…1; 0 when the number of steps is not known
	steps    string
	short    string
	counts   [3]string // complete, continue, terminate
	shares   [3]float32
	clock    string
	date     string
	pauses   string
	persons  string // who decided what
	silent   string // what keeps the session from going on, or that its agent was not heard for a while; empty when all is well
}

// silentAfter is how long an agent may be quiet before the window says so.
const silentAfter = 30 * time.Second

// viewSession makes a session's view at a time.
func viewSession(s *replay.Summary, now time.Time) sessionView {
	v := sessionView{
		id: s.Session.ID, workflow: workflowOf(s), agent: s.Session.Agent, phase: phaseMark(s.Phase),
		paused: s.Phase == replay.PhasePaused, ended: s.EndedAt != nil, date: date(s.Session.StartedAt),
		counts: [3]string{strconv.Itoa(s.Complete), strconv.Itoa(s.Continue), strconv.Itoa(s.Terminate)},
		pauses: strconv.Itoa(s.Pauses), persons: personsText(s.Persons), clock: lengthText(length(s, now)),
	}
	v.title = v.workflow
	if v.agent != "" {
		v.title += " · " + v.agent
	}
	v.steps, v.short = t("session.step", gaps{"Step": s.Steps}), strconv.Itoa(s.Steps)
	if total := s.Session.StepTotal; total > 0 {
		v.progress = min(1, float32(s.Steps)/float32(total))
		v.steps = t("session.step_of", gaps{"Step": s.Steps, "Total": total})
		v.short = strconv.Itoa(s.Steps) + "/" + strconv.Itoa(total)
	}
	if all := s.Complete + s.Continue + s.Terminate; all > 0 {
		for i, n := range []int{s.Complete, s.Continue, s.Terminate} {
			v.shares[i] = float32(n) / float32(all)
		}
	}
	return v
}

// viewLive is a live session's view: as any, and whether its agent is silent. A paused agent has nothing to say.
func viewLive(l *replay.Live, now time.Time) sessionView {
	v := viewSession(&l.Summary, now)
	if len(l.Reports) > 0 {
		until := now
		if v.ended {
			until = *l.EndedAt
		}
		v.clock = lengthText(until.Sub(l.Reports[0].ReceivedAt))
	}
	quiet := now.Sub(l.LastHeard)
	switch {
	case l.Problem.ID != "":
		v.silent = l.Problem.In(spoken())
	case !v.ended && !v.paused && !l.LastHeard.IsZero() && quiet > silentAfter:
		v.silent = t("session.silent", gaps{"Time": clock(quiet)})
	}
	return v
}

func workflowOf(s *replay.Summary) string {
	if s.Session.Workflow != "" {
		return s.Session.Workflow
	}
	return s.Session.ID
}

// longest is the longest time that is believed to be a session's length: a bundle that is played again carries the date
// of its recording.
const longest = 7 * 24 * time.Hour

func lengthText(d time.Duration) string {
	if d <= 0 || d > longest {
		return "–"
	}
	return clock(d)
}

// length is how long a session has run, or did run.
func length(s *replay.Summary, now time.Time) time.Duration {
	if s.Session.StartedAt.IsZero() {
		return 0
	}
	if s.EndedAt != nil {
		took, _ := s.Took()
		return took
	}
	return now.Sub(s.Session.StartedAt)
}
