package replay

import "sync"

// job is a step that waits for its validation. Pictures are empty after a restart: they are read from the archive then.
type job struct {
	life     *life
	report   *Report
	pictures Pictures
}

// queue holds the steps that wait for their validation, fair between sessions: each session's first comes before any
// session's second.
type queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	limit  int
	count  int
	turns  []*life
	jobs   map[*life][]job
	closed bool
}

func newQueue(limit int) *queue {
	q := &queue{limit: limit, jobs: map[*life][]job{}}
	q.more = sync.NewCond(&q.mu)
	return q
}

// full says that no more of a session should be put in: it has its share, or there are too many of all and it has some.
// One that has none may have one up to twice the limit, so that those who hold many keep nobody out. What is stored
// already is put in all the same.
func (q *queue) full(l *life) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	own := len(q.jobs[l])
	switch {
	case q.count >= 2*q.limit:
		return true
	case q.count >= q.limit:
		return own > 0
	}
	return own >= max(1, q.limit/share)
}

// share is the part of the places, one in so many, that a session may take.
const share = 4

// keepPixels is how many jobs may wait with pictures that are decoded already, as those of a session that typed a secret
// are: a screen of 4K is 33 MB then.
const keepPixels = 4

func (q *queue) put(j job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.count >= keepPixels {
		j.pictures = j.pictures.undecoded()
	}
	if len(q.jobs[j.life]) == 0 {
		q.turns = append(q.turns, j.life)
	}
	q.jobs[j.life] = append(q.jobs[j.life], j)
	q.count++
	q.more.Signal()
}

// take waits for the next step; ok is false once the queue is closed.
func (q *queue) take() (j job, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.turns) == 0 && !q.closed {
		q.more.Wait()
	}
	if q.closed {
		return job{}, false
	}
	l := q.turns[0]
	q.turns = q.turns[1:]
	j = q.jobs[l][0]
	if rest := q.jobs[l][1:]; len(rest) > 0 {
		q.jobs[l] = rest
		q.turns = append(q.turns, l)
	} else {
		delete(q.jobs, l)
	}
	q.count--
	return j, true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}
