package storage

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

func TestAnswersAreKept(t *testing.T) {
	s := openStore(t, storePath(t))
	want := func(key, answer string) {
		t.Helper()
		data, found, err := s.Answer(t.Context(), key)
		if err != nil || found != (answer != "") || string(data) != answer {
			t.Errorf("answer %q: %q, %v, %v; want %q", key, data, found, err, answer)
		}
	}
	keep := func(key, answer string) {
		t.Helper()
		if err := s.KeepAnswer(t.Context(), key, []byte(answer)); err != nil {
			t.Fatal(err)
		}
	}
	want("a", "")
	keep("a", `{"text":"yes"}`)
	keep("b", `{"text":"no"}`)
	want("a", `{"text":"yes"}`)
	s = reopen(t, s)
	want("b", `{"text":"no"}`)
	keep("a", `{"text":"cannot_tell"}`)
	want("a", `{"text":"cannot_tell"}`)
	want("c", "")
}

func TestKeepAnswerRefusesAnEmptyKey(t *testing.T) {
	s := openStore(t, storePath(t))
	if err := s.KeepAnswer(t.Context(), "", []byte("{}")); !errors.Is(err, replay.ErrStore) {
		t.Errorf("got %v, want %v", err, replay.ErrStore)
	}
}

// Two generations are kept: when both are full, the older one goes.
func TestOldAnswersMakeRoom(t *testing.T) {
	s := openStore(t, storePath(t))
	err := s.write(func(tx *txn) error {
		answers := tx.Bucket(bucketAnswers)
		for n := range 2*answersKept + 1 {
			b, err := generation(answers)
			if err != nil {
				return err
			}
			if err := b.Put([]byte(fmt.Sprint(n)), []byte("{}")); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]bool{}
	for _, n := range []int{0, answersKept - 1, answersKept, 2*answersKept - 1, 2 * answersKept} {
		_, got[n], err = s.Answer(t.Context(), fmt.Sprint(n))
		if err != nil {
			t.Fatal(err)
		}
	}
	want := map[int]bool{0: false, answersKept - 1: false, answersKept: true, 2*answersKept - 1: true, 2 * answersKept: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers kept (-want +got):\n%s", diff)
	}
}

// What a model said of a session's screens must not outlive the session.
func TestDeletingASessionForgetsAnswers(t *testing.T) {
	s := openStore(t, storePath(t))
	if err := s.SaveSession(t.Context(), replay.Summary{Session: replay.Session{ID: "a"}, Phase: replay.PhaseFinished}); err != nil {
		t.Fatal(err)
	}
	if err := s.KeepAnswer(t.Context(), "k", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if _, found, err := s.Answer(t.Context(), "k"); found || err != nil {
		t.Errorf("found %v, %v after the session was deleted", found, err)
	}
	if err := s.KeepAnswer(t.Context(), "k", []byte("{}")); err != nil {
		t.Errorf("keep anew: %v", err)
	}
}

// A file of schema 1 gets a place for answers, and keeps what it holds.
func TestSchema1IsConverted(t *testing.T) {
	path := storePath(t)
	s := openStore(t, path)
	if err := s.SaveSession(t.Context(), replay.Summary{Session: replay.Session{ID: "a"}, Phase: replay.PhaseFinished}); err != nil {
		t.Fatal(err)
	}
	closeChecked(t, s)
	alter(t, path, func(tx *txn) error {
		return errors.Join(tx.DeleteBucket(bucketAnswers), tx.DeleteBucket(bucketAudit), tx.Bucket(bucketMeta).Put(keySchema, number(1)))
	})
	if _, err := Open(path, Options{ReadOnly: true}); !errors.Is(err, ErrOlder) {
		t.Errorf("read-only: %v, want %v", err, ErrOlder)
	}
	s = openStore(t, path)
	if err := s.KeepAnswer(t.Context(), "k", []byte("{}")); err != nil {
		t.Error(err)
	}
	if _, err := s.Session(t.Context(), "a"); err != nil {
		t.Errorf("the session: %v", err)
	}
}
