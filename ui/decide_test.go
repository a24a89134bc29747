package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

var usual = fyne.NewSize(1280, 800)

// waiting is a window whose step 3 waits for a person, and has been looked at.
func waiting(t *testing.T) *bench {
	t.Helper()
	b := newBench(t, usual, nil)
	b.play(paused("a", 3))
	b.later(time.Second)
	return b
}

// ordered runs what is queued until n orders are out, and returns what they do.
func (b *bench) ordered(n int) []string {
	b.t.Helper()
	b.queue.until(b.t, fmt.Sprintf("%d orders", n), func() bool { return len(b.watch.Orders()) >= n })
	var all []string
	for _, o := range b.watch.Orders() {
		all = append(all, o.EventID+" "+o.Action+" "+o.Note)
	}
	return all
}

// none makes sure that no order went out: decide notes an order before it is sent.
func (b *bench) none() {
	b.t.Helper()
	b.queue.run()
	if len(b.orders) != 0 || len(b.watch.Orders()) != 0 {
		b.t.Errorf("orders %v, %v: want none", b.orders, b.watch.Orders())
	}
}

func TestAKeyDecides(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"r", "sc resume "}, {"R", "sc resume "}, {"t", "sc retry "}, {"c", "sc recheck "},
	} {
		t.Run(c.typed, func(t *testing.T) {
			b := waiting(t)
			test.TypeOnCanvas(b.window.Canvas(), c.typed)
			if diff := cmp.Diff([]string{c.want}, b.ordered(1)); diff != "" {
				t.Errorf("orders (-want +got):\n%s", diff)
			}
			if o := b.watch.Orders()[0]; o.SessionID != "a" || o.Who != "anna" {
				t.Errorf("order %+v: want session a by anna", o)
			}
		})
	}
}

func TestAbortAsksOnceAndWantsAReason(t *testing.T) {
	b := waiting(t)
	test.TypeOnCanvas(b.window.Canvas(), "a")
	b.none()
	if b.live.bar.asked != askAbort || !b.live.bar.yes.Disabled() {
		t.Fatal("abort has not asked, or can be confirmed without a reason")
	}
	if b.window.Canvas().Focused() != fyne.Focusable(b.live.bar.reason) {
		t.Fatal("the reason has not the focus")
	}
	test.Type(b.live.bar.reason, "wrong patient")
	b.live.bar.reason.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	b.none()
	test.Tap(b.live.bar.yes)
	if diff := cmp.Diff([]string{"sc abort wrong patient"}, b.ordered(1)); diff != "" {
		t.Errorf("orders (-want +got):\n%s", diff)
	}
}

func TestEscapeTakesTheQuestionBack(t *testing.T) {
	b := waiting(t)
	test.TypeOnCanvas(b.window.Canvas(), "a")
	b.live.bar.reason.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if b.live.bar.asked != askNothing || b.window.Canvas().Focused() != nil {
		t.Error("the question is still there, or something has the focus")
	}
	b.none()
}

func TestNothingIsDecided(t *testing.T) {
	press := func(name fyne.KeyName) func(b *bench) {
		return func(b *bench) { b.typedKey(&fyne.KeyEvent{Name: name}) }
	}
	for name, act := range map[string]func(b *bench){
		"by Enter":           press(fyne.KeyReturn),
		"by the other Enter": press(fyne.KeyEnter),
		"by Enter on a button that has the focus": func(b *bench) {
			b.live.bar.ask[replay.DoResume].TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
		"by letters in the note": func(b *bench) { test.Type(b.live.bar.note, "rtc") },
		"while another step is on screen": func(b *bench) {
			b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
			b.later(time.Second)
			test.TypeOnCanvas(b.window.Canvas(), "rtc")
		},
		"while another page is on screen": func(b *bench) {
			b.goTo(pageSettings)
			test.TypeOnCanvas(b.window.Canvas(), "rtc")
		},
		"the moment a step appears": func(b *bench) {
			b.play(stage.Live("a", "x", "y", 46, replay.PhasePaused, steps(4, validation.Terminate)))
			test.TypeOnCanvas(b.window.Canvas(), "r")
		},
		"on a session that runs": func(b *bench) {
			b.play(stage.Live("a", "x", "y", 46, replay.PhaseRunning, steps(3, validation.Complete)))
			b.later(time.Second)
			test.TypeOnCanvas(b.window.Canvas(), "rtca")
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := waiting(t)
			act(b)
			b.none()
		})
	}
}

