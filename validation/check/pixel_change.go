package check

import (
	"context"

	"vigie/validation"
	"vigie/validation/screen"
)

// PixelChange asks whether the application drew anything because of the action; carets, clocks, the pointer and what
// its hovering does are not counted.
type PixelChange struct{}

// Name is the checker's name.
func (PixelChange) Name() string { return validation.CheckPixelChange }

// Check sorts the changed regions by why they changed.
func (PixelChange) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	e := effectOf(ctx, s)
	if len(e.content) > 0 {
		if f, busy := loading(ctx, s); busy {
			return f, nil
		}
		return withRegions(complete(.8, validation.Say("screen_changed")), e.content), nil
	}
	if already(ctx, s) {
		return complete(.88, validation.Say("already_so", "label", s.Label())), nil
	}
	reason := "nothing_changed"
	if len(e.hover) > 0 {
		reason = "only_hover"
	}
	return withRegions(terminate(.9, validation.NoVisualChange, validation.Say(reason)), e.hover), nil
}

// incomparable is the finding of a check that needs both pictures in one size.
func incomparable(s *validation.Scene) validation.Finding {
	reason := validation.Say("no_before")
	if s.Before() != nil && s.After() != nil {
		b, a := s.Before().Rect.Size(), s.After().Rect.Size()
		reason = validation.Say("sizes_differ", "before", b.String(), "after", a.String())
	}
	return doubt(.2, validation.UnknownCategory, reason)
}

func withRegions(f validation.Finding, regions []screen.Region) validation.Finding {
	for i, r := range regions {
		if i == maxRegions {
			break
		}
		f.Regions = append(f.Regions, regionOn("after", validation.RoleChanged, r.Box))
	}
	return f
}

// maxRegions bounds the regions that a finding lists.
const maxRegions = 12
