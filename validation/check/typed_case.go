package check

import (
	"strings"
	"unicode"

	"vigie/validation/ocr"
)

// tellingLetters are the letters whose capital has another shape than the small letter, for a reader too.
const tellingLetters = "abdefghmnqrt"

// swappedCase says whether a text, which was read well, stands there with every capital small and every small letter
// large: typed while caps lock was on. A field that writes all in capitals, or all small, is none: both kinds of letters
// must have changed. A small l is often read as I, a large L never.
func swappedCase(read, want string) bool {
	a, b := onlyLetters(read), onlyLetters(want)
	if len(a) != len(b) {
		return false
	}
	raised, lowered := 0, 0
	for i := range a {
		switch up := unicode.IsUpper(a[i]); {
		case telling(b[i]) && up == unicode.IsUpper(b[i]):
			return false
		case telling(b[i]) && up:
			raised++
		case b[i] == 'L' && a[i] == 'I', b[i] != 'I' && unicode.IsUpper(b[i]) && !up:
			lowered++
		}
	}
	return raised >= 2 && lowered >= 1
}

// telling says whether a letter's case can be read off its shape.
func telling(r rune) bool { return strings.Contains(tellingLetters, ocr.Fold(string(r))) }

// onlyLetters are the letters of a text.
func onlyLetters(text string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text))
}

// lostAccents says whether a text, which was read well, stands there with none of its accents, of which it has several: typed
// on another keyboard's layout. A reader drops one now and then, but not all of them.
func lostAccents(read, want string) bool {
	a, b := strings.Fields(read), strings.Fields(want)
	if len(a) != len(b) {
		return false
	}
	lost := 0
	for i := range a {
		n, kept := accentsLost([]rune(strings.ToLower(a[i])), []rune(strings.ToLower(b[i])))
		if kept {
			return false
		}
		lost += n
	}
	return lost >= 2
}

// accentsLost counts the letters of a word, in small letters, that lost their accents; kept says that one has kept it.
func accentsLost(read, want []rune) (lost int, kept bool) {
	if len(read) != len(want) {
		return 0, false
	}
	for i, r := range want {
		switch plain := ocr.Fold(string(r)); {
		case !unicode.IsLetter(r) || plain == string(r):
		case read[i] == r:
			return lost, true
		case plain == string(read[i]):
			lost++
		}
	}
	return lost, false
}
