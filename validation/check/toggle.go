package check

import (
	"cmp"
	"context"
	"image"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Toggle asks whether the right box or button of a list was ticked, and reads its state.
type Toggle struct{}

// Name is the checker's name.
func (Toggle) Name() string { return validation.CheckToggle }

// Check finds the label on the point's row and the glyph that changed.
func (Toggle) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	return withAim(toggled(ctx, s, a), s, a), nil
}

func toggled(ctx context.Context, s *validation.Scene, a aim) validation.Finding {
	p, known := s.At()
	if !known || a.state == aimOutside {
		return aimFinding(s, a)
	}
	if f, moved := toggledWhileMoved(ctx, s, a, p); moved {
		return f
	}
	glyph, changed := glyphChange(s, p)
	mine, other := rowLabel(s, a.besides(ctx, s, glyph.Inset(-s.Px(4))), p)
	if changed && !mine && other == "" {
		mine, other = glyphLabel(ctx, s, glyph)
	}
	switch {
	case other != "" && !mine && !readsInRow(ctx, s, a, p):
		return terminate(.9, validation.WrongTarget, validation.Say("other_label_at_point", "label", s.Label(), "read", other))
	case !changed:
		return terminate(.9, validation.NoVisualChange, validation.Say("toggle_unmoved", "label", s.Label()))
	}
	return toggleState(s, glyph, mine)
}

// glyphLabel reads the texts right of a glyph as far as the next one: its label, or the columns of its row in a table. Where none
// of them is the label, other is the nearest.
func glyphLabel(ctx context.Context, s *validation.Scene, glyph image.Rectangle) (mine bool, other string) {
	row := image.Rect(glyph.Max.X+s.Px(2), glyph.Min.Y-s.Px(4), s.After().Rect.Max.X, glyph.Max.Y+s.Px(4))
	lines, err := s.Read(ctx, s.After(), row.Intersect(s.After().Rect))
	if err != nil || len(lines) == 0 {
		return false, ""
	}
	slices.SortFunc(lines, func(a, b ocr.Line) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	for i, l := range lines {
		if i > 0 && !bareBetween(s, lines[i-1].Box, l.Box) {
			break
		}
		if saysLabel(s, l) {
			return true, ""
		}
	}
	if readable(lines[0]) && bothWords(s.Label(), lines[0].Text()) {
		return false, lines[0].Text()
	}
	return false, ""
}

// bareBetween says whether nothing at all is drawn between two texts of a row.
func bareBetween(s *validation.Scene, a, b image.Rectangle) bool {
	between := image.Rect(a.Max.X+s.Px(2), a.Min.Y-s.Px(4), b.Min.X-s.Px(2), a.Max.Y+s.Px(4)).Intersect(s.Before().Rect)
	return between.Empty() || inkShare(s.Before(), between) == 0
}

// toggleState reads the glyph before and after and holds the change against what the step wants.
func toggleState(s *validation.Scene, glyph image.Rectangle, mine bool) validation.Finding {
	confidence := .86
	if mine {
		confidence = .93
	}
	before, after := marked(s, s.Before(), glyph), marked(s, s.After(), glyph)
	want := wantedState(s)
	f := complete(confidence, validation.Say("toggled", "label", s.Label()))
	if want == stateOn && after < before*.8 || want == stateOff && after > before*1.25 {
		f = terminate(.88, validation.WrongTarget, validation.Say("toggled_back", "label", s.Label()))
	}
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, glyph))
	return f
}

// The states that a step can want of a box.
const (
	stateAny = iota
	stateOn
	stateOff
)

