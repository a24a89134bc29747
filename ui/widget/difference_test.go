package widget

import (
	"context"
	"errors"
	"image"
	"image/color"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// page is a white picture with rectangles painted on it.
func page(c color.Color, marks ...image.Rectangle) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 320, 200))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for _, r := range marks {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				m.Set(x, y, c)
			}
		}
	}
	return m
}

func TestWhatChangedIsFound(t *testing.T) {
	blue := color.RGBA{B: 200, A: 255}
	for name, c := range map[string]struct {
		before, after *image.RGBA
		areas         []image.Rectangle
		share         float64
	}{
		"nothing":                    {page(blue), page(blue), nil, 0},
		"a button appeared":          {page(blue), page(blue, image.Rect(40, 40, 60, 50)), []image.Rectangle{image.Rect(32, 32, 64, 64)}, 200.0 / 64000},
		"two fields side by side":    {page(blue), page(blue, image.Rect(0, 0, 10, 10), image.Rect(40, 0, 44, 10)), []image.Rectangle{image.Rect(0, 0, 48, 16)}, 140.0 / 64000},
		"two fields far apart":       {page(blue), page(blue, image.Rect(0, 0, 10, 10), image.Rect(310, 190, 320, 200)), []image.Rectangle{image.Rect(0, 0, 16, 16), image.Rect(304, 176, 320, 200)}, 200.0 / 64000},
		"red became green":           {page(color.RGBA{R: 200, A: 255}, image.Rect(0, 0, 8, 8)), page(color.RGBA{G: 102, A: 255}, image.Rect(0, 0, 8, 8)), []image.Rectangle{image.Rect(0, 0, 16, 16)}, 64.0 / 64000},
		"the noise of JPEG":          {page(blue), page(color.RGBA{240, 240, 240, 255}, image.Rect(0, 0, 320, 200)), nil, 0},
		"the whole page was changed": {page(blue), page(blue, image.Rect(0, 0, 320, 200)), []image.Rectangle{image.Rect(0, 0, 320, 200)}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, change, err := difference(c.before, c.after)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Change{c.areas, c.share}, change); diff != "" {
				t.Errorf("change (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOnlyWhatChangedHasAColour(t *testing.T) {
	red := color.RGBA{R: 255, A: 255}
	before := page(red, image.Rect(0, 0, 100, 100))
	after := page(red, image.Rect(0, 0, 100, 100), image.Rect(200, 100, 220, 110))
	made, _, err := difference(before, after)
	if err != nil {
		t.Fatal(err)
	}
	if c := made.RGBAAt(50, 50); c.R != c.G || c.G != c.B {
		t.Errorf("a red that stayed is %v, want a grey", c)
	}
	if c := made.RGBAAt(210, 105); c.R == c.G {
		t.Errorf("a red that is new is %v, want a tint", c)
	}
}

func TestPicturesOfDifferentSizesAreNotCompared(t *testing.T) {
	_, _, err := difference(page(color.White), image.NewRGBA(image.Rect(0, 0, 10, 10)))
	if !errors.Is(err, ErrSizes) {
		t.Errorf("error %v, want ErrSizes", err)
	}
}

func TestADifferenceIsMadeOnceAndKept(t *testing.T) {
	l := newTestLoader(t, 8<<20, func(_ context.Context, hash string) ([]byte, error) {
		if hash == "b" {
			return encoded(t, 64, 32), nil
		}
		return encoded(t, 64, 48), nil
	})
	wanted := func(s Source) answer {
		got := make(chan answer, 1)
		l.Request(t, s, View{}, image.Pt(64, 64), .3, func(r Rendered, err error) { got <- answer{r, err} })
		return <-got
	}
	if got := wanted(Source{Hash: "a", Before: "b"}); !errors.Is(got.err, ErrSizes) {
		t.Errorf("error %v, want ErrSizes", got.err)
	}
	same := Source{Hash: "a", Before: "c"}
	if got := wanted(same); got.err != nil || got.Picture != image.Pt(64, 48) || len(got.Change.Areas) != 0 {
		t.Errorf("%v, %+v", got.err, got.Rendered.Change)
	}
	if _, ok := l.Peek(same, View{}, image.Pt(64, 64)); !ok {
		t.Error("the difference is not kept")
	}
}

func BenchmarkDifference2560x1600(b *testing.B) {
	before := image.NewRGBA(image.Rect(0, 0, 2560, 1600))
	after := image.NewRGBA(before.Bounds())
	for i := range after.Pix[:len(after.Pix)/8] {
		after.Pix[i] = 200
	}
	for b.Loop() {
		if _, _, err := difference(before, after); err != nil {
			b.Fatal(err)
		}
	}
}
