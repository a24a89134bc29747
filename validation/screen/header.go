package screen

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
)

// format is the encoding of a picture.
type format int

const (
	formatPNG format = iota + 1
	formatJPEG
)

// header is what a picture says of itself before it is decoded.
type header struct {
	format      format
	stored      image.Point // width and height as encoded
	orientation int         // EXIF, 1…8; 1 is upright
}

// seen is the size after the orientation was applied: 5 to 8 lie on their side.
func (h header) seen() image.Point {
	if h.orientation >= 5 {
		return image.Pt(h.stored.Y, h.stored.X)
	}
	return h.stored
}

// readHeader reads and checks a picture's header.
func readHeader(data []byte) (header, error) {
	if len(data) > MaxBytes {
		return header{}, fmt.Errorf("load picture: %d bytes, limit %d: %w", len(data), MaxBytes, ErrTooLarge)
	}
	h := header{orientation: 1}
	var cfg image.Config
	var err error
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		h.format = formatPNG
		cfg, err = png.DecodeConfig(bytes.NewReader(data))
	case bytes.HasPrefix(data, []byte{0xff, 0xd8, 0xff}):
		h.format = formatJPEG
		h.orientation = exifOrientation(data)
		cfg, err = jpeg.DecodeConfig(bytes.NewReader(data))
	default:
		return header{}, fmt.Errorf("load picture: %d bytes that begin with %q: %w", len(data), data[:min(8, len(data))], ErrNotAPicture)
	}
	if err != nil {
		return header{}, fmt.Errorf("load picture: read header: %w: %w", ErrNotAPicture, err)
	}
	h.stored = image.Pt(cfg.Width, cfg.Height)
	return h, checkSize(cfg.Width, cfg.Height)
}

// checkSize holds a size against the limits.
func checkSize(w, h int) error {
	switch {
	case w < 1 || h < 1:
		return fmt.Errorf("load picture: %dx%d has no pixels: %w", w, h, ErrNotAPicture)
	case w > MaxSide || h > MaxSide:
		return fmt.Errorf("load picture: %dx%d, limit %d per side: %w", w, h, MaxSide, ErrTooLarge)
	case w*h > MaxPixels:
		return fmt.Errorf("load picture: %dx%d is %d pixels, limit %d: %w", w, h, w*h, MaxPixels, ErrTooLarge)
	}
	return nil
}
