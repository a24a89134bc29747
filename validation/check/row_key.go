package check

import (
	"context"
	"image"
	"regexp"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// RowKey asks, where every row of a table bears the same label, whether the point lies on the row that the step names.
type RowKey struct{}

// Name is the checker's name.
func (RowKey) Name() string { return validation.CheckRowKey }

// keyText is what tells rows apart in a step's words: a number of three digits or more.
var keyText = regexp.MustCompile(`\b\d[\d.-]{1,}\d\b`)

// Check looks for the step's number in the point's row, and in the rows near it.
func (RowKey) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	p, ok := s.At()
	picture := s.Before()
	if !ok || picture == nil || !p.In(picture.Rect) {
		return doubt(.1, validation.None, validation.Say("no_row_key")), nil
	}
	row := image.Rect(0, p.Y-s.Px(11), picture.Rect.Max.X, p.Y+s.Px(11)).Intersect(picture.Rect)
	near := image.Rect(0, p.Y-s.Px(120), picture.Rect.Max.X, p.Y+s.Px(120)).Intersect(picture.Rect)
	key := keyText.FindString(s.Context.Label + " " + s.Context.ExpectedResult)
	if key == "" || keyText.FindString(s.Label()) == key {
		return byWord(ctx, s, row, near), nil
	}
	if found(ctx, s, picture, row, key) {
		return doubt(.4, validation.None, validation.Say("row_key_here", "key", key)), nil
	}
	if !found(ctx, s, picture, near, key) {
		return doubt(.2, validation.None, validation.Say("no_row_key")), nil
	}
	return otherRow(row, key), nil
}

func otherRow(row image.Rectangle, key string) validation.Finding {
	f := terminate(.9, validation.WrongTarget, validation.Say("other_row", "key", key))
	f.Regions = append(f.Regions, regionOn("before", validation.RoleDecided, row))
	return f
}

// byWord tells rows apart by a word of the step's, where the label stands in several rows and no number does: the word
// stands in another of those rows, and none of the step's words in the point's.
func byWord(ctx context.Context, s *validation.Scene, row, near image.Rectangle) validation.Finding {
	none := doubt(.1, validation.None, validation.Say("no_row_key"))
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || s.Label() == "" || s.Role == "tab" {
		return none
	}
	words := rowWords(s)
	twins := twinsOf(ctx, s, a, near)
	if len(words) == 0 || len(twins) == 0 {
		return none
	}
	if _, here := hasAny(textIn(ctx, s, s.Before(), row), words); here {
		return none
	}
	for _, t := range twins {
		other := image.Rect(0, center(t).Y-s.Px(9), s.Before().Rect.Max.X, center(t).Y+s.Px(9)).Intersect(s.Before().Rect)
		if word, there := hasAny(textIn(ctx, s, s.Before(), other), words); there {
			return otherRow(row, word)
		}
	}
	return none
}

// rowWords are the words of the step's own sentence, folded, that are not its label's.
func rowWords(s *validation.Scene) []string {
	var words []string
	for _, w := range strings.FieldsFunc(unelided(s.Context.Label), notWord) {
		if _, labels := hasAny(s.Label(), []string{w}); letters(w) >= 4 && !labels {
			words = append(words, w)
		}
	}
	return words
}

// twinsOf are the other places in a column where the label stands.
func twinsOf(ctx context.Context, s *validation.Scene, a aim, near image.Rectangle) []image.Rectangle {
	column := image.Rect(a.label.Min.X-s.Px(30), near.Min.Y, a.label.Max.X+s.Px(30), near.Max.Y)
	lines, err := s.Read(ctx, s.Before(), column)
	if err != nil {
		return nil
	}
	var twins []image.Rectangle
	for _, l := range lines {
		if m, ok := ocr.Find([]ocr.Line{l}, s.Label()); ok && abs(center(m.Box).Y-center(a.label).Y) > a.label.Dy() {
			twins = append(twins, m.Box)
		}
	}
	return twins
}
