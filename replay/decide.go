package replay

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vigie/validation"
)

// errNoReason is returned when a person ends a replay without saying why.
var errNoReason = errors.New("abort needs a reason: write it in the note")

// decide makes the next decision on the current report. Who pauses, resumes and so on is left to the caller.
func (m *Machine) decide(action string, reason validation.Sentence, now time.Time) Decision {
	m.seq++
	return Decision{
		Seq: m.seq, EventID: m.at.id, StepIndex: m.at.step, Attempt: m.at.attempt, Verdict: m.last.Verdict,
		Confidence: m.last.Confidence, Category: m.last.Category, Reason: reason.In(m.sum.Session.Language), Action: action,
		By: ByValidator, At: now,
	}
}

// pause stops the session for a person.
func (m *Machine) pause(reason validation.Sentence, now time.Time) []Effect {
	m.sum.Phase, m.sum.PausedSince = PhasePaused, &now
	m.sum.Pauses++
	d := m.decide(DoPause, reason, now)
	d.PausedSince = &now
	return []Effect{Decide{Decision: d}, Notify{EventID: m.at.id}}
}

// watch decides at once on a report that nobody holds up.
func (m *Machine) watch(now time.Time) []Effect {
	m.sum.Phase = PhaseRunning
	if m.human {
		return m.askPerson(now)
	}
	reason := validation.Say("shadow_mode")
	if m.rules.Off {
		reason = validation.Say("not_validated")
	}
	return []Effect{Decide{Decision: m.decide(DoContinue, reason, now)}}
}

// askPerson is the pause that the workflow asks for, or the record that the session passed over it.
func (m *Machine) askPerson(now time.Time) []Effect {
	if !m.sum.Session.SkipPauses {
		return m.pause(validation.Say("human_pause"), now)
	}
	m.sum.Phase = PhaseRunning
	d := m.decide(DoContinue, validation.Say("pause_skipped"), now)
	d.Note = NoteSkipped
	return []Effect{Decide{Decision: d}}
}

// NoteSkipped is the note of a decision that passed over a pause_for_human.
const NoteSkipped = "skip_pauses"

func (in Assessed) apply(m *Machine, now time.Time) ([]Effect, error) {
	a := in.Assessment
	effects := []Effect{StoreAssessment{EventID: in.EventID, Assessment: a}}
	if in.EventID != m.at.id {
		if in.Step != m.at.step {
			m.tally(a.Verdict, 1) // a step that nobody held up
			if a.Verdict == validation.Terminate {
				m.sum.AddCategory(a.Category)
			}
		}
		return effects, nil
	}
	m.last = validation.Finding{Verdict: a.Verdict, Confidence: a.Confidence, Category: a.Category, Check: a.Check}
	m.count(a.Verdict)
	if m.sum.Phase != PhaseValidating {
		return effects, nil
	}
	return append(effects, m.route(a, now)...), nil
}

// route says what follows from an assessment (matrix.md §5).
func (m *Machine) route(a *validation.Assessment, now time.Time) []Effect {
	switch {
	case m.human:
		return m.askPerson(now)
	case a.Verdict == validation.Complete:
		m.sum.Phase = PhaseRunning
		return []Effect{Decide{Decision: m.judged(a, DoContinue, now)}}
	case a.Verdict == validation.Terminate && a.Category == validation.UnexpectedDialog && m.handlesDialogs() && m.mayAsk():
		d := m.askAgain(a, DoHandoff, now)
		d.DialogBox = dialogBox(a)
		return []Effect{Decide{Decision: d}}
	case a.Verdict == validation.Terminate || a.Route.Action == validation.RoutePause:
		return m.pauseOn(a, a.Reason, now)
	case m.mayAsk():
		d := m.askAgain(a, DoRecheck, now)
		d.AfterMS = int(m.recheckAfter(a).Milliseconds())
		return []Effect{Decide{Decision: d}}
	}
	m.last.Verdict = validation.Terminate
	m.count(validation.Terminate)
	reason := strings.TrimRight(a.Reason.In(m.sum.Session.Language), ". ")
	return m.pauseOn(a, validation.Say("rechecks_used", "reason", reason, "count", strconv.Itoa(m.rechecks)), now)
}

func (m *Machine) mayAsk() bool { return m.rechecks < m.rules.MaxRechecks }

// askAgain asks the agent for another attempt.
func (m *Machine) askAgain(a *validation.Assessment, action string, now time.Time) Decision {
	m.rechecks++
	m.again = true
	m.sum.Phase = PhaseRecheck
	return m.judged(a, action, now)
}

func (m *Machine) judged(a *validation.Assessment, action string, now time.Time) Decision {
	d := m.decide(action, a.Reason, now)
	d.By = by(a)
	return d
}

func (m *Machine) pauseOn(a *validation.Assessment, reason validation.Sentence, now time.Time) []Effect {
	effects := m.pause(reason, now)
	d := effects[0].(Decide)
	d.Decision.By = by(a)
	effects[0] = d
	return effects
}

