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

// onMovedPage is a check that looks at the page as it stood when the click fell: something may have pushed the page down
// between the picture before and the click.
type onMovedPage struct{ validation.Checker }

// Check looks at the scene as it was when the click fell.
func (c onMovedPage) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	moved := whenClicked(ctx, s)
	f, err := c.Checker.Check(ctx, moved)
	if err == nil && moved != s && c.Name() == validation.CheckOCRRegion && f.Verdict == validation.Continue {
		if a, aimErr := aimOf(ctx, s); aimErr == nil && (a.state == aimHit || a.state == aimRow) {
			said := terminate(.88, validation.WrongTarget, validation.Say("page_moved", "label", s.Label()))
			said.Evidence, said.Regions = f.Evidence, f.Regions
			return said, nil
		}
	}
	return f, err
}

// whenClicked is the scene with the page where it stood when the click fell: moved already, where what the click did shows
// that; else the scene itself.
func whenClicked(ctx context.Context, s *validation.Scene) *validation.Scene {
	return validation.Once(s, "when_clicked", func() *validation.Scene {
		p, ok := s.At()
		if !ok || s.Kind != "click_anchor" || !s.Comparable() || !p.In(s.After().Rect) {
			return s
		}
		shift, ok := pageShift(s)
		if !ok || min(shift.From, shift.From+shift.By) > p.Y || abs(shift.By) < s.Px(6) {
			return s
		}
		moved := pushedBack(s)
		if movedFirst(ctx, s, moved, shift) {
			return moved
		}
		return s
	})
}

// leastMoved is how many rows of a column, in logical pixels, must have moved alike: a few lines of text.
const leastMoved = 60

// muchChanged says whether a wide part of the picture changed, as when a page moves.
func muchChanged(s *validation.Scene) bool {
	all := extent(s.Changes(len(s.Afters()) - 1))
	return all.Dx() >= s.Px(200) && all.Dy() >= s.Px(80)
}

// movedFirst says whether the page had moved before the click fell: what reacted lies where the point is now, or the page
// that came is about the row that had come under it. Where nothing tells, the click itself moved the page.
func movedFirst(ctx context.Context, s, moved *validation.Scene, shift screen.Shift) bool {
	p, _ := s.At()
	first, then := aimStates(ctx, s, moved)
	hit, other := rowKept(ctx, s, p.Y-shift.By, p.Y), rowKept(ctx, s, p.Y, p.Y+shift.By)
	if hit < gone && other < gone {
		return !bareAt(s, moved, p) && opensOther(ctx, s, moved, shift)
	}
	e := effectOf(ctx, moved)
	here, there := reactsAt(s, e.content, p.Y), reactsAt(s, e.content, p.Y+shift.By)
	switch {
	case here && there && (hit < 1) != (other < 1):
		return hit < 1
	case here != there:
		return here
	case first == aimHit && then != aimHit:
		return !here && tookFocus(s, moved, p)
	default:
		return first != aimHit && then == aimHit
	}
}

// bareAt says whether nothing is drawn around a point once the page has moved: a click on bare ground opens nothing.
func bareAt(s, moved *validation.Scene, p image.Point) bool {
	return inkShare(moved.Before(), screen.Around(p, s.Px(40), s.Px(12), moved.Before().Rect)) == 0
}

// gone is the share of a row's words below which the row is not there any more.
const gone = .4

// rowKept is the share of the words of a row on the picture before that stand in a row of the picture after; 1 where it
// has none.
func rowKept(ctx context.Context, s *validation.Scene, before, after int) float64 {
	is := rowText(ctx, s, s.After(), after)
	all, kept := 0, 0
	for _, w := range strings.FieldsFunc(ocr.Fold(rowText(ctx, s, s.Before(), before)), notWord) {
		if letters(w) < 3 {
			continue
		}
		all++
		if _, ok := hasAny(is, []string{w}); ok {
			kept++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(kept) / float64(all)
}

// aimStates are what the click hit if it fell before the page moved, and if it fell afterwards.
func aimStates(ctx context.Context, s, moved *validation.Scene) (first, then aimState) {
	a, err := aimOf(ctx, s)
	b, err2 := aimOf(ctx, moved)
	if err != nil || err2 != nil {
		return aimUnread, aimUnread
	}
	return a.state, b.state
}

// reactsAt says whether something small changed in the row at a height.
func reactsAt(s *validation.Scene, regions []screen.Region, y int) bool {
	return slices.ContainsFunc(regions, func(r screen.Region) bool {
		return r.Box.Dy() <= s.Px(70) && y >= r.Box.Min.Y-s.Px(6) && y < r.Box.Max.Y+s.Px(6)
	})
}

// tookFocus says whether what lies under the point now took the focus: a frame around it, or a caret.
func tookFocus(s, moved *validation.Scene, p image.Point) bool {
	for _, r := range moved.Changes(len(s.Afters()) - 1) {
		if p.In(r.Box.Inset(-s.Px(3))) && r.Box.Dx() >= s.Px(60) && isFocusRing(moved, r) {
			return true
		}
	}
	return caretInField(moved)
}

// opensOther says whether the page that came names the row that was under the point after the page had moved, and not the
// one before.
func opensOther(ctx context.Context, s, moved *validation.Scene, shift screen.Shift) bool {
	p, _ := s.At()
	was, is := rowText(ctx, s, s.Before(), p.Y), rowText(ctx, s, s.Before(), p.Y-shift.By)
	var text strings.Builder
	budget := newLines
	for _, r := range moved.Changes(len(s.Afters()) - 1) {
		for _, box := range s.Lines(s.After(), r.Box) {
			if budget--; budget < 0 {
				break
			}
			if line, err := s.ReadLine(ctx, s.After(), box); err == nil {
				text.WriteString(line.Text() + "\n")
			}
		}
	}
	return named(text.String(), is, was) > named(text.String(), was, is)
}

// newLines bounds how many lines of a new page are read for what it is about.
const newLines = 14

// rowText is the text of the row at a height of a picture.
func rowText(ctx context.Context, s *validation.Scene, picture *image.RGBA, y int) string {
	r := picture.Rect
	return textIn(ctx, s, picture, image.Rect(r.Min.X, y-s.Px(11), r.Max.X, y+s.Px(11)).Intersect(r))
}

// named counts the words of one row, and not of another, that a text has.
func named(text, row, other string) int {
	n := 0
	for _, w := range strings.FieldsFunc(ocr.Fold(row), notWord) {
		_, here := hasAny(text, []string{w})
		_, both := hasAny(other, []string{w})
		if letters(w) >= 4 && here && !both {
			n++
		}
	}
	return n
}
