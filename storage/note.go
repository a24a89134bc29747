package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"vigie/replay"
	"vigie/storage/audit"
)

// maxValue is how much of a setting's value the audit log keeps, in bytes.
const maxValue = 4096

// Note adds a record to the audit log, as of an export or a renewed token. Who and when are filled in where they are not
// given.
func (s *Store) Note(ctx context.Context, r audit.Record) error {
	return s.update(ctx, fmt.Sprintf("note %q in the audit log", r.What), func(tx *txn) error { return s.note(tx, r) })
}

// note adds a record in the transaction of what it is about.
func (s *Store) note(tx *txn, r audit.Record) error {
	if r.Who == "" {
		r.Who = s.who
	}
	if r.At.IsZero() {
		r.At = time.Now()
	}
	return appendRecord(tx, r)
}

func appendRecord(tx *txn, r audit.Record) error {
	log, head, err := auditLog(tx)
	if err != nil {
		return err
	}
	kept, head, err := head.Seal(r)
	if err != nil {
		return err
	}
	seq := number(head.Seq)
	if err := log.Put(seq, tx.seal(kept, auditPlace(seq)...)); err != nil {
		return err
	}
	return tx.Bucket(bucketMeta).Put(keyAudit, append(number(head.Seq), head.Hash[:]...))
}

// auditLog returns the log and its noted head.
func auditLog(tx *txn) (*bbolt.Bucket, audit.Head, error) {
	log, err := child(tx, bucketAudit)
	if err != nil {
		return nil, audit.Head{}, err
	}
	head, err := notedHead(tx)
	return log, head, err
}

func notedHead(tx *txn) (head audit.Head, err error) {
	meta, err := child(tx, bucketMeta)
	if err != nil {
		return head, err
	}
	data := meta.Get(keyAudit)
	if data == nil {
		return head, nil
	}
	if len(data) != 8+len(head.Hash) {
		return head, corrupt("the audit log's head has %d bytes, not %d", len(data), 8+len(head.Hash))
	}
	head.Hash = audit.Hash(data[8:])
	head.Seq, err = toNumber(data[:8])
	return head, err
}

// audited are the decisions that the audit log holds: a person's, the pauses that a session passed over, and the ends
// because nobody decided.
func audited(all []replay.Decision) []replay.Decision {
	return slices.DeleteFunc(slices.Clone(all), func(d replay.Decision) bool { return kindOfDecision(d) == "" })
}

func kindOfDecision(d replay.Decision) string {
	switch {
	case d.By == replay.BySupervisor:
		return audit.Decision
	case d.Action == replay.DoContinue && d.Note == replay.NoteSkipped:
		return audit.Skip
	case d.Action == replay.DoAbort:
		return audit.TimeOut
	}
	return ""
}

// noteDecisions adds the decisions that the stored report does not hold yet.
func (s *Store) noteDecisions(tx *txn, sum replay.Summary, e *entry) error {
	if len(e.decisions) == 0 {
		return nil
	}
	known, err := decisionsOf(tx, e)
	if err != nil {
		return err
	}
	for _, d := range e.decisions {
		if known[d.Seq] {
			continue
		}
		if err := s.note(tx, decisionRecord(sum, d, e.shots)); err != nil {
			return err
		}
	}
	return nil
}

// decisionsOf are the numbers of the decisions of the report as it is stored.
func decisionsOf(tx *txn, e *entry) (map[int]bool, error) {
	data, err := storedReport(tx, e.sessionID, e.eventID)
	if data == nil || err != nil {
		return nil, err
	}
	var r struct {
		Decisions []struct {
			Seq int `json:"seq"`
		} `json:"decisions"`
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, corrupt("read a report: %w", err)
	}
	known := map[int]bool{}
	for _, d := range r.Decisions {
		known[d.Seq] = true
	}
	return known, nil
}

// storedReport is a report by its event's id; nil where there is none.
func storedReport(tx *txn, sessionID, eventID []byte) ([]byte, error) {
	all, err := child(tx, bucketReports)
	if err != nil {
		return nil, err
	}
	own := all.Bucket(sessionID)
	if own == nil {
		return nil, nil
	}
	ids, err := child(own, keyIDs)
	if err != nil {
		return nil, err
	}
	log, err := child(own, keyLog)
	if err != nil {
		return nil, err
	}
	seq := ids.Get(eventID)
	return tx.open(log.Get(seq), reportPlace(sessionID, seq)...)
}

func decisionRecord(sum replay.Summary, d replay.Decision, shots replay.Screenshots) audit.Record {
	r := audit.Record{
		At: d.At, Who: d.Who, What: kindOfDecision(d), Action: d.Action, Why: d.Note, Session: sum.Session.ID,
		Workflow: sum.Session.Workflow, Event: d.EventID, Step: d.StepIndex, Attempt: d.Attempt,
		Verdict: d.Verdict.String(), Confidence: d.Confidence, Category: string(d.Category),
	}
	if shots.Before != "" {
		r.Pictures = append(r.Pictures, shots.Before)
	}
	r.Pictures = append(r.Pictures, shots.After...)
	switch r.What {
	case audit.Skip:
		r.Who, r.Detail = "agent "+sum.Session.Agent, d.Reason
	case audit.TimeOut:
		r.Who, r.Detail = "nobody", d.Reason
	}
	return r
}

// noteEnd notes that a person ended a replay before its first report: no decision holds that.
func (s *Store) noteEnd(tx *txn, sum replay.Summary, former []byte) error {
	if sum.EndedBy == "" {
		return nil
	}
	if former != nil {
		known, err := openSummary(tx, []byte(sum.Session.ID), former)
		if err != nil || known.EndedBy != "" {
			return err
		}
	}
	return s.note(tx, audit.Record{
		Who: sum.EndedBy, What: audit.Decision, Action: replay.DoAbort, Why: sum.EndNote, Session: sum.Session.ID,
		Workflow: sum.Session.Workflow, Verdict: "UNKNOWN",
	})
}

// noteRemoval notes what is deleted.
func (s *Store) noteRemoval(tx *txn, sessionID string, r audit.Record) error {
	data, err := summaryOf(tx, sessionID)
	if err != nil {
		return err
	}
	sum, err := decodeSummary([]byte(sessionID), data)
	if err != nil {
		return s.note(tx, audit.Record{What: r.What, Why: r.Why, Session: sessionID, Detail: "its summary was damaged"})
	}
	r.Session, r.Workflow = sessionID, sum.Session.Workflow
	r.Detail = fmt.Sprintf("agent %s, started %s, %d steps, %s", sum.Session.Agent, sum.Session.StartedAt.UTC().Format(time.RFC3339),
		sum.Steps, sum.Phase)
	return s.note(tx, r)
}

// masksKey is the setting that holds the zones that are covered.
const masksKey = "masks"

// noteSetting notes a setting that changes.
func (s *Store) noteSetting(tx *txn, key string, old, now []byte) error {
	if string(old) == string(now) {
		return nil
	}
	r := audit.Record{What: audit.Setting, Key: key, Old: short(old), New: short(now)}
	if key == masksKey {
		r.What = audit.Mask
	}
	return s.note(tx, r)
}

func short(data []byte) string {
	if len(data) <= maxValue {
		return string(data)
	}
	return fmt.Sprintf("%s… (%d bytes)", data[:maxValue], len(data))
}
