package ocr

import (
	"encoding/binary"
	"image"
	"sync"
)

// Sizes in pixels that tell the ground of a screen from what is written on it. They hold for scales of 1 to 2.
const (
	// flatTolerance is how much a channel may differ between neighbours of one flat area; gradients are flat.
	flatTolerance = 8
	// noise is how much a channel may differ from the ground beside it and still be ground: what JPEG leaves around letters.
	noise = 28
	// maxGlyphWidth and maxGlyphHeight bound a flat piece of a character; larger pieces are ground, frames or rules.
	maxGlyphWidth, maxGlyphHeight = 100, 80
	// minNested is the least side of a filled widget that may carry an own sign, as a close button.
	minNested = 14
	// maxCorner bounds the piece in which the sides of a frame meet, minSide the sides: a field's, not a check box's.
	maxCorner, minSide = 8, 24
	// minFrame is the least side of a frame: a check box's.
	minFrame = 11
)

// area is a flat area: connected pixels of about one colour.
type area struct {
	box    image.Rectangle
	pixels int32
	// ink tells an area that may be a part of a character; others are ground, frames and rules.
	ink bool
	// colour is the mean of the area's pixels, R, G, B.
	colour [3]byte
	sum    [3]int32
	// edge counts its pixels on the left, upper, right and lower edge of its box.
	edge [4]int32
}

// terrain is a region cut into flat areas.
type terrain struct {
	// region is in the picture's pixels; all boxes inside are relative to its corner.
	region image.Rectangle
	// of is the area of each pixel, row by row.
	of    []int32
	areas []area
	// parent, index and seen are room for the labelling.
	parent, index []int32
	seen          []bool
}

// terrains are reused: a survey of a whole screen needs more room than the screenshot.
var terrains = sync.Pool{New: func() any { return new(terrain) }}

// release gives the terrain's room back; the terrain must not be used any more.
func (t *terrain) release() { terrains.Put(t) }

// resized is a slice of n elements, in the room of s when it is large enough; their values are arbitrary.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// survey cuts a region of a picture into flat areas. A two-pass labelling by runs with union-find (Rosenfeld and Pfaltz,
// 1966).
func survey(picture *image.RGBA, region image.Rectangle) *terrain {
	w, h := region.Dx(), region.Dy()
	t := terrains.Get().(*terrain)
	t.region, t.of = region, resized(t.of, w*h)
	parent := t.parent[:0]
	for y := range h {
		at := picture.PixOffset(region.Min.X, region.Min.Y+y)
		row := picture.Pix[at : at+4*w]
		var above []byte
		if y > 0 {
			above = picture.Pix[at-picture.Stride : at-picture.Stride+4*w]
		}
		parent = labelRow(t.of, y, w, row, above, parent)
	}
	t.parent = parent
	t.number(parent, picture)
	return t
}

// labelRow gives each pixel of a row the label of its run, and joins runs with those above them.
func labelRow(of []int32, y, w int, row, above []byte, parent []int32) []int32 {
	now := of[y*w : (y+1)*w]
	lastUp, lastRun := int32(-1), int32(-1)
	for x := range w {
		if x > 0 && (same(row, 4*x, row, 4*x-4) || alike(row, 4*x, row, 4*x-4)) {
			now[x] = now[x-1]
		} else {
			now[x] = int32(len(parent))
			parent = append(parent, now[x])
		}
		if above == nil {
			continue
		}
		up := of[(y-1)*w+x]
		if up == lastUp && now[x] == lastRun {
			continue
		}
		if same(row, 4*x, above, 4*x) || alike(row, 4*x, above, 4*x) {
			unite(parent, up, now[x])
			lastUp, lastRun = up, now[x]
		}
	}
	return parent
}

// same tells pixels of one colour, which most neighbours on a screen are.
func same(a []byte, i int, b []byte, j int) bool {
	return binary.LittleEndian.Uint32(a[i:]) == binary.LittleEndian.Uint32(b[j:])
}

func alike(a []byte, i int, b []byte, j int) bool {
	p, q := a[i:i+3:i+3], b[j:j+3:j+3]
	return near(p[0], q[0]) && near(p[1], q[1]) && near(p[2], q[2])
}

func near(a, b byte) bool { return int(a)-int(b) <= flatTolerance && int(b)-int(a) <= flatTolerance }

