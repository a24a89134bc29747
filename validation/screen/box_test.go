package screen

import (
	"image"
	"image/color"
	"testing"
)

// framed draws a box with an outline, a title strip and text.
func framed(img *image.RGBA, r image.Rectangle) {
	fill(img, r, 0x607080)
	fill(img, r.Inset(1), 0xffffff)
	fill(img, image.Rect(r.Min.X+1, r.Min.Y+1, r.Max.X-1, r.Min.Y+25), 0x224488)
	paste(img, text(min(120, r.Dx()-30), 32, 0), r.Min.X+14, r.Min.Y+34)
}

// rounded draws a white box with corners of some radius, and text.
func rounded(img *image.RGBA, r image.Rectangle, radius int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			dx := max(r.Min.X+radius-x, x-r.Max.X+radius+1, 0)
			dy := max(r.Min.Y+radius-y, y-r.Max.Y+radius+1, 0)
			if dx*dx+dy*dy <= radius*radius {
				fill(img, image.Rect(x, y, x+1, y+1), 0xffffff)
			}
		}
	}
	paste(img, text(r.Dx()-30, 32, 0), r.Min.X+14, r.Min.Y+34)
}

func desk() *image.RGBA {
	img := flat(800, 600, 0xf4f4f4)
	for y := 40; y < 560; y += 60 {
		paste(img, text(600, 40, y), 60, y)
	}
	return img
}

func dim(img *image.RGBA) {
	for i := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] = uint8(int(img.Pix[i]) * 6 / 10)
		}
	}
}

func nearly(a, b image.Rectangle) bool { return a.In(b.Inset(-3)) && b.In(a.Inset(-3)) }

func TestNewBox(t *testing.T) {
	modal, menu := image.Rect(250, 200, 550, 380), image.Rect(102, 300, 222, 430)
	aside := image.Rect(670, 200, 790, 380)
	tests := map[string]struct {
		draw   func(img *image.RGBA)
		points []image.Point
		want   Box
	}{
		"modal on a dimmed page":                 {func(img *image.RGBA) { dim(img); framed(img, modal) }, nil, Box{modal, BoxDialog, true}},
		"message box in the middle":              {func(img *image.RGBA) { framed(img, modal) }, []image.Point{{300, 230}}, Box{modal, BoxDialog, false}},
		"modal with round corners":               {func(img *image.RGBA) { dim(img); rounded(img, aside, 9) }, nil, Box{aside, BoxDialog, true}},
		"menu at the point":                      {func(img *image.RGBA) { framed(img, menu) }, []image.Point{{100, 298}}, Box{menu, BoxMenu, false}},
		"message box whose side lies on letters": {func(img *image.RGBA) { framed(img, image.Rect(300, 205, 640, 395)) }, nil, Box{image.Rect(300, 205, 640, 395), BoxDialog, false}},
		"nothing":                                {func(*image.RGBA) {}, nil, Box{}},
		"another page":                           {func(img *image.RGBA) { fill(img, img.Rect, 0xffffff); paste(img, text(700, 500, 2), 50, 50) }, nil, Box{}},
		"only dimmed":                            {dim, nil, Box{}},
		"a row got an outline": {func(img *image.RGBA) {
			r := image.Rect(50, 276, 700, 324)
			for i := range 2 {
				fill(img, image.Rect(r.Min.X, r.Min.Y+i, r.Max.X, r.Min.Y+i+1), 0x0000ff)
				fill(img, image.Rect(r.Min.X, r.Max.Y-1-i, r.Max.X, r.Max.Y-i), 0x0000ff)
				fill(img, image.Rect(r.Min.X+i, r.Min.Y, r.Min.X+i+1, r.Max.Y), 0x0000ff)
				fill(img, image.Rect(r.Max.X-1-i, r.Min.Y, r.Max.X-i, r.Max.Y), 0x0000ff)
			}
		}, nil, Box{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			after := desk()
			tt.draw(after)
			got, ok := NewBox(desk(), after, 1, tt.points...)
			if ok != (tt.want != Box{}) || !nearly(got.Box, tt.want.Box) || got.Kind != tt.want.Kind || got.Dimmed != tt.want.Dimmed {
				t.Errorf("got %v %v, want %v", got, ok, tt.want)
			}
		})
	}
	if _, ok := NewBox(desk(), flat(10, 10, 0), 1); ok {
		t.Error("a box between pictures of different sizes")
	}
}

func TestFindDialog(t *testing.T) {
	modal := image.Rect(250, 200, 550, 380)
	for name, prepare := range map[string]func(*image.RGBA){"dimmed page": dim, "plain page": func(*image.RGBA) {}} {
		img := desk()
		prepare(img)
		framed(img, modal)
		if got := FindDialog(img, 1); len(got) == 0 || !nearly(got[0], modal) {
			t.Errorf("%s: got %v, want %v", name, got, modal)
		}
	}
	if got := FindDialog(desk(), 1); len(got) != 0 {
		t.Errorf("a page without a dialog: %v", got)
	}
}

func TestWidgetBox(t *testing.T) {
	img := desk()
	button, field := image.Rect(100, 86, 190, 112), image.Rect(300, 86, 480, 112)
	fill(img, button, 0x2266cc)
	paste(img, text(40, 9, 0), 120, 95)
	fill(img, field, 0x808080)
	fill(img, field.Inset(1), 0xffffff)
	tests := map[string]struct {
		p    image.Point
		want image.Rectangle
	}{
		"filled button with text": {image.Pt(140, 100), button},
		"outlined empty field":    {image.Pt(350, 100), field},
		"bare page":               {image.Pt(700, 20), image.Rectangle{}},
		"outside the picture":     {image.Pt(9000, 20), image.Rectangle{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := WidgetBox(img, tt.p, Around(tt.p, 400, 200, img.Rect))
			if ok != !tt.want.Empty() || !nearly(got, tt.want) {
				t.Errorf("got %v %v, want %v", got, ok, tt.want)
			}
		})
	}
}

func TestCropsAndBackground(t *testing.T) {
	img := flat(40, 30, 0xff0000)
	fill(img, image.Rect(10, 10, 14, 14), 0x00ff00)
	if got := Around(image.Pt(0, 0), 20, 10, img.Rect); got != image.Rect(0, 0, 10, 5) {
		t.Errorf("Around = %v", got)
	}
	if got := Crop(img, image.Rect(10, 10, 99, 99)); got.Rect != image.Rect(10, 10, 40, 30) || got.RGBAAt(10, 10).G != 255 {
		t.Errorf("Crop: %v", got.Rect)
	}
	if got := Background(img, img.Rect); got != (color.RGBA{255, 0, 0, 255}) {
		t.Errorf("Background = %v", got)
	}
	if got := Background(img, image.Rect(50, 50, 60, 60)); got != (color.RGBA{}) {
		t.Errorf("Background outside = %v", got)
	}
	if got := Luma(img, image.Rect(9, 9, 12, 12)); got.Rect != image.Rect(0, 0, 3, 3) || got.Pix[0] != 76 || got.Pix[4] != 150 {
		t.Errorf("Luma = %v %v", got.Rect, got.Pix)
	}
}
