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

// aim is what stood under the acted point when the agent acted: the first thing that a person would look at.
type aim struct {
	state aimState
	// label is where the expected label was read; empty when it was not.
	label image.Rectangle
	// under is the text under the point, whatever it is.
	under ocr.Line
	// widget is the widget under the point; empty when its edges were not found.
	widget image.Rectangle
	// partial tells that the label was read as a part of a longer one.
	partial bool
	lines   []ocr.Line
	region  image.Rectangle
}

// aimState says how the point lies to the expected label.
type aimState int

const (
	aimUnread  aimState = iota // neither the label nor another text could be read at the point
	aimHit                     // the label, or the widget that bears it, is under the point
	aimOther                   // another text is under the point
	aimIcon                    // the label is the caption under the icon at the point
	aimRow                     // the label stands on the point's line, with nothing between
	aimBeside                  // the label stands near, but not under the point
	aimOutside                 // the point lies outside the picture
)

// aimOf returns the aim of the scene's click at its label, on the picture before the action.
func aimOf(ctx context.Context, s *validation.Scene) (aim, error) {
	type result struct {
		aim aim
		err error
	}
	r := validation.Once(s, "aim", func() result {
		picture := s.Before()
		if picture == nil {
			picture = s.After()
		}
		a, err := takeAim(ctx, s, picture, s.Label())
		if err == nil && a.state == aimUnread {
			err = a.wideRow(ctx, s, picture, s.Label())
		}
		if err == nil && a.state == aimUnread && (s.Role == "tab" || s.Role == "" && selectedNow(s)) && s.Comparable() && s.Label() != "" {
			if again, err := takeAim(ctx, s, s.After(), s.Label()); err == nil && again.state == aimHit {
				a = again // the tab's look changed, its place did not
			}
		}
		return result{a, err}
	})
	return r.aim, r.err
}

// selectedNow says whether the ground at the point took another colour: a row that is selected now stands apart from the
// rows around it, and is read better.
func selectedNow(s *validation.Scene) bool {
	p, ok := s.At()
	return ok && s.Comparable() && p.In(s.After().Rect) && refilled(s, screen.Around(p, s.Px(60), s.Px(8), s.After().Rect))
}

// wideRow looks for the label, or what stands there instead, at the far end of a wide widget under the point: the head of an
// accordion, a row.
func (a *aim) wideRow(ctx context.Context, s *validation.Scene, picture *image.RGBA, label string) error {
	at, ok := s.At()
	if !ok || label == "" || !at.In(picture.Rect) {
		return nil
	}
	w, ok := screen.WidgetBox(picture, at, screen.Around(at, 2*picture.Rect.Dx(), s.Px(120), picture.Rect))
	if !ok || w.Dx() < s.Px(400) || w.Dy() > s.Px(80) {
		return nil
	}
	lines, err := s.Read(ctx, picture, w)
	m, found := ocr.Find(lines, label)
	switch {
	case err != nil || len(lines) == 0 || len(lines) > 3:
	case found:
		a.lines, a.label, a.state = lines, m.Box, aimRow
	case readable(lines[0]) && letters(lines[0].Text()) >= 4: // no arrow, read as a letter or two
		a.lines, a.under, a.state = append(a.lines, lines[0]), lines[0], aimOther
	}
	return err
}

// takeAim looks for label at the scene's point on a picture: the lines nearest to the point are read first, and no
// more of them than it takes.
func takeAim(ctx context.Context, s *validation.Scene, picture *image.RGBA, label string) (aim, error) {
	at, ok := s.At()
	if !ok {
		return aim{}, nil
	}
	if !at.In(picture.Rect) {
		return aim{state: aimOutside}, nil
	}
	a := aim{region: screen.Around(at, s.Px(760), s.Px(130), picture.Rect)}
	a.widget = widgetAt(s, picture, at)
	boxes := nearestFirst(s.Lines(picture, a.region), at)
	for i, box := range boxes {
		if i > 3 && ocr.Room(box) < roomFor(label) {
			continue // an icon, or a mark
		}
		line, err := s.ReadLine(ctx, picture, box)
		if err != nil {
			return a, err
		}
		if len(line.Words) > 0 && !isGlyph(s, line, label) {
			a.lines = append(a.lines, line)
		}
		if i <= stop && (a.settles(s, at, label) || i == stop && a.state == aimOther && s.Role != "tab") {
			return a, nil // where another text is, the label need not be found
		}
	}
	a.place(s, at, label)
	return a, a.readAgain(ctx, s, picture, label)
}

