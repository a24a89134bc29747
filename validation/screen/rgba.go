package screen

import (
	"image"
	"image/color"
	"image/draw"
)

// toRGBA converts to tight opaque RGBA at (0, 0), on white. The types that PNG and JPEG decode to have loops of their
// own: image/draw would call an interface for each pixel of some of them.
func toRGBA(src image.Image) *image.RGBA {
	switch s := src.(type) {
	case *image.RGBA:
		if isTight(s) && s.Opaque() {
			return s
		}
	case *image.NRGBA:
		return fromNRGBA(s)
	case *image.Paletted:
		return fromPaletted(s)
	case *image.Gray16:
		return from16(s.Rect, s.Pix, s.Stride, gray16)
	case *image.RGBA64:
		return from16(s.Rect, s.Pix, s.Stride, rgba64)
	case *image.NRGBA64:
		return from16(s.Rect, s.Pix, s.Stride, nrgba64)
	}
	return fromAny(src)
}

func isTight(s *image.RGBA) bool {
	return s.Rect.Min == image.Point{} && s.Stride == 4*s.Rect.Dx()
}

// fromAny draws on white; image/draw has loops for RGBA, YCbCr, Gray and CMYK.
func fromAny(src image.Image) *image.RGBA {
	b := src.Bounds()
	dst := image.NewRGBA(image.Rectangle{Max: b.Size()})
	op := draw.Src
	if o, ok := src.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
		op = draw.Over
	}
	draw.Draw(dst, dst.Rect, src, b.Min, op)
	return dst
}

// fromNRGBA composites in place: the decoder's buffer becomes the picture.
func fromNRGBA(s *image.NRGBA) *image.RGBA {
	if s.Stride != 4*s.Rect.Dx() {
		return fromAny(s)
	}
	p := s.Pix
	for i := 0; i+3 < len(p); i += 4 {
		if a := p[i+3]; a != 0xff {
			p[i], p[i+1], p[i+2], p[i+3] = onWhite(p[i], a), onWhite(p[i+1], a), onWhite(p[i+2], a), 0xff
		}
	}
	return &image.RGBA{Pix: p, Stride: s.Stride, Rect: image.Rectangle{Max: s.Rect.Size()}}
}

// onWhite lays a straight channel with alpha a on white.
func onWhite(c, a uint8) uint8 {
	return uint8((uint32(c)*uint32(a) + 255*uint32(255-a) + 127) / 255)
}

func fromPaletted(s *image.Paletted) *image.RGBA {
	var table [256][4]byte
	for i := range table {
		table[i] = [4]byte{0, 0, 0, 0xff}
	}
	for i, c := range s.Palette {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		table[i] = [4]byte{onWhite(n.R, n.A), onWhite(n.G, n.A), onWhite(n.B, n.A), 0xff}
	}
	dst := image.NewRGBA(image.Rectangle{Max: s.Rect.Size()})
	for y := range s.Rect.Dy() {
		row := dst.Pix[y*dst.Stride : (y+1)*dst.Stride]
		for x, index := range s.Pix[y*s.Stride : y*s.Stride+s.Rect.Dx()] {
			*(*[4]byte)(row[4*x:]) = table[index]
		}
	}
	return dst
}

// layout16 says where a 16-bit picture's channels lie in a pixel; only their high bytes are used.
type layout16 struct {
	size          int // bytes a pixel
	g, b          int // offsets of green and blue; red is first
	alpha         int // offset of alpha; 0 when there is none
	premultiplied bool
}

var (
	gray16  = layout16{size: 2}
	rgba64  = layout16{size: 8, g: 2, b: 4, alpha: 6, premultiplied: true}
	nrgba64 = layout16{size: 8, g: 2, b: 4, alpha: 6}
)

func from16(r image.Rectangle, pix []byte, stride int, l layout16) *image.RGBA {
	dst := image.NewRGBA(image.Rectangle{Max: r.Size()})
	for y := range r.Dy() {
		src, row := pix[y*stride:], dst.Pix[y*dst.Stride:(y+1)*dst.Stride]
		for x := 0; x < len(row); x, src = x+4, src[l.size:] {
			row[x], row[x+1], row[x+2], row[x+3] = src[0], src[l.g], src[l.b], 0xff
			if l.alpha != 0 && src[l.alpha] != 0xff {
				l.lay(row[x:x+3], src[l.alpha])
			}
		}
	}
	return dst
}

// lay composites one pixel on white.
func (l layout16) lay(pixel []byte, a uint8) {
	for i, c := range pixel {
		if l.premultiplied {
			pixel[i] = uint8(min(255, int(c)+255-int(a)))
		} else {
			pixel[i] = onWhite(c, a)
		}
	}
}
