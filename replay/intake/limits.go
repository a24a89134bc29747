package intake

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Limits bound what agents may ask of the server. A zero field takes its default.
type Limits struct {
	// JSONBody and MultipartBody are the largest bodies, in bytes; 32 MiB and 64 MiB.
	JSONBody, MultipartBody int64
	// BodyTime is how long a body may take to arrive; 60 s.
	BodyTime time.Duration
	// BytesInFlight bounds the bodies held at once, in bytes, over all sessions; 512 MiB.
	BytesInFlight int64
	// ReportsPerSession bounds the reports of one session under way at once; 4.
	ReportsPerSession int
	// Waits and WaitsPerSession bound the waiting calls and streams; 256 and 8.
	Waits, WaitsPerSession int
	// Calls and CallsPerSession bound the calls a second, of all sessions and of one; twice as many may come at once. 2000 and
	// 200.
	Calls, CallsPerSession int
	// Connections and ConnectionsPerHost bound the connections held at once, in total and of one other machine; 512 and 128.
	Connections, ConnectionsPerHost int
	// HeaderTime is how long a request's header may take to arrive; 10 s.
	HeaderTime time.Duration
	// Heartbeat is the time between two signs of life on a waiting call; 10 s.
	Heartbeat time.Duration
}

// withDefaults returns the limits with zero fields filled.
func (l Limits) withDefaults() Limits {
	setDefault(&l.JSONBody, 32<<20)
	setDefault(&l.MultipartBody, 64<<20)
	setDefault(&l.BodyTime, 60*time.Second)
	setDefault(&l.BytesInFlight, 512<<20)
	setDefault(&l.ReportsPerSession, 4)
	setDefault(&l.Waits, 256)
	setDefault(&l.WaitsPerSession, 8)
	setDefault(&l.Calls, 2000)
	setDefault(&l.CallsPerSession, 200)
	setDefault(&l.Connections, 512)
	setDefault(&l.ConnectionsPerHost, 128)
	setDefault(&l.HeaderTime, 10*time.Second)
	setDefault(&l.Heartbeat, 10*time.Second)
	return l
}

func setDefault[T int | int64 | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// gate counts what is under way, in total by weight and by session by number, and refuses rather than queues: an agent
// that is told to come back knows more than one that hangs.
type gate struct {
	total      int64
	perSession int
	what       string

	mu       sync.Mutex
	held     int64
	sessions map[string]int
}

func newGate(what string, total int64, perSession int) *gate {
	return &gate{total: total, perSession: perSession, what: what, sessions: map[string]int{}}
}

// enter takes weight for a session, and returns what gives it back. One that is alone is let in whatever its weight.
func (g *gate) enter(session string, weight int64) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sessions[session] >= g.perSession {
		return nil, later(http.StatusTooManyRequests, 1,
			fmt.Sprintf("%d %s of this session are under way, the limit: wait for their answers", g.perSession, g.what))
	}
	if g.held > 0 && g.held+weight > g.total {
		return nil, later(http.StatusTooManyRequests, 1,
			fmt.Sprintf("too many %s of all sessions are under way: send the same request again in a second", g.what))
	}
	g.held += weight
	g.sessions[session]++
	return func() { g.leave(session, weight) }, nil
}

func (g *gate) leave(session string, weight int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held -= weight
	if g.sessions[session]--; g.sessions[session] == 0 {
		delete(g.sessions, session)
	}
}

// tooLarge refuses a body over its limit.
func tooLarge(limit int64) *Problem {
	return problem(http.StatusRequestEntityTooLarge,
		fmt.Sprintf("the body is longer than %d bytes: send fewer or smaller pictures", limit))
}
