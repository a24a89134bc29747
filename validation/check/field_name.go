package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// namesOtherField says whether the step's own words name another field than the one that holds the text: a label that
// stands at another field near it, and not the label of this one.
func namesOtherField(ctx context.Context, s *validation.Scene, field image.Rectangle) bool {
	words := s.Context.Label
	if words == "" || s.Context.Label == s.Label() || field.Dy() > s.Px(60) {
		return false
	}
	region := screen.Around(center(field), s.Px(600), s.Px(300), s.After().Rect)
	lines, err := s.Read(ctx, s.After(), region)
	if err != nil {
		return false
	}
	other := false
	for _, l := range lines {
		name := ocr.Fold(l.Text())
		if letters(name) < 3 || l.Box.In(field) {
			continue
		}
		if _, named := hasAny(words, []string{name}); !named {
			continue
		}
		if labels(s, l.Box, field) {
			return false
		}
		other = true
	}
	return other
}
