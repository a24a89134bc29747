package ocr

import (
	"image"
	"slices"
)

// blob is a connected piece of ink: a character, a part of one, or several that touch.
type blob struct {
	box image.Rectangle
	// ground is the area around it, -1 when there is no flat one.
	ground int32
	// pixels counts its ink.
	pixels int
	// chroma is how far the mean channels of its ink lie apart, 0…255: 0 is grey.
	chroma int
}

// blobs finds the connected pieces of ink, by their pixels' eight neighbours, from left to right.
func (t *terrain) blobs() []blob {
	w, h := t.region.Dx(), t.region.Dy()
	t.seen = resized(t.seen, len(t.of))
	clear(t.seen)
	seen := t.seen
	var found []blob
	var stack []int32
	ground := int32(-1)
	for i, a := range t.of {
		if a == ground || seen[i] {
			continue
		}
		if !t.areas[a].ink {
			ground = a
			continue
		}
		var b blob
		b, stack = t.flood(i, w, h, seen, stack[:0])
		if b.box.Dx() <= 4*maxGlyphWidth && b.box.Dy() <= maxGlyphHeight && !t.isCorner(b.box) {
			b.ground = t.around(b.box)
			found = append(found, b)
		}
	}
	found = joinStacked(dropFrames(dropDots(found)))
	slices.SortFunc(found, func(a, b blob) int { return a.box.Min.X - b.box.Min.X })
	return found
}

// flood finds the box, the number and the chroma of the pixels of ink that hang together with one.
func (t *terrain) flood(start, w, h int, seen []bool, stack []int32) (blob, []int32) {
	pixels, chroma := 0, 0
	box := image.Rect(start%w, start/w, start%w+1, start/w+1)
	stack = append(stack, int32(start))
	seen[start] = true
	for len(stack) > 0 {
		i := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		x, y := i%w, i/w
		pixels++
		chroma += t.areas[t.of[i]].chroma()
		box.Min.X, box.Max.X = min(box.Min.X, x), max(box.Max.X, x+1)
		box.Min.Y, box.Max.Y = min(box.Min.Y, y), max(box.Max.Y, y+1)
		for ny := max(0, y-1); ny <= min(h-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(w-1, x+1); nx++ {
				if n := ny*w + nx; !seen[n] && t.areas[t.of[n]].ink {
					seen[n] = true
					stack = append(stack, int32(n))
				}
			}
		}
	}
	return blob{box: box, pixels: pixels, chroma: chroma / pixels}, stack
}

// isCorner tells the piece in which two sides of a large frame meet in a curve: it touches them, and the grounds inside and
// outside of the frame, where an accent or a dot touches one ground.
func (t *terrain) isCorner(box image.Rectangle) bool {
	if box.Dx() > maxCorner || box.Dy() > maxCorner {
		return false
	}
	near := box.Inset(-1).Intersect(image.Rect(0, 0, t.region.Dx(), t.region.Dy()))
	var touched []int32
	sides := 0
	for y := near.Min.Y; y < near.Max.Y; y++ {
		for x := near.Min.X; x < near.Max.X; x++ {
			a := t.of[y*t.region.Dx()+x]
			if t.areas[a].ink || slices.Contains(touched, a) {
				continue
			}
			touched = append(touched, a)
			if isSide(t.areas[a].box) {
				sides++
			}
		}
	}
	return len(touched) >= 3 && sides > 0
}

// isSide tells a side of a large frame by its box: thin and long.
func isSide(box image.Rectangle) bool {
	return min(box.Dx(), box.Dy()) <= 4 && max(box.Dx(), box.Dy()) >= minSide
}

// around is the area that most of the pixels of the frame around a box belong to.
func (t *terrain) around(box image.Rectangle) int32 {
	w := t.region.Dx()
	frame := box.Inset(-1).Intersect(image.Rect(0, 0, w, t.region.Dy()))
	best, votes := int32(-1), 0 // majority vote of Boyer and Moore
	vote := func(x, y int) {
		a := t.of[y*w+x]
		switch {
		case t.areas[a].ink:
		case votes == 0:
			best, votes = a, 1
		case a == best:
			votes++
		default:
			votes--
		}
	}
	for x := frame.Min.X; x < frame.Max.X; x++ {
		vote(x, frame.Min.Y)
		vote(x, frame.Max.Y-1)
	}
	for y := frame.Min.Y; y < frame.Max.Y; y++ {
		vote(frame.Min.X, y)
		vote(frame.Max.X-1, y)
	}
	return best
}

// dropDots takes out the dots of a dotted frame, as a toolkit draws around what has the keyboard's focus: single pixels of
// which many stand in one row or column.
func dropDots(bs []blob) []blob {
	rows, columns := map[int]int{}, map[int]int{}
	for _, b := range bs {
		if isDot(b.box) {
			rows[b.box.Min.Y]++
			columns[b.box.Min.X]++
		}
	}
	return slices.DeleteFunc(bs, func(b blob) bool {
		return isDot(b.box) && (rows[b.box.Min.Y] >= 8 || columns[b.box.Min.X] >= 5)
	})
}

// dropFrames takes out the outlines of buttons and fields: thin, large, and around something else. In a row of them that touch
// they would be taken for a line of letters.
func dropFrames(bs []blob) []blob {
	return slices.DeleteFunc(bs, func(f blob) bool {
		w, h := f.box.Dx(), f.box.Dy()
		if w < 40 || h < 16 || 5*f.pixels > w*h {
			return false
		}
		return slices.ContainsFunc(bs, func(b blob) bool { return hollow(f.box, b.box) })
	})
}

func isDot(box image.Rectangle) bool { return box.Dx() <= 1 && box.Dy() <= 1 }

// joinStacked joins dots and accents with the letter under or above them.
func joinStacked(bs []blob) []blob {
	slices.SortFunc(bs, func(a, b blob) int { return b.box.Dy() - a.box.Dy() })
	for i := len(bs) - 1; i > 0; i-- {
		small := bs[i]
		for j := range i {
			if stacked(bs[j].box, small.box) && bs[j].ground == small.ground {
				bs[j].box = bs[j].box.Union(small.box)
				bs = slices.Delete(bs, i, i+1)
				break
			}
		}
	}
	return bs
}

// stacked tells that small sits close above or below large.
func stacked(large, small image.Rectangle) bool {
	overlap := min(large.Max.X, small.Max.X) - max(large.Min.X, small.Min.X)
	if equalsSign(large, small, overlap) {
		return true
	}
	if 2*overlap < min(small.Dx(), large.Dx()) || overlap <= 0 || 9*large.Dy() < 20*small.Dy() {
		return false
	}
	gap := max(large.Min.Y-small.Max.Y, small.Min.Y-large.Max.Y)
	if small.Dy() >= 7 && 2*gap > small.Dy()+2 {
		return false // a letter over the corner of a field, and no accent
	}
	return gap >= -1 && gap <= 1+large.Dy()*3/10 && small.Dx() <= large.Dx()+4
}

// equalsSign tells two bars, one over the other.
func equalsSign(a, b image.Rectangle, overlap int) bool {
	wide := max(a.Dx(), b.Dx())
	gap := max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y)
	return wide <= 24 && 5*overlap >= 4*wide && gap >= 1 && 2*gap <= wide+2 && 4*a.Dy() <= a.Dx() && 4*b.Dy() <= b.Dx()
}
