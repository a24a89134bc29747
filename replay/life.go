package replay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"sync"
	"time"

	"vigie/validation"
	"vigie/validation/mask"
	"vigie/validation/screen"
)

// life is a session in memory. Its lock is held while a change is stored, so that changes happen one after the other.
type life struct {
	id string
	s  *Supervisor

	mu        sync.Mutex
	m         Machine
	reports   []*Report      // shared with snapshots: appended to, else copied before it is changed
	index     map[string]int // of reports by event id
	decisions []Decision     // by seq; only appended to
	changed   chan struct{}  // closed when a decision came or the session ended
	moot      chan struct{}  // closed when the session has ended: nobody waits for a verdict any more
	after     []*screen.Picture
	redactor  mask.Redactor
	timer     *time.Timer
	problem   validation.Sentence
	hidden    bool // it was over when it was loaded: no window shows it as live
	closed    bool
}

func newLife(s *Supervisor, m Machine) *life {
	return &life{id: m.sum.Session.ID, s: s, m: m, index: map[string]int{}, changed: make(chan struct{}), moot: make(chan struct{})}
}

// change is what an input leads to, before it is durable.
type change struct {
	machine   Machine
	reports   []*Report // new ones, and changed copies
	unsaved   []*Report // changed copies that need not be durable
	decisions []Decision
	summary   bool
	effects   []Effect
}

// apply carries an input out: decides, stores, publishes. The caller holds mu.
func (l *life) apply(ctx context.Context, in Input, seen Sight) error {
	if l.closed {
		return ErrShuttingDown
	}
	next, effects, err := l.m.Apply(in, time.Now())
	if err != nil {
		l.m = next
		return err
	}
	c := l.plan(next, effects)
	if err := l.save(ctx, c, seen.Kept); err != nil {
		l.fail(err)
		return err
	}
	l.adopt(c)
	l.follow(c, seen.Judged)
	return nil
}

// plan gathers what effects change.
func (l *life) plan(next Machine, effects []Effect) change {
	c := change{machine: next, effects: effects}
	for _, e := range effects {
		switch e := e.(type) {
		case StoreReport:
			c.reports = append(c.reports, e.Report)
		case StoreAssessment:
			l.touch(&c.reports, e.EventID).Assessment = e.Assessment
		case Decide:
			r := l.touch(&c.reports, e.Decision.EventID)
			r.Decisions = append(slices.Clip(r.Decisions), e.Decision)
			c.decisions = append(c.decisions, e.Decision)
		case MarkDelivered:
			l.deliver(&c, e.Seq)
		case SaveSummary:
			c.summary = true
		}
	}
	return c
}

// touch returns the copy of a report that a change works on.
func (l *life) touch(changed *[]*Report, id string) *Report {
	for _, r := range *changed {
		if r.Event.ID == id {
			return r
		}
	}
	r := *l.reports[l.index[id]]
	*changed = append(*changed, &r)
	return &r
}

// deliver marks decisions as taken. A validator's "continue" need not be durable: taken twice, it asks for nothing.
func (l *life) deliver(c *change, seq int) {
	for i := len(l.reports) - 1; i >= 0; i-- {
		r := l.reports[i]
		if len(r.Decisions) == 0 {
			continue
		}
		if r.Decisions[len(r.Decisions)-1].Seq <= l.m.sent {
			return
		}
		taken, durable := r.Delivered, false
		for _, d := range r.Decisions {
			if d.Seq > taken && d.Seq <= seq {
				taken = d.Seq
				durable = durable || d.Action != DoContinue
			}
		}
		if taken == r.Delivered {
			continue
		}
		list := &c.unsaved
		if durable {
			list = &c.reports
		}
		l.touch(list, r.Event.ID).Delivered = taken
	}
}

// save makes a change durable. It is not cut short when the caller leaves.
func (l *life) save(ctx context.Context, c change, pictures Pictures) error {
	ctx = context.WithoutCancel(ctx)
	sum := c.machine.Summary()
	for _, r := range c.reports {
		if err := l.s.p.Recorder.SaveReport(ctx, sum, r, pictures); err != nil {
			return storeError(fmt.Sprintf("step %d", r.Event.StepIndex), err)
		}
	}
	if c.summary && len(c.reports) == 0 {
		if err := l.s.p.Recorder.SaveSession(ctx, sum); err != nil {
			return storeError("session", err)
		}
	}
	return nil
}

