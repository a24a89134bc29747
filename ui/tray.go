package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"vigie/replay"
)

// Tray is the place for an icon with a menu in the desktop's bar. Fyne's desktop.App is one.
type Tray interface {
	SetSystemTrayMenu(menu *fyne.Menu)
	SetSystemTrayIcon(icon fyne.Resource)
}

// showTray lists the sessions that wait in the tray's menu; each entry brings its step up. Nothing happens when the menu
// is that already.
func (w *Window) showTray() {
	if w.p.Tray == nil {
		return
	}
	labels := []string{t("tray.open"), t("tray.quit")}
	var items []*fyne.MenuItem
	for i := range w.snapshot.Sessions {
		l := &w.snapshot.Sessions[i]
		if l.Phase != replay.PhasePaused {
			continue
		}
		label, id := t("tray.waits", gaps{"Workflow": workflowOf(&l.Summary), "Step": l.Steps}), l.Session.ID
		labels = append(labels, label, id)
		items = append(items, fyne.NewMenuItem(label, func() { w.bringUp(id) }))
	}
	if slices.Equal(labels, w.trayed) {
		return
	}
	w.trayed = labels
	if len(items) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	quit := fyne.NewMenuItem(labels[1], w.askClose)
	quit.IsQuit = true
	items = append(items, fyne.NewMenuItem(labels[0], func() { w.bringUp("") }), quit)
	w.p.Tray.SetSystemTrayMenu(fyne.NewMenu(t("app.title"), items...))
}

// bringUp shows the window in front of all others, with the newest step of a session; without one, as it was left.
func (w *Window) bringUp(session string) {
	w.window.Show()
	w.window.RequestFocus()
	if session != "" && liveOf(w.snapshot, session) != nil {
		w.goTo(pageLive)
		w.pickSession(session)
	}
}
