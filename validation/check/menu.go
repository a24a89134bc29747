package check

import (
	"context"
	"strings"

	"vigie/validation"
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
	if len(effectOf(ctx, s).content) == 0 {
		return terminate(.9, validation.NoVisualChange, validation.Say("no_menu")), nil
	}
	b, ok := appeared(s)
	if want := s.Context.MenuItems; len(want) > 0 {
		return menuItems(ctx, s, want)
	}
	if !ok {
		return doubt(.5, validation.NoVisualChange, validation.Say("no_menu")), nil
	}
	f := complete(.85, validation.Say("menu_open"))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, b.Box))
	return f, nil
}

// menuItems holds the items of the menu against the expected ones: half of them are enough for a menu that is read badly.
func menuItems(ctx context.Context, s *validation.Scene, want []string) (validation.Finding, error) {
	seen := 0
	for _, item := range want {
		_, ok, err := findChanged(ctx, s, len(s.Afters())-1, item)
		if err != nil {
			return validation.Finding{}, err
		}
		if ok {
			seen++
		}
	}
	switch {
	case seen*2 >= len(want):
		return complete(.92, validation.Say("menu_items", "items", joinWords(want))), nil
	default:
		return terminate(.88, validation.WrongTarget, validation.Say("other_menu", "items", joinWords(want))), nil
	}
}

func joinWords(words []string) string { return strings.Join(words, ", ") }