// wantedState is the state that the step's words name, the box's own label apart, else its action's: a box is to be ticked; a radio button is always to be chosen.
func wantedState(s *validation.Scene) int {
	words := ocr.Fold(s.Context.Label + " " + s.Context.ExpectedResult)
	if own := ocr.Fold(s.Label()); own != "" {
		words = strings.ReplaceAll(words, own, " ")
	}
	if _, off := hasAny(words, []string{"decocher", "decochee", "decoche", "untick", "uncheck", "unticked", "unchecked", "desactiver", "desactivee", "off", "vider", "clear"}); off {
		return stateOff
	}
	if _, on := hasAny(words, []string{"cocher", "cochee", "coche", "tick", "check", "ticked", "checked", "activer", "activee", "select", "selected", "on", "choisir"}); on {
		return stateOn
	}
	if s.Action.Type == "check_checkbox" {
		return stateOn
	}
	return stateAny
}

// marked measures how much of a glyph's inside is not its ground: a tick, a dot, a fill.
func marked(s *validation.Scene, picture *image.RGBA, glyph image.Rectangle) float64 {
	around := glyph.Inset(-s.Px(5)).Intersect(picture.Rect)
	page := screen.Background(picture, around)
	sum, n := 0, 0
	box := glyph.Intersect(picture.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			sum += colourDistance(colourAt(picture, x, y), page)
			n++
		}
	}
	return float64(sum) / float64(max(n, 1))
}

// glyphChange finds the glyph that changed on the point's row: nearest to the point, no larger than a switch.
func glyphChange(s *validation.Scene, p image.Point) (image.Rectangle, bool) {
	best, found := image.Rectangle{}, false
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Class == screen.ClassCaret || r.Class == screen.ClassPointer {
			continue
		}
		box, ok := glyphIn(s, r, p)
		if at := screen.Around(p, s.Px(20), s.Px(20), s.After().Rect); ok && p.In(r.Box) && box.Dy() > s.Px(28) && !restated(s, box) {
			box = at // several buttons of a group changed, and are one region
		}
		if ok && !restated(s, box) {
			box, ok = glyphAtEnd(s, r.Box)
		}
		if ok && restated(s, box) && (!found || distance(box, p) < distance(best, p)) {
			best, found = box, true
		}
	}
	return best, found
}

// glyphAtEnd finds the glyph at one end of a row's changed part, whose label took the focus: a frame around it changed, too.
func glyphAtEnd(s *validation.Scene, row image.Rectangle) (image.Rectangle, bool) {
	if row.Dx() < 2*row.Dy() || row.Dy() > s.Px(46) || refilled(s, row) {
		return image.Rectangle{}, false
	}
	left, right := row, row
	left.Max.X, right.Min.X = row.Min.X+row.Dy(), row.Max.X-row.Dy()
	for _, end := range []image.Rectangle{left, right} {
		if restated(s, end) {
			return end, true
		}
	}
	return image.Rectangle{}, false
}

// restated says whether the inside of a glyph changed: a frame that darkens under the pointer is no tick.
func restated(s *validation.Scene, glyph image.Rectangle) bool {
	inner := image.Rect(glyph.Min.X+glyph.Dx()/4, glyph.Min.Y+glyph.Dy()/4, glyph.Max.X-glyph.Dx()/4, glyph.Max.Y-glyph.Dy()/4)
	mask, err := screen.Change(s.Before(), s.After(), inner, 0)
	least := .12
	if glyph.Dx()*5 > glyph.Dy()*7 {
		least = .4 // a switch: its knob may take another shade, its track does not
	}
	if err != nil || mask.Share() <= least {
		return false
	}
	correlation, _ := regression(s.Before(), s.After(), glyph.Inset(-s.Px(2)).Intersect(s.After().Rect))
	return correlation < sameDrawing
}

// sameDrawing is the correlation from which a glyph is drawn as before, if in another shade: it lies under the pointer now, or
// has the focus.
const sameDrawing = .95

