package widget

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Span is a piece of a text, marked or not.
type Span struct {
	Text   string
	Marked bool
}

// Marked is a monospaced text that wraps. Its marked pieces are coloured and underlined.
type Marked struct {
	widget.BaseWidget
	runes []markedRune
	color fyne.ThemeColorName
	width float32 // that it was laid out for
	lines [][]run
}

type markedRune struct {
	r      rune
	marked bool
}

// run is a piece of a line that is drawn in one way.
type run struct {
	text   string
	column int
	marked bool
}

// NewMarked returns a text whose marked pieces have a colour.
func NewMarked(spans []Span, color fyne.ThemeColorName) *Marked {
	m := &Marked{color: color}
	for _, span := range spans {
		for _, r := range span.Text {
			if r == '\n' || r == '\t' {
				r = ' '
			}
			m.runes = append(m.runes, markedRune{r, span.Marked})
		}
	}
	m.ExtendBaseWidget(m)
	m.wrap(0)
	return m
}

// cell is the size of a letter, with room for a line under it.
func (m *Marked) cell() fyne.Size {
	return fyne.MeasureText("0", theme.Size(theme.SizeNameText), fyne.TextStyle{Monospace: true}).AddWidthHeight(0, 2)
}

// wrap breaks the text into lines that fit into a width, at a space or a sign where there is one. A width of 0 is taken as
// without end.
func (m *Marked) wrap(width float32) {
	m.width, m.lines = width, m.lines[:0]
	columns := len(m.runes)
	if width > 0 {
		columns = max(1, int(width/m.cell().Width))
	}
	for rest := m.runes; len(rest) > 0; {
		line := rest[:min(columns, len(rest))]
		if len(rest) > columns {
			line = rest[:breakAt(rest, columns)]
		}
		m.lines = append(m.lines, runs(line))
		if rest = rest[len(line):]; len(rest) > 0 && rest[0].r == ' ' {
			rest = rest[1:]
		}
	}
}

// breakAt is how many letters the next line takes, of at most columns.
func breakAt(rest []markedRune, columns int) int {
	for n := columns; n > columns/3; n-- {
		if strings.ContainsRune(" /.-_,;:", rest[n-1].r) || n < len(rest) && rest[n].r == ' ' {
			return n
		}
	}
	return columns
}

// runs divides a line where marks begin and end.
func runs(line []markedRune) []run {
	var all []run
	for n := 0; n < len(line); {
		end := n
		for end < len(line) && line[end].marked == line[n].marked {
			end++
		}
		text := make([]rune, 0, end-n)
		for _, r := range line[n:end] {
			text = append(text, r.r)
		}
		all = append(all, run{text: string(text), column: n, marked: line[n].marked})
		n = end
	}
	return all
}

// Lines are the lines as they are broken now, their marked pieces in brackets.
func (m *Marked) Lines() []string {
	var all []string
	for _, line := range m.lines {
		text := ""
		for _, r := range line {
			if r.marked {
				text += "[" + r.text + "]"
			} else {
				text += r.text
			}
		}
		all = append(all, text)
	}
	return all
}

// CreateRenderer draws the lines.
func (m *Marked) CreateRenderer() fyne.WidgetRenderer {
	m.ExtendBaseWidget(m)
	r := &markedRenderer{text: m}
	r.Refresh()
	return r
}

type markedRenderer struct {
	text    *Marked
	objects []fyne.CanvasObject
}

func (r *markedRenderer) Layout(size fyne.Size) {
	if size.Width != r.text.width {
		r.text.wrap(size.Width)
		r.Refresh()
	}
}

func (r *markedRenderer) Refresh() {
	cell := r.text.cell()
	r.objects = r.objects[:0]
	for n, line := range r.text.lines {
		for _, piece := range line {
			r.draw(piece, fyne.NewPos(float32(piece.column)*cell.Width, float32(n)*cell.Height), cell)
		}
	}
	canvas.Refresh(r.text)
}

// draw adds a piece of a line.
func (r *markedRenderer) draw(piece run, at fyne.Position, cell fyne.Size) {
	text := canvas.NewText(piece.text, theme.Color(theme.ColorNameForeground))
	text.TextSize, text.TextStyle = theme.Size(theme.SizeNameText), fyne.TextStyle{Monospace: true}
	text.Move(at)
	text.Resize(text.MinSize())
	r.objects = append(r.objects, text)
	if !piece.marked {
		return
	}
	text.Color = theme.Color(r.text.color)
	under := canvas.NewRectangle(text.Color)
	under.Move(at.AddXY(0, cell.Height-2))
	under.Resize(fyne.NewSize(float32(len([]rune(piece.text)))*cell.Width, 2))
	r.objects = append(r.objects, under)
}

// MinSize is as high as the lines are in the width that the text has now.
func (r *markedRenderer) MinSize() fyne.Size {
	cell := r.text.cell()
	return fyne.NewSize(cell.Width*4, cell.Height*float32(max(1, len(r.text.lines)))+2)
}

func (r *markedRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *markedRenderer) Destroy()                     {}
