package screen

import "image"

// classifier tells from a region's shape, place and pixels what changed there.
type classifier struct {
	before, after *image.RGBA
	mask          *Mask
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

// isCaret: a thin upright bar, 1 to 3 logical pixels wide and as high as a line of text, filled for the most
// part: it may stand on the stem of a letter.
func (c classifier) isCaret(r Region) bool {
	w, h := r.Box.Dx(), r.Box.Dy()
	return w <= c.opts.px(3) && h >= c.opts.px(8) && h <= c.opts.px(40) && h >= 4*w && 10*r.Pixels >= 7*w*h
}

// isPointer: no larger than a pointer, higher than wide, and hanging from a point where the pointer is known to stand: an
// arrow's hot spot is its upper left tip, a hand's is the fingertip. What lies around the point is a widget's change.
func (c classifier) isPointer(box image.Rectangle) bool {
	if !c.hasPointerShape(box) {
		return false
	}
	for _, p := range c.opts.Pointers {
		d := p.Sub(box.Min)
		if absInt(d.Y) <= c.opts.px(3) && d.X >= -c.opts.px(3) && d.X <= c.opts.px(10) {
			return true
		}
	}
	return false
}

func (c classifier) hasPointerShape(box image.Rectangle) bool {
	w, h := box.Dx(), box.Dy()
	return max(w, h) <= c.opts.px(32) && w >= c.opts.px(6) && h >= c.opts.px(10) && 10*h >= 11*w
}

// isClock: no larger than a time or a date, in the right end of a bar at the top or the bottom edge. Squares at the top
// are a window's buttons.
func (c classifier) isClock(box image.Rectangle) bool {
	screen, w, h := c.after.Rect, box.Dx(), box.Dy()
	if w > c.opts.px(80) || h < c.opts.px(5) || h > c.opts.px(28) {
		return false
	}
	bar, side := c.opts.px(40), min(c.opts.px(200), screen.Dx()/4)
	if box.Min.X < screen.Max.X-side {
		return false
	}
	square := 5*w > 4*h && 4*w < 5*h
	return box.Min.Y >= screen.Max.Y-bar || box.Max.Y <= screen.Min.Y+bar && !square
}

// isSpinner: small, about square, and the changed pixels have about the same colours before and after: ink moved, as when
// a ring turns. A box that gets ticked has ink after only.
func (c classifier) isSpinner(r Region) bool {
	w, h := r.Box.Dx(), r.Box.Dy()
	if max(w, h) > c.opts.px(64) || min(w, h) < c.opts.px(10) || 4*min(w, h) < 3*max(w, h) {
		return false
	}
	b, a := c.changedColours(c.before, r.Box), c.changedColours(c.after, r.Box)
	return !b.flat() && !a.flat() && b.distance(a) < .25
}

// changedColours is the histogram of a region's changed pixels.
func (c classifier) changedColours(img *image.RGBA, box image.Rectangle) *histogram {
	h := &histogram{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if c.mask.At(image.Pt(x, y)) {
				h.counts[bin(at(img, x, y))]++
				h.total++
			}
		}
	}
	return h
}
