package ocr

import (
	"image"
	"strings"
	"unicode"
)

// Threshold is the score from which Find calls a label found.
const Threshold = 0.75

// maxLabel bounds the characters of an expected label that are compared; longer ones are cut.
const maxLabel = 200

// shortLabel is the length up to which a label must be read exactly, save for confusions.
const shortLabel = 3

// Match is where an expected label was read.
type Match struct {
	// Score is 1 for the label itself, down to 0.
	Score float64 `json:"score"`
	// Box surrounds the matched words, in pixels of the screenshot.
	Box image.Rectangle `json:"box"`
	// Line is the index of the line, the first one for a label on several lines.
	Line int `json:"line"`
	// Whole tells that the label is all that its line says, not part of a longer text.
	Whole bool `json:"whole"`
	// Words are the matched words as they were read.
	Words []Word `json:"words"`
	// Read is the folded text that was compared with the label: a part of the first and of the last word may be left out.
	Read string `json:"read"`
}

// Score compares two whole texts: 1 when they are the same after folding, 0 when they have nothing in common. Characters
// that Tesseract confuses count little; a digit that differs otherwise counts as another text.
func Score(read, expected string) float64 {
	r, e := labelRunes(read), labelRunes(expected)
	return scoreRunes(r, e)
}

// Cost is how far two whole texts are from each other, in characters after folding: what Tesseract confuses costs less than
// one, any other character more, see confusion.go.
func Cost(read, expected string) float64 {
	r, e := labelRunes(read), labelRunes(expected)
	return float64(distance(r, e, 2))
}

// labelRunes folds a text and takes the punctuation off its ends, unless it is nothing else.
func labelRunes(s string) []rune {
	f := cut(s)
	if t := strings.TrimFunc(f, isBorder); t != "" {
		f = t
	}
	return []rune(f)
}

// cut folds s, of which no more than maxLabel characters count.
func cut(s string) string {
	f := []rune(Fold(s))
	return string(f[:min(len(f), maxLabel)])
}

// isBorder tells characters at the ends of a label that belong to its dress: brackets, dots, required marks, icons.
func isBorder(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '%' && r != '#' && r != '&'
}

func scoreRunes(read, expected []rune) float64 {
	if len(expected) == 0 || len(read) == 0 {
		return 0
	}
	n := max(inked(expected), 1)
	cost := distance(read, expected, max(2, float32(n)/2))
	if n <= shortLabel && (cost > shortLabelCost || len(read) != len(expected)) {
		return 0
	}
	return min(ratio(cost, n), worstWord(read, expected))
}

func ratio(cost float32, n int) float64 { return max(0, 1-float64(cost)/float64(n)) }

// worstWord is the score of the word that resembles its counterpart least, 1 when the texts have different numbers of words:
// in a long label one other word would count for little, though it makes another label.
func worstWord(read, expected []rune) float64 {
	worst := 1.0
	for {
		r, moreRead, split := cutWord(read)
		e, more, _ := cutWord(expected)
		worst = min(worst, ratio(distance(r, e, 2), max(len(e), shortLabel)))
		read, expected = moreRead, more
		if split != (len(more) > 0) {
			return 1
		}
		if !split {
			return worst
		}
	}
}

// cutWord returns the first word and the rest.
func cutWord(text []rune) (word, rest []rune, more bool) {
	for i, r := range text {
		if r == ' ' {
			return text[:i], text[i+1:], i+1 < len(text)
		}
	}
	return text, nil, false
}

// shortLabelCost is the cost of one confusion.
const shortLabelCost = 0.3

func inked(text []rune) int {
	n := 0
	for _, r := range text {
		if r != ' ' {
			n++
		}
	}
	return n
}
