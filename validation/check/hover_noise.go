package check

import (
	"context"
	"image"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// isHover: the change stays inside the widget under the pointer, and its text did not change.
func isHover(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || distance(r.Box, at) > s.Px(160) {
		return false
	}
	if r.Box.Dx() <= s.Px(26) && r.Box.Dy() <= s.Px(26) && r.Box.Dx() >= s.Px(6) {
		return false // the size of a tick box: what changes there is its state
	}
	w := widgetAt(s, s.Before(), at)
	if w.Empty() {
		w = widgetAt(s, s.After(), at)
	}
	if w.Dx() > s.Px(260) && refilled(s, r.Box) {
		return false // a row of a list that is selected now
	}
	return !w.Empty() && w.Dy() <= s.Px(64) && overlap(r.Box, w.Inset(-s.Px(5))) > .97 && !rewritten(ctx, s, w)
}

// rewritten says whether the widget's text is another one now: a button that says "stop" where it said "start".
func rewritten(ctx context.Context, s *validation.Scene, w image.Rectangle) bool {
	before, after := textIn(ctx, s, s.Before(), w), textIn(ctx, s, s.After(), w)
	return letters(before) >= 3 && letters(after) >= 3 && ocr.Score(after, before) < .5
}

// isRecolour: the text under the pointer took another colour, and nothing else: a link that is hovered.
func isRecolour(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	if s.Before() == nil || r.Box.Dy() > s.Px(30) || !atOrLabel(ctx, s, r.Box) || refilled(s, r.Box.Inset(-s.Px(3))) {
		return false
	}
	if correlation, _ := regression(s.Before(), s.After(), r.Box); correlation > .9 {
		return true
	}
	if s.Role == "tab" || s.Role == "checkbox" || s.Role == "radio" {
		return false
	}
	return textStays(ctx, s, r.Box.Inset(-s.Px(3)))
}

// atOrLabel says whether a box lies at the point, or holds the label of the row that the point lies on.
func atOrLabel(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	at, ok := s.At()
	if !ok || at.In(box.Inset(-s.Px(6))) || s.Kind != "click_anchor" || abs(center(box).Y-at.Y) > s.Px(12) {
		return ok && at.In(box.Inset(-s.Px(6)))
	}
	a, err := aimOf(ctx, s)
	return err == nil && (a.state == aimHit || a.state == aimRow) && box.In(a.label.Inset(-s.Px(6)))
}

// textStays says whether a text is to be read in a box before, and the same one after.
func textStays(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	before, after := textIn(ctx, s, s.Before(), box), textIn(ctx, s, s.After(), box)
	return letters(before) >= 2 && ocr.Score(after, before) >= .9
}

// isShade: the coloured button under the pointer took another shade, its text is the same: it is hovered or was pressed.
// What lies on the page's own ground may have been selected, and is left to others.
func isShade(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || !at.In(r.Box) || r.Box.Dx() > s.Px(260) || r.Box.Dy() > s.Px(64) || refilled(s, r.Box) {
		return false
	}
	above := image.Rect(r.Box.Min.X, r.Box.Min.Y-s.Px(12), r.Box.Max.X, r.Box.Min.Y-s.Px(4)).Intersect(s.Before().Rect)
	if above.Empty() || colourDistance(screen.Background(s.Before(), above), screen.Background(s.Before(), r.Box)) < 120 {
		return false
	}
	return textStays(ctx, s, r.Box.Inset(s.Px(5)))
}

// isPressed: what stands around the label that was clicked, as far as a button reaches, has another shade or a frame now, and
// all that is drawn in it is what it was: the button is hovered, or has the focus.
func isPressed(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || s.Kind != "click_anchor" || !at.In(r.Box) || r.Box.Dy() > s.Px(64) || refilled(s, r.Box) {
		return false
	}
	if s.Role == "tab" || s.Role == "checkbox" || s.Role == "radio" {
		return false
	}
	a, err := aimOf(ctx, s)
	button := image.Rect(a.label.Min.X-s.Px(40), a.label.Min.Y-s.Px(18), a.label.Max.X+s.Px(26), a.label.Max.Y+s.Px(18))
	if err != nil || a.state != aimHit || !r.Box.In(button) {
		return false
	}
	inner := r.Box.Inset(s.Px(6)).Union(a.label).Intersect(r.Box)
	correlation, _ := regression(s.Before(), s.After(), inner)
	return correlation > .85 && textStays(ctx, s, inner)
}

// isFaded: a line of text far from the point, on neither its label's row nor its column, took another colour, and is drawn as
// it was: the pointer has left a link.
func isFaded(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || s.Kind != "click_anchor" || distance(r.Box, at) < s.Px(110) || r.Box.Dy() > s.Px(30) || r.Box.Dx() < r.Box.Dy() || refilled(s, r.Box) {
		return false
	}
	if correlation, _ := regression(s.Before(), s.After(), r.Box); correlation < sameDrawing {
		return false
	}
	a, err := aimOf(ctx, s)
	beside := a.label.Union(image.Rectangle{Min: at, Max: at.Add(image.Pt(1, 1))})
	return err == nil && abs(center(r.Box).Y-center(beside).Y) > s.Px(16) && abs(r.Box.Min.X-beside.Min.X) > s.Px(16)
}

// isScrollbar: a bar far longer than it is wide, under the point: the thumb of a scrollbar has another shade there.
func isScrollbar(s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	long, wide := max(r.Box.Dx(), r.Box.Dy()), min(r.Box.Dx(), r.Box.Dy())
	return ok && s.Kind == "click_anchor" && at.In(r.Box.Inset(-s.Px(3))) && wide <= s.Px(18) && long >= 8*wide && long >= s.Px(60)
}

// refilled says whether the ground of a box has another colour now, and not just another shade.
func refilled(s *validation.Scene, box image.Rectangle) bool {
	return colourDistance(screen.Background(s.Before(), box), screen.Background(s.After(), box)) > 60
}

// isFocusRing: a hollow frame around a field that lost or gained the focus: few pixels of a large box.
func isFocusRing(s *validation.Scene, r screen.Region) bool {
	if r.Box.Dx() < s.Px(12) || r.Box.Dy() < s.Px(10) || r.Box.Dy() > s.Px(80) {
		return false
	}
	inner := r.Box.Inset(s.Px(5))
	if inner.Empty() {
		return false
	}
	mask, err := screen.Change(s.Before(), s.After(), inner, 0)
	return err == nil && mask.Share() < .02
}

// isTooltip: a small box of one or two lines that came or went next to the pointer; the pointer itself may be part of
// what changed.
func isTooltip(s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || distance(r.Box, at) > s.Px(48) {
		return false
	}
	box := r.Box
	if at.In(box.Inset(-s.Px(2))) {
		below := image.Rect(box.Min.X, at.Y+s.Px(22), box.Max.X, box.Max.Y)
		mask, err := screen.Change(s.Before(), after, below, 0)
		if err != nil || at.Y-box.Min.Y > s.Px(6) {
			return false
		}
		box = mask.Bounds()
	}
	if box.Dy() > s.Px(44) || box.Dy() < s.Px(14) || box.Dx() < box.Dy() {
		return false
	}
	return colourDistance(screen.Background(after, box), screen.Background(s.Before(), box)) > 12 && !at.In(box) && !grownOut(s, after, box)
}

// grownOut says whether a wide strip goes on from what stands above it, with no edge between: a box that made room for a
// message.
func grownOut(s *validation.Scene, after *image.RGBA, box image.Rectangle) bool {
	above := image.Rect(box.Min.X+s.Px(8), box.Min.Y-s.Px(5), box.Max.X-s.Px(8), box.Min.Y-1).Intersect(after.Rect)
	if above.Empty() || box.Dx() < s.Px(300) {
		return false
	}
	return flat(after, above) && colourDistance(screen.Background(after, above), screen.Background(after, box)) <= 8
}

// doneWords are what applications say of something that they did, folded.
var doneWords = []string{
	"effectue", "effectuee", "effectuees", "complete", "completed", "termine", "terminee", "done", "envoye", "envoyee", "sent", "cree", "creee", "created",
	"ajoute", "ajoutee", "added", "supprime", "supprimee", "deleted", "removed", "copie", "copiee", "copied",
}

// announces says whether a small box that came beside the pointer says what became of the click: a note, not a hint.
func announces(ctx context.Context, s *validation.Scene, after *image.RGBA, box image.Rectangle) bool {
	if s.Kind != "click_anchor" {
		return false
	}
	_, says := hasAny(textIn(ctx, s, after, box), slices.Concat(doneWords, okWords, errorSigns))
	return says
}

// isUnhover: what showed where the pointer was before is gone: a small box far from the point that left the ground bare,
// or barer than it was.
func isUnhover(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || distance(r.Box, at) < s.Px(110) || r.Box.Dx() > s.Px(240) || r.Box.Dy() > s.Px(110) {
		return false
	}
	barer := inkShare(after, r.Box) < inkShare(s.Before(), r.Box)*.85
	had := sureLetters(ctx, s, s.Before(), r.Box)
	if had < 2 || had < 4 && !barer {
		return barer // nothing that could have been replaced, or that tells
	}
	return !replaced(ctx, s, after, r.Box) && (barer || sureLetters(ctx, s, after, r.Box)*2 < had)
}

// isUnderline: a line under the text at the point: a link that is hovered.
func isUnderline(s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	below := r.Box.Min.Y - at.Y
	return ok && r.Box.Dy() <= s.Px(3) && at.X >= r.Box.Min.X-s.Px(3) && at.X <= r.Box.Max.X+s.Px(3) && below >= 0 && below <= s.Px(16)
}

// isNoteLeft: a note of an earlier action, in the upper or lower part of the screen and far from the point, is gone; where
// it stood the page is bare, or what it covered.
func isNoteLeft(s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || distance(r.Box, at) < s.Px(110) || r.Box.Dx() < s.Px(110) || r.Box.Dx() > s.Px(520) || r.Box.Dy() < s.Px(28) || r.Box.Dy() > s.Px(120) {
		return false
	}
	if y, high := center(r.Box).Y, after.Rect.Dy(); y > high/4 && y < high*3/4 {
		return false
	}
	if len(s.Lines(s.Before(), r.Box)) == 0 {
		return false
	}
	if b, gone := vanished(s); gone && overlap(r.Box, b.Box.Inset(-s.Px(8))) > .9 && overlap(b.Box, r.Box.Inset(-s.Px(8))) > .9 {
		_, came := appeared(s)
		return !came
	}
	return flat(after, r.Box) && colourDistance(screen.Background(s.Before(), r.Box), screen.Background(after, r.Box)) > 40
}

// keepSpread moves to the content what seems to have gone with the pointer, but went at places far apart: the pointer
// leaves one place.
func (e *effect) keepSpread(ctx context.Context, s *validation.Scene, unhovered []screen.Region) {
	all := extent(unhovered)
	if all.Dx() > s.Px(480) || all.Dy() > s.Px(320) || cleared(ctx, s, unhovered) {
		e.content = append(e.content, unhovered...)
		return
	}
	e.hover = append(e.hover, unhovered...)
}

// cleared says whether texts went from two rows below each other, from the same left edge: the fields of a form.
func cleared(ctx context.Context, s *validation.Scene, gone []screen.Region) bool {
	for i, a := range gone {
		for _, b := range gone[:i] {
			rows := abs(center(a.Box).Y-center(b.Box).Y) >= s.Px(40) && abs(a.Box.Min.X-b.Box.Min.X) <= s.Px(8)
			if rows && sureLetters(ctx, s, s.Before(), a.Box) >= 3 && sureLetters(ctx, s, s.Before(), b.Box) >= 3 {
				return true
			}
		}
	}
	return false
}

// replaced says whether a text stands in a box where a text stood, and is another one: a value that was chosen, a state that changed.
func replaced(ctx context.Context, s *validation.Scene, after *image.RGBA, box image.Rectangle) bool {
	if sureLetters(ctx, s, after, box) < 2 {
		return false
	}
	was, is := ocr.Fold(textIn(ctx, s, s.Before(), box)), ocr.Fold(textIn(ctx, s, after, box))
	return !strings.Contains(was, is) && ocr.Score(is, was) < .6
}

// sureLetters counts the letters of the words of two letters or more in a box that were read without doubt.
func sureLetters(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) int {
	lines, err := s.Read(ctx, picture, box)
	if err != nil {
		return 0
	}
	n := 0
	for _, l := range lines {
		for _, w := range l.Words {
			if has := letters(w.Text); has >= 2 && w.Confidence >= .6 { // a single sign may be a piece of a drawing
				n += has
			}
		}
	}
	return n
}

// inkShare is the share of a box's pixels that are not its ground.
func inkShare(picture *image.RGBA, box image.Rectangle) float64 {
	fill := screen.Background(picture, box)
	n := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if colourDistance(colourAt(picture, x, y), fill) > 24 {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, area(box)))
}
