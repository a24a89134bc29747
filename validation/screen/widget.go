package screen

import "image"

// WidgetBox returns the box of the widget at p, as drawn: the smallest rectangle around p, inside limit, that is closed by
// an outline or by a change of fill on all four sides (a button, field, tab, cell, row). Text inside does not matter. It
// is false when there is none, as for a bare label, and when p lies outside the picture. Lengths are pixels; nothing
// smaller than 11 pixels is a widget.
func WidgetBox(img *image.RGBA, p image.Point, limit image.Rectangle) (image.Rectangle, bool) {
	return widgetBox(img, p, limit, .8)
}

// NotchedBox is WidgetBox for a widget whose outline is interrupted: by a label that stands in it.
func NotchedBox(img *image.RGBA, p image.Point, limit image.Rectangle) (image.Rectangle, bool) {
	return widgetBox(img, p, limit, .55)
}

// widgetBox finds the smallest rectangle around p of whose sides lines cover the share cover.
func widgetBox(img *image.RGBA, p image.Point, limit image.Rectangle, cover float64) (image.Rectangle, bool) {
	limit = limit.Intersect(img.Rect)
	if !p.In(limit) {
		return image.Rectangle{}, false
	}
	const gap, least = 3, 11
	f := &frame{
		lines:  findLines(img, nil, limit, gap, least),
		bounds: img.Rect, corner: least, least: image.Pt(least, least), cover: cover,
	}
	f.around(p)
	best, found := image.Rectangle{}, false
	for _, r := range f.find() {
		if p.In(r) && r != limit && (!found || area(r) < area(best)) && framesText(img, r) {
			best, found = r, true
		}
	}
	return best, found
}

// around drops the lines that can't be a side of a rectangle around p: those that do not pass by it.
func (f *frame) around(p image.Point) {
	f.lines.level = passing(f.lines.level, p.X)
	f.lines.upright = passing(f.lines.upright, p.Y)
}

func passing(ls []line, at int) []line {
	kept := ls[:0]
	for _, l := range ls {
		if l.from <= at && at < l.to {
			kept = append(kept, l)
		}
	}
	return kept
}

// framesText says whether the inner rim of r is of one colour nearly all around: the rim of a letter's or a word's box is
// not.
func framesText(img *image.RGBA, r image.Rectangle) bool {
	inner := r.Inset(2)
	if inner.Dx() < 4 || inner.Dy() < 4 {
		return false
	}
	h := &histogram{}
	for _, rim := range []image.Rectangle{
		{Min: inner.Min, Max: image.Pt(inner.Max.X, inner.Min.Y+1)},
		{Min: image.Pt(inner.Min.X, inner.Max.Y-1), Max: inner.Max},
		{Min: inner.Min, Max: image.Pt(inner.Min.X+1, inner.Max.Y)},
		{Min: image.Pt(inner.Max.X-1, inner.Min.Y), Max: inner.Max},
	} {
		part := histogramOf(img, rim)
		for i, n := range part.counts {
			h.counts[i] += n
		}
		h.total += part.total
	}
	return 100*h.counts[h.most()] >= 75*h.total
}
