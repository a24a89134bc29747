package main

import (
	"context"
	"errors"
	"testing"
	"time"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/storage/audit"
)

// keep stores an ended session of so many days ago.
func keep(t *testing.T, h *house, id string, days int) {
	t.Helper()
	end := time.Now().AddDate(0, 0, -days)
	sum := replay.Summary{Session: replay.Session{ID: id, StartedAt: end}, Phase: replay.PhaseFinished, UpdatedAt: end, EndedAt: &end}
	if err := h.store.SaveSession(context.Background(), sum); err != nil {
		t.Fatal(err)
	}
}

func kept(t *testing.T, h *house) map[string]bool {
	t.Helper()
	all, err := h.store.Sessions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, sum := range all {
		ids[sum.Session.ID] = true
	}
	return ids
}

// waitUntil waits for something that happens in the background.
func waitUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never happened that %s", what)
		}
	}
}

func TestAChangedRetentionDeletesAtOnceAndIsNoted(t *testing.T) {
	h := openTestHouse(t)
	ctx := context.Background()
	keep(t, h, "old", 40)
	keep(t, h, "young", 20)
	if err := h.settings.Change(ctx, settings.RetentionDays, 30, "lea"); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the old session went", func() bool { return !kept(t, h)["old"] })
	if !kept(t, h)["young"] {
		t.Error("the young session is gone")
	}
	all, err := h.store.Audit(ctx)
	if err != nil || len(all) != 2 || all[0].Key != "retention.days" || all[1].What != audit.Retention || all[1].Session != "old" || all[1].Who == "" {
		t.Errorf("the audit log tells %+v, error %v", all, err)
	}
}

func TestAClockThatJumpsDeletesNothingByAge(t *testing.T) {
	h := openTestHouse(t)
	ctx := context.Background()
	keep(t, h, "old", 40) // 90 days are kept
	tidy := &tidier{h: h, start: time.Now()}
	tidy.last = tidy.now()
	ahead := tidy.last
	for _, step := range []struct {
		what      string
		wall, ran time.Duration
		want      bool
	}{
		{"an hour went by", time.Hour, time.Hour, true},
		{"the clock was set a hundred days ahead", 2400 * time.Hour, time.Hour, true},
		{"it was set back", -2400 * time.Hour, time.Hour, true},
		{"it was set ahead again", 2400 * time.Hour, time.Hour, true},
		{"and an hour later it still says so", time.Hour, time.Hour, false},
	} {
		ahead.wall, ahead.ran = ahead.wall.Add(step.wall), ahead.ran+step.ran
		if err := tidy.tidy(ctx, ahead); err != nil {
			t.Fatal(err)
		}
		if got := kept(t, h)["old"]; got != step.want {
			t.Fatalf("%s: the session is kept %v, want %v", step.what, got, step.want)
		}
	}
}

func TestARenewedTokenIsNotedAndNotWrittenDown(t *testing.T) {
	h := openTestHouse(t)
	ctx := context.Background()
	if err := h.renewToken(ctx); err != nil {
		t.Fatal(err)
	}
	all, err := h.store.Audit(ctx)
	if err != nil || len(all) != 1 || all[0].What != audit.Token {
		t.Errorf("the audit log tells %+v, error %v", all, err)
	}
}

func TestASessionThatIsNotOverIsNotForgotten(t *testing.T) {
	h := openTestHouse(t)
	if _, _, err := h.supervisor.Start(context.Background(), replay.Session{ID: "live", Agent: "lea-01"}); err != nil {
		t.Fatal(err)
	}
	if err := h.supervisor.Forget("live"); err == nil || errors.Is(err, replay.ErrUnknownSession) {
		t.Errorf("error %v", err)
	}
}
