package check

import (
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// distance is how far a point lies from a box, in pixels of the larger axis; 0 inside.
func distance(box image.Rectangle, p image.Point) int {
	dx := max(box.Min.X-p.X, 0, p.X-box.Max.X+1)
	dy := max(box.Min.Y-p.Y, 0, p.Y-box.Max.Y+1)
	return max(dx, dy)
}

// gap is how far two boxes lie from each other, in pixels of the larger axis; 0 when they touch or overlap.
func gap(a, b image.Rectangle) int {
	dx := max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, 0)
	dy := max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, 0)
	return max(dx, dy)
}

// overlap is the share of a's area that lies in b.
func overlap(a, b image.Rectangle) float64 {
	if a.Empty() {
		return 0
	}
	i := a.Intersect(b)
	return float64(i.Dx()*i.Dy()) / float64(a.Dx()*a.Dy())
}

func center(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }

// widgetAt is the box of the widget under a point; empty when its edges were not found.
func widgetAt(s *validation.Scene, picture *image.RGBA, at image.Point) image.Rectangle {
	limit := screen.Around(at, s.Px(700), s.Px(120), picture.Rect)
	if box, ok := screen.WidgetBox(picture, at, limit); ok {
		return box
	}
	return image.Rectangle{}
}
