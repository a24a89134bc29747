package screen

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// CoverColour fills what is covered: a grey that no screen shows by chance over a whole field.
var CoverColour = color.RGBA{R: 0x6b, G: 0x70, B: 0x78, A: 0xff}

// Cover returns a picture that is p with the boxes filled, encoded as PNG: nothing of what they held is in its bytes. The
// same pixels and boxes give the same bytes. Boxes that lie outside the picture are left out; where none is left, p itself
// is returned. A picture that cannot be decoded, of which a viewer might still show a part, becomes an empty one of the
// same size.
func Cover(p *Picture, boxes []image.Rectangle) (*Picture, error) {
	boxes = inPicture(boxes, p.Size())
	if len(boxes) == 0 {
		return p, nil
	}
	img, err := p.RGBA()
	if err != nil {
		return Blank(p.Size())
	}
	covered := &image.RGBA{Pix: bytes.Clone(img.Pix), Stride: img.Stride, Rect: img.Rect}
	for _, box := range boxes {
		flood(covered, box, CoverColour)
	}
	return encoded(covered, covered)
}

// Blank returns a picture of one colour, that of what is covered.
func Blank(size image.Point) (*Picture, error) { return encoded(blank(size), nil) }

func inPicture(boxes []image.Rectangle, size image.Point) []image.Rectangle {
	var inside []image.Rectangle
	for _, box := range boxes {
		if box = box.Intersect(image.Rectangle{Max: size}); !box.Empty() {
			inside = append(inside, box)
		}
	}
	return inside
}

func flood(img *image.RGBA, box image.Rectangle, c color.RGBA) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := pixels(img, box.Min.X, box.Max.X, y)
		for i := 0; i < len(row); i += 4 {
			row[i], row[i+1], row[i+2], row[i+3] = c.R, c.G, c.B, c.A
		}
	}
}

// encoder favours speed: an agent waits for the answer to its report meanwhile.
var encoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &buffers{}}

// encoded makes a picture of pixels; those that are decoded already are not decoded again.
func encoded(img image.Image, known *image.RGBA) (*Picture, error) {
	var b bytes.Buffer
	if err := encoder.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	p, err := Load(b.Bytes())
	if err == nil && known != nil {
		p.decode = func() decoded { return decoded{known, nil} }
	}
	return p, err
}

// buffers lends the encoder its memory.
type buffers struct{ pool sync.Pool }

// Get implements png.EncoderBufferPool.
func (b *buffers) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

// Put implements png.EncoderBufferPool.
func (b *buffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }

// blank is an image of one colour that takes no memory, whatever size a damaged picture's header claims.
type blank image.Point

var flatPalette = color.Palette{CoverColour}

// ColorModel is a palette of one colour.
func (blank) ColorModel() color.Model { return flatPalette }

// Bounds is the image's size.
func (b blank) Bounds() image.Rectangle { return image.Rectangle{Max: image.Point(b)} }

// At is the colour, everywhere.
func (blank) At(int, int) color.Color { return CoverColour }

// ColorIndexAt is the colour's place in the palette.
func (blank) ColorIndexAt(int, int) uint8 { return 0 }