func storeError(what string, err error) error {
	if errors.Is(err, ErrStore) {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%s: %w: %w", what, ErrStore, err)
}

// fail shows why the session does not go on. What was due is tried again in a second.
func (l *life) fail(err error) {
	l.problem = validation.Say("store_failed", "cause", err.Error())
	l.show()
	l.wakeIn(time.Second)
}

// adopt takes over what is durable now, and shows it.
func (l *life) adopt(c change) {
	l.m, l.problem = c.machine, validation.Sentence{}
	for _, r := range slices.Concat(c.reports, c.unsaved) {
		l.put(r)
	}
	l.decisions = append(l.decisions, c.decisions...)
	if len(c.decisions) > 0 || l.m.Ended() {
		close(l.changed)
		l.changed = make(chan struct{})
	}
	if l.m.Ended() {
		l.after, l.redactor = nil, mask.Redactor{}
		l.finish()
	}
	l.show()
	l.wakeAtDeadline()
}

// finish gives up what is still asked about the session's steps. The caller holds mu.
func (l *life) finish() {
	select {
	case <-l.moot:
	default:
		close(l.moot)
	}
}

// labelBefore is the label of the step before a step.
func (l *life) labelBefore(step int) (label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.reports) - 1; i >= 0; i-- {
		if e := &l.reports[i].Event; e.StepIndex < step {
			return e.Context.Label
		}
	}
	return ""
}

// put adds a report, or replaces it in a copy: snapshots share the slice.
func (l *life) put(r *Report) {
	i, known := l.index[r.Event.ID]
	if !known {
		l.index[r.Event.ID] = len(l.reports)
		l.reports = append(l.reports, r)
		return
	}
	l.reports = append(make([]*Report, 0, len(l.reports)+len(l.reports)/4+4), l.reports...)
	l.reports[i] = r
}

// follow starts what a change asks for.
func (l *life) follow(c change, pictures Pictures) {
	for _, e := range c.effects {
		if v, ok := e.(Validate); ok {
			l.s.jobs.put(job{life: l, report: l.reports[l.index[v.EventID]], pictures: pictures})
		}
	}
	l.note(c)
}

// wakeAtDeadline sets the timer to when time matters next.
func (l *life) wakeAtDeadline() {
	if l.m.Ended() {
		l.wakeIn(l.s.p.Options.Linger)
		return
	}
	if due := l.m.Deadline(); !due.IsZero() {
		l.wakeIn(max(0, time.Until(due)))
	} else if l.timer != nil {
		l.timer.Stop()
	}
}

func (l *life) wakeIn(d time.Duration) {
	if l.timer == nil {
		l.timer = time.AfterFunc(d, l.tick)
		return
	}
	l.timer.Reset(d)
}

// tick tells the machine that time has passed.
func (l *life) tick() {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	if l.m.Ended() {
		l.mu.Unlock()
		l.s.drop(l)
		return
	}
	defer l.mu.Unlock()
	if err := l.apply(l.s.ctx, Tick{}, Sight{}); err != nil {
		l.s.p.Log.Error("replay: time passed", "session", l.id, "error", err)
	}
}

// since returns the decisions after seq. The caller holds mu.
func (l *life) since(seq int) []Decision {
	i := sort.Search(len(l.decisions), func(i int) bool { return l.decisions[i].Seq > seq })
	return slices.Clip(l.decisions[i:])
}

// over says whether the session has ended, or was lost so long ago that its agent will not come back.
func (l *life) over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.m.Ended() || l.m.sum.Phase == PhaseLost && time.Since(l.m.sum.UpdatedAt) > longLost
}

func (l *life) setRules(r Rules) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.m.rules = r.withDefaults()
	if !l.closed {
		l.wakeAtDeadline()
	}
}

// close ends the life: nothing is written any more.
func (l *life) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	if l.timer != nil {
		l.timer.Stop()
	}
}
