package check

import (
	"context"
	"image"

	"vigie/validation"
)

// browserLoads says whether the browser waits for another page: its tab's icon and its button to reload both turned into
// something else, while the address is still the same. A link within the page changes the address, and no button.
func browserLoads(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	return signOnce(s, "browser_loads", func() (validation.Finding, bool) { return findBrowserLoads(ctx, s) })
}

func findBrowserLoads(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if !s.Comparable() || opens(s) {
		return validation.Finding{}, false
	}
	tab, button := image.Rectangle{}, image.Rectangle{}
	var c chrome
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Box.Min.Y > s.Px(170) || !iconSized(s, r.Box) {
			continue
		}
		if c.address.Empty() {
			found, ok := chromeIn(ctx, s, s.After(), image.Rect(0, 0, s.After().Rect.Max.X, s.Px(170)))
			if !ok {
				return validation.Finding{}, false
			}
			c = found
		}
		switch beside := abs(center(r.Box).Y - center(c.address).Y); {
		case beside <= s.Px(8) && r.Box.Max.X < c.address.Min.X:
			button = r.Box
		case r.Box.Max.Y < c.address.Min.Y && beside <= s.Px(64):
			tab = r.Box
		}
	}
	if tab.Empty() || button.Empty() || changesIn(s, c.address) > 0 {
		return validation.Finding{}, false
	}
	f := pending(.88, validation.Say("browser_loads"))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, tab), regionOn("after", validation.RoleDecided, button))
	return f, true
}

// iconSized says whether a box has the size of an icon.
func iconSized(s *validation.Scene, box image.Rectangle) bool {
	return min(box.Dx(), box.Dy()) >= s.Px(5) && max(box.Dx(), box.Dy()) <= s.Px(24)
}
