package check

import (
	"context"
	"image"
	"regexp"

	"vigie/validation"
)

// RowKey asks, where every row of a table bears the same label, whether the point lies on the row that the step names.
type RowKey struct{}

// Name is the checker's name.
func (RowKey) Name() string { return validation.CheckRowKey }

// keyText is what tells rows apart in a step's words: a number of three digits or more.
var keyText = regexp.MustCompile(`\b\d[\d.-]{1,}\d\b`)

// Check looks for the step's number in the point's row, and in the rows near it.
func (RowKey) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	key := keyText.FindString(s.Context.Label + " " + s.Context.ExpectedResult)
	p, ok := s.At()
	picture := s.Before()
	if key == "" || !ok || picture == nil || !p.In(picture.Rect) || keyText.FindString(s.Label()) == key {
		return doubt(.1, validation.None, validation.Say("no_row_key")), nil
	}
	row := image.Rect(0, p.Y-s.Px(11), picture.Rect.Max.X, p.Y+s.Px(11))
	if found(ctx, s, picture, row, key) {
		return doubt(.4, validation.None, validation.Say("row_key_here", "key", key)), nil
	}
	near := image.Rect(0, p.Y-s.Px(120), picture.Rect.Max.X, p.Y+s.Px(120)).Intersect(picture.Rect)
	if !found(ctx, s, picture, near, key) {
		return doubt(.2, validation.None, validation.Say("no_row_key")), nil
	}
	f := terminate(.9, validation.WrongTarget, validation.Say("other_row", "key", key))
	f.Regions = append(f.Regions, regionOn("before", validation.RoleDecided, row.Intersect(picture.Rect)))
	return f, nil
}