func TestNothingIsDecidedTwice(t *testing.T) {
	b := waiting(t)
	hold := make(chan struct{})
	b.watch.OnDecide = func(replay.Order) error { <-hold; return nil }
	test.TypeOnCanvas(b.window.Canvas(), "r")
	test.TypeOnCanvas(b.window.Canvas(), "rt")
	b.ordered(1)
	if b.live.bar.view.face != faceSending {
		t.Errorf("face %d, want that the order is on its way", b.live.bar.view.face)
	}
	close(hold)
	b.queue.run()
	test.TypeOnCanvas(b.window.Canvas(), "t")
	if diff := cmp.Diff([]string{"sc resume "}, b.ordered(1)); diff != "" {
		t.Errorf("orders (-want +got):\n%s", diff)
	}
}

func TestARefusedOrderSaysWhyAndCanBeGivenAgain(t *testing.T) {
	b := waiting(t)
	b.watch.OnDecide = func(replay.Order) error { return errors.New(tr("why.unknown")) }
	test.TypeOnCanvas(b.window.Canvas(), "r")
	b.queue.until(t, "the refusal", func() bool { return strings.Contains(b.live.bar.view.detail, tr("why.unknown")) })
	b.watch.OnDecide = nil
	test.TypeOnCanvas(b.window.Canvas(), "t")
	if diff := cmp.Diff([]string{"sc resume ", "sc retry "}, b.ordered(2)); diff != "" {
		t.Errorf("orders (-want +got):\n%s", diff)
	}
}

func TestARetryThatMayDoHarmAsksFirst(t *testing.T) {
	b := newBench(t, usual, nil)
	reports := steps(3, validation.Terminate)
	reports[2].Event.Action.Type = "type_text"
	reports[2].Assessment.Kind = "type_text"
	b.play(stage.Live("a", "x", "y", 46, replay.PhasePaused, reports))
	b.later(time.Second)
	test.TypeOnCanvas(b.window.Canvas(), "t")
	b.none()
	if got, want := b.live.bar.detail.Content(), tr("harm.type"); got != want {
		t.Errorf("the bar says %q, want %q", got, want)
	}
	test.TypeOnCanvas(b.window.Canvas(), "t")
	b.ordered(1)
}

func TestResumeWaitsForTheChecklist(t *testing.T) {
	b := newBench(t, usual, nil)
	reports := steps(3, validation.Terminate)
	reports[2].Event.Context.Checklist = []string{"identity", "side"}
	b.play(stage.Live("a", "x", "y", 46, replay.PhasePaused, reports))
	b.later(time.Second)
	test.TypeOnCanvas(b.window.Canvas(), "r")
	b.none()
	b.live.bar.ticked = 2
	b.live.bar.lockResume()
	test.TypeOnCanvas(b.window.Canvas(), "r")
	b.ordered(1)
}

func TestTheNoteGoesWithTheDecision(t *testing.T) {
	b := waiting(t)
	test.Type(b.live.bar.note, "looked at it")
	test.Tap(b.live.bar.ask[replay.DoResume])
	if diff := cmp.Diff([]string{"sc resume looked at it"}, b.ordered(1)); diff != "" {
		t.Errorf("orders (-want +got):\n%s", diff)
	}
}

func TestTheBarSaysWhetherTheAgentHasTheDecision(t *testing.T) {
	order := replay.Decision{Seq: 7, Action: replay.DoRetry, By: replay.BySupervisor}
	for name, c := range map[string]struct {
		delivered int
		want      string
	}{"not yet": {6, tr("pause.not_taken")}, "taken": {7, tr("pause.taken")}, "taken with a later one": {9, tr("pause.taken")}} {
		t.Run(name, func(t *testing.T) {
			reports := steps(2, validation.Terminate)
			reports[1].Decisions = append(reports[1].Decisions, order)
			reports[1].Delivered = c.delivered
			live := stage.Live("a", "x", "y", 46, replay.PhaseRunning, reports)
			v := viewPause(&live, reports[1], replayOrder(""), stage.At)
			if v.face != faceSent || v.detail != c.want {
				t.Errorf("face %d, %q: want %d, %q", v.face, v.detail, faceSent, c.want)
			}
		})
	}
}

func replayOrder(action string) order { return order{action: action} }

func TestAStepThatIsPausedOnceMoreIsDecidedOnceMore(t *testing.T) {
	b := waiting(t)
	test.TypeOnCanvas(b.window.Canvas(), "r")
	b.ordered(1)
	again := paused("a", 3)
	since := again.PausedSince.Add(time.Minute)
	again.PausedSince = &since
	b.play(again)
	b.later(time.Second)
	test.TypeOnCanvas(b.window.Canvas(), "t")
	if diff := cmp.Diff([]string{"sc resume ", "sc retry "}, b.ordered(2)); diff != "" {
		t.Errorf("orders (-want +got):\n%s", diff)
	}
}
