package check

import (
	"cmp"
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// TabAbsence asks whether the tab that was to be closed is gone from its row.
type TabAbsence struct{}

// Name is the checker's name.
func (TabAbsence) Name() string { return validation.CheckTabAbsence }

// Check reads the tab bar before and after.
func (TabAbsence) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	label := cmp.Or(s.Context.TabLabel, s.Label())
	if label == "" {
		return doubt(.3, validation.UnknownCategory, validation.Say("no_label")), nil
	}
	if b, ok := appeared(s); ok && b.Kind == screen.BoxDialog && asks(s) {
		return doubt(.5, validation.UnexpectedDialog, validation.Say("dialog_open", "title", "")), nil
	}
	if len(effectOf(ctx, s).content) == 0 {
		return looksAt(terminate(.9, validation.NoVisualChange, validation.Say("tab_stays", "label", label)), s, tabBar(s)), nil
	}
	f, err := absence(ctx, s, label)
	f.Evidence.Expected = label
	return looksAt(f, s, tabBar(s)), err
}

// asks says whether a dialog came up that holds the closing back.
func asks(s *validation.Scene) bool { _, gone := vanished(s); return !gone }

func absence(ctx context.Context, s *validation.Scene, label string) (validation.Finding, error) {
	bar := tabBar(s)
	before, err := countLabel(ctx, s, s.Before(), bar, label)
	if err != nil {
		return validation.Finding{}, err
	}
	after, err := countLabel(ctx, s, s.After(), bar, label)
	if err != nil {
		return validation.Finding{}, err
	}
	switch {
	case before > after:
		return complete(.92, validation.Say("tab_gone", "label", label)), nil
	case before > 0:
		return terminate(.88, validation.WrongTarget, validation.Say("tab_stays", "label", label)), nil
	case windowGone(s):
		return complete(.85, validation.Say("window_gone")), nil
	default:
		return doubt(.5, validation.UnknownCategory, validation.Say("label_unread", "label", label)), nil
	}
}

// tabBar is the band in which the tabs lie: around the point, or the upper part of what changed.
func tabBar(s *validation.Scene) image.Rectangle {
	full := s.After().Rect
	if p, ok := s.At(); ok && p.In(full) {
		return image.Rect(0, p.Y-s.Px(25), full.Max.X, p.Y+s.Px(25)).Intersect(full)
	}
	return image.Rect(0, 0, full.Max.X, min(full.Max.Y, s.Px(240)))
}

// countLabel counts how often a label stands in a band; a title bar that repeats it counts too, before and after alike.
func countLabel(ctx context.Context, s *validation.Scene, picture *image.RGBA, band image.Rectangle, label string) (int, error) {
	lines, err := s.ReadThose(ctx, picture, band, func(b image.Rectangle) bool { return ocr.Room(b) >= roomFor(label) })
	if err != nil {
		return 0, err
	}
	n := 0
	for len(lines) > 0 {
		m, ok := ocr.Find(lines, label)
		if !ok {
			break
		}
		n++
		lines = without(lines, m.Line)
	}
	return n, nil
}

// windowGone: the last tab took its window with it.
func windowGone(s *validation.Scene) bool {
	t := titlesOf(s)
	return t.known && t.changed()
}
