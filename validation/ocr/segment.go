package ocr

import (
	"image"
	"slices"
)

// segment is a stretch of text on one line and one ground, from left to right.
type segment struct {
	box    image.Rectangle
	blobs  []blob
	ground int32
}

// segments groups blobs to stretches of text.
func (t *terrain) segments() []segment {
	var open []segment
	for _, b := range t.blobs() {
		if i := t.continues(open, b); i >= 0 {
			open[i].blobs = append(open[i].blobs, b)
			open[i].box = open[i].box.Union(b.box)
			continue
		}
		open = append(open, segment{box: b.box, blobs: []blob{b}, ground: b.ground})
	}
	for i := range open {
		open[i].dropIcons()
		open[i].dropColoured()
		open[i].dropCarets()
	}
	open = dropNested(slices.DeleteFunc(open, func(s segment) bool { return !s.legible() }))
	slices.SortStableFunc(open, func(a, b segment) int {
		if a.box.Max.Y <= b.box.Min.Y || b.box.Max.Y <= a.box.Min.Y {
			return a.box.Min.Y - b.box.Min.Y
		}
		return a.box.Min.X - b.box.Min.X
	})
	return open
}

// dropIcons takes an icon off the segment's ends: a sign that is half as high again as the letters, and as wide.
func (s *segment) dropIcons() {
	if len(s.blobs) > 2 && isIcon(s.blobs[0].box, s.blobs[1:]) {
		s.blobs = s.blobs[1:]
	}
	if n := len(s.blobs); n > 2 && isIcon(s.blobs[n-1].box, s.blobs[:n-1]) {
		s.blobs = s.blobs[:n-1]
	}
}

// dropColoured takes a coloured icon, or the pieces of one, off the beginning of a text in grey or black: it would be read
// as letters, and may be darker than the text.
func (s *segment) dropColoured() {
	lead := 0
	for lead < len(s.blobs) && s.blobs[lead].chroma >= iconChroma {
		lead++
	}
	rest := s.blobs[lead:]
	if lead == 0 || lead > 5 || len(rest) < 2 || slices.ContainsFunc(rest, func(b blob) bool { return b.chroma >= iconChroma*2/3 }) {
		return
	}
	icon, text := boxOfBlobs(s.blobs[:lead]), boxOfBlobs(rest)
	if icon.Dx() <= 2*max(icon.Dy(), text.Dy()) && icon.Max.X <= text.Min.X+2 {
		s.blobs = rest
	}
}

// iconChroma is the chroma from which a sign is coloured; text on a coloured ground keeps below, as does the fringe of
// sub-pixel rendering.
const iconChroma = 48

func isIcon(box image.Rectangle, letters []blob) bool {
	highest := 0
	for _, b := range letters {
		highest = max(highest, b.box.Dy())
	}
	return 2*box.Dy() >= 3*highest && 4*box.Dx() >= 3*box.Dy()
}

// dropCarets takes a caret off the segment's ends.
func (s *segment) dropCarets() {
	if n := len(s.blobs); n > 1 && isCaret(s.blobs[n-1].box, boxOfBlobs(s.blobs[:n-1])) {
		s.blobs = s.blobs[:n-1]
	}
	if len(s.blobs) > 1 && isCaret(s.blobs[0].box, boxOfBlobs(s.blobs[1:])) {
		s.blobs = s.blobs[1:]
	}
	s.box = boxOfBlobs(s.blobs)
}

// isCaret tells a bar that reaches as high as the letters and, unlike an l, below them.
func isCaret(bar, letters image.Rectangle) bool {
	return bar.Dx() <= 3 && bar.Dy() >= 7*bar.Dx() && bar.Min.Y <= letters.Min.Y && bar.Max.Y >= letters.Max.Y+2
}

func boxOfBlobs(bs []blob) image.Rectangle {
	var box image.Rectangle
	for _, b := range bs {
		box = box.Union(b.box)
	}
	return box
}

// bars tells that the segment is nothing but upright bars: carets and the bevels of buttons.
func (s *segment) bars() bool {
	for _, b := range s.blobs {
		if !b.isBar() {
			return false
		}
	}
	return true
}

// dropNested takes out frames that hold a segment, and pieces that lie inside one.
func dropNested(segments []segment) []segment {
	drop := make([]bool, len(segments))
	for i := range segments {
		for j := range segments {
			outer, inner := &segments[i], &segments[j]
			if i == j || drop[i] || drop[j] || outer.box == inner.box || !inner.box.In(outer.box) {
				continue
			}
			if len(outer.blobs) > 3 {
				drop[j] = true
			} else if hollow(outer.box, inner.box) {
				drop[i] = true
			}
		}
	}
	i := -1
	return slices.DeleteFunc(segments, func(segment) bool { i++; return drop[i] })
}

// hollow tells that the inner box leaves room on all sides, as a text does in its frame.
func hollow(outer, inner image.Rectangle) bool { return inner.In(outer.Inset(3)) }

// legible tells that a segment is large enough to be text, or a lone dash.
func (s *segment) legible() bool {
	if s.bars() {
		return false
	}
	w, h := s.box.Dx(), s.box.Dy()
	return h >= 5 && w >= 2 || len(s.blobs) == 1 && s.ground >= 0 && w >= 4 && w <= 20 && w >= 2*h
}

