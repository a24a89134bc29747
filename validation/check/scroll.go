package check

import (
	"context"

	"vigie/validation"
)

// Scroll asks whether the view moved to where the step wanted it.
type Scroll struct{}

// Name is the checker's name.
func (Scroll) Name() string { return validation.CheckScroll }

// scrolledShare is the share of changed pixels from which a view has moved.
const scrolledShare = .01

// Check looks for the anchor; without one, for a view that moved.
func (Scroll) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	want := anchorText(s)
	if want == "" {
		return moved(ctx, s), nil
	}
	match, ok, err := findOnScreen(ctx, s, want)
	if err != nil {
		return validation.Finding{}, err
	}
	var f validation.Finding
	switch {
	case ok:
		f = complete(.9, validation.Say("anchor_visible", "text", want))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, match.Box))
	case s.Comparable() && len(effectOf(ctx, s).content) == 0:
		f = terminate(.9, validation.NoVisualChange, validation.Say("not_scrolled"))
	default:
		f = terminate(.88, validation.OCRTextMissing, validation.Say("anchor_missing", "text", want))
	}
	f.Evidence.Expected = want
	return f, nil
}

// moved: a key that scrolls. A caret that moved in a view that stands is the least that can prove it.
func moved(ctx context.Context, s *validation.Scene) validation.Finding {
	if !s.Comparable() {
		return incomparable(s)
	}
	if otherWindow(s) {
		return terminate(.88, validation.WrongApplication, validation.Say("other_window", "title", titlesOf(s).after))
	}
	e := effectOf(ctx, s)
	threshold := scrolledShare
	var f validation.Finding
	switch {
	case e.global >= threshold:
		f = complete(.9, validation.Say("scrolled"))
	case len(e.content) > 0:
		f = complete(.8, validation.Say("screen_changed"))
	default:
		f = terminate(.88, validation.NoVisualChange, validation.Say("not_scrolled"))
	}
	f.Evidence.Changed, f.Evidence.Threshold = &e.global, &threshold
	return f
}
