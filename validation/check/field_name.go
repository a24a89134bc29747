package check

import (
	"context"
	"image"
	"regexp"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// namesOtherField says whether the step's own words name another field than the one that holds the text: a label that
// stands at another field near it, and not the label of this one.
func namesOtherField(ctx context.Context, s *validation.Scene, field image.Rectangle) bool {
	if field.Dy() > s.Px(60) {
		return false
	}
	if words := unelided(s.Context.Label); words != "" && s.Context.Label != s.Label() {
		if wordsNameOther(ctx, s, field, words) {
			return true
		}
		if own, name := ownName(ctx, s, field, words); own > 0 && name != "" {
			return false
		}
	}
	// The anchor's label is the field's, where it is not what was typed, nor the hint that the field showed, as others may.
	label := s.Label()
	if s.Action.Text == "" || label == "" || label == s.Action.Text || ocr.Score(hintIn(ctx, s, field), label) >= .6 {
		return false
	}
	return wordsNameOther(ctx, s, field, unelided(label)) || labelsOther(ctx, s, field, label)
}

// labelsOther says whether the anchor's label stands at a field of its own, and not at the one that holds the text.
func labelsOther(ctx context.Context, s *validation.Scene, field image.Rectangle, label string) bool {
	lines, err := labelsIn(ctx, s, screen.Around(center(field), s.Px(2000), s.Px(720), s.After().Rect), label)
	if err != nil {
		return false
	}
	other := false
	for _, l := range lines {
		if nameOf(l) != strings.Trim(unelided(label), " :*.") || l.Box.In(field) {
			continue
		}
		if labels(s, l.Box, field) {
			return false
		}
		other = other || hasField(s, l.Box)
	}
	return other
}

// wordsNameOther says whether words name another field than the one that holds the text.
func wordsNameOther(ctx context.Context, s *validation.Scene, field image.Rectangle, words string) bool {
	if seeks(words) && seeks(hintIn(ctx, s, field)) {
		return false
	}
	own, ownText := ownName(ctx, s, field, words)
	if own == 1 && ownText == "" {
		return searchInstead(ctx, s, field, words)
	}
	region := screen.Around(center(field), s.Px(2000), s.Px(360), s.After().Rect)
	lines, err := labelsIn(ctx, s, region, words)
	if err != nil {
		return false
	}
	other := false
	for _, l := range lines {
		if l.Box.In(field) || !namesMore(nameOf(l), words, own, ownText) {
			continue
		}
		if labels(s, l.Box, field) {
			return false
		}
		other = true
	}
	return other || own < 1 && searchInstead(ctx, s, field, words)
}

// namesMore says whether the step's words name the field of a label more than the one that has the text, of whose own
// label they have a share. Where they have all of it, only a longer label with it inside is meant more.
func namesMore(name, words string, own float64, ownText string) bool {
	if letters(name) < 3 {
		return false
	}
	if _, named := hasAny(words, []string{name}); !named || own > 0 && !strings.Contains(name, " ") {
		return false
	}
	return own < 1 || len(name) > len(ownText) && strings.Contains(name, ownText)
}

// nameOf is a label's text, folded, its elided words apart, without the signs that it ends with.
func nameOf(l ocr.Line) string { return strings.Trim(unelided(l.Text()), " :*.") }

// labelsIn reads the lines of a region that are not much longer than a step's words, which are to name one of them.
func labelsIn(ctx context.Context, s *validation.Scene, region image.Rectangle, words string) ([]ocr.Line, error) {
	return s.ReadThose(ctx, s.After(), region, func(b image.Rectangle) bool { return ocr.Room(b) <= 3*len(words) })
}

// elided is an article or pronoun that French writes together with the next word, in folded text.
var elided = regexp.MustCompile(`\b(l|d|qu|n|s|j|m|t|c)'`)

// unelided is a text, folded, with its elided words apart: "l'échéance" names the field "échéance".
func unelided(text string) string {
	return strings.Join(strings.Fields(elided.ReplaceAllString(ocr.Fold(text), " ")), " ")
}

// ownName is the share of a label's words, in, above or left of the field, that the step's words have, of the label that
// has most of them, and that label, folded; 1 and nothing where there is no label, or it cannot be read.
func ownName(ctx context.Context, s *validation.Scene, field image.Rectangle, words string) (share float64, name string) {
	near := image.Rect(field.Min.X-s.Px(160), field.Min.Y-s.Px(40), field.Max.X, field.Max.Y).Intersect(s.After().Rect)
	lines, err := s.Read(ctx, s.After(), near)
	if err != nil {
		return 1, ""
	}
	for _, l := range lines {
		if !labels(s, l.Box, field) || letters(l.Text()) < 3 || sameText(l.Text(), s.Action.Text) {
			continue
		}
		if seeks(l.Text()) && seeks(words) {
			return 1, ""
		}
		if shared := sharedWords(l, words); name == "" || shared > share {
			share, name = shared, nameOf(l)
		}
	}
	if name == "" {
		return 1, ""
	}
	return share, name
}

// seeks says whether words are about looking something up. A step that filters by a town types into the field "Search",
// although its words name the column of the towns.
func seeks(words string) bool {
	_, ok := hasAny(words, []string{"search", "filter", "find", "lookup", "rechercher", "recherche", "chercher", "filtrer", "filtre", "trouver"})
	return ok
}

// sharedWords is the share of a line's words of three letters or more that stand in a text as well.
func sharedWords(l ocr.Line, text string) float64 {
	shared, all := 0, 0
	for _, w := range l.Words {
		if letters(w.Text) < 3 {
			continue
		}
		all++
		if _, ok := hasAny(text, []string{ocr.Fold(strings.Trim(w.Text, " :*."))}); ok {
			shared++
		}
	}
	return float64(shared) / float64(max(all, 1))
}

// sameText says whether a line is what was typed, or a part of it.
func sameText(read, typed string) bool {
	return typed != "" && (ocr.Score(read, typed) >= .6 || strings.Contains(ocr.Fold(typed), ocr.Fold(read)))
}
