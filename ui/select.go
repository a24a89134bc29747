package ui

import "vigie/replay"

// selection is what the person looks at on the Live page.
type selection struct {
	session string
	event   string // the report on screen
	follow  bool   // the newest report is shown as it comes
}

// settle fits a selection to a snapshot. A session that is shown stays shown, even when another one pauses: nothing may
// change under the person's hands. Only when it is gone, the first one (the paused are first) takes its place.
func settle(s selection, snapshot *replay.Snapshot) selection {
	live := liveOf(snapshot, s.session)
	if live == nil {
		if len(snapshot.Sessions) == 0 {
			return selection{follow: true}
		}
		live = &snapshot.Sessions[0]
		s = selection{session: live.Session.ID, follow: true}
	}
	if len(live.Reports) == 0 {
		s.event, s.follow = "", true
		return s
	}
	if s.follow || reportIndex(live.Reports, s.event) < 0 {
		s.event, s.follow = live.Reports[len(live.Reports)-1].Event.ID, true
	}
	return s
}

// liveOf is the live session with an id; nil when there is none.
func liveOf(snapshot *replay.Snapshot, id string) *replay.Live {
	for i := range snapshot.Sessions {
		if snapshot.Sessions[i].Session.ID == id {
			return &snapshot.Sessions[i]
		}
	}
	return nil
}

// reportIndex is the index of a report; -1 when it is not among them. The newest are looked at first.
func reportIndex(reports []*replay.Report, event string) int {
	for i := len(reports) - 1; i >= 0; i-- {
		if reports[i].Event.ID == event {
			return i
		}
	}
	return -1
}

// problem is the index of the next report from index at in the direction step (1 or -1) that did not come out
// COMPLETE; -1 when there is none.
func problem(reports []*replay.Report, at, step int) int {
	for i := at + step; i >= 0 && i < len(reports); i += step {
		if a := reports[i].Assessment; a != nil && verdictMark(a.Verdict).color != colorComplete {
			return i
		}
	}
	return -1
}

// openSessions are how many sessions wait for a person, and how many run.
func openSessions(snapshot *replay.Snapshot) (waiting, running int) {
	for i := range snapshot.Sessions {
		switch snapshot.Sessions[i].Phase {
		case replay.PhasePaused:
			waiting++
		case replay.PhaseRunning, replay.PhaseValidating, replay.PhaseRecheck:
			running++
		}
	}
	return waiting, running
}

// pausedCount is how many sessions wait for a person.
func pausedCount(snapshot *replay.Snapshot) int {
	waiting, _ := openSessions(snapshot)
	return waiting
}