// stop is the line after which it is asked a last time whether those that were read tell enough.
const stop = 8

// readAgain reads the whole inside of the widget under the point where only a piece of the label was read there: its line
// was cut short.
func (a *aim) readAgain(ctx context.Context, s *validation.Scene, picture *image.RGBA, label string) error {
	piece := a.under.Text()
	if a.state == aimHit || a.widget.Empty() || a.widget.Dy() > s.Px(60) || letters(piece) < 2 || !strings.Contains(ocr.Fold(label), ocr.Fold(piece)) {
		return nil
	}
	line, err := s.ReadLine(ctx, picture, a.widget.Inset(s.Px(2)))
	if err != nil || ocr.Score(line.Text(), label) < ocr.Threshold {
		return err
	}
	a.lines = append(a.lines, line)
	a.under, a.label, a.state = line, line.Box, aimHit
	return nil
}

// byPlace orders lines from top to bottom, and from left to right on one height.
func byPlace(a, b ocr.Line) int {
	if c := cmp.Compare(center(a.Box).Y/8, center(b.Box).Y/8); c != 0 {
		return c
	}
	return cmp.Compare(a.Box.Min.X, b.Box.Min.X)
}

// settles says whether what was read so far already tells that the label is under the point.
func (a *aim) settles(s *validation.Scene, at image.Point, label string) bool {
	a.place(s, at, label)
	return a.state == aimHit && !a.partial
}

// nearestFirst sorts boxes by their distance from a point.
func nearestFirst(boxes []image.Rectangle, p image.Point) []image.Rectangle {
	sorted := slices.Clone(boxes)
	slices.SortStableFunc(sorted, func(a, b image.Rectangle) int { return cmp.Compare(distance(a, p), distance(b, p)) })
	return sorted
}

// place decides how the point lies to the label.
func (a *aim) place(s *validation.Scene, at image.Point, label string) {
	slices.SortFunc(a.lines, byPlace) // a label on two lines is found in lines that follow each other
	a.under = lineUnder(a.lines, at, s.Px(5))
	match, found := bestMatch(a.lines, label, at)
	a.partial = found && a.saysMore(match)
	if exact, longer := a.inLonger(match, label); longer {
		match = exact
	}
	if !found {
		match, found = a.stacked(label)
	}
	if !found {
		match, found = a.abreast(label)
	}
	if !found && (oneStroke(a.under.Text(), label) || behindDebris(a.under, label)) {
		match, found = ocr.Match{Box: a.under.Box}, true
	}
	if !found {
		match, found = a.cutShort(label, at)
	}
	a.label = match.Box
	a.state = a.stateOf(s, at, label, found)
}

// stateOf tells how the point lies to the label, found or not, and to the text under the point.
func (a *aim) stateOf(s *validation.Scene, at image.Point, label string, found bool) aimState {
	switch {
	case found && a.bears(s, at):
		return aimHit
	case a.readsOther(label):
		return aimOther
	case found && s.Role == "" && a.captions(s, at) && iconAt(s, at):
		return aimIcon
	case found && a.sameRow(s, at):
		return aimRow
	case a.otherRow(s, at):
		return aimOther
	case found:
		return aimBeside
	case a.besideText(s, at):
		return aimOther
	default:
		return aimUnread
	}
}

