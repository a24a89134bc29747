package replay

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Start implements Desk. A session that has ended is ErrEnded; one of another agent's is ErrOutOfOrder.
func (s *Supervisor) Start(ctx context.Context, session Session) (Summary, bool, error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	l, err := s.find(ctx, session.ID)
	switch {
	case errors.Is(err, ErrUnknownSession):
		return s.create(ctx, session)
	case err != nil:
		return Summary{}, false, fmt.Errorf("start session %q: %w", session.ID, err)
	}
	sum, err := l.resume(ctx, session)
	return sum, false, err
}

func (s *Supervisor) create(ctx context.Context, session Session) (Summary, bool, error) {
	l := newLife(s, NewMachine(Rules{}, session, time.Now()))
	sum := l.m.Summary()
	if err := s.p.Recorder.SaveSession(context.WithoutCancel(ctx), sum); err != nil {
		return Summary{}, false, storeError("start session", err)
	}
	s.add(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.show()
	l.wakeAtDeadline()
	l.tell(Line{Kind: LineSession, Text: "started by " + session.Agent})
	return sum, true, nil
}

// resume greets an agent that comes back.
func (l *life) resume(ctx context.Context, again Session) (Summary, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.m.Ended() {
		return Summary{}, fmt.Errorf("start session %q: it is %s: %w", l.id, l.m.sum.Phase, ErrEnded)
	}
	if mine := l.m.sum.Session.Agent; mine != again.Agent {
		return Summary{}, fmt.Errorf("start session %q: agent %q runs it, not %q: %w", l.id, mine, again.Agent, ErrOutOfOrder)
	}
	if err := l.apply(ctx, Heard{}, Sight{}); err != nil {
		return Summary{}, err
	}
	return l.m.Summary(), nil
}

// Announce implements Desk.
func (s *Supervisor) Announce(ctx context.Context, sessionID string, stepIndex, attempt int) error {
	return s.apply(ctx, sessionID, Announced{Step: stepIndex, Attempt: attempt})
}

// Delivered implements Desk.
func (s *Supervisor) Delivered(ctx context.Context, sessionID string, seq int) error {
	return s.apply(ctx, sessionID, Delivered{Seq: seq})
}

// Finish implements Desk. "completed" is ErrOutOfOrder while the last step waits for a decision or another attempt.
func (s *Supervisor) Finish(ctx context.Context, sessionID, outcome string) error {
	return s.apply(ctx, sessionID, Finished{Outcome: outcome})
}

// Decide implements Watch.
func (s *Supervisor) Decide(ctx context.Context, o Order) error {
	return s.apply(ctx, o.SessionID, Ordered{Order: o})
}

func (s *Supervisor) apply(ctx context.Context, sessionID string, in Input) error {
	l, err := s.life(ctx, sessionID)
	if err != nil {
		return fmt.Errorf("session %q: %w", sessionID, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.apply(ctx, in, Sight{})
}

// Report implements Desk. ErrBusy when too many steps wait for their validation.
func (s *Supervisor) Report(ctx context.Context, e Event, pictures Pictures) (*Report, bool, error) {
	l, err := s.life(ctx, e.SessionID)
	if err != nil {
		return nil, false, fmt.Errorf("session %q: %w", e.SessionID, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if i, known := l.index[e.ID]; known {
		return l.reports[i], true, l.greet(ctx)
	}
	if s.jobs.full(l) {
		return nil, false, fmt.Errorf("report %q: %w", e.ID, ErrBusy)
	}
	pictures = l.share(pictures)
	seen, err := Redact(&l.redactor, s.zones(l.m.sum.Session.Workflow), StepOf(l.m.sum.Session, e, pictures))
	if err != nil {
		return nil, false, fmt.Errorf("report %q: %w", e.ID, err)
	}
	e.Screenshots = hashes(seen.Kept)
	if err := l.apply(ctx, Reported{Event: e, Covered: seen.Covered}, seen); err != nil {
		return nil, false, err
	}
	l.after = pictures.After
	return l.reports[l.index[e.ID]], false, nil
}

// greet notes a sign of life of the agent's; after the end it changes nothing.
func (l *life) greet(ctx context.Context) error {
	if l.m.Ended() {
		return nil
	}
	return l.apply(ctx, Heard{}, Sight{})
}

// share uses the last step's pictures where they are the same: they are decoded already.
func (l *life) share(p Pictures) Pictures {
	for _, kept := range l.after {
		if p.Before != nil && p.Before.Hash() == kept.Hash() {
			p.Before = kept
		}
	}
	return p
}

func hashes(p Pictures) Screenshots {
	var s Screenshots
	if p.Before != nil {
		s.Before = p.Before.Hash()
	}
	for _, after := range p.After {
		s.After = append(s.After, after.Hash())
	}
	return s
}

// Decisions implements Desk. ErrEnded when the session has ended and the agent has all its decisions.
func (s *Supervisor) Decisions(ctx context.Context, sessionID string, after int, wait time.Duration) ([]Decision, *time.Time, error) {
	l, err := s.life(ctx, sessionID)
	if err != nil {
		return nil, nil, fmt.Errorf("session %q: %w", sessionID, err)
	}
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for {
		ds, paused, changed, err := l.look(ctx, after)
		if err != nil || len(ds) > 0 || wait <= 0 {
			return ds, paused, err
		}
		select {
		case <-changed:
		case <-timeout.C:
			wait = 0
		case <-ctx.Done():
			return nil, paused, ctx.Err()
		case <-s.ctx.Done():
			return nil, paused, ErrShuttingDown
		}
	}
}

// look is one look at the decisions: those after seq, and what to wait on when there are none.
func (l *life) look(ctx context.Context, seq int) (ds []Decision, paused *time.Time, changed chan struct{}, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ds = l.since(seq)
	if l.m.Ended() {
		if len(ds) == 0 {
			err = fmt.Errorf("session %q is %s: %w", l.id, l.m.sum.Phase, ErrEnded)
		}
		return ds, nil, l.changed, err
	}
	if err := l.apply(ctx, Heard{}, Sight{}); err != nil {
		return nil, nil, nil, err
	}
	return ds, l.m.sum.PausedSince, l.changed, nil
}
