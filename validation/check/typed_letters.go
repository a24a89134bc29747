package check

import (
	"context"
	"image"
	"slices"
	"strings"
	"unicode"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
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
	again, err := s.Read(ocr.ByLetter(ctx), withoutCaret(s, s.After(), inside), tight)
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
