package screen

import (
	"image"
	"image/color"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// striped is a picture whose rows from top on differ from each other and begin with the seed.
func striped(top, seed int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 320, 240))
	for y := range 240 {
		for x := range 320 {
			c := color.RGBA{R: 240, G: 240, B: 240, A: 255}
			if n := y - top + seed; y >= top && (x*7+n*n)%13 < 4 {
				c = color.RGBA{R: uint8(n), G: uint8(n * 3), B: 90, A: 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// recoloured is a picture with another share of blue.
func recoloured(img *image.RGBA) *image.RGBA {
	for i := 2; i < len(img.Pix); i += 4 {
		img.Pix[i] -= 40
	}
	return img
}

func TestShifted(t *testing.T) {
	page := striped(40, 0)
	tests := []struct {
		name  string
		after *image.RGBA
		by    int
		want  bool
	}{
		{"the page went down by a bar", striped(72, 0), 32, true},
		{"the page went up", striped(16, 0), -24, true},
		{"the page stands", striped(40, 0), 0, false},
		{"another page", recoloured(striped(60, 0)), 0, false},
		{"another size", image.NewRGBA(image.Rect(0, 0, 300, 240)), 0, false},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			s, ok := Shifted(page, c.after, 40)
			if ok != c.want || ok && s.By != c.by {
				t.Fatalf("Shifted = %+v, %v, want by %d, %v", s, ok, c.by, c.want)
			}
			if !ok {
				return
			}
			again := Realign(page, c.after, s)
			if diff := cmp.Diff(c.after.Pix, again.Pix); diff != "" {
				t.Errorf("the page at its new place differs from what is there (-want +got)\n%s", diff[:min(len(diff), 400)])
			}
		})
	}
}
