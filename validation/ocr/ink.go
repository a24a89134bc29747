package ocr

import (
	"context"
	"image"
	"math"
)

// capHeight is the height in pixels to which capitals are enlarged.
const capHeight = 30

// A line at least long times as wide as high is enlarged across by narrow of what it is in height. Interfaces are set in wide
// letters: narrower ones are read better (of 569 words of real pages 92.6 % instead of 91.0 %), and Tesseract's time goes with
// the width. In a short line, which may be a code, each letter counts and the time does not.
const (
	long   = 6
	narrow = .8
)

// padding is the empty ground, in pixels of the enlarged line, around a line.
const padding = 12

// print is a line as it is given to Tesseract: black on white, enlarged.
type print struct {
	*plane
	// scale is how much the line is enlarged in height, across in width.
	scale, across float64
	// origin is the picture's point at the plane's upper left corner, without the padding.
	origin image.Point
}

// box maps a box of the enlarged line to the picture.
func (p *print) box(b image.Rectangle) image.Rectangle {
	x := func(v int) float64 { return float64(v-padding) / p.across }
	y := func(v int) float64 { return float64(v-padding) / p.scale }
	return image.Rect(int(math.Floor(x(b.Min.X))), int(math.Floor(y(b.Min.Y))), int(math.Ceil(x(b.Max.X))), int(math.Ceil(y(b.Max.Y)))).Add(p.origin)
}

// develop makes a line's print: the distance of each pixel from the ground's colour, whatever the colours are, stretched
// to black on white, enlarged by scale, and by a share of it across. The mean over the channels undoes sub-pixel rendering.
func (t *terrain) develop(picture *image.RGBA, s *segment, scale, across float64) *print {
	box := s.box.Inset(-1).Add(t.region.Min).Intersect(picture.Bounds())
	contrast := t.contrast(picture, box, s.ground)
	return &print{plane: magnify(contrast, scale*across, scale), scale: scale, across: scale * across, origin: box.Min}
}

// across is how much less the segment is enlarged across than in height.
func (s *segment) across(ctx context.Context) float64 {
	if s.box.Dx() < long*s.height() || IsByLetter(ctx) {
		return 1
	}
	return narrow
}

// scale is how much the segment is enlarged.
func (s *segment) scale() float64 {
	return max(1, min(capHeight/float64(s.height()), 6))
}

// contrast is the line as black on white, in the picture's pixels.
func (t *terrain) contrast(picture *image.RGBA, box image.Rectangle, ground int32) *plane {
	colour := t.groundColour(picture, box, ground)
	pl := newPlane(box)
	var histogram [256]int
	for y := range pl.height() {
		row := pl.row(y)
		pix := picture.Pix[picture.PixOffset(box.Min.X, box.Min.Y+y):]
		for x := range row {
			c := pix[4*x : 4*x+3 : 4*x+3]
			d := (apart(c[0], colour[0]) + apart(c[1], colour[1]) + apart(c[2], colour[2])) / 3
			row[x] = byte(d)
			histogram[d]++
		}
	}
	stretch(pl.ink(), darkest(&histogram, len(pl.ink())))
	return pl
}

func (t *terrain) groundColour(picture *image.RGBA, box image.Rectangle, ground int32) [3]byte {
	if ground >= 0 {
		return t.areas[ground].colour
	}
	at := picture.PixOffset(box.Min.X, box.Min.Y)
	return [3]byte(picture.Pix[at : at+3])
}

func apart(a, b byte) int {
	if a > b {
		return int(a - b)
	}
	return int(b - a)
}

// darkest is the distance that only one pixel in fifty exceeds: full ink.
func darkest(histogram *[256]int, pixels int) int {
	left := pixels / 50
	for d := 255; d > 0; d-- {
		if left -= histogram[d]; left < 0 {
			return d
		}
	}
	return 1
}

func stretch(ink []byte, full int) {
	for i, d := range ink {
		ink[i] = byte(255 - min(255, 255*int(d)/full))
	}
}
