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
