package screen

import (
	"image"
)

// classifier tells from a region's shape, place and pixels what changed there.
type classifier struct {
	before, after *image.RGBA
	opts          RegionOptions
}

func (c classifier) classify(r Region) Class {
	switch {
	case c.isPointer(r.Box):
		return ClassPointer
	case c.isCaret(r):
		return ClassCaret
	case c.isClock(r.Box):
		return ClassClock
	case c.isSpinner(r):
		return ClassSpinner
	}
	return ClassContent
}

// isCaret: a thin upright bar, 1 to 3 logical pixels wide and as high as a line of text, filled nearly whole.
func (c classifier) isCaret(r Region) bool {
	w, h := r.Box.Dx(), r.Box.Dy()
	return w <= c.opts.px(3) && h >= c.opts.px(8) && h <= c.opts.px(40) && h >= 4*w && 10*r.Pixels >= 9*w*h
}

// isPointer: no larger than a pointer, and where the pointer is known to stand. A pointer's hot spot is at its tip or
// inside, so the box hangs at the point.
func (c classifier) isPointer(box image.Rectangle) bool {
	side, slack := c.opts.px(32), c.opts.px(12)
	if box.Dx() > side || box.Dy() > side {
		return false
	}
	for _, p := range c.opts.Pointers {
		if p.In(box.Inset(-c.opts.px(4))) && p.X-box.Min.X <= slack && p.Y-box.Min.Y <= slack {
			return true
		}
	}
	return false
}

// isClock: no larger than a time or a date, against the top or the bottom edge and in a corner's third of the width.
func (c classifier) isClock(box image.Rectangle) bool {
	screen := c.after.Rect
	if box.Dx() > c.opts.px(80) || box.Dy() < c.opts.px(5) || box.Dy() > c.opts.px(28) {
		return false
	}
	bar, side := c.opts.px(40), min(c.opts.px(260), screen.Dx()/4)
	atEdge := box.Max.Y <= screen.Min.Y+bar || box.Min.Y >= screen.Max.Y-bar
	inCorner := box.Max.X <= screen.Min.X+side || box.Min.X >= screen.Max.X-side
	return atEdge && inCorner
}

// isSpinner: small, about square, drawn in both pictures, with about the same colours: it turned.
func (c classifier) isSpinner(r Region) bool {
	w, h := r.Box.Dx(), r.Box.Dy()
	if max(w, h) > c.opts.px(64) || min(w, h) < c.opts.px(10) || 4*min(w, h) < 3*max(w, h) {
		return false
	}
	box := r.Box.Inset(-c.opts.px(2)).Intersect(c.after.Rect)
	b, a := histogramOf(c.before, box), histogramOf(c.after, box)
	return !b.flat() && !a.flat() && b.distance(a) < 0.12
}
