package screen

import "image"

// pointerPairs bounds the search for a moved pointer: a screen on which more changed has its content to speak for it.
const pointerPairs = 24

// findMovedPointer finds two regions of the same shape of which the one shows before what the other shows after: the
// mouse pointer went from there to here, whether or not its places are known.
func (c classifier) findMovedPointer(regions []Region) {
	var small []int
	for i, r := range regions {
		if r.Class != ClassCaret && c.hasPointerShape(r.Box) && r.Box.Dy() >= c.opts.px(15) {
			small = append(small, i)
		}
	}
	if len(small) > pointerPairs {
		return
	}
	for _, i := range small {
		for _, j := range small {
			if i != j && c.moved(regions[i], regions[j]) {
				regions[i].Class, regions[j].Class = ClassPointer, ClassPointer
			}
		}
	}
}

// moved says whether what stood at from in before stands at to in after. An outline that the background swallows makes
// the boxes differ by a pixel or two, so places nearby are tried, too.
func (c classifier) moved(a, b Region) bool {
	const slack = 2
	from, to := a.Box, b.Box
	if absInt(from.Dx()-to.Dx()) > slack || absInt(from.Dy()-to.Dy()) > slack {
		return false
	}
	enough := (7*min(a.Pixels, b.Pixels) + 9) / 10
	for dy := -slack; dy <= slack; dy++ {
		for dx := -slack; dx <= slack; dx++ {
			if c.sameDrawing(from, to.Min.Sub(from.Min).Add(image.Pt(dx, dy))) >= enough {
				return true
			}
		}
	}
	return false
}

// sameDrawing counts the changed pixels inside from that, moved by d, changed there too and look in after as they looked
// in before.
func (c classifier) sameDrawing(from image.Rectangle, d image.Point) int {
	same := 0
	for y := from.Min.Y; y < from.Max.Y; y++ {
		for x := from.Min.X; x < from.Max.X; x++ {
			p := image.Pt(x, y)
			if q := p.Add(d); c.mask.At(p) && c.mask.At(q) && samePixel(c.before, p, c.after, q) {
				same++
			}
		}
	}
	return same
}

func samePixel(a *image.RGBA, p image.Point, b *image.RGBA, q image.Point) bool {
	r, g, bl := at(b, q.X, q.Y)
	return near(a.Pix[a.PixOffset(p.X, p.Y):], [3]uint8{r, g, bl}, DefaultTolerance)
}
