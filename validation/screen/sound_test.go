package screen

import (
	"image"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func loaded(t *testing.T, img *image.RGBA) *Picture {
	t.Helper()
	p, err := Load(encodePNG(t, img))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// painted is the page with a change.
func painted(change func(img *image.RGBA)) *image.RGBA {
	img := page()
	change(img)
	return img
}

func TestSound(t *testing.T) {
	full := painted(func(img *image.RGBA) { paste(img, text(400, 300, 3), 0, 0) })
	dark := flat(400, 300, 0x101010)
	fill(dark, image.Rect(20, 20, 180, 30), 0xc0c0c0)
	form := flat(400, 300, 0xffffff)
	fill(form, image.Rect(20, 20, 90, 28), 0x202020)
	pointer := flat(400, 300, 0)
	arrow(pointer, 100, 100)
	cut := painted(func(img *image.RGBA) { paste(img, text(400, 300, 3), 0, 0); fill(img, image.Rect(0, 200, 400, 300), 0) })
	tests := map[string]struct {
		after  *image.RGBA
		expect image.Point
		want   []DoubtKind
	}{
		"another picture of the same size":        {page(), image.Pt(400, 300), nil},
		"a dark application":                      {dark, image.Point{}, nil},
		"a mostly white form":                     {form, image.Point{}, nil},
		"a black capture":                         {flat(400, 300, 0x020202), image.Point{}, []DoubtKind{DoubtBlack}},
		"a black capture with the pointer":        {pointer, image.Point{}, []DoubtKind{DoubtBlack}},
		"a blank capture":                         {flat(400, 300, 0xffffff), image.Point{}, []DoubtKind{DoubtBlank}},
		"a capture that broke off":                {cut, image.Point{}, []DoubtKind{DoubtHalfDrawn}},
		"the same file":                           {full, image.Point{}, []DoubtKind{DoubtSameBytes}},
		"another size":                            {flat(380, 300, 0xffffff), image.Point{}, []DoubtKind{DoubtBlank, DoubtSizes}},
		"a size that is not the session's screen": {page(), image.Pt(800, 600), []DoubtKind{DoubtScreenSize, DoubtScreenSize}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []DoubtKind
			for _, d := range Sound(loaded(t, full), loaded(t, tt.after), tt.expect) {
				got = append(got, d.Kind)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("doubts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSoundNamesTheRescale(t *testing.T) {
	doubts := Sound(nil, loaded(t, flat(800, 600, 0xffffff)), image.Pt(400, 300))
	if len(doubts) != 2 || doubts[0].Scale != 2 || doubts[0].On != "after" {
		t.Errorf("%+v", doubts)
	}
	if s := rescale(image.Pt(800, 500), image.Pt(400, 300)); s != 0 {
		t.Errorf("800x500 is no clean rescale of 400x300, got %v", s)
	}
}

func TestSamePixelsInAnotherFile(t *testing.T) {
	grey := image.NewGray(image.Rect(0, 0, 80, 80))
	grey.Pix[5], grey.Pix[6000] = 200, 90
	p, err := Load(encodePNG(t, grey))
	if err != nil {
		t.Fatal(err)
	}
	if doubts := Sound(p, loaded(t, toRGBA(grey)), image.Point{}); len(doubts) != 1 || doubts[0].Kind != DoubtSamePixels {
		t.Errorf("%+v", doubts)
	}
	damaged, err := Load(claimPNG(900, 900))
	if err != nil {
		t.Fatal(err)
	}
	if doubts := Sound(p, damaged, image.Point{}); len(doubts) != 1 || doubts[0].Kind != DoubtDamaged || doubts[0].Err == nil {
		t.Errorf("%+v", doubts)
	}
}

func TestSharpness(t *testing.T) {
	sharp, err := Sharpness(text(160, 64, 0), image.Rect(0, 0, 160, 64))
	if err != nil || sharp < 100 {
		t.Errorf("text: %v, %v", sharp, err)
	}
	soft, err := Sharpness(gradient(160, 64, 1), image.Rect(0, 0, 90, 64))
	if err != nil || soft > 10 {
		t.Errorf("gradient: %v, %v", soft, err)
	}
}
