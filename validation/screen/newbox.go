package screen

import "image"

// BoxKind says what a box that appeared most likely is.
type BoxKind int

// The kinds of boxes. The zero value is no kind.
const (
	BoxDialog BoxKind = iota + 1 // a modal, a message box, a window: central, or on a dimmed page
	BoxMenu                      // a menu, list, popover or tooltip: beside what opened it
)

// String is the kind's name.
func (k BoxKind) String() string {
	switch k {
	case BoxDialog:
		return "dialog"
	case BoxMenu:
		return "menu"
	}
	return "unknown"
}

// Box is a rectangular box in front of the page.
type Box struct {
	Box    image.Rectangle
	Kind   BoxKind
	Dimmed bool // the page around it got darker when it appeared
}

// NewBox finds the box that is in after and was not in before: the largest rectangle of new edges around which the page
// stayed what it was, or was dimmed or blurred. scale is the number of pixels in a logical pixel, 0 is 1. points are
// where the action was done: a box beside one of them is a menu, unless it lies central or the page is dimmed. It is
// false when there is no such box, as when another page replaced the first, and when the pictures differ in size.
func NewBox(before, after *image.RGBA, scale float64, points ...image.Point) (Box, bool) {
	if before.Rect != after.Rect || equalInside(before, after, after.Rect) {
		return Box{}, false
	}
	o := RegionOptions{Scale: scale}.withDefaults()
	f := &frame{
		lines:  findLines(after, before, after.Rect, o.px(3), o.px(24)),
		bounds: after.Rect, corner: o.px(14), least: image.Pt(o.px(70), o.px(36)), cover: .6, broken: true, rounded: true,
	}
	shading := shadingOf(before, after)
	for _, r := range f.find() {
		if 100*area(r) > 90*area(after.Rect) || !shading.explains(r, o.px(24)) || !newInside(before, after, r.Inset(o.px(4))) {
			continue
		}
		b := Box{Box: r, Dimmed: shading.dimmed(r.Inset(-o.px(24)))}
		if !b.Dimmed && isPage(r, after.Rect, o.px(20)) || shading.pale && !(b.Dimmed && isCentral(r, after.Rect)) {
			continue
		}
		b.Kind = kindOf(b, after.Rect, o, points)
		return b, true
	}
	return Box{}, false
}

// isPage says whether a rectangle is the page below a heading, and no box in front of it: it takes up most of the screen, and
// reaches three of its sides, but for a scrollbar's width.
func isPage(box, screen image.Rectangle, bar int) bool {
	sides := screen.Min.X >= box.Min.X-2 && screen.Max.X <= box.Max.X+bar
	return sides && screen.Max.Y <= box.Max.Y+2 && 2*area(box) > area(screen)
}

// kindOf tells a dialog from a menu.
func kindOf(b Box, screen image.Rectangle, o RegionOptions, points []image.Point) BoxKind {
	if b.Dimmed {
		return BoxDialog
	}
	for _, p := range points {
		if p.In(b.Box.Inset(-o.px(40))) && !isCentral(b.Box, screen) {
			return BoxMenu
		}
	}
	if b.Box.Dx() < o.px(200) || !isCentral(b.Box, screen) && b.Box.Dy() > b.Box.Dx() {
		return BoxMenu
	}
	return BoxDialog
}

// isCentral says whether a box's centre lies in the middle third of the screen, each way.
func isCentral(box, screen image.Rectangle) bool {
	d := box.Min.Add(box.Max).Sub(screen.Min.Add(screen.Max)) // twice the distance of the centres
	return 3*absInt(d.X) <= screen.Dx() && 3*absInt(d.Y) <= screen.Dy()
}

// newInside says whether most of the edges inside box are new: a tab or a row that became active, or a field that got
// the focus, has new sides but shows what it showed before.
func newInside(before, after *image.RGBA, box image.Rectangle) bool {
	edges, kept := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row, old := pixels(after, box.Min.X, box.Max.X, y), pixels(before, box.Min.X, box.Max.X, y)
		for i := 4; i < len(row); i += 4 {
			if stepsFar(row[i-4:i+3], row[i:i+3]) {
				edges++
				if stepsFar(old[i-4:i+3], old[i:i+3]) {
					kept++
				}
			}
		}
	}
	return edges >= minInside && 2*kept <= edges
}

// minInside is the least number of upright edge pixels of a box that says something: a short word.
const minInside = 40

// stepsFar is steps for drawn things, without soft shades.
func stepsFar(a, b []byte) bool {
	return absDiff(a[0], b[0]) >= 4*edgeStep || absDiff(a[1], b[1]) >= 4*edgeStep || absDiff(a[2], b[2]) >= 4*edgeStep
}
