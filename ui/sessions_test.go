package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
)

// stored is a window on the list of n sessions; the first has reports.
func stored(t *testing.T, n int) *bench {
	t.Helper()
	b := newBench(t, usual, nil)
	b.archive.Stored = stage.Archived(n)
	b.archive.Kept["stored-0"] = steps(4, validation.Terminate)
	b.goTo(pageSessions)
	b.queue.until(t, "the list", func() bool { return len(b.sessions.found) == n })
	return b
}

func TestAStoredSessionOpensAtItsFirstProblem(t *testing.T) {
	b := stored(t, 3)
	b.sessions.list.Select(0)
	b.queue.until(t, "the session", func() bool { return len(b.sessions.reports) == 4 })
	if b.sessions.event != "sd" || !b.sessions.detail.Visible() || b.sessions.table.Visible() {
		t.Errorf("step %q is shown, want sd in the session's view", b.sessions.event)
	}
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	b.typedRune('r')
	if b.sessions.event != "sc" || len(b.orders) != 0 {
		t.Errorf("step %q, orders %v: want sc and none", b.sessions.event, b.orders)
	}
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if !b.sessions.table.Visible() {
		t.Error("Escape does not go back to the list")
	}
}

func TestDecisionsAndNotesStandInAStoredStep(t *testing.T) {
	r := steps(1, validation.Terminate)[0]
	r.Decisions = append(r.Decisions, replay.Decision{Seq: 2, Action: replay.DoResume, By: replay.BySupervisor, Who: "anna", Note: "checked by phone", At: stage.At})
	v := viewCard(r)
	got := []string{v.decisions[0].note, strings.Split(v.decisions[0].title, " · ")[0], strings.Split(v.decisions[0].title, " · ")[1], strings.Split(v.decisions[1].title, " · ")[1]}
	if diff := cmp.Diff([]string{"checked by phone", "Resume", "anna", "validator"}, got); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

func TestAStoreThatCannotBeReadSaysSo(t *testing.T) {
	b := newBench(t, usual, nil)
	b.archive.Err = errors.New("page 7 is damaged")
	b.goTo(pageSessions)
	b.queue.until(t, "the message", func() bool { return strings.Contains(b.sessions.message.Text, tr("why.unknown")) })
	if !b.sessions.message.Visible() {
		t.Error("the message is hidden")
	}
}

func TestTheListIsReadAgainWhileItIsOnScreen(t *testing.T) {
	b := stored(t, 3)
	b.archive.Stored = stage.Archived(5)
	b.tick()
	b.later(refreshEvery)
	b.tick()
	b.queue.until(t, "the longer list", func() bool { return len(b.sessions.found) == 5 })
}

func TestADroppedBundleIsImported(t *testing.T) {
	b := newBench(t, usual, nil)
	b.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI("/tmp/bundle.zip")})
	b.queue.until(t, "the import", func() bool { return b.ended(1) })
	b.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI("/tmp/folder/session.json")})
	b.queue.until(t, "the second import", func() bool { return b.ended(2) })
	if diff := cmp.Diff([]string{"/tmp/bundle.zip", "/tmp/folder"}, b.imports); diff != "" {
		t.Errorf("imports (-want +got):\n%s", diff)
	}
}

// ended says whether n works are there and all are done.
func (b *bench) ended(n int) bool {
	for _, j := range b.running {
		if !j.ended {
			return false
		}
	}
	return len(b.running) == n
}

func TestABannerIsShownOnceAndGoes(t *testing.T) {
	b := newBench(t, usual, nil)
	b.ShowBanner(BannerPortTaken, "127.0.0.1:7789")
	b.ShowBanner(BannerPortTaken, "127.0.0.1:7790")
	b.ShowBanner(BannerStoreLocked, "")
	b.queue.run()
	if diff := cmp.Diff([]banner{{kind: BannerPortTaken, detail: "127.0.0.1:7790"}, {kind: BannerStoreLocked}}, b.banners, cmp.AllowUnexported(banner{})); diff != "" {
		t.Errorf("banners (-want +got):\n%s", diff)
	}
	b.HideBanner(BannerPortTaken)
	b.queue.run()
	if len(b.banners) != 1 || len(b.bannerBox.Objects) != 1 {
		t.Errorf("%d banners are left, want 1", len(b.banners))
	}
}

func TestTheFirstStartOffersTheDemo(t *testing.T) {
	b := newBench(t, usual, nil)
	if !b.live.start.Visible() || b.live.watch.Visible() {
		t.Fatal("without a session, the start page is not shown")
	}
	b.p.PlayDemo()
	b.play(running("a", 1))
	if b.demos != 1 || b.live.start.Visible() || !b.live.watch.Visible() {
		t.Error("with a session, the start page is still shown")
	}
}

func TestTheTokenIsHiddenUntilAskedFor(t *testing.T) {
	if got := concealed("secret", false); strings.Contains(got, "s") {
		t.Errorf("concealed token %q", got)
	}
	if got := concealed("secret", true); got != "secret" {
		t.Errorf("shown token %q", got)
	}
	if got := concealed("", true); got != tr("settings.none") {
		t.Errorf("no address is %q", got)
	}
	for _, line := range strings.Split(example("127.0.0.1:7788", "…"), "\n") {
		if len(line) > 100 {
			t.Errorf("example's line is %d long: %s", len(line), line)
		}
	}
}

func TestAnAnswerThatALaterOneHasOvertakenIsDropped(t *testing.T) {
	b := newBench(t, usual, nil)
	p := b.sessions
	early, late := p.reads.begin(), p.reads.begin()
	p.listed(late, index(stage.Archived(3)), nil, nil)
	p.listed(early, index(stage.Archived(9)), nil, nil)
	if len(p.all) != 3 {
		t.Errorf("%d sessions after the earlier list came late, want 3", len(p.all))
	}
	b.queue.until(t, "the list", func() bool { return len(p.found) == 3 })
	early, late = p.seeks.begin(), p.seeks.begin()
	p.sought(late, b.query, p.found[:2])
	p.sought(early, b.query, p.found[:1])
	if len(p.found) != 2 {
		t.Errorf("%d found after the earlier search came late, want 2", len(p.found))
	}
}

func TestABurstOfReportsCostsOneUpdate(t *testing.T) {
	b := newBench(t, usual, nil)
	for n := range 20 {
		b.watch.Show(&replay.Snapshot{Sessions: []replay.Live{running("a", n+1)}})
	}
	b.queue.until(t, "the newest snapshot", func() bool { return b.shown != nil && b.shown.Event.StepIndex == 20 })
}

func TestRunEndsWithItsContext(t *testing.T) {
	b := newBench(t, usual, nil) // its clean-up waits for Run
	b.play(running("a", 1))
	b.later(time.Second)
}

func TestNothingIsOfferedThatNeedsAnAddressWhereThereIsNone(t *testing.T) {
	for name, address := range map[string]string{"an address": "127.0.0.1:7788", "none": ""} {
		b := newBench(t, usual, nil)
		b.p.Address = func() string { return address }
		buttons := map[string]*own.Button{}
		for _, object := range test.LaidOutObjects(b.newStartPage()) {
			if button, ok := object.(*own.Button); ok {
				buttons[button.Text] = button
			}
		}
		if demo := buttons[tr("start.demo")]; demo == nil || demo.Disabled() != (address == "") {
			t.Errorf("%s: the demo can be played: %v", name, demo != nil && !demo.Disabled())
		}
		if _, there := buttons[tr("start.copy")]; there != (address != "") {
			t.Errorf("%s: an example can be copied: %v", name, there)
		}
	}
}
