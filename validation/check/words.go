package check

import (
	"regexp"
	"strings"
	"unicode"

	"vigie/validation/ocr"
)

// addressText is the shape of a web address without spaces.
var addressText = regexp.MustCompile(`(?i)^[^a-z]{0,2}((https?|file|chrome|edge|about)[:;]/?/?)?([a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]+(:\d+)?([/?#].*)?$|^(https?|file|chrome|edge|about)[:;]//?\S+$|^localhost(:\d+)?(/.*)?$|^127\.0\.0\.1(:\d+)?(/.*)?$`)

// letters counts the letters and digits of a text.
func letters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// hasAny says whether the folded text contains one of the folded phrases as whole words.
func hasAny(text string, phrases []string) (string, bool) {
	padded := " " + strings.Join(strings.FieldsFunc(ocr.Fold(text), notWord), " ") + " "
	for _, p := range phrases {
		if strings.Contains(padded, " "+p+" ") {
			return p, true
		}
	}
	return "", false
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }
