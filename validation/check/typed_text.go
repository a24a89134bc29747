package check

import (
	"cmp"
	"context"
	"image"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigie/validation"
	"vigie/validation/ocr"
)

// Typed asks whether the typed text stands in the field.
type Typed struct{}

// Name is the checker's name.
func (Typed) Name() string { return validation.CheckTyped }

// Check reads the field after the typing and compares.
func (Typed) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	want := s.Action.Text
	if want == "" {
		want = s.Label()
	}
	if want == "" {
		return doubt(.5, validation.UnknownCategory, validation.Say("no_text")), nil
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	if f, ok := chromeFinding(ctx, s, a); ok {
		return withAim(f, s, a), nil
	}
	f, err := typedFinding(ctx, s, want)
	f.Evidence.Expected = want
	return f, err
}

// typedThere says whether the typed text stands in its field, whole.
func typedThere(ctx context.Context, s *validation.Scene) bool {
	want := cmp.Or(s.Action.Text, s.Label())
	f, err := typedFinding(ctx, s, want)
	return err == nil && want != "" && f.Verdict == validation.Complete && f.Confidence >= .9
}

func typedFinding(ctx context.Context, s *validation.Scene, want string) (validation.Finding, error) {
	box, isWidget := fieldAt(s)
	if box.Empty() {
		return typedAnywhere(ctx, s, want), nil
	}
	lines, err := readField(ctx, s, box, want)
	if err != nil {
		return validation.Finding{}, err
	}
	f := weighTyped(ctx, s, box, isWidget, lines, want)
	f.Evidence.Read = textOf(lines)
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, nil
}

// readField reads what stands in a field: all of a small one, what changed of a large one.
func readField(ctx context.Context, s *validation.Scene, box image.Rectangle, want string) ([]ocr.Line, error) {
	ctx = ocr.ByLetter(ctx)
	region := box.Inset(s.Px(1))
	changed := changedWithin(s, box)
	if box.Dy() > s.Px(60) && !changed.Empty() {
		region = image.Rect(box.Min.X, changed.Min.Y-s.Px(8), box.Max.X, changed.Max.Y+s.Px(8)).Intersect(box)
	}
	picture := withoutCaret(s, s.After(), region)
	lines, err := s.Read(ctx, picture, region)
	if err == nil && picture != s.After() && inDoubt(lines, want) {
		if again, err := s.Read(ctx, s.After(), region); err == nil && typedScore(again, want) > typedScore(lines, want) {
			return again, nil
		}
	}
	if err != nil || letters(textOf(lines)) > 0 || changed.Empty() {
		return lines, err
	}
	tight := image.Rect(changed.Min.X-s.Px(4), changed.Min.Y-s.Px(3), changed.Max.X+s.Px(4), changed.Max.Y+s.Px(3))
	return s.Read(ctx, picture, tight.Intersect(region))
}

// weighTyped compares what stands in the field with what was typed, and looks where else it went.
func weighTyped(ctx context.Context, s *validation.Scene, box image.Rectangle, isWidget bool, lines []ocr.Line, want string) validation.Finding {
	changed := fieldChanged(s, box)
	read := strings.ReplaceAll(textOf(lines), "\n", " ")
	score := typedScore(lines, want)
	if anyWithCaret(lines, read, want) || sameDigits(lines, want) {
		score, read, lines = 1, want, nil
	}
	singleLine := isWidget && box.Dy() <= s.Px(50)
	if s.Comparable() && !changed {
		return notInField(ctx, s, want)
	}
	if singleLine && showsEnd(lines, want, box) {
		return complete(.86, validation.Say("typed_text_there", "text", want))
	}
	if f, ok := otherwiseTyped(ctx, s, box, singleLine, lines, score, read, want); ok {
		return f
	}
	return weighScore(ctx, s, singleLine, score, read, want)
}

// anyWithCaret says whether a field, or one of its lines, was read as what was typed with the caret behind it.
func anyWithCaret(lines []ocr.Line, read, want string) bool {
	return withCaretRead(read, want) || slices.ContainsFunc(lines, func(l ocr.Line) bool { return withCaretRead(l.Text(), want) })
}

// sameDigits says whether a line has the very digits that were typed, five or more and nothing else, however the field
// groups them: a mask for telephone numbers or dates puts signs between.
func sameDigits(lines []ocr.Line, want string) bool {
	digits := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, text)
	}
	return len(want) >= 5 && digits(want) == want && slices.ContainsFunc(lines, func(l ocr.Line) bool { return digits(l.Text()) == want })
}

