package validation

import (
	"image"
	"slices"

	"github.com/disintegration/imaging"

	"vigie/validation/screen"
)

// sound looks for what makes the comparison of before and after unsound (matrix.md §1), corrects what can be corrected
// safely, and keeps the rest as notes. It is part of looking, not of deciding: what it finds is never the application's
// doing.
func (s *Scene) sound() {
	if !s.row.NeedsPictures || len(s.after) == 0 {
		return
	}
	last := s.Step.After[len(s.Step.After)-1]
	s.doubts = screen.Sound(s.Step.Before, last, s.Screen)
	for _, d := range s.doubts {
		s.notes = append(s.notes, doubtSentence(d))
		if d.Kind == screen.DoubtSizes && d.Scale != 0 {
			s.rescale()
		}
	}
	if s.moved {
		s.notes = append(s.notes, Say("position_moved"))
	}
}

// rescale brings the picture before to the size of the one after: the same screen, captured at another scale.
func (s *Scene) rescale() {
	size := s.After().Rect.Size()
	resized := imaging.Resize(s.before, size.X, size.Y, imaging.Box)
	s.before = &image.RGBA{Pix: resized.Pix, Stride: resized.Stride, Rect: resized.Rect} // opaque: both layouts are the same
}

// unusable is the finding of a capture that shows nothing of the application: black where before had content. A new
// screenshot may mend it. A half-drawn one looks as a short page does, and is no more than a doubt.
func (s *Scene) unusable() (Finding, bool) {
	black := func(on string) bool {
		return slices.ContainsFunc(s.doubts, func(d screen.Doubt) bool { return d.Kind == screen.DoubtBlack && d.On == on })
	}
	if !black("after") || black("before") {
		return Finding{}, false
	}
	return Finding{Verdict: Continue, Confidence: .3, Check: CheckSound, Category: UILoading, Reason: Say("black_picture")}, true
}

// doubtSentence says a doubt in words.
func doubtSentence(d screen.Doubt) Sentence {
	switch d.Kind {
	case screen.DoubtSizes:
		return Say("sizes_differ", "before", d.Have.String(), "after", d.Want.String())
	case screen.DoubtScreenSize:
		return Say("screen_size_differs", "have", d.Have.String(), "want", d.Want.String())
	case screen.DoubtSameBytes, screen.DoubtSamePixels:
		return Say("same_picture")
	case screen.DoubtBlack:
		return Say("black_picture")
	case screen.DoubtBlank:
		return Say("blank_picture")
	case screen.DoubtHalfDrawn:
		return Say("half_drawn")
	default:
		return Say("damaged_picture")
	}
}
