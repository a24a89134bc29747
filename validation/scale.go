package validation

import (
	"image"
	"slices"

	"vigie/validation/screen"
)

// guessScale guesses the number of screenshot pixels in a logical pixel where nobody reported it, from the height of the
// text around the point: interfaces write in about the same size everywhere. 1 where there is too little text.
func (s *Scene) guessScale() float64 {
	picture := s.After()
	if picture == nil || picture.Rect.Dx() < wideScreen {
		return 1
	}
	region := screen.Around(center(picture.Rect), picture.Rect.Dx()/2, picture.Rect.Dy()/2, picture.Rect)
	if s.hasAt && s.at.In(picture.Rect) {
		region = screen.Around(s.at, 1200, 500, picture.Rect)
	}
	var heights []int
	for _, box := range s.Lines(picture, region) {
		if box.Dx() > 3*box.Dy() {
			heights = append(heights, box.Dy())
		}
	}
	if len(heights) < 4 {
		return 1
	}
	slices.Sort(heights)
	return scaleOfText(heights[len(heights)/2])
}

// wideScreen is the width in pixels below which a screen is taken to have a scale of 1.
const wideScreen = 1800

// scaleOfText is the scale at which a line of interface text is so many pixels high, ascenders and descenders included.
func scaleOfText(height int) float64 {
	switch {
	case height <= 16:
		return 1
	case height <= 19:
		return 1.25
	case height <= 23:
		return 1.5
	default:
		return 2
	}
}

func center(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }
