package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// Focus asks whether the field at the point got the focus: a caret in it, a frame around it.
type Focus struct{}

// Name is the checker's name.
func (Focus) Name() string { return validation.CheckFocus }

// Check looks for a change at the field under the point.
func (Focus) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	p, ok := s.At()
	if !ok || !p.In(s.After().Rect) {
		return terminate(.88, validation.WrongTarget, validation.Say("outside_picture")), nil
	}
	box, isWidget := fieldAt(s)
	f, err := focusFinding(ctx, s, box, isWidget)
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, err
}

func focusFinding(ctx context.Context, s *validation.Scene, box image.Rectangle, isWidget bool) (validation.Finding, error) {
	here := changesIn(s, box.Inset(-s.Px(4)))
	name, err := fieldName(ctx, s, box)
	if err != nil {
		return validation.Finding{}, err
	}
	switch {
	case here == 0:
		return terminate(.88, validation.NoVisualChange, validation.Say("not_focused")), nil
	case name == nameOther:
		return terminate(.88, validation.WrongTarget, validation.Say("other_field", "label", s.Label())), nil
	case name == nameMine:
		return complete(.9, validation.Say("focused", "label", s.Label())), nil
	case isWidget && box.Dy() <= s.Px(60), aimedAt(ctx, s):
		return complete(.86, validation.Say("focused", "label", s.Label())), nil
	default:
		return doubt(.5, validation.UnknownCategory, validation.Say("focus_unknown")), nil
	}
}

// aimedAt says whether the point lies on the label, or on its line: a placeholder, a field without a frame.
func aimedAt(ctx context.Context, s *validation.Scene) bool {
	a, err := aimOf(ctx, s)
	return err == nil && (a.state == aimHit || a.state == aimRow)
}

// changesIn counts the changed regions, carets included, in a box.
func changesIn(s *validation.Scene, box image.Rectangle) int {
	n := 0
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Class != screen.ClassPointer && r.Box.Overlaps(box) {
			n++
		}
	}
	return n
}

// fieldNaming says whose label stands beside a field.
type fieldNaming int

const (
	nameUnknown fieldNaming = iota
	nameMine
	nameOther
)

// fieldName reads the label that stands above, left of or in the field at a box.
func fieldName(ctx context.Context, s *validation.Scene, box image.Rectangle) (fieldNaming, error) {
	if s.Label() == "" {
		return nameUnknown, nil
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return nameUnknown, err
	}
	if !a.label.Empty() && labels(s, a.label, box) {
		return nameMine, nil
	}
	was := boxBefore(s, box)
	for _, l := range a.lines {
		if labels(s, l.Box, box) && labels(s, l.Box, was) && readable(l) && !l.Box.In(box) {
			return nameOther, nil
		}
	}
	return nameUnknown, nil
}

// boxBefore is a field's box before: a search field grows with the focus, over what stood beside it.
func boxBefore(s *validation.Scene, box image.Rectangle) image.Rectangle {
	p, ok := s.At()
	if !ok {
		return box
	}
	if was := widgetAt(s, s.Before(), p); overlap(was, box) > .8 && abs(was.Dy()-box.Dy()) <= s.Px(6) {
		return was
	}
	return box
}

// labels says whether a text at l is the label of the field at box: in it, above its left part, or left of it.
func labels(s *validation.Scene, l, box image.Rectangle) bool {
	above := l.Max.Y <= box.Min.Y+s.Px(4) && box.Min.Y-l.Max.Y <= s.Px(22) && l.Max.X > box.Min.X && l.Min.X < center(box).X
	left := l.Max.X <= box.Min.X+s.Px(4) && box.Min.X-l.Max.X <= s.Px(140) && abs(center(l).Y-center(box).Y) <= s.Px(14)
	notch := l.Min.Y < box.Min.Y && l.Max.Y > box.Min.Y && l.Max.Y <= box.Min.Y+s.Px(14) && l.Min.X >= box.Min.X && l.Min.X < center(box).X
	return overlap(l, box) > .8 || above || left || notch
}
