package screen

import "image"

// lumaOf is the luma of ITU-R BT.601 in the fixed-point form that Pillow's convert("L") uses.
func lumaOf(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}

// Luma returns the grey picture of box, clipped: ITU-R BT.601 luma, bounds at (0, 0), tight. It is empty when box lies
// outside.
func Luma(img *image.RGBA, box image.Rectangle) *image.Gray {
	box = box.Intersect(img.Rect)
	dst := image.NewGray(image.Rectangle{Max: box.Size()})
	for y := range box.Dy() {
		lumaRow(dst.Pix[y*dst.Stride:(y+1)*dst.Stride], pixels(img, box.Min.X, box.Max.X, box.Min.Y+y))
	}
	return dst
}

// A plane takes one of a picture's channels, row by row: dst has a byte for each RGBA pixel of row.
type plane func(dst []uint8, row []byte)

func lumaRow(dst []uint8, row []byte) {
	for i := range dst {
		p := row[4*i : 4*i+3 : 4*i+3]
		dst[i] = lumaOf(p[0], p[1], p[2])
	}
}

func redRow(dst []uint8, row []byte)   { channelRow(dst, row, 0) }
func greenRow(dst []uint8, row []byte) { channelRow(dst, row, 1) }
func blueRow(dst []uint8, row []byte)  { channelRow(dst, row, 2) }

func channelRow(dst []uint8, row []byte, channel int) {
	for i := range dst {
		dst[i] = row[4*i+channel]
	}
}
