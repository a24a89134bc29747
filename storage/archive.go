package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vigie/replay"
)

// Sessions lists all sessions, the newest first. Where some can't be read, it returns the others and an error that names
// those, so that one damaged record does not hide the rest.
func (s *Store) Sessions(ctx context.Context) ([]replay.Summary, error) {
	var all []replay.Summary
	var damaged []error
	err := s.read(ctx, "list sessions", func(tx *txn) error {
		sessions, err := child(tx, bucketSessions)
		if err != nil {
			return err
		}
		return sessions.ForEach(func(id, data []byte) error {
			sum, err := openSummary(tx, id, data)
			if err != nil {
				damaged = append(damaged, err)
				return nil
			}
			all = append(all, sum)
			return nil
		})
	})
	slices.SortFunc(all, newestFirst)
	return all, errors.Join(append(damaged, err)...)
}

func newestFirst(a, b replay.Summary) int {
	if c := b.Session.StartedAt.Compare(a.Session.StartedAt); c != 0 {
		return c
	}
	return strings.Compare(a.Session.ID, b.Session.ID)
}

// Session returns one session; replay.ErrUnknownSession when there is none.
func (s *Store) Session(ctx context.Context, id string) (sum replay.Summary, err error) {
	err = s.read(ctx, fmt.Sprintf("read session %q", id), func(tx *txn) error {
		data, err := summaryOf(tx, id)
		if err != nil {
			return err
		}
		sum, err = decodeSummary([]byte(id), data)
		return err
	})
	return sum, err
}

// Reports returns a session's reports in the order in which they came; replay.ErrUnknownSession when there is no session.
func (s *Store) Reports(ctx context.Context, sessionID string) (all []*replay.Report, err error) {
	err = s.read(ctx, fmt.Sprintf("read reports of session %q", sessionID), func(tx *txn) error {
		if _, err := summaryOf(tx, sessionID); err != nil {
			return err
		}
		all = []*replay.Report{}
		return eachReport(tx, []byte(sessionID), func(seq, data []byte) error {
			r := new(replay.Report)
			if err := json.Unmarshal(data, r); err != nil {
				return corrupt("report %x: %w", seq, err)
			}
			all = append(all, r)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Picture returns a picture's encoded bytes by its hash: ErrUnknownPicture when there is none, ErrCorrupt when the content
// does not have the hash.
func (s *Store) Picture(ctx context.Context, hash string) (data []byte, err error) {
	d, err := parseDigest(hash)
	if err != nil {
		return nil, err
	}
	err = s.read(ctx, "read picture "+hash, func(tx *txn) error {
		stored, err := pictureData(tx, d)
		data = bytes.Clone(stored)
		return err
	})
	return data, err
}

func summaryOf(tx *txn, id string) ([]byte, error) {
	sessions, err := child(tx, bucketSessions)
	if err != nil {
		return nil, err
	}
	data := sessions.Get([]byte(id))
	if data == nil {
		return nil, replay.ErrUnknownSession
	}
	return tx.open(data, summaryPlace([]byte(id))...)
}

// openSummary reads a summary as it is kept.
func openSummary(tx *txn, id, kept []byte) (replay.Summary, error) {
	data, err := tx.open(kept, summaryPlace(id)...)
	if err != nil {
		return replay.Summary{}, fmt.Errorf("session %q: %w", id, err)
	}
	return decodeSummary(id, data)
}

func decodeSummary(id, data []byte) (sum replay.Summary, err error) {
	if err := json.Unmarshal(data, &sum); err != nil {
		return sum, corrupt("session %q: %w", id, err)
	}
	if sum.Session.ID != string(id) {
		return sum, corrupt("session %q: its summary names %q", id, sum.Session.ID)
	}
	return sum, nil
}

// eachReport calls f for a session's reports, oldest first. A session that has none yet has no bucket either.
func eachReport(tx *txn, sessionID []byte, f func(seq, data []byte) error) error {
	all, err := child(tx, bucketReports)
	if err != nil {
		return err
	}
	own := all.Bucket(sessionID)
	if own == nil {
		return nil
	}
	log, err := child(own, keyLog)
	if err != nil {
		return err
	}
	return log.ForEach(func(seq, kept []byte) error {
		data, err := tx.open(kept, reportPlace(sessionID, seq)...)
		if err != nil {
			return fmt.Errorf("session %q: report %x: %w", sessionID, seq, err)
		}
		return f(seq, data)
	})
}