// otherwiseTyped says in what the text in a field differs from what was meant, though it resembles it: it was added to what
// stood there, capitals are small letters, a letter is another one, or the field is not the one that was meant.
func otherwiseTyped(ctx context.Context, s *validation.Scene, box image.Rectangle, singleLine bool, lines []ocr.Line, score float64, read, want string) (validation.Finding, bool) {
	differs := terminate(.88, validation.SchemaInvalid, validation.Say("typed_text_differs", "read", read, "text", want))
	switch {
	case singleLine && score >= .9 && ocr.Score(read, want) < .75 && heldText(ctx, s, box):
		return terminate(.86, validation.WrongTarget, validation.Say("appended", "read", read, "text", want)), true
	case typedTwice(read, want), singleLine && score >= .9 && goesOnTyped(ctx, s, box, lines, want):
		return differs, true
	case score >= .9 && keyedOtherwise(read, want), singleLine && unsigned(strings.TrimSpace(read), strings.TrimSpace(want)):
		return differs, true
	case score < 1 && surelyDiffers(ctx, s, box, lines, want):
		return differs, true
	case score >= .9 && namesOtherField(ctx, s, box):
		return terminate(.88, validation.WrongTarget, validation.Say("typed_elsewhere", "text", want)), true
	}
	return validation.Finding{}, false
}

// typedTwice says whether a field holds the text twice, one behind the other: a robot that tried again.
func typedTwice(read, want string) bool {
	joined := func(text string) string { return strings.Join(strings.Fields(ocr.Fold(text)), "") }
	is, once := joined(read), joined(want)
	return utf8.RuneCountInString(once) >= 4 && ocr.Score(is, once+once) >= .85
}

// keyedOtherwise says whether a text lost what the keyboard adds to letters: its capitals are small ones, or its accents went.
func keyedOtherwise(read, want string) bool {
	return swappedCase(read, want) || lostAccents(read, want)
}

// goesOnTyped says whether the line that holds the typed text has another word beside it, of four letters or more, that was
// not in the field before: a suggestion that was taken, another text that followed.
func goesOnTyped(ctx context.Context, s *validation.Scene, box image.Rectangle, lines []ocr.Line, want string) bool {
	if !s.Comparable() {
		return false
	}
	before := textIn(ctx, s, s.Before(), box.Inset(s.Px(1)))
	for _, l := range lines {
		m, ok := ocr.Find([]ocr.Line{l}, want)
		if !ok || m.Score < .9 {
			continue
		}
		for _, w := range l.Words {
			_, typed := hasAny(want, []string{strings.Trim(ocr.Fold(w.Text), ".,;:")})
			if letters(w.Text) >= 4 && w.Confidence >= .8 && !typed && !w.Box.Overlaps(m.Box) && ocr.Score(before, w.Text) < .6 && isNew(s, s.After(), w.Box) {
				return true
			}
		}
	}
	return false
}

// showsEnd says whether a field that is too short for what was typed shows its end, as much as there is room for.
func showsEnd(lines []ocr.Line, want string, box image.Rectangle) bool {
	if len(lines) == 0 {
		return false
	}
	longest := slices.MaxFunc(lines, func(a, b ocr.Line) int { return cmp.Compare(a.Box.Dx(), b.Box.Dx()) })
	if longest.Box.Dx()*5 < box.Dx()*4 {
		return false
	}
	read, all := []rune(strings.TrimSpace(longest.Text())), []rune(strings.TrimSpace(want))
	if len(read) < 7 || len(read) >= len(all) {
		return false
	}
	return ocr.Score(string(read[1:]), string(all[len(all)-len(read)+1:])) >= .9 // the first letter may be cut
}

// weighScore goes by how well the field's text is what was typed.
func weighScore(ctx context.Context, s *validation.Scene, singleLine bool, score float64, read, want string) validation.Finding {
	switch {
	case score >= .9, score >= .82 && ocr.Tokens(read, want) >= .66:
		return complete(.92, validation.Say("typed_text_there", "text", want))
	case score >= .5 && singleLine:
		return terminate(.88, validation.SchemaInvalid, validation.Say("typed_text_differs", "read", read, "text", want))
	case letters(read) >= 2:
		return terminate(.86, validation.OCRTextMissing, validation.Say("typed_text_differs", "read", read, "text", want))
	default:
		return notInField(ctx, s, want)
	}
}

// withCaretRead says whether a field was read as what was typed with one stroke more behind it: the caret.
func withCaretRead(read, want string) bool {
	rest, ok := strings.CutPrefix(ocr.Fold(strings.TrimSpace(read)), ocr.Fold(strings.TrimSpace(want)))
	return ok && rest != "" && strings.Contains("l|i1!]j", strings.TrimSpace(rest)) && len(strings.TrimSpace(rest)) == 1
}

// typedScore is how well what stands in a field, as a whole or in part, is what was typed.
func typedScore(lines []ocr.Line, want string) float64 {
	return max(ocr.Score(strings.ReplaceAll(textOf(lines), "\n", " "), want), findScore(lines, want))
}

