package ui

import (
	"unicode"

	"fyne.io/fyne/v2"

	"vigie/replay"
)

// typedKey handles the keys that no entry has taken. Enter is not among them.
func (w *Window) typedKey(event *fyne.KeyEvent) {
	if w.window.Canvas().Overlays().Top() != nil {
		return
	}
	switch event.Name {
	case fyne.KeyUp, fyne.KeyLeft:
		w.move(-1, false)
	case fyne.KeyDown, fyne.KeyRight:
		w.move(1, false)
	case fyne.KeyEscape:
		w.escape()
	}
}

// escape goes one level back.
func (w *Window) escape() {
	switch {
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
	default:
		w.pictureKey(r)
	}
}

// decisionKeys are the keys of the pause bar.
var decisionKeys = map[rune]string{'r': replay.DoResume, 't': replay.DoRetry, 'c': replay.DoRecheck, 'a': replay.DoAbort}

// pictureKey handles the keys of the pictures on screen.
func (w *Window) pictureKey(r rune) {
	p := w.live.steps.pane
	switch {
	case w.page == pageSessions && w.sessions.opened != "":
		p = w.sessions.steps.pane
	case w.page != pageLive:
		return
	}
	switch r {
	case '0', 'à': // the key of 0 on a French keyboard without shift
		p.fit()
	case 'x':
		p.oneToOne()
	case 'z':
		p.zoomRegion()
	case 'o':
		p.toggleMarks()
	}
}
