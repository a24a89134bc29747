package ocr

import (
	"fmt"
	"image"
)

// plane is a grey picture that carries its PGM header before its pixels, so that it goes to Tesseract without a copy.
type plane struct {
	data   []byte
	header int
	// Rect is where the plane stands, in its own or in the screenshot's pixels.
	Rect image.Rectangle
}

func newPlane(r image.Rectangle) *plane {
	header := fmt.Sprintf("P5\n%d %d\n255\n", r.Dx(), r.Dy())
	p := &plane{data: make([]byte, len(header)+r.Dx()*r.Dy()), header: len(header), Rect: r}
	copy(p.data, header)
	return p
}

// pgm is the picture as a portable grey map.
func (p *plane) pgm() []byte { return p.data }

// ink are the pixels, row by row.
func (p *plane) ink() []byte { return p.data[p.header:] }

func (p *plane) width() int  { return p.Rect.Dx() }
func (p *plane) height() int { return p.Rect.Dy() }

// row is the y-th row, counted from 0.
func (p *plane) row(y int) []byte {
	w := p.width()
	return p.ink()[y*w : (y+1)*w]
}
