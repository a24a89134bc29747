package screen

import (
	"bytes"
	"encoding/binary"
	"image"
)

// exifOrientation reads the orientation, 1…8, from a JPEG's EXIF segment (Exif 2.32, tag 0x0112). What can't be read is
// upright.
func exifOrientation(data []byte) int {
	for rest := data[2:]; len(rest) >= 4 && rest[0] == 0xff; {
		marker, size := rest[1], int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xda || size < 2 || 2+size > len(rest) {
			return 1
		}
		if body := rest[4 : 2+size]; marker == 0xe1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return tiffOrientation(body[6:])
		}
		rest = rest[2+size:]
	}
	return 1
}

// tiffOrientation looks the tag up in the first directory of a TIFF block.
func tiffOrientation(b []byte) int {
	if len(b) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if b[0] == 'I' {
		order = binary.LittleEndian
	}
	at := uint64(order.Uint32(b[4:]))
	if at+2 > uint64(len(b)) {
		return 1
	}
	const entry = 12
	count, dir := int(order.Uint16(b[at:])), b[at+2:]
	for ; count > 0 && len(dir) >= entry; count, dir = count-1, dir[entry:] {
		if order.Uint16(dir) != 0x0112 {
			continue
		}
		if v := int(order.Uint16(dir[8:])); v >= 1 && v <= 8 {
			return v
		}
		return 1
	}
	return 1
}

// orient turns and mirrors a picture upright.
func orient(src *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 {
		return src
	}
	size := header{stored: src.Rect.Size(), orientation: orientation}.seen()
	dst := image.NewRGBA(image.Rectangle{Max: size})
	w, h := src.Rect.Dx(), src.Rect.Dy()
	for y := range size.Y {
		for x := range size.X {
			sx, sy := sourceOf(orientation, x, y, w, h)
			copy(dst.Pix[y*dst.Stride+4*x:][:4], src.Pix[sy*src.Stride+4*sx:])
		}
	}
	return dst
}

// sourceOf returns which pixel of the stored w×h picture is seen at (x, y).
func sourceOf(orientation, x, y, w, h int) (sx, sy int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	case 8:
		return w - 1 - y, x
	}
	return x, y
}
