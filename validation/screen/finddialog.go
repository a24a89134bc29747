package screen

import (
	"image"
	"slices"
)

// FindDialog returns the boxes on a single picture that may be a dialog, the likeliest first: boxes on a dimmed backdrop,
// which cover 1 to 80 % of the screen, then outlined boxes with a title bar in the middle, up to 40 %. scale is the
// number of pixels in a logical pixel, 0 is 1. Where the picture before the dialog is at hand, NewBox is surer.
func FindDialog(img *image.RGBA, scale float64) []image.Rectangle {
	dimmed, plain := findDialogs(img, scale)
	return append(dimmed, plain...)
}

// FindModals returns those of FindDialog's boxes that stand on a dimmed backdrop.
func FindModals(img *image.RGBA, scale float64) []image.Rectangle {
	dimmed, _ := findDialogs(img, scale)
	return dimmed
}

func findDialogs(img *image.RGBA, scale float64) (dimmed, plain []image.Rectangle) {
	o := RegionOptions{Scale: scale}.withDefaults()
	f := &frame{
		lines:  findLines(img, nil, img.Rect, o.px(3), o.px(60)),
		bounds: img.Rect, corner: o.px(14), least: image.Pt(o.px(180), o.px(80)), cover: .75, rounded: true,
	}
	found := f.find()
	for _, r := range found[:min(len(found), mostCandidates)] {
		switch a := 100 * area(r) / area(img.Rect); {
		case a < 1 || a > 80 || insideAny(r, dimmed) || insideAny(r, plain):
		case onBackdrop(img, r, o):
			dimmed = append(dimmed, r)
		case a <= 40 && isCentral(r, img.Rect) && hasTitleBar(img, r, o):
			plain = append(plain, r)
		}
	}
	return dimmed, plain
}

// mostCandidates bounds the rectangles that are looked at, the largest first.
const mostCandidates = 60

// insideAny says whether r lies, but for its outline, in one of boxes.
func insideAny(r image.Rectangle, boxes []image.Rectangle) bool {
	return slices.ContainsFunc(boxes, func(b image.Rectangle) bool { return r.In(b.Inset(-3)) })
}

// onBackdrop says whether all around box the page is dimmed: its lightest colours on each side stay well below the
// lightest of the box, which is what a translucent black sheet does to a page, and they are those of a drawn page.
func onBackdrop(img *image.RGBA, box image.Rectangle, o RegionOptions) bool {
	ring, skip := o.px(70), o.px(10)
	out := box.Inset(-skip)
	inside := -1
	sides := []image.Rectangle{
		image.Rect(box.Min.X, out.Min.Y-ring, box.Max.X, out.Min.Y), image.Rect(box.Min.X, out.Max.Y, box.Max.X, out.Max.Y+ring),
		image.Rect(out.Min.X-ring, box.Min.Y, out.Min.X, box.Max.Y), image.Rect(out.Max.X, box.Min.Y, out.Max.X+ring, box.Max.Y),
	}
	drawn := 0
	for i, side := range sides {
		side = side.Intersect(img.Rect)
		if side.Empty() {
			continue
		}
		outside := lightest(img, side)
		if inside < 0 && outside*100 <= 82*255 { // lighter than that, it is not dimmed, whatever the box has
			inside = lightest(img, box)
		}
		if outside*100 > 82*inside {
			if i == 0 && box.Min.Y < o.px(320) {
				continue // the browser's own rows above the page are not dimmed
			}
			return false
		}
		if !histogramOf(img, side).flat() {
			drawn++
		}
	}
	return drawn >= 2
}

// lightest is the luma, 0…255, that one pixel in a hundred of box exceeds.
func lightest(img *image.RGBA, box image.Rectangle) int {
	var counts [256]int
	total := 0
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		row := pixels(img, box.Min.X, box.Max.X, y)
		for i := 0; i < len(row); i += 4 {
			counts[lumaOf(row[i], row[i+1], row[i+2])]++
			total++
		}
	}
	above := 0
	for v := 255; v > 0; v-- {
		if above += counts[v]; 100*above > total {
			return v
		}
	}
	return 0
}

// hasTitleBar says whether box begins with a strip of its own fill, as high as a title bar, that ends in an edge across
// its whole width.
func hasTitleBar(img *image.RGBA, box image.Rectangle, o RegionOptions) bool {
	inner := box.Inset(o.px(4))
	for y := box.Min.Y + o.px(14); y <= min(box.Min.Y+o.px(50), inner.Max.Y-1); y++ {
		above, row := pixels(img, inner.Min.X, inner.Max.X, y-1), pixels(img, inner.Min.X, inner.Max.X, y)
		edge := 0
		for i := 0; i < len(row); i += 4 {
			if steps(above[i:i+3], row[i:i+3]) {
				edge++
			}
		}
		if 40*edge >= 9*len(row) {
			return true
		}
	}
	return false
}
