package judge

import (
	"image"

	"vigie/validation"
)

// The part of the screen that is shown before and after, in logical pixels around the acted point, and the largest share
// of the screen's sides that it may take before the whole screen is shown instead.
const (
	regionWidth  = 480
	regionHeight = 300
	regionShare  = 0.75
)

// regionOf is the part of a screen of a size that matters for a step: around the point, and what the checks say decided. It
// is the whole where nothing is known.
func regionOf(s *validation.Step, findings []validation.Finding, size image.Point) image.Rectangle {
	whole := image.Rectangle{Max: size}
	var region image.Rectangle
	for _, f := range findings {
		for _, r := range f.Regions {
			if r.Role == validation.RoleDecided || r.Role == validation.RoleDialog {
				region = region.Union(r.Box.Intersect(whole))
			}
		}
	}
	if p := s.Point(); p != nil {
		if at := p.On(size); at.In(whole) {
			region = region.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
		}
	}
	if region.Empty() {
		return whole
	}
	scale := max(s.Scale, 1)
	region = grown(region, int(regionWidth*scale), int(regionHeight*scale), whole)
	if float64(region.Dx()) > regionShare*float64(size.X) && float64(region.Dy()) > regionShare*float64(size.Y) {
		return whole
	}
	return region
}

// grown is a box of at least w×h around the same centre, moved and cut to lie in bounds.
func grown(box image.Rectangle, w, h int, bounds image.Rectangle) image.Rectangle {
	w, h = min(max(box.Dx(), w), bounds.Dx()), min(max(box.Dy(), h), bounds.Dy())
	center := box.Min.Add(box.Max).Div(2)
	corner := center.Sub(image.Pt(w/2, h/2))
	corner.X = min(max(corner.X, bounds.Min.X), bounds.Max.X-w)
	corner.Y = min(max(corner.Y, bounds.Min.Y), bounds.Max.Y-h)
	return image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))}
}
