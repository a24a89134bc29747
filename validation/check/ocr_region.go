package check

import (
	"context"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// OCRRegion asks whether the expected label stood under the point when the agent acted.
type OCRRegion struct{}

// Name is the checker's name.
func (OCRRegion) Name() string { return validation.CheckOCRRegion }

// Check reads the text at the point on the picture before the action.
func (OCRRegion) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	if f, ok := chromeFinding(ctx, s, a); ok {
		return withAim(f, s, a), nil
	}
	if f, ok := reordered(ctx, s, a); ok {
		return withAim(f, s, a), nil
	}
	f := aimFinding(s, a)
	if a.state == aimRow && f.Verdict == validation.Complete && s.Comparable() && !rowReacted(ctx, s, a) {
		f = doubt(.6, validation.NoVisualChange, validation.Say("label_beside_point", "label", s.Label()))
	}
	if other, marked := markedOther(s, a); marked && f.Verdict == validation.Complete {
		f = terminate(.88, validation.WrongTarget, validation.Say("other_label_at_point", "label", s.Label(), "read", other))
	}
	return withAim(f, s, a), nil
}

// markedOther finds, where the point lies beside its label, the text of the row that changed instead, or that a
// small mark came to: the head of another column, by which a table is sorted now.
func markedOther(s *validation.Scene, a aim) (string, bool) {
	if a.state != aimRow || !s.Comparable() {
		return "", false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if abs(center(r.Box).Y-center(a.label).Y) > s.Px(8) || r.Box.Dx() > s.Px(160) || r.Box.Dy() > s.Px(30) || r.Class == screen.ClassPointer {
			continue
		}
		if gap(r.Box, a.label) <= s.Px(40) {
			return "", false
		}
		for _, l := range a.lines {
			if readable(l) && letters(l.Text()) >= 4 && !l.Box.Overlaps(a.label) && gap(l.Box, r.Box) <= s.Px(16) && abs(center(l.Box).Y-center(r.Box).Y) <= s.Px(8) {
				return l.Text(), true
			}
		}
	}
	return "", false
}

// rowReacted says whether the row that the point lies on, beside its label, did anything: it changed, or a good part of
// the screen did.
func rowReacted(ctx context.Context, s *validation.Scene, a aim) bool {
	e := effectOf(ctx, s)
	for _, r := range e.content {
		if r.Box.Min.Y < a.label.Max.Y+s.Px(8) && r.Box.Max.Y > a.label.Min.Y-s.Px(8) || area(r.Box)*40 > area(s.After().Rect) {
			return true
		}
	}
	return len(e.content) == 0 // nothing at all: pixel_change says so
}

// aimFinding puts an aim into a finding.
func aimFinding(s *validation.Scene, a aim) validation.Finding {
	label := s.Label()
	_, known := s.At()
	switch {
	case !known:
		return doubt(.4, validation.UnknownCategory, validation.Say("no_position"))
	case a.state == aimOutside:
		return terminate(.92, validation.WrongTarget, validation.Say("outside_picture"))
	case label == "":
		return doubt(.5, validation.UnknownCategory, validation.Say("no_label"))
	case a.state == aimHit && s.Before() == nil:
		return complete(.7, validation.Say("label_at_point", "label", label)) // nothing tells what became of it
	case a.state == aimHit:
		return complete(.9, validation.Say("label_at_point", "label", label))
	default:
		return missFinding(s, a, label)
	}
}

// missFinding: the label was not read under the point. An icon, a row or a symbol may still be what was meant.
func missFinding(s *validation.Scene, a aim, label string) validation.Finding {
	switch {
	case a.state == aimIcon:
		return complete(.87, validation.Say("label_at_point", "label", label))
	case a.state == aimRow && s.Role != "tab" && s.Role != "checkbox":
		return rowFinding(s, label)
	case letters(label) == 0 && letters(a.under.Text()) == 0:
		return complete(.85, validation.Say("symbol_at_point", "label", label))
	case a.state == aimOther && a.label.Empty() && !bothWords(label, a.under.Text()) && !longWord(s, a, label):
		return doubt(.5, validation.OCRTextMissing, validation.Say("label_unread", "label", label))
	case a.state == aimOther:
		return terminate(.92, validation.WrongTarget, validation.Say("other_label_at_point", "label", label, "read", a.under.Text()))
	case a.state == aimBeside, a.state == aimRow:
		return terminate(.88, validation.WrongTarget, validation.Say("label_beside_point", "label", label))
	default:
		return doubt(.5, validation.OCRTextMissing, validation.Say("label_unread", "label", label))
	}
}

// rowFinding: the point lies on the label's line, beyond its text, on the same ground. A list's row or an accordion's head
// answers there.
func rowFinding(s *validation.Scene, label string) validation.Finding {
	if s.Role != "dialog_button" && s.Role != "tab_close" {
		return complete(.86, validation.Say("label_at_point", "label", label))
	}
	return terminate(.86, validation.WrongTarget, validation.Say("label_beside_point", "label", label))
}

// bothWords says whether two texts are words that can be told apart: a symbol's label is never contradicted by a text, nor
// a word by itself read badly.
func bothWords(label, read string) bool {
	limit := .55
	if letters(label) <= 4 && letters(read) <= 4 {
		limit = .75 // short words differ by a letter and mean the opposite
	}
	words := letters(label) >= 3 && letters(read) >= 3 || letters(label) >= 5 && ocr.Fold(read) == "ok"
	return words && ocr.Score(read, label) < limit && !fragment(read, label) && !oneStroke(read, label)
}

// longWord says whether the point lies on a word that was read without doubt and is far longer than a label of a sign or two.
func longWord(s *validation.Scene, a aim, label string) bool {
	at, ok := s.At()
	if !ok || letters(label) == 0 || letters(label) > 2 || longestWord(a.under) < 5 {
		return false
	}
	for _, w := range a.under.Words {
		if at.In(w.Box) {
			return letters(w.Text) >= 5 && w.Confidence >= .8
		}
	}
	return false
}

// oneStroke says whether two short words differ by a letter that readers take for another: "Oui" is read as "Qui".
func oneStroke(read, label string) bool {
	a, b := []rune(ocr.Fold(read)), []rune(ocr.Fold(label))
	if len(a) != len(b) {
		return false
	}
	differ := 0
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		if pair := string(a[i]) + string(b[i]); !strings.Contains("oq qo il li ij ji uv vu ce ec 0o o0", pair) {
			return false
		}
		differ++
	}
	return differ == 1
}

// fragment says whether a reading is a piece of the label that begins or ends inside a word: the label, read badly.
func fragment(read, label string) bool {
	piece := ocr.Fold(read)
	_, whole := hasAny(label, []string{piece})
	return letters(piece) >= 3 && !whole && strings.Contains(ocr.Fold(label), piece)
}
