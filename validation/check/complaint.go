package check

import (
	"context"
	"image"
	"slices"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// hintSigns are the words of failure by which a form says as well, before anything was entered, what it needs, folded.
var hintSigns = slices.Concat(requiredSigns, []string{"must be", "doit etre"})

// strongSigns are the other ones.
var strongSigns = slices.DeleteFunc(slices.Concat(errorSigns, requiredSigns), func(sign string) bool { return slices.Contains(hintSigns, sign) })

// isHint says whether a sentence that could be a complaint is a hint of another page: the next one of an assistant, on which
// other labels stand now than before.
func isHint(ctx context.Context, s *validation.Scene, text string, box image.Rectangle) bool {
	return !tellsFailure(s, text, strongSigns, 20) && otherLabels(ctx, s, box)
}

// otherLabels says whether hardly any text stays of the box that the action changed: at most one line in four of what stood
// above the place acted on, and of what changed.
func otherLabels(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return false
	}
	page := box.Union(extent(effectOf(ctx, s).content))
	page = image.Rect(page.Min.X, page.Min.Y, page.Max.X, min(page.Max.Y, a.label.Min.Y-s.Px(8)))
	if page.Dy() < s.Px(60) {
		return false
	}
	stays, all := 0, 0
	for _, l := range s.Lines(s.Before(), page) {
		if ocr.Room(l) < 4 {
			continue
		}
		all++
		if mask, err := screen.Change(s.Before(), s.After(), l, 0); err == nil && mask.Share() < .03 {
			stays++
		}
	}
	return all > 0 && stays*4 <= all
}
