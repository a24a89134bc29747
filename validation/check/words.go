package check

import (
	"regexp"
	"strings"
	"unicode"

	"vigie/validation/ocr"
)

// addressText is the shape of a web address without spaces: a scheme; a host with a path; or a host alone whose last part
// is one of the usual ones, which a file's ending is not.
var addressText = regexp.MustCompile(`(?i)^[^a-z]{0,2}(` +
	`(https?|file|chrome|edge|about)[:;]/?/?\S+` +
	`|([a-z0-9][a-z0-9-]*\.)+[a-z][a-z0-9-]+(:\d+)?[/?#]\S*` +
	`|([a-z0-9][a-z0-9-]*\.)+(fr|com|org|net|io|eu|de|uk|be|ch|lu|ca|es|it|nl|us|gov|edu|int|info|app|dev|local|lan|intra|intranet|internal)(:\d+)?` +
	`|(localhost|127\.0\.0\.1|\d+\.\d+\.\d+\.\d+)(:\d+)?(/\S*)?)$`)

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
