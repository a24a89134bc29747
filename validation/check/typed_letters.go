package check

import (
	"context"
	"image"
	"slices"
	"strings"
	"unicode"

	"vigie/validation"
	"vigie/validation/ocr"
)

// surelyDiffers says whether a field holds the typed text but for a letter or more that no reader loses, adds or takes for
// another: it was read without doubt, and again in the same way from a tighter cut.
func surelyDiffers(ctx context.Context, s *validation.Scene, box image.Rectangle, lines []ocr.Line, want string) bool {
	m, ok := ocr.Find(lines, want)
	differs := ok && (otherLetters(m, want) || letterLost(ocr.Line{Words: m.Words}.Text(), want) && endsThere(s, box, m.Box))
	meant := strings.Fields(want)
	doubtful := func(w ocr.Word) bool {
		return w.Confidence < .8 && !slices.ContainsFunc(meant, func(word string) bool { return ocr.Cost(w.Text, word) <= .6 })
	}
	if !differs || slices.ContainsFunc(m.Words, doubtful) {
		return false
	}
	inside := box.Inset(s.Px(1)) // where a caret is known by its height
	tight := m.Box.Inset(-s.Px(3)).Intersect(inside)
	again, err := s.Read(ctx, withoutCaret(s, s.After(), inside), tight)
	n, ok := ocr.Find(again, want)
	return err == nil && ok && n.Read == m.Read
}

// otherLetters says whether a match differs from a text in what readers do not take for each other, lose or add.
func otherLetters(m ocr.Match, want string) bool {
	words := ocr.Line{Words: m.Words}.Text()
	if substituted(words, want) == 1 {
		return oneLetterOff(words, want)
	}
	return ocr.Cost(m.Read, want) >= 1.4 || swapped(words, want)
}

// substituted counts the places at which two texts of one length differ; -1 for texts of different lengths.
func substituted(read, want string) int {
	a, b := []rune(ocr.Fold(read)), []rune(ocr.Fold(want))
	if len(a) != len(b) {
		return -1
	}
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// swapped says whether two texts are the same but for two letters that stand in each other's place, side by side.
func swapped(read, want string) bool {
	a, b := []rune(ocr.Fold(read)), []rune(ocr.Fold(want))
	if substituted(read, want) != 2 {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i]
		}
	}
	return false
}

// signsOfNumber are what dates, hours and numbers are parted by.
var signsOfNumber = strings.NewReplacer("/", "", ".", "", "-", "", ":", "")

// unsigned says whether a field holds the digits of a date or a number without the two signs, or more, that part them.
func unsigned(read, want string) bool {
	bare := signsOfNumber.Replace(want)
	return read == bare && len(want)-len(bare) >= 2 && strings.Trim(bare, "0123456789 ") == ""
}

// oneLetterOff says whether two texts differ in a single letter, and not in one that looks like the other.
func oneLetterOff(read, want string) bool {
	a, b := []rune(read), []rune(want)
	if len(a) != len(b) || len(a) < 4 {
		return false
	}
	at := -1
	for i := range a {
		if ocr.Fold(string(a[i])) == ocr.Fold(string(b[i])) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if at < 0 {
		return false
	}
	if unicode.IsUpper(a[at]) && unicode.IsUpper(b[at]) {
		return !strings.Contains(similarCapitals, string(a[at])+string(b[at])) && !strings.Contains(similarCapitals, string(b[at])+string(a[at]))
	}
	return ocr.Score(read, want) <= 1-.95/float64(len(a))
}

// similarCapitals are the pairs of capitals that readers take for each other.
const similarCapitals = "OQ OD OC CG EF UV MN HN PR BR BP IL IJ IT TJ KX VY KR HM NW VW EB FP"
