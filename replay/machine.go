package replay

import (
	"fmt"
	"slices"
	"time"

	"vigie/validation"
)

// Rules are a session machine's switches and times. The zero value is the defaults of matrix.md §5 and api.md.
type Rules struct {
	// Off switches the validator off: every step is recorded as not validated, and the replay is never held up.
	Off bool
	// Shadow validates and records, but never holds the replay up.
	Shadow bool
	// MaxRechecks is how many new screenshots of a step are asked for before it counts as failed; 0 means 2.
	MaxRechecks int
	// RecheckAfter is how long the agent waits before a new screenshot, where the assessment does not say; 0 means 1500 ms.
	RecheckAfter time.Duration
	// ReportWithin is how long after its announcement a step's report must come; 0 means 30 s.
	ReportWithin time.Duration
	// LostAfter is how long an agent may be silent before its session counts as lost; 0 means 2 minutes.
	LostAfter time.Duration
}

func (r Rules) withDefaults() Rules {
	if r.MaxRechecks == 0 {
		r.MaxRechecks = 2
	}
	if r.RecheckAfter == 0 {
		r.RecheckAfter = 1500 * time.Millisecond
	}
	if r.ReportWithin == 0 {
		r.ReportWithin = 30 * time.Second
	}
	if r.LostAfter == 0 {
		r.LostAfter = 2 * time.Minute
	}
	return r
}

// watches says that the validator never holds the replay up.
func (r Rules) watches() bool { return r.Off || r.Shadow }

// Machine is where a session stands: a value whose Apply returns the next one. It knows neither disk, nor network, nor
// clock. A pause that a workflow asks for (pause_for_human) is a pause under all rules: only the session's skip_pauses
// passes over it.
type Machine struct {
	rules    Rules
	sum      Summary
	at       mark               // the report that counts
	last     validation.Finding // what was made of it: verdict, confidence, category
	human    bool               // it is a pause_for_human
	missing  bool               // it is the record of a missing report
	again    bool               // another attempt at its step is asked for
	rechecks int                // how many of its step the validator asked for since a person decided
	counted  validation.Verdict // how its step stands in the summary
	seq      int                // of the last decision
	sent     int                // the highest seq that the agent has taken

	announced   mark
	announcedAt time.Time
	heard       time.Time
	before      Phase // the phase before the session was lost
}

// mark names an attempt at a step.
type mark struct {
	step, attempt int
	id            string
}

// NewMachine returns the machine of a session that starts now.
func NewMachine(rules Rules, s Session, now time.Time) Machine {
	if s.StartedAt.IsZero() {
		s.StartedAt = now
	}
	return Machine{
		rules: rules.withDefaults(), heard: now,
		sum: Summary{Session: s, Phase: PhaseRunning, UpdatedAt: now},
	}
}

// Input is what happens to a session: one of the types of this package whose comments say so.
type Input interface {
	apply(m *Machine, now time.Time) ([]Effect, error)
}

// Apply returns the machine after in happened, and what is to be done: nothing of it has happened before all of it is
// stored. On an error the machine is the same, but for having heard the agent.
func (m Machine) Apply(in Input, now time.Time) (Machine, []Effect, error) {
	var effects []Effect
	if fromAgent(in) && m.hear(now) {
		effects = append(effects, SaveSummary{})
	}
	next := m
	more, err := in.apply(&next, now)
	if err != nil {
		return m, nil, err
	}
	if effects = append(effects, more...); len(effects) > 0 {
		next.sum.UpdatedAt = now
	}
	return next, effects, nil
}

func fromAgent(in Input) bool {
	switch in.(type) {
	case Heard, Announced, Reported, Delivered, Finished:
		return true
	}
	return false
}

// hear notes that the agent lives, and brings a lost session back; back says so.
func (m *Machine) hear(now time.Time) (back bool) {
	m.heard = now
	if m.sum.Phase != PhaseLost {
		return false
	}
	m.sum.Phase = m.before
	return true
}

// Summary is the session as a list shows it. Times in it must not be changed.
func (m Machine) Summary() Summary { return m.sum }

// Announced is the step that was announced and has not been reported; 0 when none.
func (m Machine) Announced() int { return m.announced.step }

