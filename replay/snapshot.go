package replay

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Snapshot implements Watch.
func (s *Supervisor) Snapshot() *Snapshot { return s.snap.Load() }

// Wake implements Watch.
func (s *Supervisor) Wake() <-chan struct{} { return s.wake }

// show publishes where a session stands. The caller holds the life's lock, which orders what is shown of it.
func (l *life) show() {
	if l.hidden {
		return
	}
	live := Live{
		Summary: l.m.Summary(), Reports: slices.Clip(l.reports), Announced: l.m.Announced(), LastHeard: l.m.Heard(),
		Problem: l.problem,
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if _, alive := l.s.lives[l.id]; !alive {
		return
	}
	l.s.shown[l.id] = live
	l.s.publish()
}

// publish makes a new snapshot and wakes who watches. The caller holds mu.
func (s *Supervisor) publish() {
	sessions := slices.SortedFunc(maps.Values(s.shown), byUrgency)
	s.snap.Store(&Snapshot{Sessions: sessions})
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// byUrgency puts the paused sessions first, the one that waits longest in front; then the running ones, then the ended
// ones, the newest first.
func byUrgency(a, b Live) int {
	return cmp.Or(
		cmp.Compare(rank(a.Phase), rank(b.Phase)),
		pausedSince(a).Compare(pausedSince(b)),
		b.Session.StartedAt.Compare(a.Session.StartedAt),
		cmp.Compare(a.Session.ID, b.Session.ID),
	)
}

func rank(p Phase) int {
	switch p {
	case PhasePaused:
		return 0
	case PhaseFinished, PhaseAborted:
		return 2
	}
	return 1
}

func pausedSince(l Live) time.Time {
	if l.PausedSince == nil {
		return time.Time{}
	}
	return *l.PausedSince
}
