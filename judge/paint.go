package judge

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

var (
	frameColor = color.RGBA{R: 0x60, G: 0x60, B: 0x60, A: 0xff} // around and between the pictures
	ringColor  = color.RGBA{R: 0xff, B: 0xff, A: 0xff}          // magenta: rare on a desktop
)

// captionHeight is that of the line above each half of a pair; its letters are drawn twice their size.
const (
	captionHeight = 34
	pairGap       = 12
)

// panel is a half of a pair: a picture under its caption.
type panel struct {
	caption string
	img     *image.RGBA
}

// sideBySide draws panels beside each other, no longer than maxPair. Small ones are drawn twice their size.
func sideBySide(panels ...panel) *image.RGBA {
	n := len(panels)
	room := (maxPair - pairGap*(n-1)) / n
	size := image.Point{}
	for _, p := range panels {
		size.X, size.Y = max(size.X, p.img.Rect.Dx()), max(size.Y, p.img.Rect.Dy())
	}
	if 2*size.X <= room && 2*size.Y <= maxPair-captionHeight {
		size = size.Mul(2)
	}
	size = within(within(size, maxPair-captionHeight), room)
	out := image.NewRGBA(image.Rect(0, 0, n*size.X+pairGap*(n-1), size.Y+captionHeight))
	draw.Draw(out, out.Rect, image.NewUniform(frameColor), image.Point{}, draw.Src)
	for i, p := range panels {
		corner := image.Pt(i*(size.X+pairGap), 0)
		write(out, corner.Add(image.Pt(8, 2)), p.caption)
		at := image.Rectangle{Min: corner.Add(image.Pt(0, captionHeight))}
		at.Max = at.Min.Add(size)
		draw.CatmullRom.Scale(out, at, p.img, p.img.Rect, draw.Src, nil)
	}
	return out
}

// write draws a short text, white, twice the font's size.
func write(img *image.RGBA, at image.Point, s string) {
	face := basicfont.Face7x13
	small := image.NewRGBA(image.Rect(0, 0, face.Advance*len(s), face.Height+2))
	draw.Draw(small, small.Rect, image.NewUniform(frameColor), image.Point{}, draw.Src)
	d := font.Drawer{Dst: small, Src: image.White, Face: face, Dot: fixed.P(0, face.Ascent+1)}
	d.DrawString(s)
	box := image.Rectangle{Min: at, Max: at.Add(small.Rect.Size().Mul(2))}
	draw.NearestNeighbor.Scale(img, box, small, small.Rect, draw.Src, nil)
}

// ring marks the acted point: a magenta ring with a dark and a light edge, so that it is seen on every ground. The point
// itself stays free.
func ring(img *image.RGBA, at image.Point) {
	const inner, outer = 13, 18
	for y := at.Y - outer - 1; y <= at.Y+outer+1; y++ {
		for x := at.X - outer - 1; x <= at.X+outer+1; x++ {
			if !(image.Point{X: x, Y: y}).In(img.Rect) {
				continue
			}
			switch d := math.Hypot(float64(x-at.X), float64(y-at.Y)); {
			case d >= inner && d <= outer:
				img.SetRGBA(x, y, ringColor)
			case d >= inner-1.5 && d < inner:
				img.SetRGBA(x, y, color.RGBA{A: 0xff})
			case d > outer && d <= outer+1.5:
				img.SetRGBA(x, y, color.RGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff})
			}
		}
	}
}