func root(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

func unite(parent []int32, a, b int32) {
	ra, rb := root(parent, a), root(parent, b)
	if ra < rb {
		parent[rb] = ra
	} else {
		parent[ra] = rb
	}
}

// number replaces labels by areas, and measures the areas.
func (t *terrain) number(parent []int32, picture *image.RGBA) {
	w := t.region.Dx()
	t.index, t.areas = resized(t.index, len(parent)), t.areas[:0]
	index := t.index
	for i := range parent {
		if r := root(parent, int32(i)); r == int32(i) {
			index[i] = int32(len(t.areas))
			t.areas = append(t.areas, area{})
		} else {
			index[i] = index[r]
		}
	}
	for i, label := range t.of {
		t.of[i] = index[label]
	}
	for y := range t.region.Dy() {
		at := picture.PixOffset(t.region.Min.X, t.region.Min.Y+y)
		t.measureRow(picture.Pix[at:at+4*w], t.of[y*w:(y+1)*w], y)
	}
	t.countEdges()
	for i := range t.areas {
		t.areas[i].settle()
	}
	t.leaveCutOut(picture.Rect)
	for y := range t.region.Dy() {
		t.sweep(picture, y, 0, 1)
		t.sweep(picture, y, w-1, -1)
	}
}

// leaveCutOut takes those areas for ground that the edge of the region cuts, inside of the picture: how large they are, and so
// what they are, cannot be known, and the margin around what is read is there for them. A stripe of a widget's ground that
// was taken for ink would join the lines beside it.
func (t *terrain) leaveCutOut(picture image.Rectangle) {
	w, h := t.region.Dx(), t.region.Dy()
	for y := range h {
		if t.region.Min.X > picture.Min.X {
			t.areas[t.of[y*w]].ink = false
		}
		if t.region.Max.X < picture.Max.X {
			t.areas[t.of[y*w+w-1]].ink = false
		}
	}
	for x := range w {
		if t.region.Min.Y > picture.Min.Y {
			t.areas[t.of[x]].ink = false
		}
		if t.region.Max.Y < picture.Max.Y {
			t.areas[t.of[(h-1)*w+x]].ink = false
		}
	}
}

func (t *terrain) measureRow(row []byte, of []int32, y int) {
	for from := 0; from < len(of); {
		to := from + 1
		for to < len(of) && of[to] == of[from] {
			to++
		}
		a := &t.areas[of[from]]
		a.box = a.box.Union(image.Rect(from, y, to, y+1))
		a.pixels += int32(to - from)
		a.add(row[4*from : 4*to])
		from = to
	}
}

// add adds pixels to the area's sums.
func (a *area) add(pixels []byte) {
	var red, green, blue int32
	for i := 0; i+3 < len(pixels); i += 4 {
		red, green, blue = red+int32(pixels[i]), green+int32(pixels[i+1]), blue+int32(pixels[i+2])
	}
	a.sum[0], a.sum[1], a.sum[2] = a.sum[0]+red, a.sum[1]+green, a.sum[2]+blue
}

// countEdges counts the pixels of each area on the edges of its box, by which a frame is known.
func (t *terrain) countEdges() {
	w := t.region.Dx()
	for k := range t.areas {
		a := &t.areas[k]
		if a.box.Dx() < minFrame || a.box.Dy() < minFrame || a.box.Dx() > maxGlyphWidth || a.box.Dy() > maxGlyphHeight {
			continue
		}
		id := int32(k)
		for x := a.box.Min.X; x < a.box.Max.X; x++ {
			a.edge[1] += is(t.of[a.box.Min.Y*w+x], id)
			a.edge[3] += is(t.of[(a.box.Max.Y-1)*w+x], id)
		}
		for y := a.box.Min.Y; y < a.box.Max.Y; y++ {
			a.edge[0] += is(t.of[y*w+a.box.Min.X], id)
			a.edge[2] += is(t.of[y*w+a.box.Max.X-1], id)
		}
	}
}

func is(a, b int32) int32 {
	if a == b {
		return 1
	}
	return 0
}

// settle decides what the area is.
func (a *area) settle() {
	for c := range a.sum {
		a.colour[c] = byte(a.sum[c] / a.pixels)
	}
	a.ink = a.mayBeInk()
}

// chroma is how far the channels of the area's colour lie apart.
func (a *area) chroma() int {
	return int(max(a.colour[0], a.colour[1], a.colour[2])) - int(min(a.colour[0], a.colour[1], a.colour[2]))
}

// framed tells that the area runs along all four edges of its box, as a border does and no letter.
func (a *area) framed() bool {
	w, h := int32(a.box.Dx()), int32(a.box.Dy())
	return w >= minFrame && h >= minFrame && 20*min(a.edge[0], a.edge[2]) >= 13*h && 20*min(a.edge[1], a.edge[3]) >= 13*w
}

// sweep gives to the ground those pixels of a row, from x on in steps of dx, that differ from the last ground by noise.
func (t *terrain) sweep(picture *image.RGBA, y, x, dx int) {
	w := t.region.Dx()
	row := picture.Pix[picture.PixOffset(t.region.Min.X, t.region.Min.Y+y):]
	ground, at := int32(-1), 0
	for ; x >= 0 && x < w; x += dx {
		a := &t.of[y*w+x]
		switch {
		case *a == ground:
			at = x
		case !t.areas[*a].ink:
			ground, at = *a, x
		case ground >= 0 && within(row[4*x:4*x+3], row[4*at:4*at+3], noise):
			*a = ground
		}
	}
}

// sameGround tells areas that a screen shows as one ground, though noise or an edge of one pixel cuts them.
func (t *terrain) sameGround(a, b int32) bool {
	return a == b || a >= 0 && b >= 0 && within(t.areas[a].colour[:], t.areas[b].colour[:], flatTolerance)
}

func within(p, q []byte, tolerance int) bool {
	return apart(p[0], q[0]) <= tolerance && apart(p[1], q[1]) <= tolerance && apart(p[2], q[2]) <= tolerance
}

func (a *area) mayBeInk() bool {
	w, h := a.box.Dx(), a.box.Dy()
	switch {
	case w > maxGlyphWidth || h > maxGlyphHeight:
		return false
	case h <= 3 && w >= 24:
		return false // an underline or a rule
	case w <= 3 && h >= 40:
		return false // a border between widgets
	case a.framed():
		return false
	}
	filled := float64(a.pixels) / float64(w*h)
	if filled >= 0.55 && h >= 10 && w >= 3*h {
		return false // the ground of a small tab or button, of which its own label fills a good part
	}
	return !(filled >= 0.7 && (w >= minNested && h >= minNested || w >= 48 && h >= 10))
}
