package check

import (
	"image"
	"image/color"
	"math"

	"vigie/validation"
	"vigie/validation/screen"
)

// look is how a label looks: what tells an active tab from its neighbours, or a selected row from the others.
type look struct {
	box  image.Rectangle
	fill color.RGBA // the colour behind the label
	ink  color.RGBA // the colour of the text
	// weight is the share of the label's box that is ink: bold text has more.
	weight float64
	// under and over are the strongest full-width line below and above the label, and how far its colour is from the fill.
	under, over line
	// side is the strongest upright line beside the label's column, at the label's height.
	side line
}

// line is a coloured line along a label.
type line struct {
	colour   color.RGBA
	contrast int
}

// lookAt measures how the label in box looks on a picture.
func lookAt(s *validation.Scene, picture *image.RGBA, box image.Rectangle) look {
	around := image.Rect(box.Min.X-s.Px(3), box.Min.Y-s.Px(3), box.Max.X+s.Px(3), box.Max.Y+s.Px(3)).Intersect(picture.Rect)
	l := look{box: box, fill: screen.Background(picture, around)}
	l.ink, l.weight = inkOf(picture, box, l.fill)
	l.under = bar(s, picture, box, box.Max.Y+1, 1, l.fill)
	l.over = bar(s, picture, box, box.Min.Y-2, -1, l.fill)
	return l
}

// inkOf is the mean colour of the pixels farthest from the fill, and the share of pixels that are ink.
func inkOf(picture *image.RGBA, box image.Rectangle, fill color.RGBA) (color.RGBA, float64) {
	box = box.Intersect(picture.Rect)
	far := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			far = max(far, colourDistance(colourAt(picture, x, y), fill))
		}
	}
	if far < 24 || area(box) == 0 {
		return fill, 0
	}
	var r, g, b, n, sum int
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := colourAt(picture, x, y)
			d := colourDistance(c, fill)
			sum += d
			if d*10 >= far*8 {
				r, g, b, n = r+int(c.R), g+int(c.G), b+int(c.B), n+1
			}
		}
	}
	ink := color.RGBA{R: uint8(r / n), G: uint8(g / n), B: uint8(b / n), A: 255}
	return ink, float64(sum) / float64(far*area(box))
}

// bar finds the strongest thin line along the label, from row y0 on in steps of one up or down, n rows at most. Where a
// fill of another colour begins the tab ends, and so does the search.
func bar(s *validation.Scene, picture *image.RGBA, box image.Rectangle, y0, step int, fill color.RGBA) line {
	var best, former line
	run, thick := line{}, 0
	for n := range s.Px(20) {
		y := y0 + n*step
		c, ok := color.RGBA{}, false
		if y >= 0 && y < picture.Rect.Max.Y {
			c, ok = rowColour(picture, box.Min.X, box.Max.X, y)
			if mid := center(box).X; !ok && box.Dx() > s.Px(28) {
				c, ok = rowColour(picture, mid-s.Px(14), mid+s.Px(14), y)
				ok = ok && colourDistance(c, fill) >= 60 // a short line under the label's middle, and no border's shade
			}
		}
		d := colourDistance(c, fill)
		switch {
		case !ok || d <= 12:
			run, thick = line{}, 0
			continue
		case thick > 0 && colourDistance(c, run.colour) <= 12:
			thick++
		default:
			run, thick, former = line{colour: c, contrast: d}, 1, best
		}
		if thick > s.Px(6) {
			return former
		}
		if run.contrast > best.contrast {
			best = run
		}
	}
	if thick > 0 {
		return former // what reaches the end of the search may be a page as well
	}
	return best
}

// sideOf finds where the strongest thin upright line stands at a label's height, left or right of the column that it
// stands in, and the line.
func sideOf(s *validation.Scene, picture *image.RGBA, l look, column image.Rectangle) (int, line) {
	x, best := thinLine(s, picture, l, column.Min.X-s.Px(80), column.Min.X)
	if at, right := thinLine(s, picture, l, column.Max.X, column.Max.X+s.Px(80)); right.contrast > best.contrast {
		x, best = at, right
	}
	return x, best
}

// lineAt is the upright line at a label's height in column x of the picture; none where the ground goes on there.
func lineAt(picture *image.RGBA, l look, x int) line {
	if c, ok := columnColour(picture, x, l.box.Min.Y, l.box.Max.Y); ok && colourDistance(c, l.fill) > 12 {
		return line{colour: c, contrast: colourDistance(c, l.fill)}
	}
	return line{}
}

// thinLine finds the strongest upright line of one colour between two columns, at a label's height.
func thinLine(s *validation.Scene, picture *image.RGBA, l look, x0, x1 int) (int, line) {
	var best, run line
	thick, at := 0, x0
	for x := x0; x <= x1; x++ {
		c, ok := columnColour(picture, x, l.box.Min.Y, l.box.Max.Y)
		d := colourDistance(c, l.fill)
		if ok && x < x1 && d > 12 && (thick == 0 || colourDistance(c, run.colour) <= 12) {
			if thick == 0 {
				run = line{colour: c, contrast: d}
			}
			thick++
			continue
		}
		if thick > 0 && thick <= s.Px(6) && run.contrast > best.contrast {
			best, at = run, x-1-thick/2
		}
		thick = 0
	}
	return at, best
}

