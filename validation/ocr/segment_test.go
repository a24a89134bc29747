package ocr

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{20, 20, 20, 255}
	blue  = color.RGBA{0, 90, 200, 255}
	grey  = color.RGBA{180, 180, 180, 255}
)

// canvas is an empty screen of one colour.
func canvas(ground color.RGBA) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, 400, 120))
	fill(im, im.Rect, ground)
	return im
}

func fill(im *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(im, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// write puts a text on the base line that starts at (x, y).
func write(im *image.RGBA, x, y int, text string, c color.RGBA) {
	d := font.Drawer{Dst: im, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

func TestFindLines(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func() *image.RGBA
		want int
	}{
		{"an empty screen", func() *image.RGBA { return canvas(white) }, 0},
		{"dark on light", func() *image.RGBA { im := canvas(white); write(im, 40, 40, "Enregistrer sous", black); return im }, 1},
		{"light on dark", func() *image.RGBA { im := canvas(black); write(im, 40, 40, "Enregistrer sous", white); return im }, 1},
		{"two lines", func() *image.RGBA {
			im := canvas(white)
			write(im, 40, 40, "Historique des", black)
			write(im, 40, 56, "consultations", black)
			return im
		}, 2},
		{"two labels with a wide gap", func() *image.RGBA {
			im := canvas(white)
			write(im, 40, 40, "Fichier", black)
			write(im, 140, 40, "Affichage", black)
			return im
		}, 2},
		{"white on two coloured buttons side by side", func() *image.RGBA {
			im := canvas(white)
			fill(im, image.Rect(20, 20, 90, 50), blue)
			fill(im, image.Rect(94, 20, 170, 50), blue)
			write(im, 36, 40, "Valider", white)
			write(im, 100, 40, "Annuler", white)
			return im
		}, 2},
		{"labels that a border parts", func() *image.RGBA {
			im := canvas(white)
			fill(im, image.Rect(90, 0, 91, 120), grey)
			write(im, 45, 40, "Valide", black)
			write(im, 93, 40, "Annule", black)
			return im
		}, 2},
		{"an underlined link", func() *image.RGBA {
			im := canvas(white)
			write(im, 40, 40, "Conditions", blue)
			fill(im, image.Rect(40, 43, 110, 44), blue)
			return im
		}, 1},
		{"a text field's frame and caret", func() *image.RGBA {
			im := canvas(white)
			fill(im, image.Rect(20, 20, 200, 50), grey)
			fill(im, image.Rect(21, 21, 199, 49), white)
			fill(im, image.Rect(30, 26, 31, 44), black)
			return im
		}, 0},
		{"a label right over the round corner of its field", func() *image.RGBA {
			im := canvas(white)
			write(im, 40, 40, "Supplier", black)
			fill(im, image.Rect(44, 46, 240, 47), grey)
			fill(im, image.Rect(40, 49, 41, 76), grey)
			fill(im, image.Rect(41, 47, 44, 49), grey)
			fill(im, image.Rect(44, 78, 240, 79), grey)
			return im
		}, 1},
		{"a check box", func() *image.RGBA {
			im := canvas(white)
			fill(im, image.Rect(20, 20, 34, 34), grey)
			fill(im, image.Rect(21, 21, 33, 33), white)
			return im
		}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			im := c.draw()
			if got := FindLines(im, im.Rect); len(got) != c.want {
				t.Errorf("found %d lines %v, want %d", len(got), got, c.want)
			}
		})
	}
}

func TestFindLinesLeavesOutWhatTheEdgeCuts(t *testing.T) {
	im := canvas(white)
	write(im, 40, 40, "Enregistrer", black)
	whole := FindLines(im, im.Rect)[0]
	for _, c := range []struct {
		name   string
		region image.Rectangle
		want   int
	}{
		{"the whole line", whole.Inset(-2), 1},
		{"its lower half", image.Rect(0, whole.Min.Y+whole.Dy()/2, 400, 120), 0},
		{"beside it", image.Rect(whole.Max.X+4, 0, 400, 120), 0},
		{"outside the picture", image.Rect(500, 500, 600, 600), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := FindLines(im, c.region); len(got) != c.want {
				t.Errorf("FindLines(%v) = %v, want %d lines", c.region, got, c.want)
			}
		})
	}
}

func FuzzFindLines(f *testing.F) {
	f.Add([]byte{0, 255, 7, 128, 0, 0, 0}, uint8(7))
	f.Fuzz(func(t *testing.T, pixels []byte, width uint8) {
		w := int(width%64) + 1
		im := image.NewRGBA(image.Rect(0, 0, w, len(pixels)/w+1))
		for i, p := range pixels {
			im.SetRGBA(i%w, i/w, color.RGBA{p, p, p, 255})
		}
		for _, box := range FindLines(im, im.Rect) {
			if box.Empty() || !box.In(im.Rect) {
				t.Errorf("line %v isn't inside %v", box, im.Rect)
			}
		}
	})
}
