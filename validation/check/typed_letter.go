package check

import (
	"image"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// letterLost says whether a text stands there but for one letter, inside or at its end, which is too wide to be overlooked
// and none of two alike.
func letterLost(read, want string) bool {
	a, b := []rune(ocr.Fold(read)), []rune(ocr.Fold(want))
	if len(a) != len(b)-1 || len(a) < 5 {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	lost := b[at]
	if !slices.Equal(a[at:], b[at+1:]) || at > 0 && b[at-1] == lost {
		return false
	}
	return strings.ContainsRune("abcdeghkmnopqsuvwxz023456789", lost)
}

// endsThere says whether nothing but a caret stands behind a line in its field: its end was not left out.
func endsThere(s *validation.Scene, field, line image.Rectangle) bool {
	rest := image.Rect(line.Max.X+1, line.Min.Y, line.Max.X+s.Px(24), line.Max.Y).Intersect(field.Inset(s.Px(2)))
	if rest.Dx() < s.Px(12) {
		return false // the field may be too short for more
	}
	clean := withoutCaret(s, s.After(), field.Inset(s.Px(1)))
	fill := screen.Background(clean, rest)
	for x := rest.Min.X; x < rest.Max.X; x++ {
		for y := rest.Min.Y; y < rest.Max.Y; y++ {
			if colourDistance(colourAt(clean, x, y), fill) > 48 {
				return false
			}
		}
	}
	return true
}
