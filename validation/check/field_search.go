package check

import (
	"context"
	"image"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// searchInstead says whether the text went into the field in which the page is searched, by the hint that stood in it,
// while the step names another field, which is on the screen.
func searchInstead(ctx context.Context, s *validation.Scene, field image.Rectangle, words string) bool {
	hint := hintIn(ctx, s, field)
	if seeks(words) || !seeks(hint) {
		return false
	}
	for _, w := range strings.Fields(hint) {
		if _, shared := hasAny(words, []string{w}); shared && letters(w) >= 4 {
			return false
		}
	}
	lines, err := labelsIn(ctx, s, s.After().Rect, words)
	if err != nil {
		return false
	}
	for _, l := range lines {
		name := nameOf(l)
		if _, named := hasAny(words, []string{name}); named && letters(name) >= 3 && !l.Box.In(field) && (strings.HasSuffix(strings.TrimSpace(l.Text()), ":") || hasField(s, l.Box)) {
			return true
		}
	}
	return false
}

// hintIn is what stood in a field before the typing, folded.
func hintIn(ctx context.Context, s *validation.Scene, field image.Rectangle) string {
	if s.Before() == nil {
		return ""
	}
	return ocr.Fold(textIn(ctx, s, s.Before(), field.Inset(s.Px(1))))
}

// hasField says whether a label has a field of its own: under it, or right of it.
func hasField(s *validation.Scene, label image.Rectangle) bool {
	for _, p := range []image.Point{{X: label.Min.X + s.Px(8), Y: label.Max.Y + s.Px(18)}, {X: label.Max.X + s.Px(28), Y: center(label).Y}} {
		w, ok := screen.WidgetBox(s.After(), p, screen.Around(p, s.Px(2400), s.Px(400), s.After().Rect))
		if ok && !label.In(w) && w.Dx() >= s.Px(90) && w.Dy() >= s.Px(18) {
			return true
		}
	}
	return false
}
