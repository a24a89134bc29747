package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigie/validation"
	"vigie/validation/ocr"
)

// The rules of an extracted text (matrix.md §2).
const (
	maxText      = 50_000 // characters
	minLetters   = 50     // percent of the characters that are no spaces
	shortText    = 50     // characters below which the form alone says little
	shortTrust   = .75    // confidence in a short text: accepted, and open to a judge where there is one
	quotedOfText = 200    // characters of a text that the evidence quotes
)

// judgeText wants words and no failure message.
func judgeText(s *validation.Scene, value any) validation.Finding {
	pages := pagesOf(value)
	text := strings.TrimSpace(strings.Join(pages, "\n"))
	if fault, bad := textFault(pages, text); bad {
		return invalid(fault)
	}
	f := complete(.95, validation.Say("data_valid"))
	f.Evidence.Read = shorten(text, quotedOfText)
	if n := utf8.RuneCountInString(text); n < shortText {
		f.Confidence = shortTrust
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say(validation.ShortText, "got", strconv.Itoa(n)))
	}
	if strings.HasPrefix(strings.ToLower(s.Language), "fr") && !readsFrench(text) {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("data_not_french"))
	}
	return f
}

// pagesOf returns the pages of a text that fits its schema.
func pagesOf(value any) []string {
	if text, ok := value.(string); ok {
		return []string{text}
	}
	list, _ := value.([]any)
	pages := make([]string, 0, len(list))
	for _, item := range list {
		if page, ok := item.(string); ok {
			pages = append(pages, page)
		}
	}
	return pages
}

func textFault(pages []string, text string) (validation.Sentence, bool) {
	if text == "" {
		return validation.Say("data_empty", "field", valueField, "got", excerpt(text)), true
	}
	if n := utf8.RuneCountInString(text); n > maxText {
		return validation.Say("data_too_long", "field", valueField, "want", strconv.Itoa(maxText), "got", strconv.Itoa(n)), true
	}
	if i := slices.IndexFunc(pages, isFailure); i >= 0 {
		return validation.Say("data_failure_text", "field", valueField, "got", excerpt(pages[i])), true
	}
	if isNoValue(text) || isNotAvailable(text) {
		return validation.Say("data_failure_text", "field", valueField, "got", excerpt(text)), true
	}
	if share := letterShare(text); share < minLetters {
		return validation.Say("data_few_letters", "field", valueField, "want", strconv.Itoa(minLetters), "got", strconv.Itoa(share)), true
	}
	return validation.Sentence{}, false
}

// letterShare is the share of letters among the characters that are no spaces, in whole percent rounded down. A
// combining mark belongs to its letter.
func letterShare(text string) int {
	letters, all := 0, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		all++
		if unicode.IsLetter(r) || unicode.IsMark(r) {
			letters++
		}
	}
	if all == 0 {
		return 0
	}
	return letters * 100 / all
}

// failureText is how a program's error begins where the agent put it in place of a result.
var failureText = regexp.MustCompile(`^(?i:traceback \(most recent call last\)|(error|erreur|exception)\s*:)|^([a-z_]+\.)*[A-Z]\w*(Error|Exception)\b\s*[:(]`)

func isFailure(text string) bool { return failureText.MatchString(text) }

// isNoValue tells texts that are a program's word for nothing.
func isNoValue(text string) bool {
	return slices.Contains([]string{"null", "undefined", "nan", "[object object]"}, ocr.Fold(text))
}

// isNotAvailable tells texts that say that nothing was read. They may be an answer, but they are no text of a screen.
func isNotAvailable(text string) bool {
	return slices.Contains([]string{"n/a", "none", "nil", "error", "erreur"}, ocr.Fold(text))
}

// frequent are the most frequent words that tell French from English; those that both have are left out.
var frequent = map[string]int{
	"le": 1, "la": 1, "les": 1, "de": 1, "des": 1, "du": 1, "et": 1, "un": 1, "une": 1, "dans": 1, "pour": 1, "par": 1, "sur": 1,
	"est": 1, "avec": 1, "au": 1, "aux": 1, "ce": 1, "qui": 1, "que": 1, "pas": 1, "sans": 1,
	"the": -1, "of": -1, "and": -1, "to": -1, "in": -1, "is": -1, "for": -1, "with": -1, "was": -1, "that": -1, "are": -1, "by": -1,
	"this": -1, "from": -1, "not": -1, "has": -1, "be": -1,
}

// readsFrench says whether French words are no rarer than English ones. Few words tell nothing and pass.
func readsFrench(text string) bool {
	balance := 0
	for word := range strings.FieldsFuncSeq(ocr.Fold(text), notWord) {
		balance += frequent[word]
	}
	return balance > -3
}
