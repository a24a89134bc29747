package check

import (
	"image"
	"math"

	"vigie/validation"
	"vigie/validation/screen"
)

// fading finds the box that came, or the dialog that the step began with, where it is half way between what it was and what
// it will be: nearly every pixel of it changed, and yet the former picture still shows through.
func fading(s *validation.Scene) (image.Rectangle, bool) {
	if !s.Comparable() || !mayFade(s) {
		return image.Rectangle{}, false
	}
	b, came := appeared(s)
	if came && isFading(s.Before(), s.After(), b.Box) {
		return b.Box, true // on its way in: the page still shows through it
	}
	box, ok := dialogBefore(s)
	if !ok || !isFading(s.Before(), s.After(), box) {
		return image.Rectangle{}, false
	}
	if came && darker(s.Before(), s.After(), box) {
		return image.Rectangle{}, false // dimmed, behind the box that came in front of it
	}
	return box, true
}

// sheeted finds a page that a translucent sheet lies over, with no box in front: something is on its way, and a ring turns
// on the sheet as likely as not.
func sheeted(s *validation.Scene) (image.Rectangle, bool) {
	if _, came := appeared(s); came || !s.Comparable() {
		return image.Rectangle{}, false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if area(r.Box)*4 < area(s.After().Rect) {
			continue
		}
		mask, err := screen.Change(s.Before(), s.After(), r.Box, fadeTolerance)
		if correlation, slope := regression(s.Before(), s.After(), r.Box); err == nil && mask.Share() > .8 && correlation > .97 && slope < .9 {
			return r.Box, true
		}
	}
	return paled(s)
}

// paled finds a page of which all that is drawn went pale on a ground that stayed: a sheet in the ground's own colour lies over it.
func paled(s *validation.Scene) (image.Rectangle, bool) {
	all := extent(s.Changes(len(s.Afters()) - 1))
	for _, top := range []int{all.Min.Y, max(all.Min.Y, s.Px(130))} { // a browser's own rows stay what they are
		box := image.Rect(all.Min.X, top, all.Max.X, all.Max.Y)
		if area(box)*4 < area(s.After().Rect) {
			continue
		}
		if correlation, slope := regression(s.Before(), s.After(), box); correlation > .96 && slope < .75 {
			return box, true
		}
	}
	return image.Rectangle{}, false
}

// mayFade says whether enough changed for a dialog to fade. One that is known from elsewhere may be small; one that is to be
// found on the picture covers a hundredth of it, of which isFading looks at nine tenths.
func mayFade(s *validation.Scene) bool {
	if s.Context.DialogBox != nil {
		return true
	}
	if _, gone := vanished(s); gone {
		return true
	}
	mask, err := screen.Change(s.Before(), s.After(), s.After().Rect, fadeTolerance)
	return err == nil && mask.Share() >= .007
}

// fadeTolerance is by how much a channel differs at least in a fading pixel.
const fadeTolerance = 3

// isFading: more than 85 % of the box changed, not by a mere shift of brightness, and before and after correlate.
func isFading(before, after *image.RGBA, box image.Rectangle) bool {
	box = box.Inset(3).Intersect(before.Rect)
	if box.Empty() {
		return false
	}
	mask, err := screen.Change(before, after, box, fadeTolerance)
	if err != nil || mask.Share() < .85 {
		return false
	}
	r, slope := regression(before, after, box)
	return r > .35 && slope < .95
}

// regression is the correlation of the luma of two pictures in a box, and the slope of after over before.
func regression(before, after *image.RGBA, box image.Rectangle) (r, slope float64) {
	var n, sx, sy, sxx, syy, sxy float64
	for y := box.Min.Y; y < box.Max.Y; y += 2 {
		for x := box.Min.X; x < box.Max.X; x += 2 {
			a, b := luma(before, x, y), luma(after, x, y)
			n++
			sx += a
			sy += b
			sxx += a * a
			syy += b * b
			sxy += a * b
		}
	}
	vx, vy, cov := n*sxx-sx*sx, n*syy-sy*sy, n*sxy-sx*sy
	if vx <= 0 || vy <= 0 {
		return 0, 0
	}
	return cov / math.Sqrt(vx*vy), cov / vx
}

func luma(img *image.RGBA, x, y int) float64 {
	i := img.PixOffset(x, y)
	return lumaOf(img.Pix[i], img.Pix[i+1], img.Pix[i+2])
}

func lumaOf(r, g, b uint8) float64 { return .299*float64(r) + .587*float64(g) + .114*float64(b) }

// anotherPicture says whether a box shows something else now: some of it changed, and before and after correlate less than
// most.
func anotherPicture(s *validation.Scene, box image.Rectangle, most float64) bool {
	mask, err := screen.Change(s.Before(), s.After(), box, 0)
	if err != nil || mask.Share() <= .05 {
		return false
	}
	r, _ := regression(s.Before(), s.After(), box)
	return r < most
}

// darker says whether a box is darker after than before, as behind a dialog that dims the page.
func darker(before, after *image.RGBA, box image.Rectangle) bool {
	var a, b float64
	for y := box.Min.Y; y < box.Max.Y; y += 3 {
		for x := box.Min.X; x < box.Max.X; x += 3 {
			a, b = a+luma(before, x, y), b+luma(after, x, y)
		}
	}
	return b < a*.95
}