// readsOther says whether the text under the point is read well enough to stand against the label: a sign of a letter or
// two must be sure, where the label is one as well.
func (a *aim) readsOther(label string) bool {
	if len(a.under.Words) == 0 {
		return false
	}
	return readable(a.under) || letters(label) <= 2 && letters(a.under.Text()) > 0 && a.under.Words[0].Confidence >= .6
}

// stacked joins the line under the point with the ones right above and below it: a label on two lines.
func (a *aim) stacked(label string) (ocr.Match, bool) {
	for _, l := range a.lines {
		under := a.under.Box
		above := abs(l.Box.Min.Y-under.Max.Y) <= under.Dy() || abs(under.Min.Y-l.Box.Max.Y) <= under.Dy()
		aside := l.Box.Max.X <= under.Min.X || l.Box.Min.X >= under.Max.X
		if len(a.under.Words) == 0 || !above || aside {
			continue
		}
		pair := []ocr.Line{a.under, l}
		slices.SortFunc(pair, byPlace)
		if score := ocr.Score(pair[0].Text()+" "+pair[1].Text(), label); score >= ocr.Threshold {
			return ocr.Match{Score: score, Box: under.Union(l.Box)}, true
		}
	}
	return ocr.Match{}, false
}

// abreast joins the lines on the point's row that follow each other closely: a label that was cut between its words.
func (a *aim) abreast(label string) (ocr.Match, bool) {
	under := a.under.Box
	if len(a.under.Words) == 0 {
		return ocr.Match{}, false
	}
	text, box := "", image.Rectangle{}
	for _, l := range a.lines { // from left to right on one height
		if abs(center(l.Box).Y-center(under).Y) > under.Dy()/2 {
			continue
		}
		if !box.Empty() && l.Box.Min.X-box.Max.X > 2*under.Dy() {
			if under.In(box) {
				break
			}
			text, box = "", image.Rectangle{}
		}
		if box.Empty() || l.Box.Min.X-box.Max.X > max(2, under.Dy()/4) {
			text += " " // else the gap of a letter
		}
		text, box = text+l.Text(), box.Union(l.Box)
	}
	if score := ocr.Score(text, label); score >= ocr.Threshold && under.In(box) {
		return ocr.Match{Score: score, Box: box}, true
	}
	return ocr.Match{}, false
}

// bestMatch finds the label nearest to the point among lines, each line alone and with the one under it.
func bestMatch(lines []ocr.Line, label string, at image.Point) (ocr.Match, bool) {
	var best ocr.Match
	found := false
	rest := lines
	for len(rest) > 0 {
		m, ok := ocr.Find(rest, label)
		if !ok {
			break
		}
		if !found || distance(m.Box, at) < distance(best.Box, at) {
			best, found = m, true
		}
		rest = without(rest, m.Line)
	}
	return best, found
}

func without(lines []ocr.Line, i int) []ocr.Line {
	out := make([]ocr.Line, 0, len(lines)-1)
	out = append(out, lines[:i]...)
	return append(out, lines[i+1:]...)
}

// lineUnder is the line that the point lies on, within slack pixels.
func lineUnder(lines []ocr.Line, at image.Point, slack int) ocr.Line {
	best, bestDistance := ocr.Line{}, slack+1
	for _, l := range lines {
		if d := distance(l.Box, at); d < bestDistance {
			best, bestDistance = l, d
		}
	}
	return best
}

// readable says whether a line was read well enough to be believed as another label: at least two letters or digits,
// and the reader not in doubt. Signs beside the words, and dots behind one, do not count.
func readable(l ocr.Line) bool {
	written, n, words, sum := 0, 0, 0, 0.0
	hasWords := longestWord(l) >= 3
	for _, w := range l.Words {
		text := strings.TrimRight(w.Text, ".…:")
		if letters(text) == 0 && hasWords {
			continue
		}
		written += len([]rune(text))
		n += letters(text)
		words++
		sum += w.Confidence
	}
	return n >= 2 && n*10 >= written*8 && sum/float64(words) >= .5
}
