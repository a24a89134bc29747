package screen

import (
	"cmp"
	"image"
	"slices"
)

// frame finds rectangles among lines. Lengths are pixels.
type frame struct {
	lines   lines
	bounds  image.Rectangle // of the picture: its edges count as lines
	corner  int             // how far a line may end from the corner: rounded corners and soft outlines
	least   image.Point     // the smallest rectangle
	cover   float64         // the share of each side that must be a line
	rounded bool            // the corners may be round by as much as corner
	broken  bool            // try two sides that meet, too, where the other two may be in pieces
	parts   []line          // scratch of covered
}

// mostLines bounds the pairs that are looked at; the longest lines are the sides of large boxes.
const mostLines = 250

// find returns the rectangles whose four sides are lines, the largest first.
func (f *frame) find() []image.Rectangle {
	f.prepare()
	var found []image.Rectangle
	add := func(r image.Rectangle) {
		if f.rounded && r.Dx() >= f.least.X && r.Dy() >= f.least.Y && !f.closed(r) {
			r = f.snapped(r)
		}
		if r.Dx() >= f.least.X && r.Dy() >= f.least.Y && !alike(r, found) && f.closed(r) {
			found = append(found, r)
		}
	}
	f.pairs(f.lines.level, func(a, b line) { add(image.Rect(min(a.from, b.from), a.at, max(a.to, b.to), b.at)) })
	f.pairs(f.lines.upright, func(a, b line) { add(image.Rect(a.at, min(a.from, b.from), b.at, max(a.to, b.to))) })
	if f.broken {
		f.corners(add)
	}
	slices.SortFunc(found, func(a, b image.Rectangle) int { return cmp.Compare(area(b), area(a)) })
	return found
}

// snapped moves the sides of r onto the lines next to them: the sides of a box with round corners end before they meet, so
// that two of them tell no more than about where the other two are.
func (f *frame) snapped(r image.Rectangle) image.Rectangle {
	return image.Rectangle{
		Min: image.Pt(f.snap(f.lines.upright, r.Min.X, r.Min.Y, r.Max.Y), f.snap(f.lines.level, r.Min.Y, r.Min.X, r.Max.X)),
		Max: image.Pt(f.snap(f.lines.upright, r.Max.X, r.Min.Y, r.Max.Y), f.snap(f.lines.level, r.Max.Y, r.Min.X, r.Max.X)),
	}
}

// snap is where the longest line within a corner's distance of at lies that runs along most of from…to; at where there is
// none.
func (f *frame) snap(ls []line, at, from, to int) int {
	best, length := at, 0
	first, _ := slices.BinarySearchFunc(ls, at-f.corner, func(l line, at int) int { return cmp.Compare(l.at, at) })
	for _, l := range ls[first:] {
		if l.at > at+f.corner {
			break
		}
		if along := min(l.to, to) - max(l.from, from); 10*along >= 6*(to-from) && along > length {
			best, length = l.at, along
		}
	}
	return best
}

// alike says whether one of boxes is r but for the thickness of an outline.
func alike(r image.Rectangle, boxes []image.Rectangle) bool {
	return slices.ContainsFunc(boxes, func(b image.Rectangle) bool { return r.In(b.Inset(-2)) && b.In(r.Inset(-2)) })
}

// prepare keeps the longest lines and sorts them by place.
func (f *frame) prepare() {
	for _, ls := range []*[]line{&f.lines.level, &f.lines.upright} {
		slices.SortFunc(*ls, func(a, b line) int { return cmp.Compare(b.length(), a.length()) })
		*ls = (*ls)[:min(len(*ls), mostLines)]
		slices.SortFunc(*ls, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	}
}

// pairs calls use for each pair of lines of about the same extent, the first before the second.
func (f *frame) pairs(ls []line, use func(a, b line)) {
	for i, a := range ls {
		for _, b := range ls[i+1:] {
			if absInt(a.from-b.from) <= f.corner && absInt(a.to-b.to) <= f.corner {
				use(a, b)
			}
		}
	}
}

// corners calls add with the rectangle that each level and upright line span which meet at an end: the two other sides
// may be broken by what they lie on.
func (f *frame) corners(add func(image.Rectangle)) {
	for _, l := range f.lines.level {
		for _, u := range f.lines.upright {
			atEnd := min(absInt(u.at-l.from), absInt(u.at-l.to)) <= f.corner
			if atEnd && min(absInt(l.at-u.from), absInt(l.at-u.to)) <= f.corner {
				add(image.Rect(l.from, u.from, l.to, u.to))
			}
		}
	}
}

// closed says whether lines cover enough of each of the four sides.
func (f *frame) closed(r image.Rectangle) bool {
	return f.covered(f.lines.level, r.Min.Y, r.Min.X, r.Max.X, f.bounds.Min.Y) &&
		f.covered(f.lines.level, r.Max.Y, r.Min.X, r.Max.X, f.bounds.Max.Y) &&
		f.covered(f.lines.upright, r.Min.X, r.Min.Y, r.Max.Y, f.bounds.Min.X) &&
		f.covered(f.lines.upright, r.Max.X, r.Min.Y, r.Max.Y, f.bounds.Max.X)
}

// covered says whether lines at or beside at, taken together, cover enough of from…to. A side on the picture's edge is
// closed.
func (f *frame) covered(ls []line, at, from, to, edge int) bool {
	const beside = 2
	if absInt(at-edge) <= beside {
		return true
	}
	first, _ := slices.BinarySearchFunc(ls, at-beside, func(l line, at int) int { return cmp.Compare(l.at, at) })
	f.parts = f.parts[:0]
	for _, l := range ls[first:] {
		if l.at > at+beside {
			break
		}
		if l.from < to && from < l.to {
			f.parts = append(f.parts, l)
		}
	}
	slices.SortFunc(f.parts, func(a, b line) int { return cmp.Compare(a.from, b.from) })
	sum, reached := 0, from
	for _, l := range f.parts {
		if end := min(l.to, to); end > reached {
			sum, reached = sum+end-max(l.from, reached), end
		}
	}
	return float64(sum) >= f.cover*float64(to-from)
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
