package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Names of the overlays' colours in the theme. Halo is drawn under every line, so that it stands out on any screenshot.
const (
	ColorHalo    fyne.ThemeColorName = "vigieOverlayHalo"
	ColorDecided fyne.ThemeColorName = "vigieOverlayDecided"
	ColorLooked  fyne.ThemeColorName = "vigieOverlayLooked"
	ColorWords   fyne.ThemeColorName = "vigieOverlayWords"
	ColorDialog  fyne.ThemeColorName = "vigieOverlayDialog"
	ColorActed   fyne.ThemeColorName = "vigieOverlayActed"
	ColorPlanned fyne.ThemeColorName = "vigieOverlayPlanned"
	ColorChanged fyne.ThemeColorName = "vigieOverlayChanged"
	// ColorZone covers the zones that are drawn; what lies under them can still be seen.
	ColorZone fyne.ThemeColorName = "vigieOverlayZone"
)

// maxWords bounds how many words are marked on a picture.
const maxWords = 300

// Box is a marked rectangle of a screenshot, in its pixels. Kind is Decided, Looked, Words, Dialog or Changed.
type Box struct {
	Kind SignKind
	Rect image.Rectangle
}

// Spot is a point of a screenshot as a fraction 0…1 of its width and height.
type Spot struct{ X, Y float64 }

// Overlay is what is drawn over a screenshot.
type Overlay struct {
	Boxes []Box
	// Planned and Acted are where the agent meant to act and where it acted; nil when not known.
	Planned, Acted *Spot
}

// end is an end of a line: a point in picture pixels, or a fraction of the picture.
type end struct {
	pixel image.Point
	spot  *Spot
}

// line is a line of an overlay: both ends are points of the picture, moved by a distance that does not grow with it.
type line struct {
	a, b   end
	da, db fyne.Position
	color  fyne.ThemeColorName
	width  float32
	halo   *canvas.Line
	stroke *canvas.Line
}

// lines draws an overlay by lines only, from the faintest to the most important.
func (o Overlay) lines() []*line {
	var all []*line
	words := 0
	for _, kind := range []SignKind{Looked, Changed, Words, Dialog, Decided} {
		for _, b := range o.Boxes {
			if b.Kind != kind || b.Rect.Empty() {
				continue
			}
			if words += b2i(kind == Words); words > maxWords && kind == Words {
				break
			}
			all = append(all, boxLines(b)...)
		}
	}
	return append(all, o.pointLines()...)
}