// glyphIn is the glyph of a changed region on the point's row. A wide region, as of a row that was selected, is looked
// at where the point is.
func glyphIn(s *validation.Scene, r screen.Region, p image.Point) (image.Rectangle, bool) {
	if abs(center(r.Box).Y-p.Y) > s.Px(16) && !(p.Y >= r.Box.Min.Y && p.Y < r.Box.Max.Y) {
		return image.Rectangle{}, false
	}
	if r.Box.Dx() <= s.Px(54) && r.Box.Dy() <= s.Px(46) && r.Box.Dx() >= s.Px(5) && r.Box.Dy() >= s.Px(4) {
		return r.Box, true
	}
	if p.In(r.Box) && r.Box.Dy() > s.Px(8) {
		return screen.Around(p, s.Px(24), s.Px(24), s.After().Rect), true
	}
	return image.Rectangle{}, false
}

// rowTexts are the texts of a point's row: the one under the point, where there is one, or those on either side of it.
type rowTexts struct {
	under *ocr.Line
	left  ocr.Line   // the nearest on the left
	right []ocr.Line // from left to right
}

// textsOn finds the texts of a point's row.
func textsOn(s *validation.Scene, a aim, p image.Point) rowTexts {
	var t rowTexts
	for _, l := range a.lines {
		if p.Y < l.Box.Min.Y-s.Px(5) || p.Y > l.Box.Max.Y+s.Px(5) || longestWord(l) < 2 {
			continue
		}
		switch {
		case p.X >= l.Box.Min.X && p.X < l.Box.Max.X:
			l = fromPoint(s, l, p)
			return rowTexts{under: &l}
		case l.Box.Min.X >= p.X:
			t.right = append(t.right, l)
		case t.left.Box.Empty() || l.Box.Max.X > t.left.Box.Max.X:
			t.left = l
		}
	}
	slices.SortFunc(t.right, func(a, b ocr.Line) int { return cmp.Compare(a.Box.Min.X, b.Box.Min.X) })
	return t
}

// longestWord counts the letters of a line's longest word: a drawing is read as single letters at most.
func longestWord(l ocr.Line) int {
	n := 0
	for _, w := range l.Words {
		n = max(n, letters(w.Text))
	}
	return n
}

// rowLabel says whether the expected label stands on the point's row as the toggle's own, and else which text does. A
// toggle's label is the text under the point, or right of it as far as the next toggle, or else left of it.
func rowLabel(s *validation.Scene, a aim, p image.Point) (mine bool, other string) {
	t := textsOn(s, a, p)
	if t.under != nil {
		return a.labels(s, *t.under), t.under.Text()
	}
	if len(t.right) == 0 || t.right[0].Box.Min.X-p.X > s.Px(90) && !t.left.Box.Empty() {
		return a.labels(s, t.left), t.left.Text()
	}
	return a.labelRight(s, t.right)
}

// besides is the aim without what was read in a box: a switch is taken for letters at times. A label that took another colour
// with its toggle stays.
func (a aim) besides(ctx context.Context, s *validation.Scene, box image.Rectangle) aim {
	a.lines = slices.DeleteFunc(slices.Clone(a.lines), func(l ocr.Line) bool {
		return overlap(l.Box, box) > .8 && (longestWord(l) < 3 || !textStays(ctx, s, l.Box.Inset(-s.Px(2)).Intersect(s.After().Rect)))
	})
	return a
}

// readsInRow reads the point's own row once more, where it was taken together with the one above or below it: tick boxes that
// stand close to each other tie their rows.
func readsInRow(ctx context.Context, s *validation.Scene, a aim, p image.Point) bool {
	tied := a.under.Box
	if tied.Dy() < s.Px(28) || tied.Dy() > s.Px(60) {
		return false
	}
	row := image.Rect(tied.Min.X, p.Y-s.Px(11), tied.Max.X+s.Px(4), p.Y+s.Px(11)).Intersect(s.Before().Rect)
	l, err := s.ReadLine(ctx, s.Before(), inkAround(s.Before(), row, p.X, s.Px(7)))
	return err == nil && saysLabel(s, l)
}

