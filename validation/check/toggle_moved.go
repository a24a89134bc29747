package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// toggledWhileMoved weighs the row of a point that stands elsewhere now: something pushed the page, before the click fell or
// because of it. What counts is whether the row's box changed, wherever it stands.
func toggledWhileMoved(ctx context.Context, s *validation.Scene, a aim, p image.Point) (validation.Finding, bool) {
	shift, ok := pageShift(s)
	if !ok || p.Y < shift.From || abs(shift.By) < s.Px(6) {
		return validation.Finding{}, false
	}
	if keptRow(s, p, shift) {
		return terminate(.9, validation.WrongTarget, validation.Say("page_moved", "label", s.Label())), true
	}
	back := pushedBack(s)
	glyph, changed := glyphChange(back, p.Add(image.Pt(0, shift.By)))
	if !changed {
		return validation.Finding{}, false
	}
	was := glyph.Sub(image.Pt(0, shift.By))
	mine, other := rowLabel(s, a.besides(ctx, s, was.Inset(-s.Px(4))), p)
	if other != "" && !mine {
		return validation.Finding{}, false
	}
	return toggleState(back, glyph, mine), true
}

// keptRow says whether the row of a point is what it was, where it stands now.
func keptRow(s *validation.Scene, p image.Point, shift screen.Shift) bool {
	for _, off := range []int{0, -1, 1, -2, 2} { // parts of a page that stand at halves of a pixel are rounded apart
		moved := screen.Realign(s.Before(), s.After(), screen.Shift{From: shift.From, By: shift.By + off})
		row := screen.Around(p.Add(image.Pt(0, shift.By+off)), s.Px(240), s.Px(8), s.After().Rect)
		if mask, err := screen.Change(moved, s.After(), row, screen.DefaultTolerance); err == nil && mask.Changed == 0 {
			return true
		}
	}
	return false
}
