package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"vigie/replay"
)

// checkLimit is how many problems Check lists before it stops.
const checkLimit = 50

// Check examines the whole file: its pages, the library's own check, that every report belongs to a session and is found by
// its event id, that every picture a report names is there, has its hash and is counted right, that no other picture is
// there, and that every summary agrees with its reports. It returns ErrCorrupt with all that it found.
func (s *Store) Check(ctx context.Context) error {
	if err := s.takeTurn(ctx); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	defer s.passTurn()
	return s.view("check", func(tx *txn) error {
		if err := s.checkPages(tx); err != nil {
			return err
		}
		c := &checker{ctx: ctx, tx: tx, uses: map[digest]uint64{}}
		c.run()
		return c.result()
	})
}

// checkPages comes first: what follows trusts the pages.
func (s *Store) checkPages(tx *txn) error {
	if err := examine(s.file, int(tx.Size())); err != nil {
		return err
	}
	var all []error
	for err := range tx.Check() {
		if len(all) < checkLimit {
			all = append(all, err)
		}
	}
	if len(all) > 0 {
		return corrupt("pages: %w", errors.Join(all...))
	}
	return checkBuckets(tx)
}

// checker collects what is wrong with the content.
type checker struct {
	ctx      context.Context
	tx       *txn
	uses     map[digest]uint64
	problems []error
}

var errEnough = errors.New("there may be more")

func (c *checker) note(format string, args ...any) error {
	c.problems = append(c.problems, fmt.Errorf(format, args...))
	if len(c.problems) >= checkLimit {
		return errEnough
	}
	return c.ctx.Err()
}

func (c *checker) result() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if len(c.problems) > 0 {
		return corrupt("%w", errors.Join(c.problems...))
	}
	return nil
}

func (c *checker) run() {
	for _, step := range []func() error{c.sessions, c.owners, c.pictures, c.counts, c.audit} {
		if err := step(); err != nil {
			c.problems = append(c.problems, err)
			return
		}
	}
}

func (c *checker) sessions() error {
	return c.tx.Bucket(bucketSessions).ForEach(func(id, data []byte) error {
		sum, err := openSummary(c.tx, id, data)
		if err != nil {
			return c.note("%w", err)
		}
		return c.session(sum)
	})
}

// session reads a session's reports and holds them against its summary.
func (c *checker) session(sum replay.Summary) error {
	id := []byte(sum.Session.ID)
	reports, last := 0, 0
	err := eachReport(c.tx, id, func(seq, data []byte) error {
		r := new(replay.Report)
		reports++
		if err := json.Unmarshal(data, r); err != nil {
			return c.note("session %q: report %x: %w", id, seq, err)
		}
		if !r.Missing { // the record of a step that was announced only
			last = max(last, r.Event.StepIndex)
		}
		return c.report(id, seq, r)
	})
	if err != nil {
		return err
	}
	if reports > 0 && sum.Steps != last {
		return c.note("session %q: its summary says %d steps, its last report is of step %d", id, sum.Steps, last)
	}
	if judged := sum.Complete + sum.Continue + sum.Terminate; judged > reports {
		return c.note("session %q: its summary counts %d verdicts on %d reports", id, judged, reports)
	}
	return c.ctx.Err()
}

func (c *checker) report(id, seq []byte, r *replay.Report) error {
	ids := c.tx.Bucket(bucketReports).Bucket(id).Bucket(keyIDs)
	if ids == nil || string(ids.Get([]byte(r.Event.ID))) != string(seq) {
		return c.note("session %q: report %x is not found by its event id %q", id, seq, r.Event.ID)
	}
	shown, err := digests(r.Event.Screenshots)
	if err != nil {
		return c.note("session %q: report %q: %w", id, r.Event.ID, err)
	}
	for _, d := range shown {
		c.uses[d]++
		if _, err := pictureData(c.tx, d); err != nil {
			if err := c.note("session %q: report %q: picture %s: %w", id, r.Event.ID, d, err); err != nil {
				return err
			}
		}
	}
	return nil
}

// owners finds reports without a session, and event ids without a report.
func (c *checker) owners() error {
	sessions := c.tx.Bucket(bucketSessions)
	return c.tx.Bucket(bucketReports).ForEachBucket(func(id []byte) error {
		if sessions.Get(id) == nil {
			return c.note("reports of session %q, which is not there", id)
		}
		own := c.tx.Bucket(bucketReports).Bucket(id)
		log, ids := own.Bucket(keyLog), own.Bucket(keyIDs)
		if log == nil || ids == nil {
			return c.note("session %q: its reports or their ids are missing", id)
		}
		return ids.ForEach(func(event, seq []byte) error {
			if log.Get(seq) == nil {
				return c.note("session %q: event %q leads to no report", id, event)
			}
			return nil
		})
	})
}

// pictures finds those that no report shows.
func (c *checker) pictures() error {
	return c.tx.Bucket(bucketPictures).ForEachBucket(func(hash []byte) error {
		if len(hash) != len(digest{}) || c.uses[digest(hash)] == 0 {
			return c.note("picture %x: no report shows it", hash)
		}
		return nil
	})
}

// counts holds the stored numbers of uses against those found.
func (c *checker) counts() error {
	counted := 0
	err := c.tx.Bucket(bucketUses).ForEach(func(hash, count []byte) error {
		counted++
		n, err := toNumber(count)
		if err != nil || len(hash) != len(digest{}) || c.uses[digest(hash)] != n {
			return c.note("picture %x: counted wrong (%x)", hash, count)
		}
		return nil
	})
	if err == nil && counted != len(c.uses) {
		return c.note("%d pictures are counted, %d are shown", counted, len(c.uses))
	}
	return err
}

// audit walks the audit log.
func (c *checker) audit() error {
	if _, err := verifyAudit(c.tx, nil); err != nil {
		return c.note("audit log: %w", err)
	}
	return nil
}
