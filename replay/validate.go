package replay

import (
	"context"
	"errors"
	"fmt"
	"image"
	"runtime/debug"
	"slices"
	"time"

	"vigie/validation"
	"vigie/validation/screen"
)

// StepOf is a reported event with its pictures, ready to be validated: what the event does not say of its screen is
// taken from the session.
func StepOf(s Session, e Event, p Pictures) *validation.Step {
	step := &validation.Step{
		Action: e.Action, Result: e.Result, Context: e.Context, Scale: s.Screen.Scale,
		Screen: image.Pt(s.Screen.Width, s.Screen.Height), Language: s.Language, Before: p.Before, After: p.After,
		CanHandleDialogs: slices.Contains(s.Capabilities, CanHandleDialogs), Attempt: e.Attempt,
	}
	if m := e.Context.Monitor; m != nil {
		if m.Scale > 0 {
			step.Scale = m.Scale
		}
		if m.Width > 0 && m.Height > 0 {
			step.Screen = image.Pt(m.Width, m.Height)
		}
	}
	return step
}

// PreviousLabel is the label of the step before, among events in the order in which they came; empty where it is not known.
func PreviousLabel(events []Event, step int) (label string) {
	best := 0
	for _, e := range events {
		if e.StepIndex < step && e.StepIndex >= best {
			best, label = e.StepIndex, e.Context.Label
		}
	}
	return label
}

// worker validates steps until the supervisor closes.
func (s *Supervisor) worker() {
	for {
		j, ok := s.jobs.take()
		if !ok {
			return
		}
		a := s.assess(j)
		if s.ctx.Err() != nil {
			return // given up: it is made again after the next start
		}
		j.life.assessed(j.report, &a, time.Second)
	}
}

// assess makes the assessment of a step. Whatever happens, there is one.
func (s *Supervisor) assess(j job) (a validation.Assessment) {
	e := j.report.Event
	defer func() {
		if p := recover(); p != nil {
			s.p.Log.Error("replay: validator", "session", e.SessionID, "event", e.ID, "panic", p, "stack", string(debug.Stack()))
			a = doubt(e, validation.Say("check_failed", "check", "validator", "cause", fmt.Sprint(p)), fmt.Sprint(p))
		}
	}()
	ctx, cancel := context.WithTimeout(s.ctx, s.p.Options.ValidateWithin)
	defer cancel()
	if j.pictures.Before == nil && len(j.pictures.After) == 0 {
		if e.Action.Type == typeSecret && e.Screenshots.any() {
			return doubt(e, validation.Say("secret_covered"), "")
		}
		var err error
		if j.pictures, err = s.pictures(ctx, e.Screenshots); err != nil {
			return doubt(e, validation.Say("pictures_unreadable", "cause", err.Error()), err.Error())
		}
	}
	step := StepOf(j.life.session(), e, j.pictures)
	step.Received, step.Previous, step.Moot = j.report.ReceivedAt, j.life.labelBefore(e.StepIndex), j.life.moot
	return s.p.Validator.Validate(ctx, step)
}

// doubt is the assessment of a step that could not be looked at.
func doubt(e Event, reason validation.Sentence, cause string) validation.Assessment {
	f := validation.Finding{
		Verdict: validation.Continue, Confidence: 0.1, Check: "validator", Category: validation.UnknownCategory, Reason: reason,
		Evidence: validation.Evidence{Error: cause},
	}
	sent := validation.SentUncertain
	if e.Result.Success {
		sent = validation.SentYes
	}
	return validation.Assessment{
		Verdict: f.Verdict, Confidence: f.Confidence, Check: f.Check, Category: f.Category, Reason: reason, Kind: e.Action.Type,
		Lights:   validation.Lights{Sent: sent, Seen: validation.SeenNotLooked, Proved: validation.ProvedNoSuch},
		Findings: []validation.Finding{f}, Route: validation.Route{Action: validation.RouteRecheck},
	}
}

// pictures reads stored pictures.
func (s *Supervisor) pictures(ctx context.Context, named Screenshots) (p Pictures, err error) {
	if named.Before != "" {
		if p.Before, err = s.picture(ctx, named.Before); err != nil {
			return Pictures{}, err
		}
	}
	for _, hash := range named.After {
		after, err := s.picture(ctx, hash)
		if err != nil {
			return Pictures{}, err
		}
		p.After = append(p.After, after)
	}
	return p, nil
}

func (s *Supervisor) picture(ctx context.Context, hash string) (*screen.Picture, error) {
	data, err := s.p.Archive.Picture(ctx, hash)
	if err != nil {
		return nil, err
	}
	return screen.Load(data)
}

func (l *life) session() Session {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.sum.Session
}

// maxRetry is the longest wait before an assessment is stored again.
const maxRetry = 30 * time.Second

// assessed takes an assessment over. Where it cannot be stored, that is tried again, the session standing still.
func (l *life) assessed(r *Report, a *validation.Assessment, retry time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.apply(l.s.ctx, Assessed{EventID: r.Event.ID, Step: r.Event.StepIndex, Assessment: a}, Sight{})
	if err == nil || errors.Is(err, ErrShuttingDown) {
		return
	}
	l.s.p.Log.Error("replay: store an assessment", "session", l.id, "event", r.Event.ID, "retry_in", retry, "error", err)
	time.AfterFunc(retry, func() { l.assessed(r, a, min(2*retry, maxRetry)) })
}
