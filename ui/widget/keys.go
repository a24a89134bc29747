package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Keys takes the keys that a focused widget has no use for itself, so that the window's keys work whichever widget has
// the focus, except a text entry.
type Keys struct {
	Key  func(*fyne.KeyEvent)
	Rune func(rune)
}

// Button is a button that hands on the keys it does not use. Space presses it, Enter does not.
type Button struct {
	widget.Button
	keys    *Keys
	focused bool
}

// NewButton returns a button.
func NewButton(label string, icon fyne.Resource, keys *Keys, tapped func()) *Button {
	b := &Button{keys: keys}
	b.Text, b.Icon, b.OnTapped = label, icon, tapped
	b.ExtendBaseWidget(b)
	return b
}

// CreateRenderer draws the button, and a ring where it has the focus: Fyne tints the ground then, which cannot be seen on a
// button that is coloured.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	b.ExtendBaseWidget(b)
	r := &ringedRenderer{WidgetRenderer: b.Button.CreateRenderer(), button: b, ring: NewRing()}
	r.show()
	return r
}

// FocusGained draws the ring.
func (b *Button) FocusGained() {
	b.focused = true
	b.Button.FocusGained()
}

// FocusLost ends it.
func (b *Button) FocusLost() {
	b.focused = false
	b.Button.FocusLost()
}

// TypedKey hands on any key but Space, which writes a character next.
func (b *Button) TypedKey(event *fyne.KeyEvent) {
	if event.Name != fyne.KeySpace {
		b.keys.Key(event)
	}
}

// TypedRune presses the button on a space and hands on any other character. The character comes after the key: were it the
// key that presses, what the button opens would be written into.
func (b *Button) TypedRune(r rune) {
	if r == ' ' {
		b.Button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		return
	}
	b.keys.Rune(r)
}

// Tick is a check box that hands on the keys it does not use.
type Tick struct {
	widget.Check
	keys *Keys
}

// NewTick returns a check box.
func NewTick(label string, keys *Keys, changed func(bool)) *Tick {
	c := &Tick{keys: keys}
	c.Text, c.OnChanged = label, changed
	c.ExtendBaseWidget(c)
	return c
}

// TypedKey hands on the key.
func (c *Tick) TypedKey(event *fyne.KeyEvent) { c.keys.Key(event) }

// TypedRune ticks the box on a space and hands on any other character.
func (c *Tick) TypedRune(r rune) {
	if r == ' ' {
		c.Check.TypedRune(r)
		return
	}
	c.keys.Rune(r)
}

// List is a list that hands on the keys it does not use.
type List struct {
	widget.List
	keys   *Keys
	chosen int
	pitch  float32 // from one row to the next
}

// NewList returns a list of rows of one height.
func NewList(keys *Keys, length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject)) *List {
	l := &List{keys: keys, chosen: -1}
	l.Length, l.CreateItem, l.UpdateItem = length, create, update
	l.ExtendBaseWidget(l)
	return l
}

// Select chooses a row.
func (l *List) Select(id int) {
	l.chosen = id
	l.List.Select(id)
}

// UnselectAll chooses none.
func (l *List) UnselectAll() {
	l.chosen = -1
	l.List.UnselectAll()
}

// Resize keeps the chosen row in sight, where it was: a banner takes room from the list.
func (l *List) Resize(size fyne.Size) {
	if l.pitch == 0 {
		l.pitch = l.CreateItem().MinSize().Height + theme.Padding()
	}
	top := float32(l.chosen)*l.pitch - l.GetScrollOffset()
	seen := l.chosen >= 0 && top >= 0 && top < l.Size().Height
	l.List.Resize(size)
	if seen && size.Height > 0 && top+l.pitch > size.Height {
		l.ScrollTo(l.chosen)
	}
}

// TypedKey hands on every key but the space, which selects the row that has the focus.
func (l *List) TypedKey(event *fyne.KeyEvent) {
	if event.Name == fyne.KeySpace {
		l.List.TypedKey(event)
		return
	}
	l.keys.Key(event)
}

// TypedRune hands on the character.
func (l *List) TypedRune(r rune) { l.keys.Rune(r) }

// Entry is a line of text. Escape leaves it; Enter does nothing.
type Entry struct {
	widget.Entry
	// OnEscape is called on Escape.
	OnEscape func()
}

// NewEntry returns an empty entry.
func NewEntry(placeholder string) *Entry {
	e := &Entry{}
	e.PlaceHolder = placeholder
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey leaves the entry on Escape.
func (e *Entry) TypedKey(event *fyne.KeyEvent) {
	if event.Name == fyne.KeyEscape {
		if e.OnEscape != nil {
			e.OnEscape()
		}
		return
	}
	e.Entry.TypedKey(event)
}
