package check

import (
	"context"
	"image"
	"strings"

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
	if ownName(ctx, s, field, words) {
		return false
	}
	region := screen.Around(center(field), s.Px(1500), s.Px(360), s.After().Rect)
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

// ownName says whether a label in, above or left of the field shares a word with the step's words, or none is there.
func ownName(ctx context.Context, s *validation.Scene, field image.Rectangle, words string) bool {
	near := image.Rect(field.Min.X-s.Px(160), field.Min.Y-s.Px(26), field.Max.X, field.Max.Y).Intersect(s.After().Rect)
	lines, err := s.Read(ctx, s.After(), near)
	if err != nil {
		return true
	}
	named := false
	for _, l := range lines {
		if !labels(s, l.Box, field) || letters(l.Text()) < 3 || sameText(l.Text(), s.Action.Text) {
			continue
		}
		named = true
		for _, w := range l.Words {
			if _, shared := hasAny(words, []string{ocr.Fold(strings.Trim(w.Text, " :*."))}); shared && letters(w.Text) >= 3 {
				return true
			}
		}
	}
	return !named
}

// sameText says whether a line is what was typed, or a part of it.
func sameText(read, typed string) bool {
	return typed != "" && (ocr.Score(read, typed) >= .6 || strings.Contains(ocr.Fold(typed), ocr.Fold(read)))
}