// inkAround is the part of a row around column x that no gap of bare columns parts from it.
func inkAround(picture *image.RGBA, row image.Rectangle, x, gap int) image.Rectangle {
	reach := func(step int) int {
		last, at := x, x
		for ; at >= row.Min.X && at < row.Max.X && abs(at-last) <= gap; at += step {
			if inkShare(picture, image.Rect(at, row.Min.Y, at+1, row.Max.Y)) > 0 {
				last = at
			}
		}
		return last
	}
	return image.Rect(reach(-1)-gap/2, row.Min.Y, reach(1)+gap/2+1, row.Max.Y).Intersect(row)
}

// labelRight looks for the label in the texts right of a toggle, as far as the next one.
func (a aim) labelRight(s *validation.Scene, right []ocr.Line) (mine bool, other string) {
	for i, l := range right {
		if i > 0 && (toggleBetween(s, right[i-1].Box, l.Box) || l.Box.Min.X-right[i-1].Box.Max.X >= s.Px(28)) {
			break
		}
		if a.labels(s, l) {
			return true, ""
		}
	}
	return false, right[0].Text()
}

// fromPoint cuts a line that runs over several toggles down to the label of the one at the point: the words that it lies on,
// or those right of it, as far as the next sign that is no word, or the next gap that has room for a toggle.
func fromPoint(s *validation.Scene, l ocr.Line, p image.Point) ocr.Line {
	var mine ocr.Line
	for _, run := range labelRuns(s, l) {
		if mine.Words == nil || mine.Box.Max.X <= p.X-2 {
			mine = run
		}
	}
	if mine.Words == nil {
		return l
	}
	return mine
}

// labelRuns are the labels of a line of toggles, from left to right.
func labelRuns(s *validation.Scene, l ocr.Line) []ocr.Line {
	var runs []ocr.Line
	end := 0 // where the last word ended that belongs to the last run; 0 where none does
	for _, w := range l.Words {
		if letters(w.Text) == 0 && !strings.Contains("&-–/+:%", w.Text) || w.Text == "O" || w.Text == "o" { // a toggle read as text
			end = 0
			continue
		}
		if end == 0 || w.Box.Min.X-end >= max(s.Px(15), l.Box.Dy()) {
			runs = append(runs, ocr.Line{})
		}
		last := &runs[len(runs)-1]
		last.Words, last.Box, end = append(last.Words, w), last.Box.Union(w.Box), w.Box.Max.X
	}
	return runs
}

// labels says whether a line bears the step's label, and not a longer one where the label stands elsewhere by itself.
func (a aim) labels(s *validation.Scene, l ocr.Line) bool {
	m, ok := ocr.Find([]ocr.Line{l}, s.Label())
	if ok {
		_, longer := a.inLonger(m, s.Label())
		return !longer
	}
	return saysLabel(s, l)
}

// saysLabel says whether a line bears the step's label, maybe after a toggle that was read as a sign and a letter or two.
func saysLabel(s *validation.Scene, l ocr.Line) bool {
	m, ok := ocr.Find([]ocr.Line{l}, s.Label())
	if ok && m.Score >= ocr.Threshold {
		return true
	}
	glyph, ends := strings.CutSuffix(ocr.Fold(l.Text()), ocr.Fold(s.Label()))
	return ends && s.Label() != "" && len(glyph) <= 4 && strings.ContainsAny(glyph, "([{©®@")
}

// toggleBetween says whether a tick box or a button stands between two texts of a row.
func toggleBetween(s *validation.Scene, a, b image.Rectangle) bool {
	picture := s.Before()
	between := image.Rect(a.Max.X+s.Px(2), a.Min.Y-s.Px(4), b.Min.X-s.Px(1), a.Max.Y+s.Px(4)).Intersect(picture.Rect)
	if between.Empty() {
		return false
	}
	beside := image.Rect(between.Max.X-s.Px(24), between.Min.Y, between.Max.X, between.Max.Y).Intersect(between)
	return inkShare(picture, beside) > .08
}

// horizontalGap is how far a point lies left or right of a box; 0 above, in or under it.
func horizontalGap(box image.Rectangle, p image.Point) int {
	return max(box.Min.X-p.X, 0, p.X-box.Max.X)
}