// by says who settled the step.
func by(a *validation.Assessment) string {
	if a.Check == validation.CheckJudge && a.Verdict != validation.Continue {
		return ByJudge
	}
	return ByValidator
}

func (m *Machine) recheckAfter(a *validation.Assessment) time.Duration {
	if a.Route.After > 0 {
		return a.Route.After
	}
	return m.rules.RecheckAfter
}

// dialogBox is the box of the dialog that the agent shall handle; nil when it is not known.
func dialogBox(a *validation.Assessment) []int {
	r := a.Dialog
	if r.Empty() {
		return nil
	}
	return []int{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y}
}

// miss is the pause because an announced report never came. A session that nobody holds up only records it.
func (m *Machine) miss(now time.Time) []Effect {
	missed := m.announced
	missed.id = fmt.Sprintf("report-missing-s%da%d", missed.step, missed.attempt)
	seconds := strconv.Itoa(int(m.rules.ReportWithin.Seconds()))
	reason := validation.Say("report_missing", "step", strconv.Itoa(missed.step), "seconds", seconds)
	r := missingReport(m.sum.Session, missed, reason, now)
	m.announced = mark{}
	if m.rules.watches() {
		return []Effect{StoreReport{Report: r}}
	}
	m.begin(r.Event)
	m.missing = true
	m.last = validation.Finding{Verdict: validation.Terminate, Confidence: 1, Category: validation.ReportMissing}
	m.count(validation.Terminate)
	return append([]Effect{StoreReport{Report: r}}, m.pause(reason, now)...)
}

// missingReport is the record of a report that never came: every pause has a report that it is about.
func missingReport(s Session, missed mark, reason validation.Sentence, now time.Time) *Report {
	finding := validation.Finding{
		Verdict: validation.Terminate, Confidence: 1, Check: string(validation.ReportMissing), Category: validation.ReportMissing,
		Reason: reason,
	}
	return &Report{
		Event: Event{
			SessionID: s.ID, ID: missed.id, StepIndex: missed.step, StepTotal: s.StepTotal, Attempt: missed.attempt,
		},
		ReceivedAt: now, Missing: true,
		Assessment: &validation.Assessment{
			Verdict: finding.Verdict, Confidence: finding.Confidence, Check: finding.Check, Category: finding.Category, Reason: reason,
			Lights: validation.Lights{
				Sent: validation.SentUncertain, Seen: validation.SeenNotLooked, Proved: validation.ProvedNoSuch,
			},
			Findings: []validation.Finding{finding}, Route: validation.Route{Action: validation.RoutePause},
		},
	}
}

// timeOut ends a replay because its pause lasted longer than the session allows.
func (m *Machine) timeOut(now time.Time) []Effect {
	seconds := strconv.FormatFloat(m.sum.Session.PauseTimeoutS, 'f', -1, 64)
	d := m.decide(DoAbort, validation.Say("pause_timed_out", "seconds", seconds), now)
	m.end(PhaseAborted, now)
	return []Effect{Decide{Decision: d}}
}

func (in Ordered) apply(m *Machine, now time.Time) ([]Effect, error) {
	o := in.Order
	if m.Ended() {
		return nil, fmt.Errorf("%s: session %q is %s: %w", o.Action, o.SessionID, m.sum.Phase, ErrEnded)
	}
	if o.EventID != m.at.id {
		return nil, fmt.Errorf("%s: %q is not the report that counts now: %w", o.Action, o.EventID, ErrDecided)
	}
	if o.Action == DoAbort {
		return m.abort(o, now)
	}
	if m.sum.Phase != PhasePaused {
		return nil, fmt.Errorf("%s: step %d does not wait for a person: %w", o.Action, m.at.step, ErrDecided)
	}
	switch o.Action {
	case DoResume:
		m.sum.Phase = PhaseRunning
	case DoRetry:
		m.sum.Phase, m.again = PhaseRunning, true
	case DoRecheck:
		m.sum.Phase, m.again = PhaseRecheck, true
	default:
		return nil, fmt.Errorf("order %q is none of %q", o.Action, []string{DoResume, DoRetry, DoRecheck, DoAbort})
	}
	m.rechecks, m.sum.PausedSince = 0, nil
	return []Effect{m.ordered(o, now)}, nil
}

// abort ends the replay, whatever it waits for. Before the first report there is nothing to decide on.
func (m *Machine) abort(o Order, now time.Time) ([]Effect, error) {
	if strings.TrimSpace(o.Note) == "" {
		return nil, errNoReason
	}
	effect := Effect(SaveSummary{})
	if m.at.id != "" {
		effect = m.ordered(o, now)
	}
	m.sum.EndedBy, m.sum.EndNote = o.Who, o.Note
	m.end(PhaseAborted, now)
	return []Effect{effect}, nil
}

// ordered is a person's decision: a record of its own beside what the validator found.
func (m *Machine) ordered(o Order, now time.Time) Effect {
	d := m.decide(o.Action, validation.Say("person_"+o.Action), now)
	d.By, d.Who, d.Note = BySupervisor, o.Who, o.Note
	m.sum.AddPerson(o.Who, o.Action)
	return Decide{Decision: d}
}