// columnColour is the colour of a column between two rows, where all of its pixels have it.
func columnColour(picture *image.RGBA, x, y0, y1 int) (color.RGBA, bool) {
	if !image.Rect(x, y0, x+1, y1).In(picture.Rect) || y1 <= y0 {
		return color.RGBA{}, false
	}
	c := colourAt(picture, x, y0)
	for y := y0; y < y1; y++ {
		if colourDistance(colourAt(picture, x, y), c) > 10 {
			return c, false
		}
	}
	return c, true
}

// rowColour is the colour of a row between two columns, where nine in ten of its pixels have it.
func rowColour(picture *image.RGBA, x0, x1, y int) (color.RGBA, bool) {
	x0, x1 = max(x0, 0), min(x1, picture.Rect.Max.X)
	if x1 <= x0 {
		return color.RGBA{}, false
	}
	c := colourAt(picture, (x0+x1)/2, y)
	same := 0
	for x := x0; x < x1; x++ {
		if colourDistance(colourAt(picture, x, y), c) <= 10 {
			same++
		}
	}
	return c, same*10 >= (x1-x0)*9
}

func colourAt(picture *image.RGBA, x, y int) color.RGBA {
	i := picture.PixOffset(x, y)
	return color.RGBA{R: picture.Pix[i], G: picture.Pix[i+1], B: picture.Pix[i+2], A: 255}
}

// colourDistance is the largest difference of the channels.
func colourDistance(a, b color.RGBA) int {
	d := func(x, y uint8) int { return int(max(x, y)) - int(min(x, y)) }
	return max(d(a.R, b.R), d(a.G, b.G), d(a.B, b.B))
}

// unlike says whether two labels look different in a way that a person sees, and how much: 0 for alike.
func (l look) unlike(o look) float64 {
	score := 0.0
	if d := colourDistance(l.fill, o.fill); d > 4 {
		score += float64(d) / 24
	}
	if d := colourDistance(l.ink, o.ink); d > 36 {
		score += float64(d) / 80
	}
	score += l.under.unlike(o.under) + l.over.unlike(o.over) + l.side.unlike(o.side)
	if w := math.Abs(l.weight-o.weight) / math.Max(.01, math.Max(l.weight, o.weight)); w > .3 {
		score += w / 2
	}
	return score
}

func (l line) unlike(o line) float64 {
	if l.contrast < 16 && o.contrast < 16 {
		return 0
	}
	if d := colourDistance(l.colour, o.colour); d > 24 {
		return float64(d) / 60
	}
	return 0
}

// distinct is the difference from which two labels are seen to look different; restyled that from which one label has
// changed: the same text is compared with itself, so less is needed.
const (
	distinct = .6
	restyled = .2
)

// siblings are the labels that stand in a row with box: of a similar height, on the same line, near.
func siblings(s *validation.Scene, picture *image.RGBA, box image.Rectangle) []image.Rectangle {
	strip := image.Rect(box.Min.X-s.Px(1000), box.Min.Y-s.Px(4), box.Max.X+s.Px(1000), box.Max.Y+s.Px(4)).Intersect(picture.Rect)
	var row []image.Rectangle
	for _, b := range s.Lines(picture, strip) {
		if abs(center(b).Y-center(box).Y) <= s.Px(4) && isLabel(s, b, box) {
			row = append(row, b)
		}
	}
	return inReach(row, box, s.Px(260))
}

// columnSiblings are the labels that stand in a column with box: their left edges or centres aligned, near.
func columnSiblings(s *validation.Scene, picture *image.RGBA, box image.Rectangle) []image.Rectangle {
	strip := image.Rect(box.Min.X-s.Px(60), box.Min.Y-s.Px(300), box.Max.X+s.Px(60), box.Max.Y+s.Px(300)).Intersect(picture.Rect)
	var column []image.Rectangle
	for _, b := range s.Lines(picture, strip) {
		aligned := abs(b.Min.X-box.Min.X) <= s.Px(6) || abs(center(b).X-center(box).X) <= s.Px(6)
		if aligned && isLabel(s, b, box) {
			column = append(column, b)
		}
	}
	return inReach(column, box, s.Px(48))
}

// isLabel says whether b can be a label of the same kind as box: a text of its height, not an icon.
func isLabel(s *validation.Scene, b, box image.Rectangle) bool {
	sameHeight := b.Dy()*2 > box.Dy() && b.Dy() < box.Dy()*2
	return sameHeight && overlap(b, box) < .3 && b.Dx()*2 > b.Dy()*3 && b.Dx() <= s.Px(260)
}

// inReach keeps the boxes that are linked to the first by gaps of at most reach pixels.
func inReach(row []image.Rectangle, box image.Rectangle, reach int) []image.Rectangle {
	linked := []image.Rectangle{box}
	var out []image.Rectangle
	for grew := true; grew; {
		grew = false
		rest := row[:0:0]
		for _, b := range row {
			if nearAny(b, linked, reach) {
				linked, out, grew = append(linked, b), append(out, b), true
			} else {
				rest = append(rest, b)
			}
		}
		row = rest
	}
	return out
}

func nearAny(b image.Rectangle, boxes []image.Rectangle, reach int) bool {
	for _, o := range boxes {
		if gap(b, o) <= reach {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }
