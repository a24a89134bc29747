package check

import (
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// leastCells is how many texts a row of a table has.
const leastCells = 3

// paleRow says whether the table's row at the point has a ground of its own now, too pale to count as a change: it is selected,
// or lies under the pointer, and nobody can know which.
func paleRow(s *validation.Scene) (validation.Finding, bool) {
	p, ok := s.At()
	if !ok || !s.Inside() || s.Kind != "click_anchor" || s.Role != "" && s.Role != "link" || !rowSelected(s, p) {
		return validation.Finding{}, false
	}
	after := s.After()
	ground := screen.Background(after, screen.Around(p, s.Px(60), s.Px(6), after.Rect))
	cells := 0
	for _, b := range s.Lines(after, image.Rect(0, p.Y-s.Px(12), after.Rect.Max.X, p.Y+s.Px(12))) {
		if colourDistance(screen.Background(after, b.Inset(-s.Px(2))), ground) <= 3 {
			cells++
		}
	}
	if cells < leastCells {
		return validation.Finding{}, false // a link or a menu's item
	}
	return doubt(.5, validation.UnknownCategory, validation.Say("looks_chosen", "label", s.Label())), true
}
