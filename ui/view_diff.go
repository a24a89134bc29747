package ui

import (
	"strings"
	"unicode"

	own "vigie/ui/widget"
)

// Limits of what is compared and shown of a text; the whole of it is in the JSON.
const (
	longestText = 400 // letters
	alike       = 0.5 // share of common letters from which two words are compared letter by letter
)

// markDifference marks in two texts what the other lacks: whole words, and single letters where two words in the same
// place are much alike. Upper and lower case are the same. Where every expected word was read, what stands around them
// is not marked.
func markDifference(read, expected string) (inRead, inExpected []own.Span) {
	a, b := words(cut(read)), words(cut(expected))
	x, y := 0, 0
	pairs := common(a, b, sameWord)
	if len(pairs) == len(b) {
		return []own.Span{{Text: strings.Join(a, " ")}}, []own.Span{{Text: strings.Join(b, " ")}}
	}
	for _, pair := range pairs {
		markGap(&inRead, &inExpected, a[x:pair[0]], b[y:pair[1]])
		inRead = addSpan(inRead, a[pair[0]], false)
		inExpected = addSpan(inExpected, b[pair[1]], false)
		x, y = pair[0]+1, pair[1]+1
	}
	markGap(&inRead, &inExpected, a[x:], b[y:])
	return inRead, inExpected
}

// cut is a text without line breaks, and not longer than is shown.
func cut(text string) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	if len(letters) > longestText {
		letters = append(letters[:longestText-1], '…')
	}
	return string(letters)
}

func words(text string) []string { return strings.Fields(text) }

func sameWord(a, b string) bool { return strings.EqualFold(a, b) }

func sameLetter(a, b rune) bool { return unicode.ToLower(a) == unicode.ToLower(b) }

// markGap marks words between two that both texts have. Words in the same place are compared by their letters.
func markGap(inRead, inExpected *[]own.Span, read, expected []string) {
	for n := range max(len(read), len(expected)) {
		var a, b string
		if n < len(read) {
			a = read[n]
		}
		if n < len(expected) {
			b = expected[n]
		}
		spansA, spansB := markLetters(a, b)
		*inRead = addWord(*inRead, spansA)
		*inExpected = addWord(*inExpected, spansB)
	}
}

// markLetters marks in two words the letters that the other lacks; all of them where the words are not alike.
func markLetters(a, b string) (inA, inB []own.Span) {
	x, y := []rune(a), []rune(b)
	pairs := common(x, y, sameLetter)
	if float64(len(pairs)) < alike*float64(max(len(x), len(y))) {
		return []own.Span{{Text: a, Marked: true}}, []own.Span{{Text: b, Marked: true}}
	}
	inPairs := [2]map[int]bool{{}, {}}
	for _, pair := range pairs {
		inPairs[0][pair[0]], inPairs[1][pair[1]] = true, true
	}
	for n, r := range x {
		inA = addLetter(inA, r, !inPairs[0][n])
	}
	for n, r := range y {
		inB = addLetter(inB, r, !inPairs[1][n])
	}
	return inA, inB
}

func addLetter(to []own.Span, r rune, marked bool) []own.Span {
	if n := len(to); n > 0 && to[n-1].Marked == marked {
		to[n-1].Text += string(r)
		return to
	}
	return append(to, own.Span{Text: string(r), Marked: marked})
}

func addSpan(to []own.Span, word string, marked bool) []own.Span {
	return addWord(to, []own.Span{{Text: word, Marked: marked}})
}

// addWord adds a word with a space before it, if there is a word.
func addWord(to, word []own.Span) []own.Span {
	if len(word) == 0 || word[0].Text == "" {
		return to
	}
	if len(to) > 0 {
		to = append(to, own.Span{Text: " "})
	}
	return append(to, word...)
}

// differs says whether a text has a mark.
func differs(spans []own.Span) bool {
	for _, span := range spans {
		if span.Marked {
			return true
		}
	}
	return false
}

// common is a longest common subsequence of two sequences, as pairs of indices.
func common[T any](a, b []T, same func(T, T) bool) [][2]int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if same(a[i], b[j]) {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case same(a[i], b[j]):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}
