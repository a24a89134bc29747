package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"vigie/replay"
)

// maxID is how long a session's or an event's id may be, in bytes.
const maxID = 1024

// SaveSession creates or replaces a session's summary.
func (s *Store) SaveSession(ctx context.Context, sum replay.Summary) error {
	op := fmt.Sprintf("save session %q", sum.Session.ID)
	id, data, err := encodeSummary(sum)
	if err != nil {
		return storing(op, err)
	}
	return s.update(ctx, op, func(tx *txn) error {
		sessions, err := child(tx, bucketSessions)
		if err != nil {
			return err
		}
		if err := s.noteEnd(tx, sum, sessions.Get(id)); err != nil {
			return err
		}
		return sessions.Put(id, tx.seal(data, summaryPlace(id)...))
	})
}

// SaveReport stores a report, its pictures and the session's summary in one transaction. A report whose event id is known
// takes the former one's place and keeps its position. The stored report names the pictures by their hashes; where none
// are given, those that the event names must be stored already. The report that the caller holds is not changed.
func (s *Store) SaveReport(ctx context.Context, sum replay.Summary, r *replay.Report, pictures replay.Pictures) error {
	e, err := encodeEntry(sum, r, pictures)
	if err != nil {
		return storing(fmt.Sprintf("save report of session %q", sum.Session.ID), err)
	}
	op := fmt.Sprintf("save report %q of session %q", e.eventID, e.sessionID)
	return s.update(ctx, op, func(tx *txn) error {
		if err := s.noteDecisions(tx, sum, e); err != nil {
			return err
		}
		return e.write(tx)
	})
}

// entry is a report that is ready to be written.
type entry struct {
	sessionID, eventID []byte
	summary, report    []byte
	pictures           map[digest][]byte // those that came along
	shown              []digest          // all that the report shows, each once
	shots              replay.Screenshots
	decisions          []replay.Decision // those that the audit log holds
}

func encodeEntry(sum replay.Summary, r *replay.Report, pictures replay.Pictures) (*entry, error) {
	if r == nil {
		return nil, errors.New("no report")
	}
	if r.Event.SessionID != sum.Session.ID {
		return nil, fmt.Errorf("event %q belongs to session %q", r.Event.ID, r.Event.SessionID)
	}
	if err := checkID("event id", r.Event.ID); err != nil {
		return nil, err
	}
	id, summary, err := encodeSummary(sum)
	if err != nil {
		return nil, err
	}
	e := &entry{sessionID: id, eventID: []byte(r.Event.ID), summary: summary}
	return e, e.take(*r, pictures)
}

// take encodes the report with its pictures' hashes in it.
func (e *entry) take(r replay.Report, pictures replay.Pictures) (err error) {
	if e.pictures, err = gather(&r.Event.Screenshots, pictures); err != nil {
		return err
	}
	if e.shown, err = digests(r.Event.Screenshots); err != nil {
		return err
	}
	if r.Event.Action.Type == "type_secret" {
		r.Event.Action.Text = ""
	}
	e.shots, e.decisions = r.Event.Screenshots, audited(r.Decisions)
	e.report, err = encode(r)
	return err
}

func (e *entry) write(tx *txn) error {
	if err := storePictures(tx, e.pictures); err != nil {
		return err
	}
	if err := use(tx, e.shown); err != nil {
		return err
	}
	if err := e.writeReport(tx); err != nil {
		return err
	}
	sessions, err := child(tx, bucketSessions)
	if err != nil {
		return err
	}
	return sessions.Put(e.sessionID, tx.seal(e.summary, summaryPlace(e.sessionID)...))
}

func (e *entry) writeReport(tx *txn) error {
	b, err := reportBuckets(tx, e.sessionID)
	if err != nil {
		return err
	}
	if key := bytes.Clone(b.ids.Get(e.eventID)); key != nil {
		if err := b.release(tx, key); err != nil {
			return err
		}
		return b.log.Put(key, tx.seal(e.report, reportPlace(e.sessionID, key)...))
	}
	seq, err := b.log.NextSequence()
	if err != nil {
		return err
	}
	if err := b.ids.Put(e.eventID, number(seq)); err != nil {
		return err
	}
	key := number(seq)
	return b.log.Put(key, tx.seal(e.report, reportPlace(e.sessionID, key)...))
}

// sessionBuckets hold one session's reports.
type sessionBuckets struct {
	sessionID []byte
	log, ids  *bbolt.Bucket
}

// reportBuckets returns a session's buckets, new ones where it has none.
func reportBuckets(tx *txn, sessionID []byte) (b sessionBuckets, err error) {
	b.sessionID = sessionID
	all, err := child(tx, bucketReports)
	if err != nil {
		return b, err
	}
	own, err := all.CreateBucketIfNotExists(sessionID)
	if err != nil {
		return b, err
	}
	if b.log, err = own.CreateBucketIfNotExists(keyLog); err != nil {
		return b, err
	}
	b.ids, err = own.CreateBucketIfNotExists(keyIDs)
	return b, err
}

// release gives up the pictures of the report at key.
func (b sessionBuckets) release(tx *txn, key []byte) error {
	data, err := tx.open(b.log.Get(key), reportPlace(b.sessionID, key)...)
	if err != nil {
		return err
	}
	shown, err := shownBy(data)
	if err != nil {
		return err
	}
	return disuse(tx, shown)
}

func encodeSummary(sum replay.Summary) (id, data []byte, err error) {
	if err := checkID("session id", sum.Session.ID); err != nil {
		return nil, nil, err
	}
	data, err = encode(sum)
	return []byte(sum.Session.ID), data, err
}

func checkID(what, id string) error {
	if id == "" || len(id) > maxID {
		return fmt.Errorf("%s %.40q has %d bytes, not 1 to %d", what, id, len(id), maxID)
	}
	return nil
}

// encode is JSON without the escapes for web pages, so that text stays as it came.
func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
