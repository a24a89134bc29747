package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// ExpectedText looks for context.expected_text among what the action changed.
type ExpectedText struct{}

// Name is the checker's name.
func (ExpectedText) Name() string { return validation.CheckExpectedText }

// Check reads the changed regions of every after picture, the newest first.
func (ExpectedText) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	want := s.Context.ExpectedText
	if want == "" {
		return doubt(.1, validation.None, validation.Say("no_expected_text")), nil
	}
	for i := len(s.Afters()) - 1; i >= 0; i-- {
		box, ok, err := findChanged(ctx, s, i, want)
		if err != nil {
			return validation.Finding{}, err
		}
		if ok {
			f := complete(.93, validation.Say("expected_text_appeared", "text", want))
			f.Evidence.Expected, f.Evidence.Read = want, want
			f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
			if len(s.Afters()) > 1 {
				f.Evidence.ShownBy = i + 1
			}
			return f, nil
		}
	}
	return missingText(ctx, s, want), nil
}

// missingText is what it means that the expected text did not appear: a failure once the application has reacted and
// is not busy, else no more than a doubt.
func missingText(ctx context.Context, s *validation.Scene, want string) validation.Finding {
	if f, busy := loading(ctx, s); busy {
		return f
	}
	e := effectOf(ctx, s)
	f := doubt(.5, validation.OCRTextMissing, validation.Say("expected_text_missing", "text", want))
	if len(e.content) > 0 && s.Comparable() && letters(want) >= 3 {
		f = terminate(.86, validation.WrongTarget, validation.Say("expected_text_missing", "text", want))
	}
	f.Evidence.Expected = want
	return f
}

// findChanged looks for a text in what changed between before and the i-th after.
func findChanged(ctx context.Context, s *validation.Scene, i int, want string) (image.Rectangle, bool, error) {
	after := s.Afters()[i]
	for _, box := range changedBoxes(s, i) {
		m, ok, err := find(ctx, s, after, box, want)
		if err != nil {
			return image.Rectangle{}, false, err
		}
		if ok && isNew(s, after, m.Box) {
			return m.Box, true, nil
		}
	}
	return image.Rectangle{}, false, nil
}

// isNew says whether the pixels of a text changed: it came, and did not stand beside what came.
func isNew(s *validation.Scene, after *image.RGBA, box image.Rectangle) bool {
	if s.Before() == nil || s.Before().Rect != after.Rect {
		return true
	}
	mask, err := screen.Change(s.Before(), after, box, 0)
	return err != nil || mask.Share() > .03
}

// changedBoxes are the boxes of the changed regions with room for whole words around; the whole picture where the two
// cannot be compared.
func changedBoxes(s *validation.Scene, i int) []image.Rectangle {
	after := s.Afters()[i]
	if s.Before() == nil || s.Before().Rect != after.Rect {
		return []image.Rectangle{after.Rect}
	}
	var boxes []image.Rectangle
	for _, r := range s.Changes(i) {
		if r.Box.Dx() < s.Px(6) || r.Box.Dy() < s.Px(6) {
			continue
		}
		grown := image.Rect(r.Box.Min.X-s.Px(90), r.Box.Min.Y-s.Px(6), r.Box.Max.X+s.Px(90), r.Box.Max.Y+s.Px(6))
		boxes = append(boxes, grown.Intersect(after.Rect))
		if len(boxes) == maxRegions {
			break
		}
	}
	return boxes
}
