package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// SignKind is the shape of a sign. Signs are drawn, because the window's font has no glyphs for them, and told apart by
// shape, because colour alone tells nobody enough.
type SignKind uint8

// The signs.
const (
	NoSign  SignKind = iota
	Check            // it worked
	Dots             // not settled yet
	Cross            // it failed
	Dash             // nothing to say
	Pause            // waits for a person
	Play             // runs
	Stop             // ended
	Acted            // where the agent acted
	Planned          // where the agent meant to act
	Decided          // the region that decided
	Looked           // another region that was looked at
	Words            // words that were read
	Dialog           // a dialog
	Changed          // a place that changed
)

// stroke is a line from (x1, y1) to (x2, y2) in a square of 1×1.
type stroke struct{ x1, y1, x2, y2 float32 }

const maxStrokes = 8

// strokes are the shapes of the signs.
var strokes = map[SignKind][]stroke{
	Check:   {{.14, .54, .4, .8}, {.4, .8, .88, .22}},
	Dots:    {{.08, .5, .26, .5}, {.41, .5, .59, .5}, {.74, .5, .92, .5}},
	Cross:   {{.2, .2, .8, .8}, {.8, .2, .2, .8}},
	Dash:    {{.28, .5, .72, .5}},
	Pause:   {{.34, .2, .34, .8}, {.66, .2, .66, .8}},
	Play:    {{.28, .16, .82, .5}, {.82, .5, .28, .84}, {.28, .84, .28, .16}},
	Stop:    box(.22, .22, .78, .78),
	Acted:   {{.5, .05, .5, .95}, {.05, .5, .95, .5}},
	Planned: {{.5, .08, .92, .5}, {.92, .5, .5, .92}, {.5, .92, .08, .5}, {.08, .5, .5, .08}},
	Decided: corners(.08, .2, .92, .8),
	Looked:  box(.1, .22, .9, .78),
	Words:   {{.06, .78, .94, .78}, {.2, .66, .38, .22}, {.38, .22, .56, .66}, {.27, .5, .49, .5}},
	Changed: append(box(.18, .3, .82, .9), stroke{.18, .3, .02, .12}, stroke{.82, .3, .98, .12}),
	Dialog:  append(box(.06, .14, .94, .86), stroke{.06, .36, .94, .36}),
}

func box(x1, y1, x2, y2 float32) []stroke {
	return []stroke{{x1, y1, x2, y1}, {x2, y1, x2, y2}, {x2, y2, x1, y2}, {x1, y2, x1, y1}}
}

// corners are a box's four corners, each of two strokes.
func corners(x1, y1, x2, y2 float32) []stroke {
	const part = .28
	w, h := (x2-x1)*part, (y2-y1)*part*1.3
	return []stroke{
		{x1, y1, x1 + w, y1},
		{x1, y1, x1, y1 + h},
		{x2, y1, x2 - w, y1},
		{x2, y1, x2, y1 + h},
		{x1, y2, x1 + w, y2},
		{x1, y2, x1, y2 - h},
		{x2, y2, x2 - w, y2},
		{x2, y2, x2, y2 - h},
	}
}

// Sign is a drawn sign.
type Sign struct {
	widget.BaseWidget
	kind  SignKind
	color fyne.ThemeColorName
	side  float32
}

// NewSign returns a sign in a square of the given side.
func NewSign(kind SignKind, color fyne.ThemeColorName, side float32) *Sign {
	s := &Sign{kind: kind, color: color, side: side}
	s.ExtendBaseWidget(s)
	return s
}

// Set changes the sign; nothing happens when it is that already.
func (s *Sign) Set(kind SignKind, color fyne.ThemeColorName) {
	if s.kind == kind && s.color == color {
		return
	}
	s.kind, s.color = kind, color
	s.Refresh()
}

// Kind is the sign's shape.
func (s *Sign) Kind() SignKind { return s.kind }

// CreateRenderer draws the sign by lines.
func (s *Sign) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	r := &signRenderer{sign: s}
	for i := range r.lines {
		r.lines[i] = canvas.NewLine(theme.Color(theme.ColorNameForeground))
		r.objects = append(r.objects, r.lines[i])
	}
	r.Refresh()
	return r
}

type signRenderer struct {
	sign    *Sign
	lines   [maxStrokes]*canvas.Line
	objects []fyne.CanvasObject
}

func (r *signRenderer) Layout(size fyne.Size) {
	side := min(size.Width, size.Height, max(r.sign.side, 1))
	dx, dy := (size.Width-side)/2, (size.Height-side)/2
	shape, width := strokes[r.sign.kind], max(1.5, side/8)
	if r.sign.kind == Dots {
		width = side * .18 // square dots
	}
	for i, line := range r.lines {
		line.Hidden = i >= len(shape)
		if line.Hidden {
			continue
		}
		line.StrokeWidth = width
		line.Position1 = fyne.NewPos(dx+shape[i].x1*side, dy+shape[i].y1*side)
		line.Position2 = fyne.NewPos(dx+shape[i].x2*side, dy+shape[i].y2*side)
	}
}

func (r *signRenderer) Refresh() {
	color := theme.Color(r.sign.color)
	for _, line := range r.lines {
		line.StrokeColor = color
	}
	r.Layout(r.sign.Size())
	for _, line := range r.lines {
		line.Refresh()
	}
}

func (r *signRenderer) MinSize() fyne.Size           { return fyne.NewSquareSize(r.sign.side) }
func (r *signRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *signRenderer) Destroy()                     {}