// Heard is when the agent was last heard.
func (m Machine) Heard() time.Time { return m.heard }

// Delivered is the highest seq of a decision that the agent has taken.
func (m Machine) Delivered() int { return m.sent }

// Ended says that the session is over.
func (m Machine) Ended() bool { return m.sum.Phase == PhaseFinished || m.sum.Phase == PhaseAborted }

// Deadline is when a Tick matters next; the zero time when none does.
func (m Machine) Deadline() time.Time {
	switch m.sum.Phase {
	case PhasePaused:
		return m.pauseEnd()
	case PhaseRunning, PhaseRecheck:
		lost := m.heard.Add(m.rules.LostAfter)
		if due := m.reportDue(); !due.IsZero() && due.Before(lost) {
			return due
		}
		return lost
	case PhaseLost:
		return m.reportDue()
	}
	return time.Time{}
}

// reportDue is when the announced report must be there.
func (m Machine) reportDue() time.Time {
	if m.announced.step == 0 {
		return time.Time{}
	}
	return m.announcedAt.Add(m.rules.ReportWithin)
}

// pauseEnd is when a pause ends by itself; the zero time when it waits.
func (m Machine) pauseEnd() time.Time {
	s := m.sum.Session
	if s.PauseTimeoutAct != DoAbort || s.PauseTimeoutS <= 0 || m.sum.PausedSince == nil {
		return time.Time{}
	}
	return m.sum.PausedSince.Add(time.Duration(s.PauseTimeoutS * float64(time.Second)))
}

// fits says whether an attempt at a step may come now.
func (m *Machine) fits(step, attempt int) error {
	switch {
	case m.Ended():
		return fmt.Errorf("session %q is %s: %w", m.sum.Session.ID, m.sum.Phase, ErrEnded)
	case m.missing && m.sum.Phase == PhasePaused && step == m.at.step && attempt == m.at.attempt:
		return nil // it was only late
	case m.sum.Phase == PhasePaused:
		return fmt.Errorf("step %d: step %d waits for a person: wait for the decision: %w", step, m.at.step, ErrOutOfOrder)
	case m.sum.Phase == PhaseValidating:
		return fmt.Errorf("step %d: step %d is being validated: wait for the decision: %w", step, m.at.step, ErrOutOfOrder)
	case m.again:
		return m.fitsAgain(step, attempt)
	}
	return m.fitsNext(step, attempt)
}

// fitsAgain is fits where another attempt at the current step is asked for.
func (m *Machine) fitsAgain(step, attempt int) error {
	if step == m.at.step && attempt > m.at.attempt {
		return nil
	}
	return fmt.Errorf("step %d attempt %d: attempt %d of step %d is asked for: %w", step, attempt, m.at.attempt+1, m.at.step,
		ErrOutOfOrder)
}

// fitsNext is fits where a later step is expected.
func (m *Machine) fitsNext(step, attempt int) error {
	switch {
	case m.rules.watches() && step == m.at.step && attempt > m.at.attempt:
		return nil // an agent that nobody holds up may repeat a step by itself
	case step == m.at.step:
		return fmt.Errorf("step %d attempt %d: the step is decided, a later one is next: %w", step, attempt, ErrDecided)
	case step < m.at.step:
		return fmt.Errorf("step %d: step %d has been reported already: %w", step, m.at.step, ErrOutOfOrder)
	}
	return nil
}

// count sets how the current step stands in the summary; Unknown takes it out.
func (m *Machine) count(v validation.Verdict) {
	m.tally(m.counted, -1)
	m.tally(v, 1)
	m.counted = v
	if v == validation.Terminate {
		m.sum.AddCategory(m.last.Category)
	}
}

func (m *Machine) tally(v validation.Verdict, n int) {
	switch v {
	case validation.Complete:
		m.sum.Complete += n
	case validation.Continue:
		m.sum.Continue += n
	case validation.Terminate:
		m.sum.Terminate += n
	}
}

// handlesDialogs says that the agent has a dialog handler.
func (m *Machine) handlesDialogs() bool {
	return slices.Contains(m.sum.Session.Capabilities, CanHandleDialogs)
}

// CanHandleDialogs is the capability of an agent that closes unexpected dialogs itself.
const CanHandleDialogs = "dialog_handler"
