package replay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"vigie/validation/mask"
)

// Options are a supervisor's switches. The zero value is the defaults.
type Options struct {
	// Rules are those of the session machines.
	Rules Rules
	// Workers is how many steps are validated at once; 0 means 2.
	Workers int
	// MaxWaiting is how many steps may wait for their validation, over all sessions, before a report is refused with
	// ErrBusy; 0 means 64. A session may have a quarter of them, and one that has none is let in up to twice as many. Each
	// holds its pictures in memory.
	MaxWaiting int
	// ValidateWithin bounds one validation; 0 means a minute.
	ValidateWithin time.Duration
	// Linger is how long an ended session stays in the snapshot; 0 means 10 minutes.
	Linger time.Duration
}

func (o Options) withDefaults() Options {
	if o.Workers == 0 {
		o.Workers = 2
	}
	if o.MaxWaiting == 0 {
		o.MaxWaiting = 64
	}
	if o.ValidateWithin == 0 {
		o.ValidateWithin = time.Minute
	}
	if o.Linger == 0 {
		o.Linger = 10 * time.Minute
	}
	return o
}

// Params are what a supervisor needs.
type Params struct {
	Recorder  Recorder
	Archive   Archive
	Validator Validator
	// Zones returns the zones that are covered in the pictures of a workflow; nil means that there are none.
	Zones func(workflow string) []mask.Zone
	// Log is told what goes wrong behind nobody's call; nil means slog.Default.
	Log *slog.Logger
	// Journal is given a line per verdict, decision, start and end, in their order within a session; nil means nobody. It
	// must not call the supervisor.
	Journal func(Line)
	Options Options
}

// Supervisor runs the sessions: it is the [Desk] of the agents and the [Watch] of the window. Every change of a session is
// durable before anybody sees it. It is safe for concurrent use.
type Supervisor struct {
	p    Params
	wake chan struct{}
	snap atomic.Pointer[Snapshot]
	jobs *queue

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	work   sync.WaitGroup

	loading sync.Mutex // serializes starts and loads: a session has one life at most

	mu     sync.Mutex // guards the rest
	lives  map[string]*life
	shown  map[string]Live
	rules  Rules
	closed bool
}

var (
	_ Desk  = (*Supervisor)(nil)
	_ Watch = (*Supervisor)(nil)
)

// NewSupervisor returns a supervisor whose workers run. Restore brings the sessions back that were not over; Close ends
// it.
func NewSupervisor(p Params) *Supervisor {
	if p.Log == nil {
		p.Log = slog.Default()
	}
	if p.Journal == nil {
		p.Journal = func(Line) {}
	}
	p.Options = p.Options.withDefaults()
	ctx, cancel := context.WithCancel(context.Background())
	s := &Supervisor{
		p: p, wake: make(chan struct{}, 1), jobs: newQueue(p.Options.MaxWaiting), ctx: ctx, cancel: cancel,
		lives: map[string]*life{}, shown: map[string]Live{}, rules: p.Options.Rules,
	}
	s.snap.Store(&Snapshot{})
	for range p.Options.Workers {
		s.work.Go(s.worker)
	}
	return s
}

// Close ends the supervisor: waiting calls and later ones return ErrShuttingDown, running validations are given up (they
// are made again after the next start), and nothing is written any more once Close has returned. An error means that ctx
// ended before the workers did.
func (s *Supervisor) Close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	lives := make([]*life, 0, len(s.lives))
	for _, l := range s.lives {
		lives = append(lives, l)
	}
	s.mu.Unlock()
	s.cancel()
	s.jobs.close()
	s.settle()
	for _, l := range lives {
		l.close()
	}
	done := make(chan struct{})
	go func() { s.work.Wait(); close(done) }()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("close supervisor: a validation still runs: %w", ctx.Err())
	}
}

// settle waits until a start that was under way is stored or refused.
func (s *Supervisor) settle() {
	s.loading.Lock()
	defer s.loading.Unlock()
	s.p.Log.Debug("replay: no session starts any more")
}

// SetRules changes the rules of all sessions from now on.
func (s *Supervisor) SetRules(r Rules) {
	s.mu.Lock()
	s.rules = r
	lives := make([]*life, 0, len(s.lives))
	for _, l := range s.lives {
		lives = append(lives, l)
	}
	s.mu.Unlock()
	for _, l := range lives {
		l.setRules(r)
	}
}

// Forget lets go of an ended session, or of one that was lost long ago, as before it is deleted. One that is not over is an
// error.
func (s *Supervisor) Forget(sessionID string) error {
	s.mu.Lock()
	l := s.lives[sessionID]
	s.mu.Unlock()
	if l == nil {
		return nil
	}
	if !l.over() {
		return fmt.Errorf("forget session %q: %w", sessionID, ErrLive)
	}
	s.drop(l)
	return nil
}

// ErrLive is returned where a session would have to be over.
var ErrLive = errors.New("it is not over: abort it first")

// life finds a session in memory, or else in the archive.
func (s *Supervisor) life(ctx context.Context, id string) (*life, error) {
	if l, err := s.inMemory(id); l != nil || err != nil {
		return l, err
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	return s.find(ctx, id)
}

func (s *Supervisor) inMemory(id string) (*life, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrShuttingDown
	}
	return s.lives[id], nil
}

// find is life, for who holds loading.
func (s *Supervisor) find(ctx context.Context, id string) (*life, error) {
	if l, err := s.inMemory(id); l != nil || err != nil {
		return l, err
	}
	sum, err := s.p.Archive.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	return s.load(ctx, sum)
}

// add puts a session among the living.
func (s *Supervisor) add(l *life) {
	s.mu.Lock()
	s.lives[l.id] = l
	l.closed = s.closed
	l.m.rules = s.rules.withDefaults()
	s.mu.Unlock()
}

// drop takes a session out of memory and snapshot.
func (s *Supervisor) drop(l *life) {
	s.mu.Lock()
	delete(s.lives, l.id)
	delete(s.shown, l.id)
	s.publish()
	s.mu.Unlock()
	l.close()
}
