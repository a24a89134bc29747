package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// longLost is how long ago a lost session was heard for it not to be shown after a start. It comes back when its agent
// does.
const longLost = 24 * time.Hour

// Restore reads the sessions that were not over when the program ended: a paused one is paused still, and a report that
// was being validated is validated again. It is called once, before the agents come. Sessions that cannot be read are
// named in the error; the others are there.
func (s *Supervisor) Restore(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	sums, err := s.p.Archive.Sessions(ctx)
	wrong := []error{err}
	for _, sum := range slices.Backward(sums) {
		over := sum.Phase == PhaseFinished || sum.Phase == PhaseAborted
		if over || sum.Phase == PhaseLost && time.Since(sum.UpdatedAt) > longLost {
			continue
		}
		if _, err := s.load(ctx, sum); err != nil {
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

// load brings a stored session into memory. The caller holds loading.
func (s *Supervisor) load(ctx context.Context, sum Summary) (*life, error) {
	reports, err := s.p.Archive.Reports(ctx, sum.Session.ID)
	if err != nil {
		return nil, fmt.Errorf("load session %q: %w", sum.Session.ID, err)
	}
	l := newLife(s, RestoreMachine(Rules{}, sum, reports, time.Now()))
	l.mu.Lock()
	defer l.mu.Unlock()
	s.add(l)
	for _, r := range reports {
		l.put(r)
		l.decisions = append(l.decisions, r.Decisions...)
	}
	slices.SortFunc(l.decisions, func(a, b Decision) int { return a.Seq - b.Seq })
	l.hidden = l.m.Ended()
	s.recallSecrets(ctx, l)
	l.show()
	for _, r := range reports {
		if r.Assessment == nil && !l.m.rules.Off {
			s.jobs.put(job{life: l, report: r})
		}
	}
	l.wakeAtDeadline()
	return l, nil
}

// RestoreMachine returns the machine of a stored session as it stands now: what its reports and their decisions say. What
// was announced is forgotten, and the agent counts as heard.
func RestoreMachine(rules Rules, sum Summary, reports []*Report, now time.Time) Machine {
	m := Machine{rules: rules.withDefaults(), sum: sum, heard: now}
	var last Decision
	for _, r := range reports {
		m.sent = max(m.sent, r.Delivered)
		for _, d := range r.Decisions {
			if d.Seq > last.Seq {
				last = d
			}
		}
	}
	m.seq = last.Seq
	if len(reports) == 0 {
		return m.standing(PhaseRunning)
	}
	m.recall(reports)
	if last.EventID != m.at.id {
		return m.standing(PhaseValidating)
	}
	return m.standing(m.phaseAfter(last))
}

// standing sets the phase of a session that is not over.
func (m Machine) standing(p Phase) Machine {
	if m.Ended() {
		return m
	}
	m.sum.Phase = p
	if p != PhasePaused {
		m.sum.PausedSince = nil
	}
	return m
}

// recall takes up the report that counts and the attempts before it.
func (m *Machine) recall(reports []*Report) {
	newest := current(reports)
	m.at = mark{step: newest.Event.StepIndex, attempt: newest.Event.Attempt, id: newest.Event.ID}
	m.human, m.missing = newest.Event.Action.Type == pauseForHuman, newest.Missing
	if a := newest.Assessment; a != nil {
		m.last.Verdict, m.last.Confidence, m.last.Category, m.last.Check = a.Verdict, a.Confidence, a.Category, a.Check
		m.counted = a.Verdict
	}
	for _, d := range newest.Decisions {
		if d.By != BySupervisor && d.Action == DoPause {
			m.last.Verdict, m.counted = d.Verdict, d.Verdict
		}
	}
	for _, r := range slices.Backward(reports) {
		if r.Event.StepIndex != m.at.step || !m.recallAsked(r) {
			return
		}
	}
}

// current is the newest report that counts: a missing one that nobody was held up for has no decision and does not.
func current(reports []*Report) *Report {
	for _, r := range slices.Backward(reports) {
		if !r.Missing || len(r.Decisions) > 0 {
			return r
		}
	}
	return reports[len(reports)-1]
}

// recallAsked counts the validator's rechecks of an attempt; more is false where a person decided.
func (m *Machine) recallAsked(r *Report) (more bool) {
	for _, d := range slices.Backward(r.Decisions) {
		if d.By == BySupervisor {
			return false
		}
		if d.Action == DoRecheck || d.Action == DoHandoff {
			m.rechecks++
		}
	}
	return true
}

// phaseAfter is where a session stands after its last decision.
func (m *Machine) phaseAfter(d Decision) Phase {
	switch d.Action {
	case DoPause:
		if m.sum.PausedSince == nil {
			m.sum.PausedSince = d.PausedSince
		}
		return PhasePaused
	case DoRecheck, DoHandoff:
		m.again = true
		return PhaseRecheck
	case DoRetry:
		m.again = true
	}
	return PhaseRunning
}
