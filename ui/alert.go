package ui

import (
	"context"
	"time"

	"vigie/replay"
)

// notice is a notification that a session waits for a person.
type notice struct{ session, title, text string }

// notices are the notifications that are due: for pauses that told does not have, and for those that were told longer
// ago than repeat, unless that is 0. It returns what told must be next: pauses that are over are forgotten.
func notices(told map[orderKey]time.Time, snapshot *replay.Snapshot, repeat time.Duration, now time.Time) ([]notice, map[orderKey]time.Time) {
	next := make(map[orderKey]time.Time)
	var all []notice
	for i := range snapshot.Sessions {
		l := &snapshot.Sessions[i]
		if l.Phase != replay.PhasePaused {
			continue
		}
		key := keyOf(l, "")
		at, known := told[key]
		if !known || repeat > 0 && now.Sub(at) >= repeat {
			all = append(all, viewNotice(l))
			at = now
		}
		next[key] = at
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

// announce notifies about sessions that wait and nobody was told of, or too long ago.
func (w *Window) announce() {
	values := w.p.Settings.Values()
	all, told := notices(w.told, w.snapshot, values.NotifyRepeat(), w.now())
	w.told = told
	if !values.NotifyEnabled {
		return
	}
	for _, n := range all {
		w.background(func(context.Context) { w.p.Notify(n.title, n.text, values.NotifySound) })
	}
}
