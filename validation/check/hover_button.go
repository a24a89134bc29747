package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// isVeiled: what is named as a button has a veil of another shade over its whole place, through which all is drawn as before:
// the pointer lies on it.
func isVeiled(s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || s.Kind != "click_anchor" || s.Role != "button" || !at.In(r.Box) {
		return false
	}
	if r.Box.Dy() > s.Px(64) || r.Box.Dx() > s.Px(400) || refilled(s, r.Box) {
		return false
	}
	correlation, _ := regression(s.Before(), s.After(), r.Box)
	return correlation > sameDrawing
}

// isInverted: a button that stands by itself took its letters' colour for its ground, and says what it said: it lies under the
// pointer. A part of a switch may be the chosen one now.
func isInverted(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || s.Kind != "click_anchor" || s.Role != "button" && s.Role != "" || !at.In(r.Box) || r.Box.Dy() > s.Px(64) {
		return false
	}
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || s.Role == "" && !isButton(s, a) || !r.Box.In(buttonOf(s, a)) {
		return false
	}
	return refilled(s, r.Box) && !partOfSwitch(s) && found(ctx, s, s.After(), a.label.Inset(-s.Px(6)), s.Label())
}

// buttonOf is how far a button reaches around the label that was clicked, with its shadow.
func buttonOf(s *validation.Scene, a aim) image.Rectangle {
	return image.Rect(a.label.Min.X-s.Px(60), a.label.Min.Y-s.Px(18), a.label.Max.X+s.Px(60), a.label.Max.Y+s.Px(18))
}
