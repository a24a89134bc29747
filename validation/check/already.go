package check

import (
	"context"
	"image"
	"image/color"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// already says whether nothing had to change: the click hit its label, and that label looked active among its
// neighbours before (a tab that was open, a row that was selected).
func already(ctx context.Context, s *validation.Scene) bool {
	a, err := aimOf(ctx, s)
	if err != nil || s.Before() == nil || s.Role == "button" || s.Role == "link" || s.Role == "save" {
		return false
	}
	if a.state == aimRow && s.Role == "" {
		return selectedRow(s, a.label) // a list's row answers beside its text, too
	}
	if a.state != aimHit {
		return false
	}
	r := tabRow(s, a.label)
	if s.Role == "tab" {
		return r.alreadyActive() || selectedRow(s, a.label)
	}
	return !boxed(s, a) && (r.tabAlready(a.label) || selectedRow(s, a.label))
}

// boxed says whether the label stands in a widget, or on a patch, of a button's size.
func boxed(s *validation.Scene, a aim) bool {
	return !a.widget.Empty() && a.widget.Dy() <= s.Px(60) && a.widget.Dx() <= s.Px(320) || onChip(s, a.label)
}

// tabAlready says whether a label that no role calls a tab was an active tab.
func (r row) tabAlready(label image.Rectangle) bool {
	return r.alreadyActive() && r.onlyOne(r.s) && !repeated(r.s, label)
}

// onlyOne says whether the labels to both sides of the label look alike, and other than it does: links and buttons beside
// texts, or of several looks, are no tabs.
func (r row) onlyOne(s *validation.Scene) bool {
	var beside []look
	for _, left := range []bool{true, false} {
		if o, ok := r.nearest(left, s.Px(160)); ok {
			beside = append(beside, o)
		}
	}
	for _, o := range beside {
		if r.before.unlike(o) < distinct || beside[0].unlike(o) >= distinct || plated(s, o) && !plated(s, r.before) {
			return false
		}
	}
	return true
}

// plated says whether a label stands on a ground of its own, of another colour than what is above it: a button's.
func plated(s *validation.Scene, l look) bool {
	above := image.Rect(l.box.Min.X, l.box.Min.Y-s.Px(30), l.box.Max.X, l.box.Min.Y-s.Px(20)).Intersect(s.Before().Rect)
	return !above.Empty() && colourDistance(screen.Background(s.Before(), above), l.fill) > 60
}

// nearest is how the neighbour nearest to the label on one side looked, as far as reach.
func (r row) nearest(left bool, reach int) (look, bool) {
	best, found := look{}, false
	for _, o := range r.others {
		if (o.before.box.Min.X < r.before.box.Min.X) == left && gap(o.before.box, r.before.box) <= reach {
			best, reach, found = o.before, gap(o.before.box, r.before.box), true
		}
	}
	return best, found
}

// repeated says whether marks of the label's size and look stand above or below it: a link that every row of a table has.
func repeated(s *validation.Scene, label image.Rectangle) bool {
	mine := lookAt(s, s.Before(), label)
	for _, b := range columnSiblings(s, s.Before(), label) {
		if abs(b.Dx()-label.Dx()) <= s.Px(3) && abs(b.Max.X-label.Max.X) <= s.Px(3) && mine.unlike(lookAt(s, s.Before(), b)) < distinct {
			return true
		}
	}
	return false
}

// onChip says whether the label stands in the middle of a small patch of a colour that is not the page's: a button, though
// its edges were not found. The first choice of a box differs from the others in just the way in which an active tab does.
func onChip(s *validation.Scene, label image.Rectangle) bool {
	picture := s.Before()
	fill := lookAt(s, picture, label).fill
	y := max(picture.Rect.Min.Y, label.Min.Y-s.Px(2)) // above the letters
	reach := func(from, step int) int {
		x := from
		for x >= picture.Rect.Min.X && x < picture.Rect.Max.X && colourDistance(colourAt(picture, x, y), fill) <= 12 {
			x += step
		}
		return abs(x - from)
	}
	left, right := reach(label.Min.X, -1), reach(label.Max.X, 1)
	if left < s.Px(5) || left+right+label.Dx() > s.Px(320) || abs(left-right) > s.Px(6) {
		return false
	}
	for _, x := range []int{label.Min.X - left - s.Px(4), label.Max.X + right + s.Px(4)} {
		if !image.Pt(x, y).In(picture.Rect) || colourDistance(colourAt(picture, x, y), fill) <= 30 {
			return false // a border, and the same ground behind it
		}
	}
	return true
}

// selectedRow says whether the label stands on a row of a list that is filled otherwise than the rows above and below.
func selectedRow(s *validation.Scene, label image.Rectangle) bool {
	picture := s.Before()
	column := image.Rect(label.Min.X, label.Min.Y-s.Px(120), label.Max.X+s.Px(40), label.Max.Y+s.Px(120)).Intersect(picture.Rect)
	mine := lookAt(s, picture, label)
	odd, rows := 0, 0
	for _, b := range ocr.FindLines(picture, column) {
		if overlap(b, label) > .3 || abs(b.Min.X-label.Min.X) > s.Px(8) || b.Dy()*2 < label.Dy() || b.Dy() > label.Dy()*2 {
			continue
		}
		rows++
		if colourDistance(lookAt(s, picture, b).fill, mine.fill) > 30 {
			odd++
		}
	}
	if rows >= 2 && odd == 0 {
		return false // all on one ground
	}
	return wideFill(s, picture, label, mine) && rows >= 1 && (rows >= 2 && odd == rows || ownGround(s, picture, label, mine))
}

// ownGround says whether the ground right above and right below a label's row is one colour, and that of the row another:
// the lines of a tight list are not always told apart.
func ownGround(s *validation.Scene, picture *image.RGBA, label image.Rectangle, mine look) bool {
	strip := func(y int) color.RGBA {
		return screen.Background(picture, image.Rect(label.Min.X, y-s.Px(3), label.Max.X+s.Px(24), y+s.Px(3)).Intersect(picture.Rect))
	}
	for _, reach := range []int{label.Dy()*3/2 + s.Px(2), label.Dy() * 5 / 2} {
		above, below := strip(label.Min.Y-reach+label.Dy()/2), strip(label.Max.Y+reach-label.Dy()/2)
		if colourDistance(above, below) <= 12 && colourDistance(above, mine.fill) > 30 {
			return true
		}
	}
	return false
}

// wideFill says whether the fill goes on beyond the label: a selected row, not a label of its own colour.
func wideFill(s *validation.Scene, picture *image.RGBA, label image.Rectangle, l look) bool {
	beyond := image.Rect(label.Max.X+s.Px(4), label.Min.Y, label.Max.X+s.Px(24), label.Max.Y).Intersect(picture.Rect)
	return !beyond.Empty() && colourDistance(screen.Background(picture, beyond), l.fill) <= 12
}
