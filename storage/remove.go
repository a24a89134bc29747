package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"vigie/replay"
	"vigie/storage/audit"
)

// Delete removes a session, the pictures that no other session shows, and all kept answers of the judge, which tell what was
// on screens; replay.ErrUnknownSession when there is none.
// What it held is overwritten in the file: ErrNotScrubbed where it is deleted, and that failed.
func (s *Store) Delete(ctx context.Context, sessionID string) error {
	if err := s.delete(ctx, sessionID, audit.Record{What: audit.Delete}); err != nil {
		return err
	}
	return s.Scrub(context.WithoutCancel(ctx))
}

// delete removes a session and notes it, for the reason that r gives.
func (s *Store) delete(ctx context.Context, sessionID string, r audit.Record) error {
	return s.update(ctx, fmt.Sprintf("delete session %q", sessionID), func(tx *txn) error {
		if err := s.noteRemoval(tx, sessionID, r); err != nil {
			return err
		}
		return remove(tx, sessionID)
	})
}

func remove(tx *txn, sessionID string) error {
	if _, err := summaryOf(tx, sessionID); err != nil {
		return err
	}
	id := []byte(sessionID)
	err := eachReport(tx, id, func(_, data []byte) error {
		shown, err := shownBy(data)
		if err != nil {
			return err
		}
		return disuse(tx, shown)
	})
	if err != nil {
		return err
	}
	if reports := tx.Bucket(bucketReports); reports.Bucket(id) != nil {
		if err := reports.DeleteBucket(id); err != nil {
			return err
		}
	}
	if err := tx.Bucket(bucketSessions).Delete(id); err != nil {
		return err
	}
	return forgetAnswers(tx)
}

// Retention says how long ended sessions are kept. Zero fields set no limit.
type Retention struct {
	// Days is how many days an ended session is kept.
	Days int
	// MaxBytes is how much the stored data may take.
	MaxBytes int64
	// Release is asked before a session is deleted, and its error keeps the session; nil asks nobody.
	Release func(sessionID string) error
}

// Sweep deletes the sessions that ended more than Days before now, and then the oldest ended ones until the rest takes no
// more than MaxBytes, and overwrites what they held. A session that runs or is paused is never deleted, and one that was
// lost only after a day. It returns the ids of those it deleted, also with an error. The file becomes smaller when Compact
// runs. Sessions that cannot be read are left, and named in the error.
func (s *Store) Sweep(ctx context.Context, keep Retention, now time.Time) (deleted []string, err error) {
	sessions, err := s.Sessions(ctx)
	for _, sum := range overOldestFirst(sessions, now) {
		why, dueErr := s.due(ctx, sum, keep, now)
		if err = errors.Join(err, dueErr); why == "" || dueErr != nil {
			break
		}
		if keep.Release != nil && keep.Release(sum.Session.ID) != nil {
			continue // it came back to life
		}
		if err := s.delete(ctx, sum.Session.ID, audit.Record{What: audit.Retention, Why: why}); err != nil {
			return deleted, err
		}
		deleted = append(deleted, sum.Session.ID)
	}
	if len(deleted) > 0 {
		err = errors.Join(err, s.Scrub(ctx))
	}
	return deleted, err
}

// due says why a session is to be deleted; "" where it is not.
func (s *Store) due(ctx context.Context, sum replay.Summary, keep Retention, now time.Time) (why string, err error) {
	if keep.Days > 0 && ended(sum).Before(now.AddDate(0, 0, -keep.Days)) {
		return fmt.Sprintf("it ended more than %d days ago", keep.Days), nil
	}
	if keep.MaxBytes <= 0 {
		return "", nil
	}
	stats, err := s.Stats(ctx)
	if err != nil || stats.FileBytes-stats.FreeBytes <= keep.MaxBytes {
		return "", err
	}
	return fmt.Sprintf("the store held more than %d bytes", keep.MaxBytes), nil
}

// longLost is how long a lost session is left: its agent may come back.
const longLost = 24 * time.Hour

// overOldestFirst leaves out the sessions that may still go on.
func overOldestFirst(sessions []replay.Summary, now time.Time) []replay.Summary {
	var over []replay.Summary
	for _, sum := range sessions {
		switch sum.Phase {
		case replay.PhaseFinished, replay.PhaseAborted:
			over = append(over, sum)
		case replay.PhaseLost:
			if now.Sub(sum.UpdatedAt) > longLost {
				over = append(over, sum)
			}
		}
	}
	slices.SortStableFunc(over, func(a, b replay.Summary) int { return ended(a).Compare(ended(b)) })
	return over
}

// ended is when a session ended; a lost one may have been heard of last only.
func ended(sum replay.Summary) time.Time {
	if sum.EndedAt != nil {
		return *sum.EndedAt
	}
	return sum.UpdatedAt
}
