package screen

import "image"

const (
	bandShare   = .15 // of the height, the least band of a half-drawn picture
	bandContent = .02 // of its pixels, the least that before showed in place of the band
	bandEdge    = .5  // of the width, the least that differs at the band's straight edge
)

// halfDrawn finds the black or white band at the bottom of after where a capture broke off: full width, flat, ending in
// a straight edge across content, where before showed content. It is empty when there is none. The white end of a page
// has no such edge: what is above it is mostly white, too.
func halfDrawn(before, after *image.RGBA) image.Rectangle {
	r, g, b := at(after, 0, after.Rect.Max.Y-1)
	rgb := [3]uint8{r, g, b}
	if max(r, g, b) > flatNoise && min(r, g, b) < 255-flatNoise {
		return image.Rectangle{}
	}
	top := after.Rect.Max.Y
	for top > 0 && oddShare(after, top-1, rgb) == 0 {
		top--
	}
	height := after.Rect.Max.Y - top
	if top == 0 || float64(height) < bandShare*float64(after.Rect.Dy()) || oddShare(after, top-1, rgb) < bandEdge {
		return image.Rectangle{}
	}
	content := 0.0
	for y := top; y < after.Rect.Max.Y; y++ {
		content += oddShare(before, y, rgb)
	}
	if content/float64(height) < bandContent {
		return image.Rectangle{}
	}
	return image.Rect(0, top, after.Rect.Max.X, after.Rect.Max.Y)
}

// oddShare is the share of the pixels of row y that are not of the given colour.
func oddShare(img *image.RGBA, y int, rgb [3]uint8) float64 {
	row, odd := pixels(img, img.Rect.Min.X, img.Rect.Max.X, y), 0
	for i := 0; i < len(row); i += 4 {
		if !near(row[i:i+3], rgb, flatNoise) {
			odd++
		}
	}
	return 4 * float64(odd) / float64(len(row))
}
