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
		return withRegions(reacted(ctx, s), e.content), nil
	}
	if caretInField(s) {
		return complete(.86, validation.Say("focused", "label", s.Label())), nil
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

// reacted: the application drew something. Where the step names no label, that is all there is to see.
func reacted(ctx context.Context, s *validation.Scene) validation.Finding {
	if becameActive(ctx, s) {
		return complete(.9, validation.Say("tab_became_active", "label", s.Label()))
	}
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if s.Label() == "" {
		return complete(.86, validation.Say("screen_changed"))
	}
	return complete(.8, validation.Say("screen_changed"))
}

// becameActive says whether the label that the click fell on is a tab that is the active one now; what it opens may still
// be loading.
func becameActive(ctx context.Context, s *validation.Scene) bool {
	if s.Kind != "click_anchor" || s.Role != "" {
		return false
	}
	a, err := aimOf(ctx, s)
	return err == nil && a.state == aimHit && tabRow(s, a.label).switched()
}

// caretInField says whether the click put a caret into the field under the point.
func caretInField(s *validation.Scene) bool {
	p, ok := s.At()
	if !ok || !p.In(s.After().Rect) || s.Kind == "keyboard_shortcut" {
		return false
	}
	box, isWidget := fieldAt(s)
	if !isWidget || box.Dy() > s.Px(300) {
		return false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Class == screen.ClassCaret && r.Box.In(box) && inkShare(s.After(), r.Box.Inset(-1)) > inkShare(s.Before(), r.Box.Inset(-1)) {
			return true
		}
	}
	return false
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
