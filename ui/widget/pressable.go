package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Pressable is what drawn things that can be pressed have in common: a tap or a space presses them, they know whether the
// pointer or the focus is on them, and they hand on the keys they have no use for. A widget embeds it, and calls its own
// ExtendBaseWidget.
type Pressable struct {
	widget.BaseWidget
	keys    *Keys
	tapped  func()
	hovered bool
	focused bool
}

// MakePressable returns what a widget embeds; tapped is called when it is pressed.
func MakePressable(keys *Keys, tapped func()) Pressable { return Pressable{keys: keys, tapped: tapped} }

// Hovered says whether the pointer is on it.
func (p *Pressable) Hovered() bool { return p.hovered }

// Focused says whether the focus is on it.
func (p *Pressable) Focused() bool { return p.focused }

// Tapped presses it.
func (p *Pressable) Tapped(*fyne.PointEvent) { p.tapped() }

// MouseIn shows that it can be pressed.
func (p *Pressable) MouseIn(*desktop.MouseEvent) { p.hovered = true; p.Refresh() }

// MouseMoved does nothing.
func (p *Pressable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends what MouseIn showed.
func (p *Pressable) MouseOut() { p.hovered = false; p.Refresh() }

// FocusGained draws the focus.
func (p *Pressable) FocusGained() { p.focused = true; p.Refresh() }

// FocusLost ends it.
func (p *Pressable) FocusLost() { p.focused = false; p.Refresh() }

// TypedKey hands on any key but Space, which writes a character next.
func (p *Pressable) TypedKey(event *fyne.KeyEvent) {
	if event.Name != fyne.KeySpace {
		p.keys.Key(event)
	}
}

// TypedRune presses it on a space, as [Button] is pressed, and hands on any other character.
func (p *Pressable) TypedRune(r rune) {
	if r == ' ' {
		p.tapped()
		return
	}
	p.keys.Rune(r)
}
