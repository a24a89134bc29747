package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/storage/audit"
	"vigie/validation"
)

// decided is a report with a person's decision on it.
func decided(session string, step int) *replay.Report {
	r := report(session, step)
	r.Decisions = []replay.Decision{
		{Seq: 2*step - 1, EventID: r.Event.ID, StepIndex: step, Attempt: 1, Action: replay.DoPause, By: replay.ByValidator, At: began},
		{
			Seq: 2 * step, EventID: r.Event.ID, StepIndex: step, Attempt: 1, Action: replay.DoResume, By: replay.BySupervisor, Who: "ana",
			Note: "vu à l’écran", At: began.Add(time.Duration(step) * time.Minute), Verdict: validation.Terminate, Confidence: .9,
			Category: validation.WrongTarget,
		},
	}
	return r
}

// told is the audit log, in short.
func told(t testing.TB, s *Store) []string {
	t.Helper()
	all, err := s.Audit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range all {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%d %s: %s %s %s%s %s", r.Seq, r.Who, r.What, r.Session, r.Key, r.Event, r.Action)))
	}
	return lines
}

func TestWhatPersonsDoIsInTheAuditLogOnce(t *testing.T) {
	ctx := context.Background()
	s, err := Open(storePath(t), Options{Who: "lea"})
	if err != nil {
		t.Fatal(err)
	}
	defer closeChecked(t, s)
	save(t, s, summary("a", 1), report("a", 1), replay.Pictures{})
	save(t, s, summary("a", 2), decided("a", 2), pair(t, 1, 2))
	save(t, s, summary("a", 2), decided("a", 2), pair(t, 1, 2)) // as when it is marked as delivered
	skipped := report("a", 3)
	skipped.Decisions[0].By, skipped.Decisions[0].Note = replay.ByValidator, replay.NoteSkipped
	save(t, s, summary("a", 3), skipped, replay.Pictures{})
	late := report("a", 4)
	late.Decisions[0].By, late.Decisions[0].Action = replay.ByValidator, replay.DoAbort
	save(t, s, summary("a", 4), late, replay.Pictures{})
	aborted := summary("b", 0)
	aborted.Phase, aborted.EndedBy, aborted.EndNote = replay.PhaseAborted, "ana", "mauvais patient"
	for _, do := range []error{
		s.SaveSession(ctx, aborted), s.SaveSession(ctx, aborted),
		s.SetSetting(ctx, "retention.days", 30), s.SetSetting(ctx, "retention.days", 30), s.SetSetting(ctx, masksKey, []int{}),
		s.Note(ctx, audit.Record{What: audit.Export, Session: "a"}),
		s.Delete(ctx, "b"),
	} {
		if do != nil {
			t.Fatal(do)
		}
	}
	want := []string{
		"1 ana: decision a s02a1 resume",
		"2 agent lea-01: skip a s03a1 continue",
		"3 nobody: time_out a s04a1 abort",
		"4 ana: decision b  abort",
		"5 lea: setting  retention.days",
		"6 lea: mask  masks",
		"7 lea: export a",
		"8 lea: delete b",
	}
	if diff := cmp.Diff(want, told(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	all, err := s.Audit(ctx)
	if err != nil {
		t.Fatal(err)
	}
	first := all[0].Record
	shown := []string{shot(t, 1, 40).Hash(), shot(t, 2, 40).Hash()}
	if first.Why != "vu à l’écran" || first.Verdict != "TERMINATE" || first.Category != "wrong_target" || first.Workflow != "Demo_urgence" ||
		!first.At.Equal(began.Add(2*time.Minute)) || !cmp.Equal(first.Pictures, shown) {
		t.Errorf("the decision is told as %+v", first)
	}
	if all[4].Old != "" || all[4].New != "30" {
		t.Errorf("the setting is told as %+v", all[4])
	}
	s = reopen(t, s)
	head, err := s.VerifyAudit(ctx, all[2].Hash)
	if err != nil || head.Seq != 8 || head.Hash != all[7].Hash {
		t.Errorf("head %+v, error %v", head, err)
	}
}

func TestWhatCanNotBeStoredIsNotInTheAuditLogEither(t *testing.T) {
	s := openStore(t, storePath(t))
	r := decided("a", 1)
	r.Event.Screenshots.Before = shot(t, 9, 40).Hash() // a picture that is not there
	if err := s.SaveReport(context.Background(), summary("a", 1), r, replay.Pictures{}); err == nil {
		t.Fatal("it was stored")
	}
	if got := told(t, s); got != nil {
		t.Errorf("the log tells of %q", got)
	}
}

func TestVerifyingTheAuditLogFinds(t *testing.T) {
	key := number(2)
	tests := map[string]struct {
		change func(*txn) error
		want   string
	}{
		"a record that was edited": {func(tx *txn) error {
			b := tx.Bucket(bucketAudit)
			return b.Put(key, bytes.Replace(b.Get(key), []byte("resume"), []byte("retry!"), 1))
		}, "was changed"},
		"a record that was taken out": {func(tx *txn) error { return tx.Bucket(bucketAudit).Delete(key) }, "records 2 to 2 are missing"},
		"the last ones cut off": {func(tx *txn) error {
			return errors.Join(tx.Bucket(bucketAudit).Delete(key), tx.Bucket(bucketAudit).Delete(number(3)))
		}, "records 2 to 3 are missing at the end"},
		"the last ones cut off, and the head set back": {func(tx *txn) error {
			b := tx.Bucket(bucketAudit)
			hash := b.Get(number(1))[:32]
			return errors.Join(tx.Bucket(bucketMeta).Put(keyAudit, append(number(1), hash...)), b.Delete(key), b.Delete(number(3)))
		}, "is stored, and not in the log"},
		"the head's loss": {func(tx *txn) error { return tx.Bucket(bucketMeta).Delete(keyAudit) }, "were put in at the end"},
		"a decision that was edited where it is stored": {func(tx *txn) error {
			return rewrite(tx, "a", 2, func(r *replay.Report) { r.Decisions[1].Note = "forged" })
		}, `"forged"`},
		"a decision that was taken out where it is stored": {func(tx *txn) error {
			return rewrite(tx, "a", 2, func(r *replay.Report) { r.Decisions = r.Decisions[:1] })
		}, "not stored any more"},
		"a decision that was slipped in": {func(tx *txn) error {
			return rewrite(tx, "a", 2, func(r *replay.Report) {
				d := r.Decisions[1]
				d.At = d.At.Add(1)
				r.Decisions = append(r.Decisions, d)
			})
		}, "not in the log"},
		"a session that was taken out": {func(tx *txn) error { return remove(tx, "a") }, "not stored any more"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := storePath(t)
			s := openStore(t, path)
			for step := 1; step <= 3; step++ {
				save(t, s, summary("a", step), decided("a", step), replay.Pictures{})
			}
			closeChecked(t, s)
			alter(t, path, test.change)
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := s.VerifyAudit(context.Background()); !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if err := s.Check(context.Background()); !errors.Is(err, ErrCorrupt) {
				t.Errorf("the store's own check: %v", err)
			}
		})
	}
}

// rewrite edits a stored report.
func rewrite(tx *txn, session string, seq uint64, change func(*replay.Report)) error {
	log := tx.Bucket(bucketReports).Bucket([]byte(session)).Bucket(keyLog)
	r := new(replay.Report)
	if err := json.Unmarshal(log.Get(number(seq)), r); err != nil {
		return err
	}
	change(r)
	data, err := encode(r)
	if err != nil {
		return err
	}
	return log.Put(number(seq), data)
}

func TestAFileOfSchema2GetsAnAuditLog(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	want := save(t, s, summary("a", 1), decided("a", 1), pair(t, 1, 2))
	closeChecked(t, s)
	alter(t, path, func(tx *txn) error {
		meta := tx.Bucket(bucketMeta)
		return errors.Join(tx.DeleteBucket(bucketAudit), meta.Delete(keyAudit), meta.Put(keySchema, number(2)))
	})
	s = openStore(t, path)
	if diff := cmp.Diff([]*replay.Report{want}, reports(t, s, "a")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"1 ana: decision a s01a1 resume"}, told(t, s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := s.VerifyAudit(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestALongSettingIsCutInTheAuditLog(t *testing.T) {
	s := openStore(t, storePath(t))
	if err := s.SetSetting(context.Background(), "roots", strings.Repeat("x", 10_000)); err != nil {
		t.Fatal(err)
	}
	all, err := s.Audit(context.Background())
	if err != nil || len(all) != 1 || !strings.HasSuffix(all[0].New, "(10002 bytes)") || len(all[0].New) > 5000 {
		t.Errorf("%d records, error %v", len(all), err)
	}
}
