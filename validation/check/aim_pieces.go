package check

import (
	"image"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// cutShort finds the label elsewhere than under the point where the end of a column cuts it within a word.
func (a *aim) cutShort(label string, at image.Point) (ocr.Match, bool) {
	want := ocr.Fold(label)
	for _, l := range a.lines {
		rest, ok := strings.CutPrefix(want, ocr.Fold(l.Text()))
		if !ok || rest == "" || rest[0] == ' ' || at.In(l.Box.Inset(-l.Box.Dy())) || letters(l.Text()) < 6 || letters(rest)*2 > letters(l.Text()) {
			continue
		}
		return ocr.Match{Box: l.Box}, true
	}
	return ocr.Match{}, false
}

// behindDebris says whether a line is the label behind an icon that touches it, read in doubt as some letters more.
func behindDebris(l ocr.Line, label string) bool {
	read, want := ocr.Fold(l.Text()), ocr.Fold(label)
	if len(l.Words) != 1 || letters(want) < 3 || !strings.HasSuffix(read, want) {
		return false
	}
	return l.Words[0].Confidence < .75 && letters(read)-letters(want) <= 4
}

// captionUnder is the caption of the icon that the point lies on, whatever it says; none where no text stands there.
func (a *aim) captionUnder(s *validation.Scene, at image.Point) ocr.Line {
	for _, l := range a.lines {
		if isCaption(s, l.Box, at) {
			return l
		}
	}
	return ocr.Line{}
}

// inLonger finds the label by itself where the match is but a part of another label that begins or ends alike, as "Save" is of
// "Save as": of two buttons it is the one that says nothing else.
func (a *aim) inLonger(m ocr.Match, label string) (ocr.Match, bool) {
	if !a.saysMore(m) {
		return ocr.Match{}, false
	}
	for _, l := range a.lines {
		if exact, ok := ocr.Find([]ocr.Line{l}, label); ok && exact.Whole && !exact.Box.Overlaps(m.Box) {
			return exact, true
		}
	}
	return ocr.Match{}, false
}

// saysMore says whether a match stands in a label of a word or a few more; in running text it may well be a link.
func (a *aim) saysMore(m ocr.Match) bool {
	if len(m.Words) == 0 || m.Whole {
		return false
	}
	for _, l := range a.lines {
		if m.Box.In(l.Box) {
			more := wordsBeside(l, m)
			return len(more) >= 1 && len(more) <= 3 && letters(ocr.Line{Words: more}.Text()) >= 3
		}
	}
	return false
}

// wordsBeside are the words of a line that belong to one label with a match: with no more than a space between.
func wordsBeside(l ocr.Line, m ocr.Match) []ocr.Word {
	label, space := m.Box, max(3, l.Box.Dy()*11/20)
	var more []ocr.Word
	for range l.Words { // as far as the words reach
		for _, w := range l.Words {
			if !w.Box.Overlaps(label) && letters(w.Text) > 0 && w.Confidence >= .6 && gap(w.Box, label) <= space {
				more, label = append(more, w), label.Union(w.Box)
			}
		}
	}
	return more
}
