package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"vigie/replay"
	own "vigie/ui/widget"
)

// livePage shows the live sessions, or how to begin while there is none.
type livePage struct {
	strip  *strip
	header *header
	steps  *stepView
	bar    *pauseBar
	start  fyne.CanvasObject
	watch  fyne.CanvasObject
	root   *fyne.Container
}

func (w *Window) newLivePage() *livePage {
	p := &livePage{
		strip: newStrip(w.keys, w.pickSession), header: newHeader(nil),
		steps: newStepView(w.loader, w.keys, w.toClipboard, w.pickStep, w.followLive), bar: newPauseBar(w.keys, w.decide, w.pickStep),
		start: w.newStartPage(),
	}
	w.letZones(p.steps.pane, func() string {
		if live := liveOf(w.snapshot, w.selection.session); live != nil {
			return live.Session.Workflow
		}
		return ""
	})
	p.steps.card.slot.Add(p.bar.ticks)
	p.bar.ticksChanged = p.steps.card.arrange
	p.bar.unfocus = func() { w.window.Canvas().Unfocus() }
	p.bar.focus = func(f fyne.Focusable) { w.window.Canvas().Focus(f) }
	p.watch = frame(container.NewVBox(w.withJudge(p.strip.root), p.header.root), p.bar.root, nil, nil, p.steps.root)
	p.root = container.New(own.Fixed{}, p.start, p.watch)
	p.watch.Hide()
	return p
}

// showLive shows the snapshot that the window has.
func (w *Window) showLive() {
	p, now := w.live, w.now()
	w.selection = settle(w.selection, w.snapshot)
	if none := len(w.snapshot.Sessions) == 0; none {
		p.watch.Hide()
		p.start.Show()
		w.shown = nil
		return
	}
	p.start.Hide()
	p.watch.Show()
	live := liveOf(w.snapshot, w.selection.session)
	shown := p.steps.show(live.Reports, w.selection.event, w.selection.follow)
	if shown == nil || w.shown == nil || shown.Event.ID != w.shown.Event.ID || shown.Event.SessionID != w.shown.Event.SessionID {
		w.shownSince = now
	}
	w.shown = shown
	w.showClocks(now)
}

// showClocks shows what changes with time alone.
func (w *Window) showClocks(now time.Time) {
	live := liveOf(w.snapshot, w.selection.session)
	if live == nil {
		return
	}
	w.chips = w.chips[:0]
	for i := range w.snapshot.Sessions {
		w.chips = append(w.chips, viewLive(&w.snapshot.Sessions[i], now))
	}
	w.live.strip.show(w.chips, w.selection.session)
	w.live.header.show(viewLive(live, now))
	var sent order
	if w.shown != nil {
		sent = w.orders[keyOf(live, w.shown.Event.ID)]
	}
	w.live.bar.show(viewPause(live, w.shown, sent, now))
}

// pickSession shows another live session, at its newest step.
func (w *Window) pickSession(id string) {
	w.selection = selection{session: id, follow: true}
	w.showLive()
}

// nextSession shows the live session that is by away from the shown one in the strip.
func (w *Window) nextSession(by int) {
	if w.page != pageLive {
		return
	}
	for n := range w.snapshot.Sessions {
		next := n + by
		if w.snapshot.Sessions[n].Session.ID == w.selection.session && next >= 0 && next < len(w.snapshot.Sessions) {
			w.pickSession(w.snapshot.Sessions[next].Session.ID)
			return
		}
	}
}

// pickStep shows a step and leaves it shown. Picking the newest one follows the session again.
func (w *Window) pickStep(event string) {
	live := liveOf(w.snapshot, w.selection.session)
	if live == nil || len(live.Reports) == 0 {
		return
	}
	w.selection.event = event
	w.selection.follow = live.Reports[len(live.Reports)-1].Event.ID == event
	w.showLive()
}

// followLive shows the newest step, and each one that comes.
func (w *Window) followLive() {
	w.selection.follow = true
	w.showLive()
}

// move picks the step that is by away from the one on screen; problems goes to the next that did not come out COMPLETE.
func (w *Window) move(by int, problems bool) {
	reports, event, pick := w.current()
	at := reportIndex(reports, event)
	next := at + by
	if problems {
		next = problem(reports, at, by)
	}
	if at >= 0 && next >= 0 && next < len(reports) {
		pick(reports[next].Event.ID)
	}
}

// current are the reports of the page on screen, the one that is shown, and how another one is picked.
func (w *Window) current() (reports []*replay.Report, event string, pick func(string)) {
	switch w.page {
	case pageLive:
		if live := liveOf(w.snapshot, w.selection.session); live != nil {
			return live.Reports, w.selection.event, w.pickStep
		}
	case pageSessions:
		return w.sessions.reports, w.sessions.event, w.sessions.pickStep
	}
	return nil, "", func(string) {}
}
