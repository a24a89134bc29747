package check

import (
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// pushed finds the band that came on the page and pushed all that stands below it down, as a message does that takes its
// place above a form.
func pushed(s *validation.Scene) (image.Rectangle, bool) {
	shift, ok := pageShift(s)
	if !ok || shift.By < s.Px(14) || shift.By > s.Px(140) {
		return image.Rectangle{}, false
	}
	all := extent(s.Changes(len(s.Afters()) - 1))
	if all.Dx() < s.Px(240) || all.Dy() < s.Px(120) {
		return image.Rectangle{}, false
	}
	band := image.Rect(all.Min.X, shift.From, all.Max.X, shift.From+shift.By)
	// Where the page is plain above the first row that tells, the band came higher up.
	mask, err := screen.Change(pushedBack(s).Before(), s.After(), image.Rect(band.Min.X, max(0, band.Min.Y-shift.By), band.Max.X, band.Max.Y), screen.DefaultTolerance)
	if err == nil && mask.Bounds().Dx() >= s.Px(240) && mask.Bounds().Dy() <= shift.By {
		return mask.Bounds(), true
	}
	return band, true
}

// pushedBack is the scene with the page before where it stands after; the scene itself where it did not move.
func pushedBack(s *validation.Scene) *validation.Scene {
	shift, ok := pageShift(s)
	if !ok {
		return s
	}
	return validation.Once(s, "pushed_back", func() *validation.Scene {
		return s.WithBefore(screen.Realign(s.Before(), s.After(), shift))
	})
}

// pageShift is by how much the page moved, looked for where a wide part of the picture changed.
func pageShift(s *validation.Scene) (screen.Shift, bool) {
	type found struct {
		shift screen.Shift
		ok    bool
	}
	f := validation.Once(s, "page_shift", func() found {
		if !s.Comparable() || !muchChanged(s) {
			return found{}
		}
		shift, ok := screen.Shifted(s.Before(), s.After(), s.Px(leastMoved))
		return found{shift, ok}
	})
	return f.shift, f.ok
}
