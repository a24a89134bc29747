package check

import (
	"context"
	"image"
	"slices"
	"strings"

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
	if f, fades := clickedFades(ctx, s); fades {
		return f, nil
	}
	if len(e.content) > 0 {
		return withRegions(reacted(ctx, s), e.content), nil
	}
	if becameActive(ctx, s) {
		return complete(.88, validation.Say("tab_became_active", "label", s.Label())), nil
	}
	if focusedField(ctx, s) {
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

// clickedFades says whether the button that was clicked is on its way out with the box around it.
func clickedFades(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || s.Kind != "click_anchor" {
		return validation.Finding{}, false
	}
	f, stays := buttonStays(ctx, s, a.label)
	return f, stays && f.Category == validation.UILoading
}

// reacted: the application drew something. Where the step names no label, that is all there is to see.
func reacted(ctx context.Context, s *validation.Scene) validation.Finding {
	if becameActive(ctx, s) {
		return complete(.9, validation.Say("tab_became_active", "label", s.Label()))
	}
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if onlyMenuClosed(ctx, s) {
		return doubt(.8, validation.NoVisualChange, validation.Say("only_menu_closed"))
	}
	if f, open := confirmStays(ctx, s); open {
		return f
	}
	if f, refused := complaint(ctx, s); refused {
		return f
	}
	if s.Kind == "double_click_anchor" && onlySelected(ctx, s) {
		return terminate(.86, validation.NoVisualChange, validation.Say("only_selected", "label", s.Label()))
	}
	if s.Label() == "" {
		return complete(.86, validation.Say("screen_changed"))
	}
	return complete(.8, validation.Say("screen_changed"))
}

// onlyMenuClosed says whether a menu went and nothing else happened: it closes wherever one clicks.
func onlyMenuClosed(ctx context.Context, s *validation.Scene) bool {
	b, gone := vanished(s)
	if !gone || b.Kind != screen.BoxMenu || s.Role == "menu_item" {
		return false
	}
	for _, r := range effectOf(ctx, s).content {
		if overlap(r.Box, b.Box.Inset(-s.Px(12))) < .9 {
			return false
		}
	}
	return true
}

// onlySelected says whether all that changed lies in the rows of one list, at the point or where the selection was: the
// item was selected, not opened.
func onlySelected(ctx context.Context, s *validation.Scene) bool {
	p, ok := s.At()
	if !ok {
		return false
	}
	for _, r := range effectOf(ctx, s).content {
		if r.Box.Dy() > s.Px(100) || !(p.In(r.Box.Inset(-s.Px(8))) || refilled(s, r.Box) && p.X >= r.Box.Min.X && p.X < r.Box.Max.X) {
			return false
		}
	}
	return true
}

// complaint finds a short message of failure among what appeared: the application did not take the action.
func complaint(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if s.Context.ExpectedText != "" || s.Kind != "click_anchor" {
		return validation.Finding{}, false
	}
	content := effectOf(ctx, s).content
	if len(content) > maxRegions {
		return validation.Finding{}, false // another page, not a message
	}
	for _, r := range content {
		if r.Box.Dy() > s.Px(48) || r.Box.Dx() < s.Px(40) {
			continue
		}
		text := textIn(ctx, s, s.After(), r.Box.Inset(-s.Px(4)))
		if _, bad := hasAny(text, slices.Concat(errorSigns, requiredSigns)); bad && len(strings.Fields(text)) <= 16 {
			f := terminate(.88, validation.WrongTarget, validation.Say("complaint", "read", text))
			f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, r.Box))
			return f, true
		}
	}
	return validation.Finding{}, false
}

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
	return r.switched() && (s.Role == "" && len(r.others) >= 3 || partOfSwitch(s))
}

// partOfSwitch says whether the changed widget under the point shares a border with another one beside it.
func partOfSwitch(s *validation.Scene) bool {
	p, ok := s.At()
	if !ok {
		return false
	}
	w := widgetAt(s, s.After(), p)
	for _, x := range []int{w.Min.X - s.Px(8), w.Max.X + s.Px(8)} {
		beside := widgetAt(s, s.After(), image.Pt(x, center(w).Y))
		if !w.Empty() && !beside.Empty() && gap(w, beside) <= s.Px(3) && abs(beside.Dy()-w.Dy()) <= s.Px(6) {
			return true
		}
	}
	return false
}

// focusedField says whether the click gave the focus to the field under the point: a caret in it; or a frame around it,
// where the field is the one that the step names, or the step names none.
func focusedField(ctx context.Context, s *validation.Scene) bool {
	if caretInField(s) {
		return true
	}
	p, ok := s.At()
	if !ok || s.Kind != "click_anchor" {
		return false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if !p.In(r.Box) || r.Box.Dx() < s.Px(90) || !isFocusRing(s, r) {
			continue
		}
		if letters(textIn(ctx, s, s.After(), r.Box.Inset(s.Px(3)))) > 0 {
			return false // a button's own text, as likely as a field's content
		}
		name, err := fieldName(ctx, s, r.Box)
		return err == nil && (s.Label() == "" || name == nameMine)
	}
	return false
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
