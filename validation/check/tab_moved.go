package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// movedTab looks for a tab that stands in another row now: tabs in two rows change places when one of the row behind is
// clicked. moved says whether it does, active whether it stands out among the tabs of its new row.
func movedTab(ctx context.Context, s *validation.Scene, label image.Rectangle, name string) (active, moved bool) {
	if !s.Comparable() || label.Empty() || s.Role != "tab" || len(effectOf(ctx, s).content) == 0 {
		return false, false
	}
	type result struct{ active, moved bool }
	r := validation.Once(s, "moved_tab", func() result {
		around := label.Inset(-s.Px(4))
		if mask, err := screen.Change(s.Before(), s.After(), around.Intersect(s.After().Rect), 0); err != nil || mask.Share() < .02 || found(ctx, s, s.After(), around, name) {
			return result{}
		}
		band := image.Rect(label.Min.X-s.Px(200), label.Min.Y-s.Px(44), label.Max.X+s.Px(200), label.Max.Y+s.Px(44)).Intersect(s.After().Rect)
		m, ok, err := find(ctx, s, s.After(), band, name)
		if err != nil || !ok || abs(center(m.Box).Y-center(label).Y) < label.Dy() || !found(ctx, s, s.Before(), around, name) {
			return result{}
		}
		return result{standsOut(s, m.Box), true}
	})
	return r.active, r.moved
}

// standsOut says whether a label looks like the active tab among the labels of its row on the picture after.
func standsOut(s *validation.Scene, label image.Rectangle) bool {
	mine := lookAt(s, s.After(), label)
	r := row{s: s, before: mine, after: mine}
	other := true // another ground than all the others have
	for _, b := range siblings(s, s.After(), label) {
		l := lookAt(s, s.After(), b)
		r.others = append(r.others, pair{l, l})
		other = other && colourDistance(l.fill, mine.fill) >= 6 && colourDistance(l.fill, r.others[0].after.fill) <= 4
	}
	return other && len(r.others) > 1 || r.alreadyActive()
}

// movedFinding is what a tab in another row means: it is the active one there, or another tab brought its row to the front.
func movedFinding(s *validation.Scene, a aim, active bool) validation.Finding {
	if active && a.state == aimHit {
		return complete(.9, validation.Say("tab_became_active", "label", s.Label()))
	}
	return terminate(.86, validation.WrongTarget, validation.Say("tab_not_active", "label", s.Label()))
}
