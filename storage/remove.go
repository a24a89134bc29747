package storage

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"vigie/replay"
)

// Delete removes a session, the pictures that no other session shows, and all kept answers of the judge, which tell what was
// on screens; replay.ErrUnknownSession when there is none.
// The bytes stay in the file until Compact has run.
func (s *Store) Delete(ctx context.Context, sessionID string) error {
	return s.update(ctx, fmt.Sprintf("delete session %q", sessionID), func(tx *bbolt.Tx) error {
		return remove(tx, sessionID)
	})
}

func remove(tx *bbolt.Tx, sessionID string) error {
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
}

// Sweep deletes the sessions that ended more than Days before now, and then the oldest ended ones until the rest takes no
// more than MaxBytes. A session that runs or is paused is never deleted. It returns the ids of those it deleted, also with an
// error. The file becomes smaller when Compact runs.
func (s *Store) Sweep(ctx context.Context, keep Retention, now time.Time) (deleted []string, err error) {
	sessions, err := s.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	for _, sum := range endedOldestFirst(sessions) {
		due, err := s.due(ctx, sum, keep, now)
		if err != nil || !due {
			return deleted, err
		}
		if err := s.Delete(ctx, sum.Session.ID); err != nil {
			return deleted, err
		}
		deleted = append(deleted, sum.Session.ID)
	}
	return deleted, nil
}

func (s *Store) due(ctx context.Context, sum replay.Summary, keep Retention, now time.Time) (bool, error) {
	if keep.Days > 0 && ended(sum).Before(now.AddDate(0, 0, -keep.Days)) {
		return true, nil
	}
	if keep.MaxBytes <= 0 {
		return false, nil
	}
	stats, err := s.Stats(ctx)
	return stats.FileBytes-stats.FreeBytes > keep.MaxBytes, err
}

// endedOldestFirst leaves out the sessions that may still go on.
func endedOldestFirst(sessions []replay.Summary) []replay.Summary {
	var over []replay.Summary
	for _, sum := range sessions {
		switch sum.Phase {
		case replay.PhaseFinished, replay.PhaseAborted, replay.PhaseLost:
			over = append(over, sum)
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
