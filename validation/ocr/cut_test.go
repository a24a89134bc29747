package ocr

import (
	"image"
	"image/color"
	"testing"
)

// TestLineByItsOwnBox: what stands around a line, and how much of it the margin cuts, must not change the line.
func TestLineByItsOwnBox(t *testing.T) {
	im := canvas(white)
	fill(im, image.Rect(0, 0, 46, 120), grey) // a column with the rows' numbers
	for i, name := range []string{"Marchal", "Keller", "Rousseau", "Benoist"} {
		y := 12 + 28*i
		fill(im, image.Rect(0, y+14, 400, y+15), blue)
		fill(im, image.Rect(46, y+14, 400, y+15), grey)
		write(im, 16, y+9, "12", black)
		write(im, 52, y+9, name, black)
		write(im, 180, y+9, "Cardiologie", black)
	}
	lines := FindLines(im, im.Rect)
	if len(lines) < 12 {
		t.Fatalf("found %d lines, want the three of each row", len(lines))
	}
	for _, box := range lines {
		if got := FindLines(im, box); len(got) != 1 || got[0] != box {
			t.Errorf("line %v found by its own box: %v", box, got)
		}
	}
}

// TestSideOfAField: the side of a field is no part of the text in it, nor of the name beside it.
func TestSideOfAField(t *testing.T) {
	im := canvas(white)
	fill(im, image.Rect(76, 20, 240, 48), grey)
	fill(im, image.Rect(80, 22, 236, 46), white)
	write(im, 30, 40, "Host:", black)
	write(im, 84, 40, ":clinique", black)
	want := image.Rect(84, 20, 150, 48)
	for _, box := range FindLines(im, im.Rect) {
		if box.Min.X >= 81 && box.Overlaps(want) && box.Max.X <= 236 {
			return
		}
	}
	t.Errorf("no line of its own in the field: %v", FindLines(im, im.Rect))
}

// TestRowOfButtons: buttons that stand side by side are no line of letters, and their signs are found.
func TestRowOfButtons(t *testing.T) {
	im := canvas(white)
	for i, sign := range []string{"7", "8", "9", "AC", "/"} {
		box := image.Rect(10+60*i, 20, 68+60*i, 64)
		fill(im, box, grey)
		fill(im, box.Inset(1), color.RGBA{241, 239, 238, 255})
		write(im, box.Min.X+24, 46, sign, black)
	}
	if got := FindLines(im, im.Rect); len(got) != 5 {
		t.Errorf("found %v, want the sign of each button", got)
	}
}

// TestSmallTabs: the ground of a small tab, of which its label fills a good part, is no ink.
func TestSmallTabs(t *testing.T) {
	im := canvas(white)
	for i, name := range []string{"Insured", "Wards", "Notes"} {
		box := image.Rect(20, 10+18*i, 94, 27+18*i)
		fill(im, box, grey)
		fill(im, image.Rect(box.Min.X+1, box.Min.Y+1, box.Max.X, box.Max.Y), color.RGBA{237, 237, 237, 255})
		write(im, 30, box.Min.Y+13, name, black)
		write(im, 31, box.Min.Y+13, name, black)
	}
	for _, box := range FindLines(im, im.Rect) {
		if got := FindLines(im, box); len(got) != 1 || got[0] != box {
			t.Errorf("line %v found by its own box: %v", box, got)
		}
	}
	if got := FindLines(im, im.Rect); len(got) != 3 {
		t.Errorf("found %v, want three labels", got)
	}
}

// TestLineBesideALeftover: a menu's edge leaves a piece of the text under it, taller than a letter, beside the menu's own line.
func TestLineBesideALeftover(t *testing.T) {
	im := canvas(white)
	write(im, 60, 46, "Sites et salles", black)
	fill(im, image.Rect(44, 30, 52, 55), black)
	box := image.Rect(60, 36, 166, 47)
	if got := FindLines(im, box); len(got) != 1 || got[0].Min.X < 58 {
		t.Errorf("found %v by the box %v, want the line alone", got, box)
	}
}
