package check

import (
	"context"
	"image"
	"slices"

	"vigie/validation"
	"vigie/validation/screen"
)

// becameActive says whether the label that the click fell on is the active one of its tabs, or of the parts of a switch;
// what it opens may still be loading.
func becameActive(ctx context.Context, s *validation.Scene) bool {
	if s.Kind != "click_anchor" || s.Role != "" && s.Role != "button" {
		return false
	}
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return false
	}
	r := tabRow(s, a.label)
	return r.switched() && (s.Role == "" && len(r.others) >= 3 || partOfSwitch(s)) && stillNear(ctx, s, a.label, s.Px(16))
}

// partOfSwitch says whether the changed widget under the point shares a border with another one beside it.
func partOfSwitch(s *validation.Scene) bool { return len(partsBeside(s)) > 0 }

// partsBeside are the widgets that share a border with the one under the point, beside it.
func partsBeside(s *validation.Scene) []image.Rectangle {
	p, ok := s.At()
	if !ok {
		return nil
	}
	var all []image.Rectangle
	w := widgetAt(s, s.After(), p)
	for _, x := range []int{w.Min.X - s.Px(8), w.Max.X + s.Px(8)} {
		beside := widgetAt(s, s.After(), image.Pt(x, center(w).Y))
		if !w.Empty() && !beside.Empty() && gap(w, beside) <= s.Px(3) && abs(beside.Dy()-w.Dy()) <= s.Px(6) {
			all = append(all, beside)
		}
	}
	return all
}

// filledPart says whether the part of a switch that was clicked is filled with a colour now, its letters light, and none of
// its parts was before: it may be chosen, or only lie under the pointer.
func filledPart(ctx context.Context, s *validation.Scene) bool {
	if s.Kind != "click_anchor" || s.Role != "" && s.Role != "button" {
		return false
	}
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return false
	}
	was, is := lookAt(s, s.Before(), a.label), lookAt(s, s.After(), a.label)
	if colourDistance(was.fill, is.fill) < 150 || colourDistance(is.ink, was.fill) > 60 {
		return false
	}
	beside := partsBeside(s)
	return len(beside) > 0 && !slices.ContainsFunc(beside, func(part image.Rectangle) bool {
		return colourDistance(screen.Background(s.Before(), part), was.fill) > 4 || colourDistance(screen.Background(s.After(), part), was.fill) > 4
	})
}
