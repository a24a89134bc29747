package replay

import (
	"context"
	"errors"
	"time"

	"vigie/validation"
	"vigie/validation/screen"
)

// Errors that the supervisor returns, wrapped with what they are about.
var (
	// ErrUnknownSession is returned when no session has the id.
	ErrUnknownSession = errors.New("unknown session")
	// ErrOutOfOrder is returned when a report or an announcement does not fit where the session stands.
	ErrOutOfOrder = errors.New("out of order")
	// ErrDecided is returned when the step is decided already, or is not the one that waits for a person.
	ErrDecided = errors.New("already decided")
	// ErrEnded is returned when the session has ended.
	ErrEnded = errors.New("session has ended")
	// ErrShuttingDown is returned when the supervisor stops.
	ErrShuttingDown = errors.New("shutting down")
	// ErrStore is returned when a report could not be stored durably.
	ErrStore = errors.New("could not be stored")
)

// Pictures are an event's screenshots, header-checked.
type Pictures struct {
	Before *screen.Picture
	After  []*screen.Picture
}

// undecoded are the same pictures without their pixels, which are made again when they are looked at.
func (p Pictures) undecoded() Pictures {
	bare := func(p *screen.Picture) *screen.Picture {
		if p == nil {
			return nil
		}
		again, err := screen.Load(p.Bytes())
		if err != nil {
			return p // it was loaded before, so this does not happen
		}
		return again
	}
	out := Pictures{Before: bare(p.Before)}
	for _, after := range p.After {
		out.After = append(out.After, bare(after))
	}
	return out
}

// Recorder keeps sessions. Each method returns only after the data is durable.
type Recorder interface {
	// SaveSession creates or replaces a session's summary.
	SaveSession(ctx context.Context, s Summary) error
	// SaveReport stores a report and its pictures (each once, by hash), and the session's summary, in one transaction.
	// A report with the same event id is replaced.
	SaveReport(ctx context.Context, s Summary, r *Report, pictures Pictures) error
}

// Archive reads what a Recorder kept.
type Archive interface {
	// Sessions lists all sessions, the newest first.
	Sessions(ctx context.Context) ([]Summary, error)
	// Session returns one session; ErrUnknownSession when there is none.
	Session(ctx context.Context, id string) (Summary, error)
	// Reports returns a session's reports in the order in which they came.
	Reports(ctx context.Context, sessionID string) ([]*Report, error)
	// Picture returns a picture's encoded bytes by its hash.
	Picture(ctx context.Context, hash string) ([]byte, error)
	// Delete removes a session, and the pictures that no other session uses.
	Delete(ctx context.Context, sessionID string) error
}

// Validator makes an assessment of a step. It never fails: what could not be checked is said in the assessment.
type Validator interface {
	Validate(ctx context.Context, step *validation.Step) validation.Assessment
}

// Desk is what agents reach: the supervisor as the HTTP intake sees it.
type Desk interface {
	// Start starts a session, or resumes the one that has its id (created is false then).
	Start(ctx context.Context, s Session) (summary Summary, created bool, err error)
	// Announce says that the agent is about to do a step; a report must come within 30 s.
	Announce(ctx context.Context, sessionID string, stepIndex, attempt int) error
	// Report takes a step event. It returns once the report is stored durably. The same event id again returns the
	// stored report, and known is true.
	Report(ctx context.Context, e Event, pictures Pictures) (r *Report, known bool, err error)
	// Decisions returns the decisions after seq, oldest first, and waits up to wait for the first of them; none in time
	// is an empty slice. pausedSince is not nil while the session is paused.
	Decisions(ctx context.Context, sessionID string, after int, wait time.Duration) (ds []Decision, pausedSince *time.Time, err error)
	// Delivered notes that the agent has taken the decisions up to seq.
	Delivered(ctx context.Context, sessionID string, seq int) error
	// Finish ends a session: outcome is "completed", "aborted" or "crashed".
	Finish(ctx context.Context, sessionID, outcome string) error
}

// Watch is what the window sees and does: the supervisor as the ui sees it.
type Watch interface {
	// Snapshot returns the state of the live sessions, the paused ones first. It never blocks on disk or network.
	Snapshot() *Snapshot
	// Wake receives after the snapshot has changed; it holds one wake-up at most.
	Wake() <-chan struct{}
	// Decide carries out a person's order. ErrDecided when the report does not wait for a person any more.
	Decide(ctx context.Context, o Order) error
}
