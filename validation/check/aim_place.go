package check

import (
	"image"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// besideText takes a text for the one under the point that lies on bare ground where the text, were it the label, would be
// held to be hit: the padding of its widget, or its row.
func (a *aim) besideText(s *validation.Scene, at image.Point) bool {
	picture := s.Before()
	if picture == nil || len(a.under.Words) > 0 || s.Role != "" && s.Role != "tab" && s.Role != "button" {
		return false
	}
	ground := screen.Around(at, s.Px(28), s.Px(20), picture.Rect)
	if !a.widget.Empty() {
		ground = ground.Intersect(a.widget.Inset(s.Px(2))) // without its frame
	}
	if inkShare(picture, ground) > .01 {
		return false // an icon
	}
	near, ok := a.nearestText(s, at)
	if ok {
		a.under = near
	}
	return ok
}

// nearestText is the text nearest to the point that would be held to be hit, were it the label.
func (a *aim) nearestText(s *validation.Scene, at image.Point) (ocr.Line, bool) {
	near, far := -1, s.Px(200)+1
	for i, l := range a.lines {
		b := aim{label: l.Box, widget: a.widget, lines: a.lines}
		if d := horizontalGap(l.Box, at); d < far && readable(l) && longestWord(l) >= 3 && (b.bears(s, at) || s.Role == "" && b.sameRow(s, at)) {
			near, far = i, d
		}
	}
	if near < 0 {
		return ocr.Line{}, false
	}
	return a.lines[near], true
}

// isGlyph says whether a line is a sign read as a letter or two: a tick box, an arrow, an icon.
func isGlyph(s *validation.Scene, l ocr.Line, label string) bool {
	piece := ocr.Fold(l.Text())
	if _, part := hasAny(label, []string{piece}); part || letters(piece) == 2 && (strings.HasPrefix(ocr.Fold(label), piece) || strings.HasSuffix(ocr.Fold(label), piece)) {
		return false
	}
	return letters(label) > 2 && letters(l.Text()) <= 2 && l.Box.Dx() <= max(s.Px(20), l.Box.Dy()*3/2)
}

// otherRow takes the text of the point's own row for the one under the point, where the rows of a list answer over their
// whole width and the label stands on another one.
func (a *aim) otherRow(s *validation.Scene, at image.Point) bool {
	if s.Role != "" || a.label.Empty() || abs(center(a.label).Y-at.Y) < a.label.Dy() {
		return false
	}
	for _, l := range a.lines {
		onRow := at.Y >= l.Box.Min.Y-s.Px(5) && at.Y <= l.Box.Max.Y+s.Px(5)
		if onRow && readable(l) && horizontalGap(l.Box, at) <= s.Px(200) && abs(l.Box.Min.X-a.label.Min.X) <= s.Px(8) {
			a.under = l
			return true
		}
	}
	return false
}

// captions says whether the label is the caption under the icon that the point lies on.
func (a *aim) captions(s *validation.Scene, at image.Point) bool { return isCaption(s, a.label, at) }

// isCaption says whether a text at box stands where the caption of an icon at a point does.
func isCaption(s *validation.Scene, box image.Rectangle, at image.Point) bool {
	below := box.Min.Y - at.Y
	return below > 0 && below <= s.Px(64) && abs(center(box).X-at.X) <= max(box.Dx()/2, s.Px(24))
}

// iconAt says whether something is drawn at the point that a caption can belong to.
func iconAt(s *validation.Scene, at image.Point) bool {
	picture := s.Before()
	if picture == nil {
		picture = s.After()
	}
	return inkShare(picture, screen.Around(at, s.Px(64), s.Px(64), picture.Rect)) > .12
}

// sameRow says whether the point lies on the label's own line, with no other text between the two.
func (a *aim) sameRow(s *validation.Scene, at image.Point) bool {
	if at.Y < a.label.Min.Y-s.Px(6) || at.Y > a.label.Max.Y+s.Px(6) {
		return false
	}
	between := image.Rect(min(a.label.Max.X, at.X), a.label.Min.Y, max(a.label.Min.X, at.X), a.label.Max.Y)
	for _, l := range a.lines {
		if l.Box.Overlaps(between) && !l.Box.Overlaps(a.label) && letters(l.Text()) >= 2 {
			return false
		}
	}
	return s.Before() == nil || oneGround(s.Before(), a.label, at)
}

// oneGround says whether the ground between a label and a point on its row is of one colour, without a border.
func oneGround(picture *image.RGBA, label image.Rectangle, at image.Point) bool {
	fill := screen.Background(picture, label.Inset(-2))
	x0, x1 := min(label.Max.X, at.X), max(label.Min.X, at.X)
	for x := x0; x < x1; x++ {
		if colourDistance(colourAt(picture, x, at.Y), fill) > 12 && colourDistance(colourAt(picture, x, label.Min.Y-1), fill) > 12 {
			return false
		}
	}
	return true
}

// bears says whether the thing under the point is the one that bears the label: the label itself with the padding that
// a click may fall on, or the widget around both.
func (a *aim) bears(s *validation.Scene, at image.Point) bool {
	if at.In(a.label.Inset(-s.Px(5))) {
		return true
	}
	if len(a.under.Words) > 0 && !a.under.Box.Overlaps(a.label) {
		return false
	}
	if !a.widget.Empty() && overlap(a.label, a.widget) > .6 && a.widget.Dy() <= s.Px(80) {
		return true
	}
	padded := image.Rect(a.label.Min.X-s.Px(16), a.label.Min.Y-s.Px(9), a.label.Max.X+s.Px(16), a.label.Max.Y+s.Px(9))
	return at.In(padded)
}
