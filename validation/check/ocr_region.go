package check

import (
	"context"

	"vigie/validation"
	"vigie/validation/ocr"
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
	return withAim(aimFinding(s, a), s, a), nil
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
	case a.state == aimOther && a.label.Empty() && !bothWords(label, a.under.Text()):
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
	return letters(label) >= 3 && letters(read) >= 3 && ocr.Score(read, label) < limit
}
