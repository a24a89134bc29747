package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// Secret asks whether a field was filled, by its pixels alone: a secret is never read.
type Secret struct{}

// Name is the checker's name.
func (Secret) Name() string { return validation.CheckSecret }

// Check compares the field's inside.
func (Secret) Check(_ context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	box, isWidget := fieldAt(s)
	if _, known := s.At(); known && box.Empty() {
		return terminate(.88, validation.WrongTarget, validation.Say("outside_picture")), nil
	}
	if box.Empty() {
		box = s.After().Rect // no position is known: some field must have been filled
	}
	if p, ok := s.At(); ok && (!isWidget || box.Dy() > s.Px(80)) && onText(s, p) {
		return terminate(.86, validation.WrongTarget, validation.Say("secret_missing")), nil
	}
	f := terminate(.88, validation.NoVisualChange, validation.Say("secret_missing"))
	if fieldChanged(s, box.Inset(s.Px(2))) {
		f = complete(.88, validation.Say("secret_filled"))
	}
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, nil
}

// onText says whether a point lay on writing before the action, a field's label as likely as not. It reads nothing.
func onText(s *validation.Scene, p image.Point) bool {
	for _, box := range s.Lines(s.Before(), screen.Around(p, s.Px(200), s.Px(40), s.Before().Rect)) {
		if p.In(box.Inset(-s.Px(3))) && box.Dx() > box.Dy()*3/2 {
			return true
		}
	}
	return false
}
