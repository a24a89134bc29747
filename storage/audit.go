package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"vigie/replay"
	"vigie/storage/audit"
)

// AuditRecord is a record of the audit log with its hash and the text that was hashed.
type AuditRecord struct {
	audit.Record
	Hash audit.Hash
	Text json.RawMessage
}

// Audit returns the records of the audit log, oldest first. A record that was damaged is an ErrCorrupt.
func (s *Store) Audit(ctx context.Context) (all []AuditRecord, err error) {
	err = s.read(ctx, "read the audit log", func(tx *txn) error {
		log, _, err := auditLog(tx)
		if err != nil {
			return err
		}
		return log.ForEach(func(seq, kept []byte) error {
			kept, err := tx.open(kept, auditPlace(seq)...)
			if err != nil {
				return fmt.Errorf("audit log, record %x: %w", seq, err)
			}
			r, hash, text, err := audit.Open(kept)
			if err != nil {
				return corrupt("audit log, record %x: %w", seq, err)
			}
			all = append(all, AuditRecord{r, hash, append(json.RawMessage{}, text...)})
			return nil
		})
	})
	return all, err
}

// VerifyAudit walks the audit log and returns its head; ErrCorrupt with what is wrong. It finds what package audit says,
// and where the decisions of stored sessions are not those of the log. known are heads that were read before: they must
// still be in the log.
func (s *Store) VerifyAudit(ctx context.Context, known ...audit.Hash) (head audit.Head, err error) {
	err = s.read(ctx, "verify the audit log", func(tx *txn) error {
		head, err = verifyAudit(tx, known)
		if err != nil {
			return corrupt("audit log: %w", err)
		}
		return nil
	})
	return head, err
}

func verifyAudit(tx *txn, known []audit.Hash) (audit.Head, error) {
	log, noted, err := auditLog(tx)
	if err != nil {
		return audit.Head{}, err
	}
	var v audit.Verifier
	for _, h := range known {
		v.Find(h)
	}
	told := deeds{}
	err = log.ForEach(func(key, kept []byte) error {
		seq, err := toNumber(key)
		if err != nil {
			return err
		}
		if kept, err = tx.open(kept, auditPlace(key)...); err != nil {
			kept = nil // the verifier says that it can't be read
		}
		v.Add(seq, kept)
		if r, _, _, err := audit.Open(kept); err == nil {
			told.add(r)
		}
		return nil
	})
	if err != nil {
		return audit.Head{}, err
	}
	head, err := v.End(noted)
	if err != nil {
		return head, err
	}
	return head, told.compare(tx)
}

// deed names a decision: what it was about, and when it was made.
type deed struct {
	event string
	at    int64
}

// deeds are the decisions that the log tells of, by session.
type deeds map[string]map[deed]audit.Record

func (ds deeds) add(r audit.Record) {
	switch {
	case r.What == audit.Delete || r.What == audit.Retention:
		delete(ds, r.Session)
	case r.Event != "":
		if ds[r.Session] == nil {
			ds[r.Session] = map[deed]audit.Record{}
		}
		ds[r.Session][deed{r.Event, r.At.UnixNano()}] = r
	}
}

// compare holds the decisions of stored sessions against those that the log tells of.
func (ds deeds) compare(tx *txn) error {
	var wrong []error
	err := eachStored(tx, func(sum replay.Summary, r *replay.Report) error {
		wrong = append(wrong, ds.match(sum, r))
		return nil
	})
	for session, left := range ds {
		for what, r := range left {
			wrong = append(wrong, fmt.Errorf("session %q, step %d: the log says that %q decided %q on %q; that is not stored any more",
				session, r.Step, r.Who, r.Action, what.event))
		}
	}
	return errors.Join(append(wrong, err)...)
}

// match takes a report's decisions out of what the log tells.
func (ds deeds) match(sum replay.Summary, r *replay.Report) error {
	for _, d := range audited(r.Decisions) {
		key := deed{d.EventID, d.At.UnixNano()}
		want, ok := ds[sum.Session.ID][key]
		if !ok {
			return fmt.Errorf("session %q, step %d: a decision %q of %s is stored, and not in the log", sum.Session.ID, d.StepIndex,
				d.Action, d.At)
		}
		delete(ds[sum.Session.ID], key)
		got := decisionRecord(sum, d, r.Event.Screenshots)
		if got.Who != want.Who || got.What != want.What || got.Action != want.Action || got.Why != want.Why ||
			got.Verdict != want.Verdict || got.Step != want.Step || got.Attempt != want.Attempt {
			return fmt.Errorf("session %q, step %d: stored is that %q decided %q (%q); the log says that %q decided %q (%q)",
				sum.Session.ID, d.StepIndex, got.Who, got.Action, got.Why, want.Who, want.Action, want.Why)
		}
	}
	return nil
}

// eachStored calls f with every stored report and its session's summary.
func eachStored(tx *txn, f func(replay.Summary, *replay.Report) error) error {
	sessions, err := child(tx, bucketSessions)
	if err != nil {
		return err
	}
	return sessions.ForEach(func(id, data []byte) error {
		sum, err := openSummary(tx, id, data)
		if err != nil {
			return err
		}
		return eachReport(tx, id, func(seq, data []byte) error {
			r := new(replay.Report)
			if err := json.Unmarshal(data, r); err != nil {
				return fmt.Errorf("session %q: report %x: %w", id, seq, err)
			}
			return f(sum, r)
		})
	})
}
