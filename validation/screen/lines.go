package screen

import (
	"bytes"
	"encoding/binary"
	"image"
)

// line is a straight edge: pixels on its two sides differ. An upright line at At lies between the columns At-1 and At, a
// level one between the rows At-1 and At; it runs From…To (exclusive) along the other axis.
type line struct{ at, from, to int }

func (l line) length() int { return l.to - l.from }

// lines are a picture's straight edges of some length.
type lines struct{ upright, level []line }

// edgeStep is how far a channel must step for an edge: the outlines of dark and of light themes step further, soft
// shadows less.
const edgeStep = 6

// tracer follows the edges of a picture row by row. If before is not nil, edges that were there before are left out, and
// so are rows where nothing changed; but a new edge goes on over the letters that stood where a box came up.
type tracer struct {
	img, before *image.RGBA
	box         image.Rectangle
	gap         int // pixels that an edge may miss: a letter that touches it
	least       int // the shortest line that is kept
	open        []line
	found       lines
}

// findLines finds the straight edges inside box whose length in pixels is least or more.
func findLines(img, before *image.RGBA, box image.Rectangle, gap, least int) lines {
	t := &tracer{img: img, before: before, box: box, gap: gap, least: least, open: make([]line, box.Dx())}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		if t.unchanged(y) {
			continue
		}
		t.uprightEdges(y)
		if y > box.Min.Y {
			t.levelEdges(y)
		}
	}
	for _, l := range t.open {
		t.keepUpright(l)
	}
	return t.found
}

// unchanged says whether no edge of rows y-1 and y can be new.
func (t *tracer) unchanged(y int) bool {
	return t.before != nil && t.sameRow(y) && (y == t.box.Min.Y || t.sameRow(y-1))
}

func (t *tracer) sameRow(y int) bool {
	return bytes.Equal(t.row(t.img, y), t.row(t.before, y))
}

func (t *tracer) row(img *image.RGBA, y int) []byte { return pixels(img, t.box.Min.X, t.box.Max.X, y) }

// uprightEdges continues the upright lines through row y.
func (t *tracer) uprightEdges(y int) {
	row := t.row(t.img, y)
	var old []byte
	if t.before != nil {
		old = t.row(t.before, y)
	}
	for i := 4; i < len(row); i += 4 {
		if same(row[i-4:], row[i:]) || !steps(row[i-4:i+3], row[i:i+3]) {
			continue
		}
		l := &t.open[i/4]
		if old != nil && steps(old[i-4:i+3], old[i:i+3]) {
			if y-l.to <= t.gap && l.to > 0 && drawnOver(row[i-4:], old[i-4:]) {
				l.to = y + 1
			}
			continue
		}
		if l.to == 0 || y-l.to > t.gap {
			t.keepUpright(*l)
			*l = line{at: t.box.Min.X + i/4, from: y}
		}
		l.to = y + 1
	}
}

func (t *tracer) keepUpright(l line) {
	if l.length() >= t.least {
		t.found.upright = append(t.found.upright, l)
	}
}

// levelEdges finds the level lines between rows y-1 and y.
func (t *tracer) levelEdges(y int) {
	above, row := t.row(t.img, y-1), t.row(t.img, y)
	if bytes.Equal(above, row) {
		return
	}
	var oldAbove, old []byte
	if t.before != nil {
		oldAbove, old = t.row(t.before, y-1), t.row(t.before, y)
	}
	l := line{at: y}
	for i := 0; i < len(row); i += 4 {
		if same(above[i:], row[i:]) || !steps(above[i:i+3], row[i:i+3]) {
			continue
		}
		x := t.box.Min.X + i/4
		if old != nil && steps(oldAbove[i:i+3], old[i:i+3]) {
			if x-l.to <= t.gap && l.to > 0 && (!same(above[i:], oldAbove[i:]) || !same(row[i:], old[i:])) {
				l.to = x + 1
			}
			continue
		}
		if x-l.to > t.gap {
			t.keepLevel(l)
			l.from = x
		}
		l.to = x + 1
	}
	t.keepLevel(l)
}

func (t *tracer) keepLevel(l line) {
	if l.to > 0 && l.length() >= t.least {
		t.found.level = append(t.found.level, l)
	}
}

// drawnOver says whether one of two pixels beside each other has another colour than it had.
func drawnOver(pair, old []byte) bool { return !same(pair, old) || !same(pair[4:], old[4:]) }

// same says whether two pixels are one colour, which most neighbours on a screen are.
func same(a, b []byte) bool { return binary.LittleEndian.Uint32(a) == binary.LittleEndian.Uint32(b) }

// steps says whether a channel steps between two pixels by edgeStep or more.
func steps(a, b []byte) bool {
	return absDiff(a[0], b[0]) >= edgeStep || absDiff(a[1], b[1]) >= edgeStep || absDiff(a[2], b[2]) >= edgeStep
}
