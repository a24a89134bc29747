package intake

import (
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"
)

// bucket lets calls through at a steady rate and some at once, as a token bucket does.
type bucket struct {
	used float64 // calls not yet paid back by time
	at   time.Time
}

// take lets a call through, or says how long it has to wait. A bucket of burst calls is paid back at rate a second.
func (b *bucket) take(now time.Time, rate, burst float64) (wait time.Duration) {
	passed := max(0, now.Sub(b.at)) // a clock may be put back
	b.used = max(0, b.used-rate*passed.Seconds())
	b.at = now
	if b.used+1 > burst {
		return time.Duration((b.used + 1 - burst) / rate * float64(time.Second))
	}
	b.used++
	return 0
}

// rates bounds how many calls come in a second, of each session and of all.
type rates struct {
	ofAll, ofOne float64 // calls a second; twice as many may come at once

	mu       sync.Mutex
	all      bucket
	sessions map[string]*bucket
}

func newRates(l Limits) *rates {
	return &rates{ofAll: float64(l.Calls), ofOne: float64(l.CallsPerSession), sessions: map[string]*bucket{}}
}

// maxBuckets is how many sessions' buckets are held before those that are full again are dropped.
const maxBuckets = 1000

// enter lets a session's call through, or refuses it. A session that asks too much uses up nothing of the others'.
func (r *rates) enter(session string, now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.sessions[session]
	if b == nil {
		r.sweep(now)
		b = &bucket{at: now}
		r.sessions[session] = b
	}
	if wait := b.take(now, r.ofOne, 2*r.ofOne); wait > 0 {
		return tooFast("of this session", r.ofOne, wait)
	}
	if wait := r.all.take(now, r.ofAll, 2*r.ofAll); wait > 0 {
		return tooFast("of all sessions", r.ofAll, wait)
	}
	return nil
}

// sweep drops the buckets that say nothing any more.
func (r *rates) sweep(now time.Time) {
	if len(r.sessions) < maxBuckets {
		return
	}
	for id, b := range r.sessions {
		if r.ofOne*now.Sub(b.at).Seconds() >= b.used {
			delete(r.sessions, id)
		}
	}
}

func tooFast(whose string, rate float64, wait time.Duration) error {
	return later(http.StatusTooManyRequests, int(math.Ceil(wait.Seconds())),
		fmt.Sprintf("more than %v calls %s in a second: send the same request again after Retry-After", rate, whose))
}
