package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/storage"
)

// ledger is what the robots and the person were told: all of it must be in the store, and nothing twice.
type ledger struct {
	mu       sync.Mutex
	sessions map[string]*page
	entries  atomic.Int64
}

// page is what the ledger knows of a session.
type page struct {
	reports   map[string]sentReport      // answered 2xx, by id
	decisions map[int]json.RawMessage    // as they were delivered, by seq
	last      replay.Decision            // with the highest seq
	ordered   map[string]replay.Order    // given, by note
	acked     map[string]replay.Order    // and acknowledged
	over      replay.Phase               // "" while it runs
	verified  map[string]map[string]bool // pictures compared already, by report
}

func newLedger() *ledger { return &ledger{sessions: map[string]*page{}} }

// page finds a session's page. The caller holds mu.
func (l *ledger) page(session string) *page {
	p := l.sessions[session]
	if p == nil {
		p = &page{
			reports: map[string]sentReport{}, decisions: map[int]json.RawMessage{}, ordered: map[string]replay.Order{},
			acked: map[string]replay.Order{}, verified: map[string]map[string]bool{},
		}
		l.sessions[session] = p
	}
	return p
}

// accepted notes a report that was answered 2xx.
func (l *ledger) accepted(session string, s sentReport) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page(session).reports[s.id] = s
	l.entries.Add(1)
}

// delivered notes a decision that came after another one was asked for. It must be the next one, and the same as ever.
func (l *ledger) delivered(session string, text json.RawMessage, after int) (d replay.Decision, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := json.Unmarshal(text, &d); err != nil {
		return d, fmt.Errorf("%s: %w", session, err)
	}
	p := l.page(session)
	if d.Seq != after+1 {
		return d, fmt.Errorf("%s: after decision %d came %d", session, after, d.Seq)
	}
	d.PausedSince = nil // set while the session is paused, on every decision
	plain, err := json.Marshal(d)
	if former, known := p.decisions[d.Seq]; known && !bytes.Equal(former, plain) {
		return d, fmt.Errorf("%s: decision %d was first\n%s\nand then\n%s", session, d.Seq, former, plain)
	}
	p.decisions[d.Seq] = plain
	l.entries.Add(1)
	if d.Seq > p.last.Seq {
		p.last = d
	}
	return d, err
}

func (l *ledger) ordering(o replay.Order) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page(o.SessionID).ordered[o.Note] = o
}

func (l *ledger) acknowledged(o replay.Order) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page(o.SessionID).acked[o.Note] = o
	l.entries.Add(1)
}