// inDoubt: near enough to what was typed to be read once more.
func inDoubt(lines []ocr.Line, want string) bool {
	score := typedScore(lines, want)
	return score >= .6 && score < .9
}

// findScore is how well the text was found as a part of the lines.
func findScore(lines []ocr.Line, want string) float64 {
	if m, ok := ocr.Find(lines, want); ok {
		return m.Score
	}
	return ocr.Tokens(strings.ReplaceAll(textOf(lines), "\n", " "), want) * .95
}

// heldText says whether the field held another text before, which still stands in it.
func heldText(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	if s.Before() == nil {
		return false
	}
	before := strings.ReplaceAll(textIn(ctx, s, s.Before(), box.Inset(s.Px(1))), "\n", " ")
	after := strings.ReplaceAll(textIn(ctx, s, s.After(), box.Inset(s.Px(1))), "\n", " ")
	return letters(before) >= 3 && strings.HasPrefix(ocr.Fold(after), ocr.Fold(before)[:len(ocr.Fold(before))*2/3])
}

// notInField: the field did not take the text. It may have gone elsewhere.
func notInField(ctx context.Context, s *validation.Scene, want string) validation.Finding {
	if otherWindow(s) {
		return terminate(.92, validation.WrongApplication, validation.Say("other_window", "title", titlesOf(s).after))
	}
	box, ok, err := findChanged(ctx, s, len(s.Afters())-1, want)
	if p, known := s.At(); err == nil && ok && known && (onRow(s, box, p) && !namesOtherField(ctx, s, box) || inNamedField(ctx, s, box, p)) {
		f := complete(.86, validation.Say("typed_text_there", "text", want))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
		return f
	}
	if spreadOver(ctx, s, want) {
		return complete(.86, validation.Say("typed_text_there", "text", want))
	}
	if err == nil && ok && s.Comparable() {
		f := terminate(.92, validation.OCRTextMissing, validation.Say("typed_elsewhere", "text", want))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleChanged, box))
		return f
	}
	return terminate(.9, validation.OCRTextMissing, validation.Say("typed_text_missing", "text", want))
}

// onRow says whether a text stands on a point's row, close to it: a field whose frame was not found, with no border
// between.
func onRow(s *validation.Scene, box image.Rectangle, p image.Point) bool {
	return abs(center(box).Y-p.Y) <= s.Px(10) && horizontalGap(box, p) <= s.Px(120) && oneGround(s.After(), box, p)
}

// inNamedField says whether a text stands on a point's row, if farther from it, right under or beside the label of the step: a
// field that shows no frame.
func inNamedField(ctx context.Context, s *validation.Scene, box image.Rectangle, p image.Point) bool {
	if s.Action.Text == "" || s.Label() == "" || abs(center(box).Y-p.Y) > s.Px(10) || !oneGround(s.After(), box, p) {
		return false
	}
	own, name := ownName(ctx, s, box, unelided(s.Label()))
	return own == 1 && name != ""
}

// typedAnywhere: no position is known: the text must have appeared somewhere.
func typedAnywhere(ctx context.Context, s *validation.Scene, want string) validation.Finding {
	for _, box := range changedBoxes(s, len(s.Afters())-1) {
		lines, err := s.Read(ctx, withoutCaret(s, s.After(), box), box)
		if err != nil {
			break
		}
		if m, ok := ocr.Find(lines, want); ok {
			if surelyDiffers(ctx, s, box, lines, want) {
				return terminate(.86, validation.SchemaInvalid, validation.Say("typed_text_differs", "read", m.Read, "text", want))
			}
			f := complete(.82, validation.Say("typed_text_there", "text", want))
			f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, m.Box))
			return f
		}
	}
	if read, other := anotherText(ctx, s, want); other {
		return terminate(.86, validation.OCRTextMissing, validation.Say("typed_text_differs", "read", read, "text", want))
	}
	if s.Comparable() && len(s.Changes(len(s.Afters())-1)) == 0 {
		return terminate(.88, validation.OCRTextMissing, validation.Say("typed_text_missing", "text", want))
	}
	return doubt(.5, validation.OCRTextMissing, validation.Say("typed_text_missing", "text", want))
}

// anotherText says whether all that changed is one line of writing, and another one than was meant.
func anotherText(ctx context.Context, s *validation.Scene, want string) (string, bool) {
	if !s.Comparable() {
		return "", false
	}
	box := extent(effectOf(ctx, s).content)
	if box.Empty() || box.Dy() > s.Px(40) {
		return "", false
	}
	read := textIn(ctx, s, withoutCaret(s, s.After(), box), box.Inset(-s.Px(4)))
	return read, letters(read) >= 4 && ocr.Score(read, want) < .5
}
