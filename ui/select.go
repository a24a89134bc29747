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

// notice is a notification that a session waits for a person.
type notice struct{ session, title, text string }

// notices are the notifications for pauses that told does not have yet. It returns what told must be next: pauses that
// are over are forgotten.
func notices(told map[orderKey]bool, snapshot *replay.Snapshot) ([]notice, map[orderKey]bool) {
	next := make(map[orderKey]bool)
	var all []notice
	for i := range snapshot.Sessions {
		l := &snapshot.Sessions[i]
		if l.Phase != replay.PhasePaused {
			continue
		}
		key := keyOf(l, "")
		next[key] = true
		if !told[key] {
			all = append(all, viewNotice(l))
		}
	}
	return all, next
}

func viewNotice(l *replay.Live) notice {
	n := notice{session: l.Session.ID, title: t("notice.title", gaps{"Workflow": workflowOf(&l.Summary)}), text: t("notice.text", gaps{"Step": l.Steps})}
	if r := waitingReport(l); r != nil && r.Assessment != nil {
		n.text = t("notice.reason", gaps{"Step": viewRow(r).number, "Label": labelOf(r), "Reason": r.Assessment.Reason.In(spoken())})
	}
	return n
}

// pausedCount is how many sessions wait for a person.
func pausedCount(snapshot *replay.Snapshot) int {
	count := 0
	for i := range snapshot.Sessions {
		if snapshot.Sessions[i].Phase == replay.PhasePaused {
			count++
		}
	}
	return count
}
