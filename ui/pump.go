package ui

import (
	"context"
	"sync/atomic"
	"time"

	"vigie/replay"
	"vigie/replay/settings"
)

// Run keeps the window up to date until ctx ends: it is the one pump between the supervisor and Fyne's goroutine. It
// returns when all its goroutines have ended, and must run while the app does.
func (w *Window) Run(ctx context.Context) {
	w.jobs.Go(func() { w.loader.Run(w.ctx) })
	defer w.p.Settings.Watch(func(_, _ settings.Values) { w.p.Dispatch(w.showSettings) })()
	var pending atomic.Pointer[replay.Snapshot]
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	w.offer(&pending)
	for {
		select {
		case <-ctx.Done():
			w.stop()
			w.jobs.Wait()
			return
		case <-w.p.Watch.Wake():
			w.offer(&pending)
		case <-tick.C:
			w.p.Dispatch(w.tick)
		}
	}
}

// offer hands the newest snapshot over. While one is waiting to be shown, it is replaced and no further update is
// queued, so that a burst of reports costs one update.
func (w *Window) offer(pending *atomic.Pointer[replay.Snapshot]) {
	if pending.Swap(w.p.Watch.Snapshot()) != nil {
		return
	}
	w.p.Dispatch(func() {
		if next := pending.Swap(nil); next != nil {
			w.update(next)
		}
	})
}

// update shows a snapshot.
func (w *Window) update(snapshot *replay.Snapshot) {
	w.snapshot = snapshot
	w.forgetOrders()
	w.showLive()
	w.showTitle()
	w.showBadge()
	w.announce()
}

// tick shows what changes with time alone.
func (w *Window) tick() {
	for _, fill := range w.refills {
		fill()
	}
	w.announce()
	switch now := w.now(); {
	case w.page == pageLive:
		w.showClocks(now)
	case w.page == pageSessions && w.sessions.opened == "" && now.Sub(w.listedAt) >= refreshEvery:
		w.listedAt = now
		w.sessions.refresh()
	}
}

// showTitle says in the title bar how many sessions wait.
func (w *Window) showTitle() {
	title := t("app.title")
	if count := pausedCount(w.snapshot); count > 0 {
		title = t("app.title_paused", gaps{"Count": count})
	}
	if w.window.Title() != title {
		w.window.SetTitle(title)
	}
}
