package ui

import (
	"slices"
	"strings"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// face is what the bar under the pictures shows. It is always there and always as high, so that nothing jumps.
type face uint8

const (
	faceCalm    face = iota // nobody is waited for
	faceAsk                 // the step on screen waits for a person
	faceElse                // another step of the session waits for a person
	faceSending             // the person's order is on its way
	faceSent                // the order was taken; the agent has it, or not yet
)

// pauseView is the bar under the pictures.
type pauseView struct {
	face      face
	session   string
	event     string // the report on screen, which an order names
	waiting   string // the report that waits, where that is another one
	text      string
	detail    string
	mark      mark
	harm      string   // what a retry could do twice; empty when it does no harm
	checklist []string // what has to be ticked before Resume
}

// order is what became of a person's order for a report.
type order struct {
	action string
	err    string // why it was refused; empty when it was not
}

// waitingReport is the report of a paused session that waits for a person; nil when none does.
func waitingReport(l *replay.Live) *replay.Report {
	if l == nil || l.Phase != replay.PhasePaused || len(l.Reports) == 0 {
		return nil
	}
	return l.Reports[len(l.Reports)-1]
}

// viewPause makes the bar for the report on screen.
func viewPause(l *replay.Live, shown *replay.Report, sent order, now time.Time) pauseView {
	if l == nil || shown == nil {
		return pauseView{text: t("pause.nothing")}
	}
	v := pauseView{session: l.Session.ID, event: shown.Event.ID, mark: phaseMark(l.Phase)}
	waits := waitingReport(l)
	switch {
	case waits == nil:
		v.calm(l, shown, sent)
	case waits != shown:
		v.face, v.waiting = faceElse, waits.Event.ID
		v.text = t("pause.elsewhere", gaps{"Step": viewRow(waits).number, "Time": pausedFor(l, now)})
	case sent.action != "" && sent.err == "":
		v.face = faceSending
		v.text = t("pause.sending", gaps{"What": named(decisionNames, sent.action)})
	default:
		v.ask(l, shown, sent, now)
	}
	return v
}

func (v *pauseView) ask(l *replay.Live, shown *replay.Report, sent order, now time.Time) {
	v.face = faceAsk
	v.text = t("pause.waits", gaps{"Time": pausedFor(l, now)})
	if left, ends := pauseLeft(l, now); ends {
		v.text = t("pause.waits_until", gaps{"Time": pausedFor(l, now), "Left": clock(left)})
	}
	v.detail, v.harm, v.checklist = nextStep(l, shown), harmOfRetry(shown), shown.Event.Context.Checklist
	if sent.err != "" {
		v.detail = t("pause.refused", gaps{"Error": sent.err})
	}
}

// nextStep says what Resume would lead to.
func nextStep(l *replay.Live, shown *replay.Report) string {
	next, total := shown.Event.StepIndex+1, max(l.Session.StepTotal, shown.Event.StepTotal)
	switch {
	case total > 0 && next > total:
		return t("pause.next_end")
	case total > 0:
		return t("pause.next_of", gaps{"Step": next, "Total": total})
	default:
		return t("pause.next", gaps{"Step": next})
	}
}

// pauseLeft is the time after which the replay ends if nobody decides; ends is false where it waits without limit.
func pauseLeft(l *replay.Live, now time.Time) (left time.Duration, ends bool) {
	s := &l.Session
	if s.PauseTimeoutAct != replay.DoAbort || s.PauseTimeoutS <= 0 || l.PausedSince == nil {
		return 0, false
	}
	limit := time.Duration(s.PauseTimeoutS * float64(time.Second))
	return max(0, limit-now.Sub(*l.PausedSince)), true
}

// calm says what the person decided on the step on screen and whether the agent has it, or what the session does.
func (v *pauseView) calm(l *replay.Live, shown *replay.Report, sent order) {
	v.text = v.mark.word
	if l.Announced > 0 {
		v.text = t("pause.announced", gaps{"Phase": v.mark.word, "Step": l.Announced})
	}
	d := lastOrder(shown)
	if d == nil && sent.action == "" {
		return
	}
	v.face, v.mark = faceSent, mark{phaseMark(replay.PhaseRecheck).sign, colorContinue, ""}
	what := named(decisionNames, sent.action)
	if d != nil {
		what = named(decisionNames, d.Action)
	}
	v.text, v.detail = t("pause.decided", gaps{"What": what}), t("pause.not_taken")
	if d != nil && shown.Delivered >= d.Seq {
		v.mark, v.detail = mark{verdictMark(validation.Complete).sign, colorComplete, ""}, t("pause.taken")
	}
}

// lastOrder is the last decision of a person on a report; nil when there is none.
func lastOrder(r *replay.Report) *replay.Decision {
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		if r.Decisions[i].By == replay.BySupervisor {
			return &r.Decisions[i]
		}
	}
	return nil
}

func pausedFor(l *replay.Live, now time.Time) string {
	if l.PausedSince == nil {
		return clock(0)
	}
	return clock(now.Sub(*l.PausedSince))
}

// harmfulKinds are the actions that may do harm when they are done twice, with the sentence that says so.
var harmfulKinds = map[string]string{
	"type_text": "harm.type", "type_secret": "harm.type", "paste_and_execute": "harm.paste",
	"db_save_data": "harm.save", "file_move": "harm.file", "drag_drop_anchor": "harm.move",
}

// harmOfRetry is what doing the step again could do twice; empty when the action never arrived, or does no harm.
func harmOfRetry(r *replay.Report) string {
	if r.Assessment != nil && r.Assessment.Lights.Sent == validation.SentNo {
		return ""
	}
	kind, role := validation.KindOf(r.Event.Action)
	if a := r.Assessment; a != nil && a.Kind != "" {
		kind, role = a.Kind, a.Role
	}
	if role == "save" || (kind == "keyboard_shortcut" && submits(r.Event.Action.Keys)) {
		return t("harm.save")
	}
	if key, ok := harmfulKinds[kind]; ok {
		return t(key)
	}
	return ""
}

// submits says whether a chord saves or submits.
func submits(keys []string) bool {
	chord := strings.ToLower(strings.Join(keys, "+"))
	return slices.Contains([]string{"ctrl+s", "enter", "return", "ctrl+enter", "ctrl+v"}, chord)
}
