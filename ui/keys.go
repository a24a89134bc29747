package ui

import (
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"vigie/replay"
)

// typedKey handles the keys that no entry has taken. Enter is not among them.
func (w *Window) typedKey(event *fyne.KeyEvent) {
	if w.window.Canvas().Overlays().Top() != nil {
		w.modalKey(event)
		return
	}
	if to, ok := directions[event.Name]; ok && w.shifted() {
		w.pan(to.x, to.y)
		return
	}
	if w.page == pageSettings {
		w.settings.key(event.Name)
		return
	}
	if w.page == pageSessions && w.sessions.key(event.Name) {
		return
	}
	switch event.Name {
	case fyne.KeyUp, fyne.KeyLeft:
		w.move(-1, false)
	case fyne.KeyDown, fyne.KeyRight:
		w.move(1, false)
	case fyne.KeyEscape:
		w.escape()
	case fyne.KeyPageUp:
		w.nextSession(-1)
	case fyne.KeyPageDown:
		w.nextSession(1)
	case fyne.KeyF1:
		w.showShortcuts()
	}
}

// directions are where the arrows point, to the right and down.
var directions = map[fyne.KeyName]struct{ x, y float64 }{
	fyne.KeyLeft: {-1, 0}, fyne.KeyRight: {1, 0}, fyne.KeyUp: {0, -1}, fyne.KeyDown: {0, 1},
}

// escape goes one level back.
func (w *Window) escape() {
	p := w.pane()
	switch {
	case p != nil && p.zones.opened():
		p.zones.close()
	case w.page == pageSessions && w.sessions.opened != "":
		w.sessions.close()
	case w.page == pageLive:
		w.live.bar.cancel()
	}
}

// typedRune handles letters. They are taken by what they write and not by where they are, so that they are the same on
// every keyboard layout.
func (w *Window) typedRune(r rune) {
	if w.window.Canvas().Overlays().Top() != nil {
		return
	}
	r = unicode.ToLower(r)
	if w.page == pageSessions && w.sessions.rune(r) {
		return
	}
	if action, ok := decisionKeys[r]; ok {
		if w.page == pageLive {
			w.live.bar.press(action)
		}
		return
	}
	switch r {
	case 'f':
		if w.page == pageLive {
			w.followLive()
		}
	case 'n':
		w.move(1, true)
	case 'p':
		w.move(-1, true)
	case 'g':
		w.goTo((w.page + 1) % page(len(w.pages))) //nolint:gosec // three pages
	case '?':
		w.showShortcuts()
	default:
		w.pictureKey(r)
	}
}

// decisionKeys are the keys of the pause bar.
var decisionKeys = map[rune]string{'r': replay.DoResume, 't': replay.DoRetry, 'c': replay.DoRecheck, 'a': replay.DoAbort}

// pictureKey handles the keys of the pictures on screen. Beside each digit stands what the same key writes without shift
// on a French keyboard.
func (w *Window) pictureKey(r rune) {
	p := w.pane()
	if p == nil {
		return
	}
	switch r {
	case '1', '&':
		p.look(compareBeside)
	case '2', 'é':
		p.look(compareSlider)
	case '3', '"':
		p.look(compareBlink)
	case '4', '\'':
		p.look(compareDifference)
	case '0', 'à':
		p.fit()
	case '+', '=':
		p.zoom(zoomStep)
	case '-':
		p.zoom(1 / zoomStep)
	case '<', ',':
		p.slide(-slideStep)
	case '>', '.', ';':
		p.slide(slideStep)
	case 'x':
		p.oneToOne()
	case 'z':
		p.zoomRegion()
	case 'o':
		p.toggleMarks()
	case 'm':
		p.toggleZones()
	}
}

// How far one press of a key zooms, pans and slides.
const (
	zoomStep  = 1.25
	panStep   = 0.15
	slideStep = 0.05
)

// pane is the pane on screen; nil when there is none.
func (w *Window) pane() *pane {
	switch {
	case w.page == pageSessions && w.sessions.opened != "":
		return w.sessions.steps.pane
	case w.page == pageLive:
		return w.live.steps.pane
	default:
		return nil
	}
}

// pan moves the pictures on screen by a part of their area.
func (w *Window) pan(x, y float64) {
	if p := w.pane(); p != nil {
		p.after.PanBy(x*panStep, y*panStep)
	}
}

// shifted says whether the shift key is held.
func shifted() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}
