package screen

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
)

// decodePixels decodes a picture whose header was checked. A decoder's panic is an error of the picture.
func decodePixels(data []byte, h header) (img *image.RGBA, err error) {
	defer func() {
		if r := recover(); r != nil {
			img, err = nil, fmt.Errorf("decode picture: the decoder failed: %v: %w", r, ErrDamaged)
		}
	}()
	var src image.Image
	switch h.format {
	case formatPNG:
		if err := checkPNGLength(data, h.stored); err != nil {
			return nil, err
		}
		src, err = png.Decode(bytes.NewReader(data))
	default:
		src, err = jpeg.Decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, fmt.Errorf("decode picture: %w, cut off or corrupt after %d bytes: %w", ErrDamaged, len(data), err)
	}
	if got := src.Bounds().Size(); got != h.stored {
		return nil, fmt.Errorf("decode picture: %dx%d pixels, header says %dx%d: %w", got.X, got.Y, h.stored.X, h.stored.Y, ErrDamaged)
	}
	return orient(toRGBA(src), h.orientation), nil
}

// deflateMax is the most that one byte of deflate can expand to (zlib's technical notes: 1032:1).
const deflateMax = 1032

// checkPNGLength refuses a PNG that is too short to hold its pixels, before memory for them is taken.
func checkPNGLength(data []byte, size image.Point) error {
	const depthAt, colorAt = 24, 25 // in IHDR, after the signature
	if len(data) <= colorAt {
		return fmt.Errorf("decode picture: %d bytes: %w", len(data), ErrDamaged)
	}
	channels := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[data[colorAt]]
	raw := size.X * size.Y / 8 * channels * int(data[depthAt])
	if raw/deflateMax > len(data) {
		return fmt.Errorf("decode picture: %d bytes can't hold %dx%d pixels, cut off: %w", len(data), size.X, size.Y, ErrDamaged)
	}
	return nil
}
