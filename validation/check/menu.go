package check

import (
	"context"
	"image"
	"strings"

	"vigie/validation"
	"vigie/validation/screen"
)

// Menu asks whether a context menu came up at the point, with the expected items.
type Menu struct{}

// Name is the checker's name.
func (Menu) Name() string { return validation.CheckMenu }

// Check reads what came up near the point.
func (Menu) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	f, err := menuFinding(ctx, s)
	if err == nil && f.Verdict == validation.Complete {
		f, err = menuOf(ctx, s, f)
	}
	if p, ok := s.At(); ok {
		f = looksAt(f, s, screen.Around(p, s.Px(600), s.Px(700), s.After().Rect))
	}
	return f, err
}

func menuFinding(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if len(effectOf(ctx, s).content) == 0 {
		return terminate(.9, validation.NoVisualChange, validation.Say("no_menu")), nil
	}
	b, ok := appeared(s)
	if want := s.Context.MenuItems; len(want) > 0 {
		return menuItems(ctx, s, want)
	}
	if !ok {
		b.Box, ok = freshColumn(ctx, s)
	}
	if !ok {
		return doubt(.5, validation.NoVisualChange, validation.Say("no_menu")), nil
	}
	f := complete(.85, validation.Say("menu_open"))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, b.Box))
	return f, nil
}

// menuOf is the finding of a menu that came up: it is another label's where the click fell on that, or selected its row, since
// each row of a list has the same menu.
func menuOf(ctx context.Context, s *validation.Scene, menu validation.Finding) (validation.Finding, error) {
	a, err := aimOf(ctx, s)
	p, known := s.At()
	if err != nil || !known {
		return menu, err
	}
	if s.Label() != "" && a.state == aimOther && p.In(a.under.Box.Inset(-s.Px(5))) {
		if f := aimFinding(s, a); f.Verdict == validation.Terminate {
			return withAim(f, s, a), nil
		}
	}
	if other, ok := otherRowSelected(s, a, p); ok {
		return other, nil
	}
	return menu, nil
}

// otherRowSelected says that the click selected another row than the label's.
func otherRowSelected(s *validation.Scene, a aim, p image.Point) (validation.Finding, bool) {
	if a.label.Empty() || a.state != aimOther && a.state != aimBeside {
		return validation.Finding{}, false
	}
	if a.state == aimBeside {
		a.under = a.captionUnder(s, p)
	}
	if !readable(a.under) {
		return validation.Finding{}, false
	}
	left := image.Rect(a.under.Box.Min.X-s.Px(6), a.under.Box.Min.Y, p.X-s.Px(3), a.under.Box.Max.Y) // the menu lies right of it
	if left.Dx() < s.Px(8) || colourDistance(screen.Background(s.Before(), left), screen.Background(s.After(), left)) < 16 {
		return validation.Finding{}, false
	}
	f := terminate(.88, validation.WrongTarget, validation.Say("other_label_at_point", "label", s.Label(), "read", a.under.Text()))
	return withAim(f, s, a), true
}

// freshColumn finds, near the point, two or more texts under each other that came with the action: a menu whose frame does
// not stand out from the page.
func freshColumn(ctx context.Context, s *validation.Scene) (image.Rectangle, bool) {
	p, ok := s.At()
	if !ok {
		return image.Rectangle{}, false
	}
	var lines []image.Rectangle
	for _, r := range effectOf(ctx, s).content {
		for _, b := range s.Lines(s.After(), r.Box.Intersect(screen.Around(p, s.Px(600), s.Px(700), s.After().Rect))) {
			if b.Dx() > b.Dy() && distance(b, p) <= s.Px(260) && isNew(s, s.After(), b) && !stoodThere(s, b) {
				lines = append(lines, b)
			}
		}
	}
	for _, first := range lines {
		box, n := first, 0
		for _, b := range lines {
			if abs(b.Min.X-first.Min.X) <= s.Px(6) {
				box, n = box.Union(b), n+1
			}
		}
		if n >= 2 && distance(box, p) <= s.Px(120) {
			return box, true
		}
	}
	return image.Rectangle{}, false
}

// stoodThere says whether a line of text of the same extent stood at the same place before: it took another colour.
func stoodThere(s *validation.Scene, box image.Rectangle) bool {
	for _, b := range s.Lines(s.Before(), box.Inset(-s.Px(3))) {
		if overlap(b, box) > .8 && overlap(box, b) > .8 {
			return true
		}
	}
	return false
}

// menuItems holds the items of the menu against the expected ones: half of them are enough for a menu that is read badly.
func menuItems(ctx context.Context, s *validation.Scene, want []string) (validation.Finding, error) {
	var seen []validation.Region
	for _, item := range want {
		box, ok, err := findChanged(ctx, s, len(s.Afters())-1, item)
		if err != nil {
			return validation.Finding{}, err
		}
		if ok {
			seen = append(seen, regionOn("after", validation.RoleDecided, box))
		}
	}
	f := terminate(.88, validation.WrongTarget, validation.Say("other_menu", "items", joinWords(want)))
	if len(seen)*2 >= len(want) {
		f = complete(.92, validation.Say("menu_items", "items", joinWords(want)))
	}
	f.Regions = seen
	return f, nil
}

func joinWords(words []string) string { return strings.Join(words, ", ") }