func b2i(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// boxLines draws one box in the way of its kind: words are underlined, a dialog has a second frame, the region that
// decided has strong corners.
func boxLines(b Box) []*line {
	r := b.Rect
	switch b.Kind {
	case Words:
		return []*line{{a: px(image.Pt(r.Min.X, r.Max.Y)), b: px(r.Max), color: ColorWords, width: 1.5}}
	case Dialog:
		return append(frameLines(r, 0, ColorDialog, 2), frameLines(r, 5, ColorDialog, 1)...)
	case Changed:
		return append(frameLines(r, 2, ColorChanged, 1.5), tickLines(r)...)
	case Decided:
		return append(frameLines(r, 0, ColorDecided, 1.5), cornerLines(r, ColorDecided)...)
	default:
		return frameLines(r, 0, ColorLooked, 1)
	}
}

// frameLines are a rectangle's four sides, moved outwards by out.
func frameLines(r image.Rectangle, out float32, color fyne.ThemeColorName, width float32) []*line {
	tl, tr, br, bl := px(r.Min), px(image.Pt(r.Max.X, r.Min.Y)), px(r.Max), px(image.Pt(r.Min.X, r.Max.Y))
	dtl, dtr, dbr, dbl := fyne.NewPos(-out, -out), fyne.NewPos(out, -out), fyne.NewPos(out, out), fyne.NewPos(-out, out)
	return []*line{
		{a: tl, b: tr, da: dtl, db: dtr, color: color, width: width},
		{a: tr, b: br, da: dtr, db: dbr, color: color, width: width},
		{a: br, b: bl, da: dbr, db: dbl, color: color, width: width},
		{a: bl, b: tl, da: dbl, db: dtl, color: color, width: width},
	}
}

// tickLines are short lines that stick out of a rectangle's upper corners, by which its frame is told from others.
func tickLines(r image.Rectangle) []*line {
	const out, long = 2, 7
	left, right := px(r.Min), px(image.Pt(r.Max.X, r.Min.Y))
	return []*line{
		{a: left, b: left, da: fyne.NewPos(-out, -out), db: fyne.NewPos(-out-long, -out-long), color: ColorChanged, width: 2},
		{a: right, b: right, da: fyne.NewPos(out, -out), db: fyne.NewPos(out+long, -out-long), color: ColorChanged, width: 2},
	}
}

// cornerLines are thick corners around a rectangle, of the same length at every zoom.
func cornerLines(r image.Rectangle, color fyne.ThemeColorName) []*line {
	const out, long = 4, 12
	var all []*line
	for _, c := range []struct {
		p    image.Point
		x, y float32
	}{{r.Min, -1, -1}, {image.Pt(r.Max.X, r.Min.Y), 1, -1}, {r.Max, 1, 1}, {image.Pt(r.Min.X, r.Max.Y), -1, 1}} {
		tip := fyne.NewPos(c.x*out, c.y*out)
		all = append(all,
			&line{a: px(c.p), b: px(c.p), da: tip, db: fyne.NewPos(c.x*out-c.x*long, c.y*out), color: color, width: 3},
			&line{a: px(c.p), b: px(c.p), da: tip, db: fyne.NewPos(c.x*out, c.y*out-c.y*long), color: color, width: 3})
	}
	return all
}

// pointLines draw the planned point as a diamond, the acted point as a cross, and a line between the two.
func (o Overlay) pointLines() []*line {
	var all []*line
	if o.Planned != nil && o.Acted != nil && *o.Planned != *o.Acted {
		all = append(all, &line{a: end{spot: o.Planned}, b: end{spot: o.Acted}, color: ColorActed, width: 1.5})
	}
	if o.Planned != nil {
		all = append(all, markLines(o.Planned, Planned, 18, ColorPlanned)...)
	}
	if o.Acted != nil {
		all = append(all, markLines(o.Acted, Acted, 24, ColorActed)...)
	}
	return all
}

// markLines draw a sign of a fixed size around a point.
func markLines(p *Spot, kind SignKind, side float32, color fyne.ThemeColorName) []*line {
	var all []*line
	for _, s := range strokes[kind] {
		all = append(all, &line{
			a: end{spot: p}, b: end{spot: p}, color: color, width: 2.5,
			da: fyne.NewPos((s.x1-.5)*side, (s.y1-.5)*side), db: fyne.NewPos((s.x2-.5)*side, (s.y2-.5)*side),
		})
	}
	return all
}

// create makes the line's canvas objects.
func (l *line) create() {
	l.halo, l.stroke = canvas.NewLine(nil), canvas.NewLine(nil)
	l.halo.StrokeWidth, l.stroke.StrokeWidth = l.width+2, l.width
	l.paint()
}

// paint gives the line the theme's colours.
func (l *line) paint() {
	l.halo.StrokeColor, l.stroke.StrokeColor = theme.Color(ColorHalo), theme.Color(l.color)
}

// place moves the line to where its ends are drawn; scale is device pixels per unit.
func (l *line) place(f Frame, picture image.Point, scale float32) {
	for _, drawn := range []*canvas.Line{l.halo, l.stroke} {
		drawn.Position1 = l.a.on(f, picture, scale).Add(l.da)
		drawn.Position2 = l.b.on(f, picture, scale).Add(l.db)
	}
}

func px(p image.Point) end { return end{pixel: p} }

// on is where an end is drawn, in Fyne's units.
func (e end) on(f Frame, picture image.Point, scale float32) fyne.Position {
	x, y := float64(e.pixel.X), float64(e.pixel.Y)
	if e.spot != nil {
		x, y = e.spot.X*float64(picture.X), e.spot.Y*float64(picture.Y)
	}
	return fyne.NewPos(float32(f.OriginX+x*f.Zoom)/scale, float32(f.OriginY+y*f.Zoom)/scale)
}
