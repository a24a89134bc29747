package check

import (
	"context"
	"image"

	"vigie/validation"
)

// busyButton says whether the button that was clicked shows that it is at work: a turning arc made room for itself before
// its label, or took the place of the label or of the icon beside it.
func busyButton(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	return signOnce(s, "busy_button", func() (validation.Finding, bool) { return findBusyButton(ctx, s) })
}

func findBusyButton(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	a, err := aimOf(ctx, s)
	if err != nil || s.Kind != "click_anchor" || a.state != aimHit || !s.Comparable() {
		return validation.Finding{}, false
	}
	arc, busy := arcForIcon(ctx, s, a)
	if !busy && isButton(s, a) {
		arc, busy = arcBefore(ctx, s, a)
	}
	if !busy && isButton(s, a) {
		arc, busy = arcInstead(ctx, s, a)
	}
	if !busy {
		return validation.Finding{}, false
	}
	f := pending(.88, validation.Say("busy_button", "label", s.Label()))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, arc))
	return f, true
}

// isButton says whether the label stands in a frame, or on a ground, of a button's size.
func isButton(s *validation.Scene, a aim) bool {
	w := a.widget
	return !w.Empty() && a.label.In(w) && w.Dy() <= s.Px(64) && w.Dx() <= a.label.Dx()+s.Px(120)
}

// arcBefore finds a small mark that came right before the label, which may have moved to make room.
func arcBefore(ctx context.Context, s *validation.Scene, a aim) (image.Rectangle, bool) {
	around := image.Rect(a.label.Min.X-s.Px(24), a.label.Min.Y-s.Px(3), a.label.Max.X+s.Px(40), a.label.Max.Y+s.Px(3)).Intersect(s.After().Rect)
	m, ok, err := find(ctx, s, s.After(), around, s.Label())
	moved := m.Box.Min.X - a.label.Min.X
	if err != nil || !ok || moved < -s.Px(3) || moved > s.Px(40) || abs(m.Box.Dx()-a.label.Dx()) > s.Px(6) {
		return image.Rectangle{}, false
	}
	place := image.Rect(m.Box.Min.X-s.Px(28), a.label.Min.Y-s.Px(4), m.Box.Min.X-s.Px(2), a.label.Max.Y+s.Px(4))
	former := place.Sub(image.Pt(moved, 0)).Intersect(a.widget.Inset(s.Px(2)))
	if len(shapesIn(s.Before(), former)) > 0 {
		return image.Rectangle{}, false // the button has an icon
	}
	arc, ok := isArc(s, place.Intersect(widgetAt(s, s.After(), center(m.Box)).Inset(s.Px(2))))
	return arc, ok && isNew(s, s.After(), arc)
}

// arcForIcon finds an arc where the button had its icon, beside the label, which went pale: it can't be clicked again for now.
func arcForIcon(ctx context.Context, s *validation.Scene, a aim) (image.Rectangle, bool) {
	place := image.Rect(a.label.Min.X-s.Px(34), a.label.Min.Y-s.Px(4), a.label.Min.X-s.Px(2), a.label.Max.Y+s.Px(4)).Intersect(s.After().Rect)
	if len(shapesIn(s.Before(), place)) == 0 {
		return image.Rectangle{}, false
	}
	was, is := lookAt(s, s.Before(), a.label), lookAt(s, s.After(), a.label)
	had, has := colourDistance(was.ink, was.fill), colourDistance(is.ink, is.fill)
	if has < 16 || has*5 > had*4 || !found(ctx, s, s.After(), a.label.Inset(-s.Px(3)), s.Label()) {
		return image.Rectangle{}, false
	}
	arc, ok := isArc(s, place)
	return arc, ok && !sameShape(s, arc)
}

// sameShape says whether a mark stands in a box after that stood there before, but for its colours.
func sameShape(s *validation.Scene, box image.Rectangle) bool {
	correlation, _ := regression(s.Before(), s.After(), box.Inset(-s.Px(1)).Intersect(s.After().Rect))
	return max(correlation, -correlation) > .8
}

// arcInstead finds a small mark, and nothing else, where the label stood, in the button's frame, which is still there.
func arcInstead(ctx context.Context, s *validation.Scene, a aim) (image.Rectangle, bool) {
	place := image.Rect(a.label.Min.X-s.Px(4), a.label.Min.Y-s.Px(8), a.label.Max.X+s.Px(4), a.label.Max.Y+s.Px(8)).Intersect(a.widget.Inset(s.Px(2)))
	frame := widgetAt(s, s.After(), image.Pt(a.widget.Min.X+s.Px(6), center(a.widget).Y))
	if a.label.Dx() < s.Px(34) || !frame.In(a.widget.Inset(-s.Px(4))) || !a.widget.In(frame.Inset(-s.Px(4))) || found(ctx, s, s.After(), place, s.Label()) {
		return image.Rectangle{}, false
	}
	arc, ok := isArc(s, place)
	return arc, ok && abs(center(arc).X-center(a.label).X) <= s.Px(6)
}

// isArc says whether all ink of a box lies in a part of it of a turning arc's size, and is drawn, not filled, nor a pressed
// button's edge.
func isArc(s *validation.Scene, box image.Rectangle) (image.Rectangle, bool) {
	var ink image.Rectangle
	for _, shape := range shapesIn(s.After(), box.Intersect(s.After().Rect)) {
		ink = ink.Union(shape)
	}
	if ink.Dy() < s.Px(6) || ink.Dy() > s.Px(28) || ink.Dx() < s.Px(3) || ink.Dx() > s.Px(28) || ink.Dx()*3 < ink.Dy() {
		return image.Rectangle{}, false
	}
	return ink, inkShare(s.After(), ink) < .6
}
