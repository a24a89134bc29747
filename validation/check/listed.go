package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// reordered weighs a click on a row of a list that put its rows into another order before the click fell: the row at the
// point is selected now, and another text stands in it than stood there before. False where no row was selected, or where
// it bears the text that it bore.
func reordered(ctx context.Context, s *validation.Scene, a aim) (validation.Finding, bool) {
	if s.Kind != "click_anchor" || s.Role != "" && s.Role != "link" || s.Label() == "" || !s.Comparable() || !s.Inside() {
		return validation.Finding{}, false
	}
	p, _ := s.At()
	if !rowSelected(s, p) {
		return validation.Finding{}, false
	}
	row := screen.Around(p, s.Px(760), s.Px(22), s.After().Rect)
	was, is := textIn(ctx, s, s.Before(), row), textIn(ctx, s, s.After(), row)
	if letters(was) < 3 || letters(is) < 3 || ocr.Score(is, was) > .85 {
		return validation.Finding{}, false
	}
	b, err := takeAim(ctx, s, s.After(), s.Label())
	if err != nil {
		return validation.Finding{}, false
	}
	return otherOrder(s, a, b, row, is)
}

// otherOrder compares how the point lies to the label in the list's former order and in its new one.
func otherOrder(s *validation.Scene, was, is aim, row image.Rectangle, text string) (validation.Finding, bool) {
	switch {
	case was.state != aimHit && !was.label.Empty() && is.state == aimHit:
		return complete(.9, validation.Say("label_at_point", "label", s.Label())), true
	case was.state == aimHit && is.state != aimHit && !is.label.Empty() && bothWords(s.Label(), text) && !is.label.Overlaps(row):
		return terminate(.9, validation.WrongTarget, validation.Say("other_label_at_point", "label", s.Label(), "read", text)), true
	}
	return validation.Finding{}, false
}

// rowSelected says whether the ground at a point stands apart now from the ground above and below it, as it did not before.
func rowSelected(s *validation.Scene, p image.Point) bool {
	near := func(picture *image.RGBA, dy int) image.Rectangle {
		return screen.Around(p.Add(image.Pt(0, dy)), s.Px(120), s.Px(10), picture.Rect)
	}
	apart := func(picture *image.RGBA) bool {
		here := screen.Background(picture, near(picture, 0))
		above, below := screen.Background(picture, near(picture, -s.Px(44))), screen.Background(picture, near(picture, s.Px(44)))
		return colourDistance(here, above) > 8 && colourDistance(here, below) > 8
	}
	return apart(s.After()) && (!apart(s.Before()) || refilled(s, screen.Around(p, s.Px(60), s.Px(8), s.After().Rect)))
}
