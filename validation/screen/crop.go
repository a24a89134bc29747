package screen

import (
	"errors"
	"fmt"
	"image"
)

// Errors of comparisons, wrapped with the values.
var (
	// ErrOutside is returned when a region has no pixel inside the picture.
	ErrOutside = errors.New("region lies outside the screenshot")
	// ErrSizes is returned when two pictures to be compared differ in size.
	ErrSizes = errors.New("screenshots differ in size")
)

// Clip returns the part of box that lies in the picture; an ErrOutside when there is none.
func Clip(img *image.RGBA, box image.Rectangle) (image.Rectangle, error) {
	r := box.Intersect(img.Rect)
	if r.Empty() {
		return image.Rectangle{}, fmt.Errorf("region %v, screenshot %dx%d: %w", box, img.Rect.Dx(), img.Rect.Dy(), ErrOutside)
	}
	return r, nil
}

// clipBoth is Clip for two pictures of the same size.
func clipBoth(a, b *image.RGBA, box image.Rectangle) (image.Rectangle, error) {
	if a.Rect != b.Rect {
		return image.Rectangle{}, fmt.Errorf("compare %dx%d with %dx%d: %w", a.Rect.Dx(), a.Rect.Dy(), b.Rect.Dx(), b.Rect.Dy(), ErrSizes)
	}
	return Clip(a, box)
}

// Crop returns the part of the picture inside box as a view: it shares the pixels and keeps the coordinates, so its
// bounds start at the box's corner and its stride is the picture's. It is empty when box lies outside.
func Crop(img *image.RGBA, box image.Rectangle) *image.RGBA {
	return img.SubImage(box).(*image.RGBA)
}

// Around returns the w×h box whose centre is center, cut to bounds; empty when it lies outside.
func Around(center image.Point, w, h int, bounds image.Rectangle) image.Rectangle {
	corner := center.Sub(image.Pt(w/2, h/2))
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}.Intersect(bounds)
}

// pixels returns the bytes of the pixels x0…x1 (exclusive) of row y.
func pixels(img *image.RGBA, x0, x1, y int) []byte {
	return img.Pix[img.PixOffset(x0, y):img.PixOffset(x1, y)]
}