// wait waits until so many entries are made, unless the program has ended or makes none for long.
func (l *ledger) wait(entries int, ended chan struct{}) {
	want := l.entries.Load() + int64(entries)
	for deadline := time.Now().Add(10 * time.Second); l.entries.Load() < want && time.Now().Before(deadline); {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// isOrdered says whether the person was called about a report.
func (l *ledger) isOrdered(session, event string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range l.page(session).ordered {
		if o.EventID == event {
			return true
		}
	}
	return false
}

func (l *ledger) over(session string, phase replay.Phase) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.page(session).over = phase
}

// holdAgainst compares the store of a program that has ended with the ledger.
func (l *ledger) holdAgainst(t *testing.T, data string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	openKept(t, data, func(store *storage.Store) {
		for id, p := range l.sessions {
			sum, err := store.Session(context.Background(), id)
			if err != nil {
				t.Fatal(err)
			}
			reports, err := store.Reports(context.Background(), id)
			if err != nil {
				t.Fatal(err)
			}
			p.hasReports(t, store, id, reports)
			p.hasDecisions(t, id, reports)
			p.hasPhase(t, sum)
		}
	})
}

// hasReports compares the reports, byte for byte.
func (p *page) hasReports(t *testing.T, store *storage.Store, id string, kept []*replay.Report) {
	t.Helper()
	found := map[string]bool{}
	for _, r := range kept {
		if found[r.Event.ID] {
			t.Errorf("%s: report %s is there twice", id, r.Event.ID)
		}
		found[r.Event.ID] = true
		if sent, acked := p.reports[r.Event.ID]; acked {
			p.isReport(t, store, sent, r)
		}
	}
	for event := range p.reports {
		if !found[event] {
			t.Errorf("%s: report %s was answered 2xx and is lost", id, event)
		}
	}
}

func (p *page) isReport(t *testing.T, store *storage.Store, sent sentReport, kept *replay.Report) {
	t.Helper()
	want, err := replay.DecodeEvent(sent.event)
	if err != nil {
		t.Fatal(err)
	}
	want.Screenshots = replay.Screenshots{Before: hashOf(sent.before), After: []string{hashOf(sent.after)}}
	if diff := cmp.Diff(want, kept.Event); diff != "" {
		t.Errorf("report %s (-want +got):\n%s", sent.id, diff)
	}
	for _, picture := range [][]byte{sent.before, sent.after} {
		hash := hashOf(picture)
		if p.verified[sent.id][hash] {
			continue // the store's own check has seen that it is as its hash says
		}
		got, err := store.Picture(context.Background(), hash)
		if err != nil || !bytes.Equal(got, picture) {
			t.Errorf("report %s: picture %s is not as it was sent: %v", sent.id, hash, err)
		}
		if p.verified[sent.id] == nil {
			p.verified[sent.id] = map[string]bool{}
		}
		p.verified[sent.id][hash] = true
	}
}

// hasDecisions compares the decisions with those that were delivered, and finds each order that was acknowledged once.
func (p *page) hasDecisions(t *testing.T, id string, kept []*replay.Report) {
	t.Helper()
	seqs, notes := map[int]bool{}, map[string]int{}
	for _, r := range kept {
		for _, d := range r.Decisions {
			if seqs[d.Seq] {
				t.Errorf("%s: decision %d is there twice", id, d.Seq)
			}
			seqs[d.Seq] = true
			notes[d.Note]++
			d.PausedSince = nil
			plain, err := json.Marshal(d)
			if told, ok := p.decisions[d.Seq]; ok && (err != nil || !bytes.Equal(told, plain)) {
				t.Errorf("%s: decision %d was delivered as\n%s\nand is kept as\n%s", id, d.Seq, told, plain)
			}
		}
	}
	for seq := range p.decisions {
		if !seqs[seq] {
			t.Errorf("%s: decision %d was delivered and is lost", id, seq)
		}
	}
	for note := range p.ordered {
		if _, acked := p.acked[note]; acked && notes[note] != 1 || notes[note] > 1 {
			t.Errorf("%s: the order with %q (acknowledged: %v) is there %d times", id, note, acked, notes[note])
		}
	}
}

// hasPhase finds a session paused that the robot was told is paused, and over when it was told so.
func (p *page) hasPhase(t *testing.T, sum replay.Summary) {
	t.Helper()
	id := sum.Session.ID
	switch {
	case p.over != "" && sum.Phase != p.over:
		t.Errorf("%s is %s, want %s", id, sum.Phase, p.over)
	case p.last.Action == replay.DoPause && !p.orderedOn(p.last.EventID) && (sum.Phase != replay.PhasePaused || sum.PausedSince == nil):
		t.Errorf("%s is %s since %v, want paused", id, sum.Phase, sum.PausedSince)
	}
}

func (p *page) orderedOn(event string) bool {
	for _, o := range p.ordered {
		if o.EventID == event {
			return true
		}
	}
	return false
}

// sum says what was survived, and finds acknowledged orders that no robot was told.
func (l *ledger) sum(t *testing.T, kills int) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	reports, decisions, orders := 0, 0, 0
	for id, p := range l.sessions {
		reports, decisions, orders = reports+len(p.reports), decisions+len(p.decisions), orders+len(p.acked)
		for note := range p.acked {
			told := 0
			for _, text := range p.decisions {
				var d replay.Decision
				if err := json.Unmarshal(text, &d); err == nil && d.Note == note {
					told++
				}
			}
			if told != 1 {
				t.Errorf("%s: the order with %q was delivered %d times", id, note, told)
			}
		}
	}
	if t.Failed() {
		return
	}
	t.Logf("%d kills: %d sessions, %d reports, %d decisions, %d orders of the person; none lost, none twice",
		kills, len(l.sessions), reports, decisions, orders)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
