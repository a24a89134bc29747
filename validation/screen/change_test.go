package screen

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// page is a page of text with room around it: 400x300, two lines of dark text on light grey.
func page() *image.RGBA {
	img := flat(400, 300, 0xf4f4f4)
	paste(img, text(200, 32, 0), 40, 60)
	return img
}

func paste(dst, src *image.RGBA, x, y int) {
	draw.Draw(dst, src.Rect.Add(image.Pt(x, y)), src, src.Rect.Min, draw.Src)
}

func fill(dst *image.RGBA, r image.Rectangle, rgb int) {
	draw.Draw(dst, r, image.NewUniform(color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}), image.Point{}, draw.Src)
}

// arrow draws a mouse pointer with its tip at (x, y).
func arrow(dst *image.RGBA, x, y int) {
	for i := range 18 {
		fill(dst, image.Rect(x, y+i, x+1+i*11/18, y+i+1), 0x000000)
	}
}

func asJPEG(t testing.TB, img *image.RGBA) *image.RGBA {
	t.Helper()
	src, err := jpeg.Decode(bytes.NewReader(encodeJPEG(t, img, 92)))
	if err != nil {
		t.Fatal(err)
	}
	return toRGBA(src)
}

func TestRegionsByWhatTheEyeSees(t *testing.T) {
	type drawing = func(before, after *image.RGBA)
	tests := map[string]struct {
		draw     drawing
		pointers []image.Point
		want     []Class
	}{
		"identical":      {func(_, _ *image.RGBA) {}, nil, nil},
		"1-px shift":     {func(_, a *image.RGBA) { paste(a, text(200, 32, 1), 40, 60) }, nil, []Class{ClassContent}},
		"blinking caret": {func(_, a *image.RGBA) { fill(a, image.Rect(100, 150, 101, 166), 0) }, nil, []Class{ClassCaret}},
		"a column that grew by a border is no caret": {
			func(_, a *image.RGBA) { fill(a, image.Rect(100, 50, 101, 200), 0) }, nil,
			[]Class{ClassContent},
		},
		"moved pointer": {func(b, a *image.RGBA) { arrow(b, 50, 150); arrow(a, 300, 200) }, nil, []Class{ClassPointer, ClassPointer}},
		"pointer came to the known point": {
			func(_, a *image.RGBA) { arrow(a, 300, 200) },
			[]image.Point{{300, 200}},
			[]Class{ClassPointer},
		},
		"checkbox ticked under the point": {
			func(_, a *image.RGBA) { fill(a, image.Rect(292, 190, 308, 206), 0x2266ee) },
			[]image.Point{{300, 198}},
			[]Class{ClassContent},
		},
		"clock tick": {func(b, a *image.RGBA) {
			fill(b, image.Rect(370, 285, 376, 294), 0)
			fill(a, image.Rect(372, 285, 374, 294), 0xff0000)
		}, nil, []Class{ClassClock}},
		"status text in the other corner is content": {
			func(_, a *image.RGBA) { fill(a, image.Rect(10, 285, 60, 294), 0) }, nil,
			[]Class{ClassContent},
		},
		"spinner turned": {func(b, a *image.RGBA) {
			fill(b, image.Rect(200, 200, 224, 212), 0x3366cc)
			fill(a, image.Rect(200, 212, 224, 224), 0x3366cc)
		}, nil, []Class{ClassSpinner}},
		"equal-luma colour swap": {func(b, a *image.RGBA) {
			fill(b, image.Rect(200, 200, 220, 210), 0xff0000)
			fill(a, image.Rect(200, 200, 220, 210), 0x008200)
		}, nil, []Class{ClassContent}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before, after := page(), page()
			tt.draw(before, after)
			regions, err := Regions(before, after, before.Rect, RegionOptions{Pointers: tt.pointers})
			if err != nil {
				t.Fatal(err)
			}
			var got []Class
			for _, r := range regions {
				got = append(got, r.Class)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("classes (-want +got):\n%s\n%v", diff, regions)
			}
		})
	}
}

func TestJPEGNoiseIsNoChange(t *testing.T) {
	m, err := Change(page(), asJPEG(t, page()), page().Rect, DefaultTolerance)
	if err != nil {
		t.Fatal(err)
	}
	if m.Share() > .001 {
		t.Errorf("share %v", m.Share())
	}
}

func TestChangeCountsAndPlaces(t *testing.T) {
	before, after := flat(61, 47, 0xffffff), flat(61, 47, 0xffffff)
	fill(after, image.Rect(13, 9, 22, 30), 0x808080)
	m, err := Change(before, after, image.Rect(5, 3, 100, 100), DefaultTolerance)
	if err != nil {
		t.Fatal(err)
	}
	if want := image.Rect(13, 9, 22, 30); m.Bounds() != want || m.Changed != 9*21 || m.Box != image.Rect(5, 3, 61, 47) {
		t.Errorf("bounds %v, want %v; changed %d; box %v", m.Bounds(), want, m.Changed, m.Box)
	}
	for p, want := range map[image.Point]bool{{13, 9}: true, {21, 29}: true, {22, 29}: false, {12, 9}: false, {0, 0}: false} {
		if m.At(p) != want {
			t.Errorf("At(%v) = %v", p, !want)
		}
	}
	whole, err := Change(flat(9, 9, 0xffffff), flat(9, 9, 0x808080), image.Rect(0, 0, 9, 9), DefaultTolerance)
	if err != nil || whole.Share() != 1 {
		t.Errorf("flat white against flat grey: share %v, %v", whole.Share(), err)
	}
}

func TestMergeDistance(t *testing.T) {
	before, after := flat(200, 60, 0xffffff), flat(200, 60, 0xffffff)
	fill(after, image.Rect(20, 20, 40, 28), 0)
	fill(after, image.Rect(56, 20, 76, 28), 0)
	for merge, want := range map[int]int{4: 2, 24: 1} {
		rs, err := Regions(before, after, before.Rect, RegionOptions{Merge: merge})
		if err != nil || len(rs) != want || Count(rs, ClassContent) != 320 {
			t.Errorf("merge %d: %v, %v, want %d regions", merge, rs, err, want)
		}
	}
}

func TestRegionsThatCannotBeCompared(t *testing.T) {
	a := flat(40, 30, 0xffffff)
	tests := map[string]struct {
		b    *image.RGBA
		box  image.Rectangle
		want error
	}{
		"different sizes":   {flat(41, 30, 0xffffff), a.Rect, ErrSizes},
		"off-screen region": {flat(40, 30, 0xffffff), image.Rect(100, 100, 120, 120), ErrOutside},
		"empty region":      {flat(40, 30, 0xffffff), image.Rect(5, 5, 5, 9), ErrOutside},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, changeErr := Change(a, tt.b, tt.box, 0)
			_, regionsErr := Regions(a, tt.b, tt.box, RegionOptions{})
			_, ssimErr := SSIM(a, tt.b, tt.box)
			_, colourErr := SSIMColor(a, tt.b, tt.box)
			for _, err := range []error{changeErr, regionsErr, ssimErr, colourErr} {
				if !errors.Is(err, tt.want) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
			}
		})
	}
}
