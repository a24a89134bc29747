package check

import (
	"hash/maphash"
	"image"

	"vigie/validation"
)

// pushed finds the band that came on the page and pushed all that stands below it down, as a message does that takes its
// place above a form.
func pushed(s *validation.Scene) (image.Rectangle, bool) {
	band := validation.Once(s, "pushed", func() image.Rectangle { return findPushed(s) })
	return band, !band.Empty()
}

func findPushed(s *validation.Scene) image.Rectangle {
	if !s.Comparable() {
		return image.Rectangle{}
	}
	var all image.Rectangle
	for _, box := range changedBoxes(s, len(s.Afters())-1) {
		all = all.Union(box)
	}
	if all.Dy() < s.Px(120) || all.Dx() < s.Px(240) {
		return image.Rectangle{}
	}
	before, after := rowsOf(s.Before(), all), rowsOf(s.After(), all)
	for by := s.Px(14); by <= min(s.Px(140), all.Dy()/2); by++ {
		if movedDown(before, after, by) {
			return image.Rect(all.Min.X, all.Min.Y, all.Max.X, all.Min.Y+by)
		}
	}
	return image.Rectangle{}
}

// parts is the number of pieces that a row of pixels is cut into to be compared: a pointer or a caret spoils one or two.
const parts = 8

// rowOfPixels is what the pieces of a row of pixels look like.
type rowOfPixels [parts]uint64

var rowSeed = maphash.MakeSeed()

// rowsOf looks at each row of a box.
func rowsOf(picture *image.RGBA, box image.Rectangle) []rowOfPixels {
	rows := make([]rowOfPixels, box.Dy())
	for y := range rows {
		for k := range parts {
			from := picture.PixOffset(box.Min.X+box.Dx()*k/parts, box.Min.Y+y)
			to := picture.PixOffset(box.Min.X+box.Dx()*(k+1)/parts, box.Min.Y+y)
			rows[y][k] = maphash.Bytes(rowSeed, picture.Pix[from:to])
		}
	}
	return rows
}

// alikeRows says whether all but two pieces of two rows are the same.
func alikeRows(a, b rowOfPixels) bool {
	same := 0
	for k := range parts {
		if a[k] == b[k] {
			same++
		}
	}
	return same >= parts-2
}

// movedDown says whether the rows that are not like the one above them stand so many pixels lower now, and not where they
// stood: nine in ten of them, and thirty at least.
func movedDown(before, after []rowOfPixels, by int) bool {
	moved, stay, all := 0, 0, 0
	for y := 1; y+by < len(before); y++ {
		if before[y] == before[y-1] {
			continue
		}
		all++
		if alikeRows(before[y], after[y+by]) {
			moved++
		}
		if alikeRows(before[y], after[y]) {
			stay++
		}
	}
	return all >= 30 && moved*10 >= all*9 && stay*2 < all
}
