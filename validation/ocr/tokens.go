package ocr

import (
	"strings"
	"unicode"
)

// maxTyped bounds the tokens of typed text, and of read text, that are compared.
const maxTyped = 2000

// Tokens is the share, 0…1, of the typed tokens that stand in the text that was read; 0 when nothing was typed. A token
// stands in it when a word, or up to four words that follow each other, read like it. Letters may differ by what Tesseract
// confuses and in one of seven otherwise; digits only by what it confuses, so that a number which lost a digit is another.
func Tokens(read, typed string) float64 {
	want := tokenRunes(typed)
	if len(want) == 0 {
		return 0
	}
	have := tokenRunes(read)
	found := 0
	for _, w := range want {
		if standsIn(have, w) {
			found++
		}
	}
	return float64(found) / float64(len(want))
}

func tokenRunes(s string) [][]rune {
	fields := strings.Fields(Fold(s))
	tokens := make([][]rune, 0, min(len(fields), maxTyped))
	for _, f := range fields[:min(len(fields), maxTyped)] {
		tokens = append(tokens, labelRunes(f))
	}
	return tokens
}

func standsIn(have [][]rune, want []rune) bool {
	joins := 4
	if allDigits(want) {
		joins = 1
	}
	for i := range have {
		var joined []rune
		for k := i; k < len(have) && k < i+joins; k++ {
			joined = append(joined, have[k]...)
			if len(joined) > len(want)+len(want)/4+2 {
				break
			}
			if sameToken(joined, want) {
				return true
			}
		}
	}
	return false
}

func sameToken(read, want []rune) bool {
	cost := distance(read, want, float32(len(want)))
	if len(want) <= shortLabel {
		return len(read) == len(want) && cost <= shortLabelCost
	}
	return cost <= max(0.5, 0.15*float32(len(want)))
}

func allDigits(text []rune) bool {
	for _, r := range text {
		if !unicode.IsDigit(r) {
			return false
		}
	}
	return true
}
