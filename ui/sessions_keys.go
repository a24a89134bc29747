package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// sessionList is the list of sessions. The row that the keys are about is the page's to mark, so that it stays the same
// session when the list changes.
type sessionList struct {
	widget.List
	page *sessionsPage
}

func newSessionList(p *sessionsPage) *sessionList {
	l := &sessionList{page: p}
	l.Length = func() int { return len(p.found) }
	l.CreateItem = func() fyne.CanvasObject { return newSessionItem(p.w.keys) }
	l.UpdateItem = p.showItem
	l.OnSelected = func(id int) {
		l.Unselect(id)
		p.open(id)
	}
	l.ExtendBaseWidget(l)
	return l
}

// FocusGained marks the first row, where none is marked.
func (l *sessionList) FocusGained() {
	if l.page.at() < 0 {
		l.page.move(1)
	}
}

// FocusLost leaves the mark where it is.
func (l *sessionList) FocusLost() {}

// TypedKey opens the marked session on a space and hands on other keys.
func (l *sessionList) TypedKey(event *fyne.KeyEvent) {
	if event.Name == fyne.KeySpace {
		l.page.open(l.page.at())
		return
	}
	l.page.w.keys.Key(event)
}

// TypedRune hands on the character, but for the space.
func (l *sessionList) TypedRune(r rune) {
	if r != ' ' {
		l.page.w.keys.Rune(r)
	}
}

// key handles the keys of the list, and says whether it had a use for one.
func (p *sessionsPage) key(name fyne.KeyName) bool {
	if p.opened != "" {
		if name == fyne.KeyDelete {
			p.w.askDelete(&p.summary)
			return true
		}
		return false
	}
	if step, ok := listSteps[name]; ok {
		p.move(step)
		return true
	}
	at := p.at()
	if at < 0 {
		return false
	}
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		p.open(at)
	case fyne.KeyDelete:
		p.w.askDelete(p.found[at])
	default:
		return false
	}
	return true
}

// rune handles the letters of the page, and says whether it had a use for one.
func (p *sessionsPage) rune(r rune) bool {
	switch {
	case r == 'e' && p.opened != "":
		p.w.askExport(&p.summary)
	case p.opened != "":
		return false
	case r == '/':
		p.w.window.Canvas().Focus(p.filters.search)
	case r == 'i':
		p.w.chooseBundle()
	case r == 'e' && p.at() >= 0:
		p.w.askExport(p.found[p.at()])
	default:
		return false
	}
	return true
}

// listSteps are how far the keys of the list go.
var listSteps = map[fyne.KeyName]int{
	fyne.KeyUp: -1, fyne.KeyDown: 1, fyne.KeyPageUp: -10, fyne.KeyPageDown: 10, fyne.KeyHome: -1 << 30, fyne.KeyEnd: 1 << 30,
}

// move goes so many rows down the list.
func (p *sessionsPage) move(step int) {
	if len(p.found) == 0 {
		return
	}
	at := p.at()
	if at < 0 && step == 1 {
		at = -1 // the first press goes to the first row
	}
	at = min(len(p.found)-1, max(0, at+step))
	p.point(p.found[at].Session.ID)
	p.list.ScrollTo(at)
}

// at is the row that the keys are about; -1 when it is none of those that are listed.
func (p *sessionsPage) at() int {
	if p.current == "" {
		return -1
	}
	for i, s := range p.found {
		if s.Session.ID == p.current {
			return i
		}
	}
	return -1
}

// passOn makes the keys be about a neighbour of a session that goes, so that the next key does not begin at the top again.
func (p *sessionsPage) passOn(id string) {
	at := p.at()
	if at < 0 || p.current != id {
		return
	}
	next := at + 1
	if next == len(p.found) {
		next = at - 1
	}
	if next >= 0 {
		p.current = p.found[next].Session.ID
	}
}

// point makes the keys be about a session.
func (p *sessionsPage) point(id string) {
	p.current = id
	p.list.Refresh()
}
