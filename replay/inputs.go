package replay

import (
	"fmt"
	"time"

	"vigie/validation"
	"vigie/validation/mask"
)

// Heard is the input that the agent gave a sign of life.
type Heard struct{}

// Announced is the input that the agent is about to do a step.
type Announced struct{ Step, Attempt int }

// Reported is the input that a report came whose id is new: the caller answers a known id from what it kept. Covered are the
// boxes that are covered in its pictures.
type Reported struct {
	Event   Event
	Covered []mask.Cover
}

// Assessed is the input that the validator has made its assessment of a report.
type Assessed struct {
	EventID    string
	Step       int
	Assessment *validation.Assessment
}

// Ordered is the input that a person decided.
type Ordered struct{ Order Order }

// Delivered is the input that the agent has taken the decisions up to Seq.
type Delivered struct{ Seq int }

// Finished is the input that the agent says that the replay is over: "completed", "aborted" or "crashed".
type Finished struct{ Outcome string }

// Tick is the input that time has passed.
type Tick struct{}

func (Heard) apply(*Machine, time.Time) ([]Effect, error) { return nil, nil }

func (in Announced) apply(m *Machine, now time.Time) ([]Effect, error) {
	err := m.fits(in.Step, in.Attempt)
	if err == nil && m.sum.Phase == PhasePaused {
		err = fmt.Errorf("step %d waits for a person: wait for the decision: %w", m.at.step, ErrOutOfOrder)
	}
	if err != nil {
		return nil, fmt.Errorf("announce: %w", err)
	}
	m.announced = mark{step: in.Step, attempt: in.Attempt}
	m.announcedAt = now
	return nil, nil
}

func (in Reported) apply(m *Machine, now time.Time) ([]Effect, error) {
	e := in.Event
	if err := m.fits(e.StepIndex, e.Attempt); err != nil {
		return nil, fmt.Errorf("report %q: %w", e.ID, err)
	}
	m.begin(e)
	effects := []Effect{StoreReport{Report: &Report{Event: e, ReceivedAt: now, Covered: in.Covered}}}
	if m.rules.watches() {
		effects = append(effects, m.watch(now)...)
	}
	if !m.rules.Off {
		effects = append(effects, Validate{EventID: e.ID})
	}
	return effects, nil
}

// begin makes e the report that counts.
func (m *Machine) begin(e Event) {
	if e.StepIndex == m.at.step {
		m.count(validation.Unknown)
	} else {
		m.rechecks, m.counted = 0, validation.Unknown
	}
	m.at = mark{step: e.StepIndex, attempt: e.Attempt, id: e.ID}
	m.last = validation.Finding{}
	m.human = e.Action.Type == pauseForHuman
	m.missing, m.again = false, false
	m.announced = mark{}
	m.sum.Phase, m.sum.PausedSince = PhaseValidating, nil
	m.sum.Steps = max(m.sum.Steps, e.StepIndex)
	if e.StepTotal > 0 {
		m.sum.Session.StepTotal = e.StepTotal
	}
}

// pauseForHuman is the action by which a workflow asks for a person.
const pauseForHuman = "pause_for_human"

func (in Delivered) apply(m *Machine, _ time.Time) ([]Effect, error) {
	seq := min(in.Seq, m.seq)
	if seq <= m.sent {
		return nil, nil
	}
	m.sent = seq
	return []Effect{MarkDelivered{Seq: seq}}, nil
}

func (in Finished) apply(m *Machine, now time.Time) ([]Effect, error) {
	if m.Ended() {
		return nil, fmt.Errorf("finish: session %q is %s: %w", m.sum.Session.ID, m.sum.Phase, ErrEnded)
	}
	if in.Outcome == "completed" {
		if err := m.open(); err != nil {
			return nil, fmt.Errorf("finish: %w", err)
		}
		m.end(PhaseFinished, now)
	} else {
		m.end(PhaseAborted, now)
	}
	return []Effect{SaveSummary{}}, nil
}

// open says why a replay cannot be completed yet: the last word on its last step is not said.
func (m *Machine) open() error {
	switch {
	case m.sum.Phase == PhasePaused:
		return fmt.Errorf("step %d waits for a person: wait for the decision: %w", m.at.step, ErrOutOfOrder)
	case m.sum.Phase == PhaseValidating:
		return fmt.Errorf("step %d is being validated: wait for the decision: %w", m.at.step, ErrOutOfOrder)
	case m.again:
		return fmt.Errorf("attempt %d of step %d is asked for: %w", m.at.attempt+1, m.at.step, ErrOutOfOrder)
	}
	return nil
}

func (m *Machine) end(phase Phase, now time.Time) {
	m.sum.Phase, m.sum.PausedSince, m.sum.EndedAt = phase, nil, &now
	m.announced, m.again = mark{}, false
}

func (Tick) apply(m *Machine, now time.Time) ([]Effect, error) {
	switch m.sum.Phase {
	case PhasePaused:
		if end := m.pauseEnd(); !end.IsZero() && !now.Before(end) {
			return m.timeOut(now), nil
		}
	case PhaseRunning, PhaseRecheck, PhaseLost:
		if due := m.reportDue(); !due.IsZero() && !now.Before(due) {
			return m.miss(now), nil
		}
		if m.sum.Phase != PhaseLost && !now.Before(m.heard.Add(m.rules.LostAfter)) {
			m.before, m.sum.Phase = m.sum.Phase, PhaseLost
			return []Effect{SaveSummary{}}, nil
		}
	}
	return nil, nil
}
