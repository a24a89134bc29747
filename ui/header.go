package ui

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// header says which session is shown and how far it is.
type header struct {
	sign   *own.Sign
	title  *own.Text
	agent  *own.Text // below the title; nil where it stands behind it
	phase  *own.Text
	steps  *own.Text
	bar    *own.Bar
	counts *counts
	clock  *own.Text
	root   fyne.CanvasObject
}

func newHeader(lead fyne.CanvasObject) *header {
	h := &header{
		sign: own.NewSign(own.Dash, colorQuiet, 18), title: own.NewText("").Bold().Sized(theme.SizeNameSubHeadingText).Shrinking(),
		phase: own.NewText("").Bold().Shrinking(), steps: own.NewText("").Aligned(fyne.TextAlignTrailing).Shrinking(), bar: own.NewBar(8),
		counts: newCounts(34), clock: own.NewText("").Mono().Aligned(fyne.TextAlignTrailing),
	}
	progress := container.New(own.Stacked{Gap: 2}, h.steps, h.bar)
	columns := own.Columns{Widths: []float32{20, -1, 168, 148, 0, 60}, Gap: 8}
	parts := []fyne.CanvasObject{h.sign, h.title, h.phase, progress, h.counts.root, h.clock}
	if lead != nil {
		// A stored session makes no progress: its bar and its step give their place to the way back. With what can be done
		// with it on the other side, the title has the room for both its parts below each other only.
		h.title.Sized(theme.SizeNameText)
		h.agent = own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
		columns.Widths = []float32{0, 20, -1, 96, 0, 64}
		parts = []fyne.CanvasObject{lead, h.sign, container.New(own.Stacked{}, h.title, h.agent), h.phase, h.counts.root, h.clock}
	}
	h.root = own.Sized(0, 38, own.NewPanel(container.New(columns, parts...), colorCard, 10, 3, 0))
	return h
}

func (h *header) show(v sessionView) {
	h.sign.Set(v.phase.sign, v.phase.color)
	if h.agent != nil {
		h.title.SetText(v.workflow)
		h.agent.SetText(v.agent)
	} else {
		h.title.SetParts(v.workflow, strings.TrimPrefix(v.title, v.workflow))
	}
	if v.silent != "" {
		h.phase.Set(v.silent, colorContinue)
	} else {
		h.phase.Set(v.phase.word, v.phase.color)
	}
	h.steps.SetText(v.steps)
	h.bar.Set(0, own.Part{Share: v.progress, Color: theme.ColorNamePrimary})
	h.counts.show(v.counts)
	h.clock.SetText(v.clock)
}

// counts are the numbers of steps by verdict, each with its sign.
type counts struct {
	numbers [3]*own.Text
	root    *fyne.Container
}

// newCounts makes the numbers, each with room of a width.
func newCounts(room float32) *counts {
	c := &counts{}
	var parts []fyne.CanvasObject
	for n, m := range []mark{{own.Check, colorComplete, ""}, {own.Dots, colorContinue, ""}, {own.Cross, colorFailed, ""}} {
		c.numbers[n] = own.NewText("0").Bold()
		parts = append(parts, own.NewSign(m.sign, m.color, 13), c.numbers[n])
	}
	c.root = container.New(own.Columns{Widths: []float32{13, room, 13, room, 13, room}, Gap: 4}, parts...)
	return c
}

func (c *counts) show(numbers [3]string) {
	for n, text := range numbers {
		c.numbers[n].SetText(text)
	}
}

// strip is the row of live sessions, the paused ones first.
type strip struct {
	keys    *own.Keys
	pick    func(session string)
	buttons []*own.Button
	ids     []string
	row     *fyne.Container
	scroll  *container.Scroll
	root    fyne.CanvasObject
}

func newStrip(keys *own.Keys, pick func(session string)) *strip {
	s := &strip{keys: keys, pick: pick, row: container.NewHBox()}
	s.scroll = container.NewHScroll(s.row)
	s.root = own.Sized(0, 38, own.NewPanel(s.scroll, theme.ColorNameHeaderBackground, 6, 3, 0))
	return s
}

// stripTitle is how much of a session's title a button of the strip shows at least; few sessions share stripRoom.
const (
	stripTitle = 30
	stripRoom  = 80
)

func (s *strip) show(views []sessionView, chosen string) {
	for len(s.buttons) < len(views) {
		n := len(s.buttons)
		s.ids = append(s.ids, "")
		s.buttons = append(s.buttons, own.NewButton("", nil, s.keys, func() { s.pick(s.ids[n]) }))
		s.row.Add(s.buttons[n])
	}
	changed := false
	for n, button := range s.buttons {
		if there := n < len(views); there != button.Visible() {
			changed = true
			show(button, there)
		}
		if n < len(views) {
			s.ids[n] = views[n].id
			changed = setChip(button, &views[n], views[n].id == chosen, max(stripTitle, stripRoom/len(views))) || changed
		}
	}
	if changed {
		s.row.Refresh()
		s.scroll.Refresh()
	}
}

// chipTitle is a session's title in so many letters. The agent's name stays whole where it can: it tells two replays of one
// workflow apart.
func chipTitle(v *sessionView, room int) string {
	title, least := []rune(v.title), room/2
	if len(title) <= room {
		return v.title
	}
	if keep := room - utf8.RuneCountInString(" · "+v.agent); v.agent != "" && keep >= least {
		return strings.TrimRight(string([]rune(v.workflow)[:keep-1]), " ,:") + "… · " + v.agent
	}
	return string(title[:room-1]) + "…"
}

// setChip shows a session on its button, with room letters of its title, and says whether that changed anything.
func setChip(button *own.Button, v *sessionView, chosen bool, room int) bool {
	text := chipTitle(v, room) + "  " + v.short
	icon, importance := theme.MediaPlayIcon(), widget.MediumImportance
	switch {
	case v.paused:
		icon, importance = theme.MediaPauseIcon(), widget.WarningImportance
	case v.ended:
		icon = theme.MediaStopIcon()
	}
	if chosen {
		importance = widget.HighImportance
	}
	if button.Text == text && button.Icon == icon && button.Importance == importance {
		return false
	}
	button.Text, button.Icon, button.Importance = text, icon, importance
	button.Refresh()
	return true
}