// continues is the segment that the blob goes on, -1 when it begins one.
func (t *terrain) continues(open []segment, b blob) int {
	best, bestGap := -1, 1<<30
	for i := range open {
		s := &open[i]
		if !t.sameGround(s.ground, b.ground) {
			continue
		}
		gap := b.box.Min.X - s.box.Max.X
		if gap >= bestGap || !s.admits(b, gap) || !t.unbroken(s, b) {
			continue
		}
		best, bestGap = i, gap
	}
	return best
}

// admits tells that the blob is as near to the segment, and as high, as a next character.
func (s *segment) admits(b blob, gap int) bool {
	last := s.blobs[len(s.blobs)-1].box
	high, low := max(last.Dy(), b.box.Dy()), min(last.Dy(), b.box.Dy())
	overlap := min(s.box.Max.Y, b.box.Max.Y) - max(s.box.Min.Y, b.box.Min.Y)
	if 2*overlap < min(s.box.Dy(), b.box.Dy()) || gap < -s.box.Dy() {
		return false
	}
	if high > 24 && 5*high > 11*low && (low > 5 || isUpright(last, high) || isUpright(b.box, high)) {
		return false
	}
	return gap <= s.widestGap(b)
}

// isUpright tells a narrow piece of a height: beside a dot or a dash it is a widget's side, not a letter.
func isUpright(box image.Rectangle, height int) bool {
	return box.Dy() == height && 5*box.Dx() <= height
}

// widestGap is how far apart two words of one label stand at most: about a line's height, and half of it beside a bar, which
// may be a border.
func (s *segment) widestGap(b blob) int {
	widest := max(7, min(max(s.box.Dy(), b.box.Dy()), 40))
	if last := s.blobs[len(s.blobs)-1]; last.isBar() || b.isBar() {
		return widest / 2
	}
	return widest
}

// isBar tells an upright bar: a caret, a border, or an l.
func (b blob) isBar() bool { return b.box.Dy() >= 14 && b.box.Dy() >= 6*b.box.Dx() }

// unbroken tells that nothing but ground stands between the segment and the blob, at the middle of their common height: no
// border of a widget, and nothing else that is no part of the segment.
func (t *terrain) unbroken(s *segment, b blob) bool {
	w := t.region.Dx()
	y := (max(s.box.Min.Y, b.box.Min.Y) + min(s.box.Max.Y, b.box.Max.Y)) / 2
	for x := s.box.Max.X; x < b.box.Min.X; x++ {
		if a := t.of[y*w+x]; t.areas[a].ink || !t.sameGround(a, s.ground) {
			return false
		}
	}
	return true
}

// height is the height of the segment's capitals, about: that of the blob at four fifths of their heights.
func (s *segment) height() int {
	hs := make([]int, len(s.blobs))
	for i, b := range s.blobs {
		hs[i] = b.box.Dy()
	}
	slices.Sort(hs)
	return max(hs[len(hs)*4/5], 5)
}

// margins by which more than the region is looked at, so that what the region's edge cuts is known.
const marginX, marginY = 48, 16

// within leaves of a segment the words that reach into the region, if they stand in it by three quarters of their height;
// false when nothing is left.
func (s *segment) within(region image.Rectangle) bool {
	if s.box.Min.X < region.Min.X || s.box.Max.X > region.Max.X {
		s.blobs = s.wordsBetween(region.Min.X, region.Max.X)
		s.box = boxOfBlobs(s.blobs)
		if len(s.blobs) == 0 || !s.legible() {
			return false
		}
	}
	inside := min(s.box.Max.Y, region.Max.Y) - max(s.box.Min.Y, region.Min.Y)
	return 4*inside >= 3*s.box.Dy()
}

// wordsBetween are the blobs of those words that reach between two columns.
func (s *segment) wordsBetween(x0, x1 int) []blob {
	gap := max(3, s.height()/3)
	var kept []blob
	for from := 0; from < len(s.blobs); {
		to, right := from+1, s.blobs[from].box.Max.X
		for to < len(s.blobs) && s.blobs[to].box.Min.X-right < gap {
			right = max(right, s.blobs[to].box.Max.X)
			to++
		}
		if s.blobs[from].box.Min.X < x1 && right > x0 {
			kept = append(kept, s.blobs[from:to]...)
		}
		from = to
	}
	return kept
}

// look surveys a region with a margin, and returns the segments inside it.
func look(picture *image.RGBA, region image.Rectangle) (*terrain, []segment) {
	wide := image.Rect(region.Min.X-marginX, region.Min.Y-marginY, region.Max.X+marginX, region.Max.Y+marginY)
	t := survey(picture, wide.Intersect(picture.Bounds()))
	inner := region.Sub(t.region.Min)
	segments := slices.DeleteFunc(t.segments(), func(s segment) bool { return !s.within(inner) })
	return t, segments
}

// Room is about the most characters that a line of text with this box can hold; narrow letters are a third as wide as
// the line is high.
func Room(box image.Rectangle) int { return 3 * box.Dx() / max(1, box.Dy()) }

// FindLines returns the boxes of the text lines in a region, from top to bottom, in pixels of the picture. It looks at
// pixels alone: a line ends at a widget's border, where the ground changes, and at a gap wider than its height. A sign or
// an icon may be among them.
func FindLines(picture *image.RGBA, region image.Rectangle) []image.Rectangle {
	region = region.Intersect(picture.Bounds())
	if region.Empty() {
		return nil
	}
	t, segments := look(picture, region)
	defer t.release()
	boxes := make([]image.Rectangle, len(segments))
	for i, s := range segments {
		boxes[i] = s.box.Add(t.region.Min)
	}
	return boxes
}
