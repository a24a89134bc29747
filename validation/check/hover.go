package check

import (
	"cmp"
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// Hover asks whether the tooltip came up.
type Hover struct{}

// Name is the checker's name.
func (Hover) Name() string { return validation.CheckHover }

// Check reads what changed near the pointer.
func (Hover) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	if f, ok, err := tooltip(ctx, s); ok || err != nil {
		return f, err
	}
	return hovered(ctx, s), nil
}

// tooltip looks for the hint's text: the expected one, or the label where it is not written on the widget itself.
func tooltip(ctx context.Context, s *validation.Scene) (validation.Finding, bool, error) {
	want := cmp.Or(s.Context.Tooltip, s.Label())
	if want == "" {
		return validation.Finding{}, false, nil
	}
	box, ok, err := findChanged(ctx, s, len(s.Afters())-1, want)
	switch {
	case err != nil:
		return validation.Finding{}, false, err
	case ok:
		f := complete(.92, validation.Say("tooltip_shown", "text", want))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
		return f, true, nil
	case s.Context.Tooltip != "":
		category := validation.NoVisualChange
		if p, known := s.At(); known && nearBox(s, p) {
			category = validation.WrongTarget // another hint came up
		}
		return terminate(.87, category, validation.Say("tooltip_missing", "text", want)), true, nil
	default:
		return validation.Finding{}, false, nil
	}
}

// hovered: without a text to expect, a change around the pointer, at the label that was meant.
func hovered(ctx context.Context, s *validation.Scene) validation.Finding {
	p, ok := s.At()
	if !ok {
		return doubt(.4, validation.UnknownCategory, validation.Say("no_position"))
	}
	a, err := aimOf(ctx, s)
	near := screen.Around(p, s.Px(400), s.Px(400), s.After().Rect)
	switch {
	case changesIn(s, near) == 0:
		return terminate(.88, validation.NoVisualChange, validation.Say("nothing_changed"))
	case err == nil && s.Label() != "" && a.state != aimHit && a.state != aimIcon && !nearBox(s, p):
		return terminate(.86, validation.NoVisualChange, validation.Say("label_unread", "label", s.Label()))
	}
	return complete(.82, validation.Say("hover_seen"))
}

// nearBox says whether a box came up next to the pointer.
func nearBox(s *validation.Scene, p image.Point) bool {
	b, ok := appeared(s)
	return ok && distance(b.Box, p) <= s.Px(60)
}
