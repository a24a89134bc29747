package check

import (
	"context"
	"image"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// spreadOver says whether a short text stands in a row of boxes of one sign each, that begins at the point: a code that was
// sent to a telephone.
func spreadOver(ctx context.Context, s *validation.Scene, want string) bool {
	signs := len([]rune(want))
	first, isWidget := fieldAt(s)
	if !isWidget || signs < 3 || signs > 10 || strings.Contains(want, " ") || first.Dx() > s.Px(90) || !s.Comparable() {
		return false
	}
	var boxes []image.Rectangle
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		for at := r.Box.Min.X; at < r.Box.Max.X; at += max(first.Dx()/2, 1) {
			box := widgetAt(s, s.After(), image.Pt(at, center(first).Y))
			if abs(box.Dx()-first.Dx()) <= s.Px(4) && abs(box.Dy()-first.Dy()) <= s.Px(4) && !slices.ContainsFunc(boxes, box.Overlaps) && box.Min.X >= first.Min.X-s.Px(4) {
				boxes = append(boxes, box)
			}
		}
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	var text strings.Builder
	for _, box := range boxes {
		line, err := s.ReadLine(ctx, withoutCaret(s, s.After(), box), box.Inset(s.Px(4)))
		if err != nil {
			return false
		}
		text.WriteString(line.Text())
	}
	return ocr.Score(text.String(), want) >= .8
}
