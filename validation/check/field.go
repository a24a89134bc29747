package check

import (
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// fieldAt is the box of the field under the acted point: its widget, or a band around the point.
func fieldAt(s *validation.Scene) (box image.Rectangle, isWidget bool) {
	p, ok := s.At()
	after := s.After()
	if !ok || !p.In(after.Rect) {
		return image.Rectangle{}, false
	}
	for _, picture := range []*image.RGBA{after, s.Before()} {
		if picture == nil {
			continue
		}
		limit := screen.Around(p, s.Px(2400), s.Px(1600), picture.Rect)
		if w, ok := screen.WidgetBox(picture, p, limit); ok && w.Dx() >= s.Px(24) && w.Dy() >= s.Px(14) {
			return notched(s, picture, p, wholeField(s, p, w)), true
		}
	}
	return screen.Around(p, s.Px(360), s.Px(44), after.Rect), false
}

// wholeField is a field of one line as both pictures show it: in one of them a caret, or the foot of a line of letters, may
// have been taken for its side.
func wholeField(s *validation.Scene, p image.Point, w image.Rectangle) image.Rectangle {
	if s.Before() == nil || !s.Comparable() || w.Dy() > s.Px(60) {
		return w
	}
	was, ok := screen.WidgetBox(s.Before(), p, screen.Around(p, s.Px(2400), s.Px(160), s.Before().Rect))
	if !ok || was.Dy() > s.Px(60) || abs(was.Dy()-w.Dy()) > s.Px(14) || overlap(was, w) < .5 && overlap(w, was) < .5 {
		return w
	}
	return w.Union(was)
}

// notched is the field inside a wider box whose outline its own label interrupts; the wider box where there is none.
func notched(s *validation.Scene, picture *image.RGBA, p image.Point, wide image.Rectangle) image.Rectangle {
	if wide.Dy() <= s.Px(80) {
		return wide
	}
	n, ok := screen.NotchedBox(picture, p, screen.Around(p, s.Px(1400), s.Px(140), picture.Rect))
	if ok && n.In(wide) && n.Dy() >= s.Px(24) && n.Dy() <= s.Px(70) && n.Dx() >= s.Px(80) {
		return n
	}
	return wide
}

// changedWithin is the box around all that changed inside a field, carets left out.
func changedWithin(s *validation.Scene, box image.Rectangle) image.Rectangle {
	var union image.Rectangle
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Class != screen.ClassCaret && r.Class != screen.ClassPointer {
			union = union.Union(r.Box.Intersect(box.Inset(s.Px(2))))
		}
	}
	return union
}

// fieldChanged says whether more than a caret changed inside the field.
func fieldChanged(s *validation.Scene, box image.Rectangle) bool {
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		inside := r.Box.Intersect(box.Inset(s.Px(2)))
		if inside.Empty() || r.Class == screen.ClassCaret || r.Class == screen.ClassPointer {
			continue
		}
		mask, err := screen.Change(s.Before(), s.After(), inside, 0)
		if err == nil && mask.Changed > s.Px(12) && inside.Dx() > s.Px(3) {
			return true
		}
	}
	return false
}
