package judge

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"vigie/validation"
)

// Cache keeps answers by the key of their question. It may lose them.
type Cache interface {
	// Answer returns what was kept under the key, and whether anything was.
	Answer(ctx context.Context, key string) (data []byte, found bool, err error)
	// KeepAnswer keeps data under the key.
	KeepAnswer(ctx context.Context, key string, data []byte) error
}

// Params are what a judge needs.
type Params struct {
	Config Config
	// Cache may be nil: every question is asked anew then.
	Cache Cache
	// Log takes what goes wrong behind nobody's call; nil takes slog.Default.
	Log *slog.Logger
}

// Judge asks a vision model. It is safe for concurrent use; one question is asked at a time.
type Judge struct {
	cache   Cache
	log     *slog.Logger
	turn    chan struct{} // holds one token: whoever has it may ask
	waiting atomic.Int32
	wake    chan struct{} // a look at the server is due
	looking sync.Mutex    // one look at a time

	mu      sync.Mutex // guards the rest
	config  Config
	conn    *connection
	seen    looked
	breaker breaker
	asking  int
	warming int
	last    time.Duration
	lastAt  time.Time
}

var _ validation.Judge = (*Judge)(nil)

// New returns a judge that has not looked at the server yet. An error means that the host cannot be one.
func New(p Params) (*Judge, error) {
	if p.Log == nil {
		p.Log = slog.Default()
	}
	j := &Judge{cache: p.Cache, log: p.Log, turn: make(chan struct{}, 1), wake: make(chan struct{}, 1)}
	return j, j.Set(p.Config)
}

// Set changes what a person sets, from the next question on. With an error nothing is changed.
func (j *Judge) Set(c Config) error {
	conn, err := connect(c)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	old := j.config
	j.config = c
	if j.conn != nil && old.Enabled == c.Enabled && old.Host == c.Host && old.Model == c.Model {
		conn.close()
		return nil
	}
	if j.conn != nil {
		j.conn.close()
	}
	j.conn, j.seen, j.breaker = conn, looked{status: StatusChecking, model: c.Model}, breaker{}
	j.poke()
	return nil
}

// poke asks for a look at the server soon.
func (j *Judge) poke() {
	select {
	case j.wake <- struct{}{}:
	default:
	}
}

// State is how the judge is now. It never waits.
func (j *Judge) State() State {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := State{
		Status: j.seen.status, Host: j.conn.host, Model: j.seen.model, Digest: j.seen.digest, Loaded: j.seen.loaded,
		Last: j.last, LastAt: j.lastAt, Problem: j.seen.problem, CheckedAt: j.seen.at,
	}
	switch {
	case !j.config.Enabled:
		s.Status = StatusOff
	case s.Status != StatusReady:
	case j.breaker.open(time.Now()):
		s.Status, s.Until = StatusBroken, j.breaker.until
	case j.asking > 0:
		s.Status = StatusBusy
	case j.warming > 0:
		s.Status = StatusLoading
	}
	return s
}

// How often a server is looked at in the background, and for how long what was seen holds.
const (
	lookEvery = 15 * time.Second
	freshFor  = 30 * time.Second
)

// Watch keeps what is known of the server fresh until ctx ends.
func (j *Judge) Watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if j.enabled() {
			j.Look(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-j.wake:
		}
	}
}

func (j *Judge) enabled() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.config.Enabled
}

// Look looks at the server now, and returns how the judge is.
func (j *Judge) Look(ctx context.Context) State {
	j.looking.Lock()
	defer j.looking.Unlock()
	j.mu.Lock()
	conn, name := j.conn, j.config.Model
	j.mu.Unlock()
	seen := conn.look(ctx, name, time.Now())
	j.mu.Lock()
	if j.conn == conn && ctx.Err() == nil {
		if j.seen.status != seen.status {
			j.log.Debug("judge: the server", "host", conn.host, "model", seen.model, "state", seen.status, "problem", seen.problem)
		}
		j.seen = seen
	}
	j.mu.Unlock()
	return j.State()
}

// ready returns what is needed to ask, having looked at the server where nobody did of late.
func (j *Judge) ready(ctx context.Context) (*connection, looked, Config, error) {
	j.mu.Lock()
	config, due := j.config, time.Since(j.seen.at) > freshFor
	j.mu.Unlock()
	if !config.Enabled {
		return nil, looked{}, config, validation.ErrNoJudge
	}
	if due {
		j.Look(ctx)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.seen.status == StatusChecking {
		return nil, looked{}, config, errNotLooked
	}
	if err := j.seen.err(); err != nil {
		return nil, looked{}, config, err
	}
	return j.conn, j.seen, j.config, nil
}

// Errors of a queue that is no good.
var (
	// ErrResting is returned while the model is left alone; ErrNoTurn and ErrTooMany where others came first.
	ErrResting = errors.New("the model did not answer in time, again and again, and is left alone for a minute")
	ErrNoTurn  = errors.New("other questions took too long")
	ErrTooMany = errors.New("too many questions wait")
	// errNotLooked is returned where the time was over, or the host changed, before the server was looked at.
	errNotLooked = errors.New("the model server was not looked at yet")
)

// maxWaiting is how many questions may wait at once.
const maxWaiting = 32

// takeTurn waits until nobody else asks, for as long as an answer may take.
func (j *Judge) takeTurn(ctx context.Context, within time.Duration) (done func(), err error) {
	if j.waiting.Add(1) > maxWaiting {
		j.waiting.Add(-1)
		return nil, ErrTooMany
	}
	defer j.waiting.Add(-1)
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case j.turn <- struct{}{}:
		return func() { <-j.turn }, nil
	case <-timer.C:
		return nil, ErrNoTurn
	case <-ctx.Done():
		return nil, ended(ctx)
	}
}
