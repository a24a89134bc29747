package screen

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func noisy(t testing.TB, w, h int) *Picture {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * 7)
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	p, err := Load(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCoverFillsTheBoxesAndNothingElse(t *testing.T) {
	p := noisy(t, 40, 30)
	box := image.Rect(5, 6, 12, 9)
	covered, err := Cover(p, []image.Rectangle{box, image.Rect(35, 25, 90, 90), image.Rect(50, 50, 60, 60)})
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := Load(covered.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	was, _ := p.RGBA()
	for name, now := range map[string]*Picture{"at hand": covered, "decoded": fresh} {
		img, err := now.RGBA()
		if err != nil {
			t.Fatal(err)
		}
		for y := range 30 {
			for x := range 40 {
				q := image.Pt(x, y)
				want := was.RGBAAt(x, y)
				if q.In(box) || q.In(image.Rect(35, 25, 40, 30)) {
					want = CoverColour
				}
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("%s: %v is %v, want %v", name, q, got, want)
				}
			}
		}
	}
	again, err := Cover(p, []image.Rectangle{box, image.Rect(35, 25, 90, 90)})
	if err != nil || again.Hash() != covered.Hash() {
		t.Errorf("the same boxes give another picture (error %v)", err)
	}
}

func TestCoverWithNothingToCoverKeepsThePicture(t *testing.T) {
	p := noisy(t, 40, 30)
	for _, boxes := range [][]image.Rectangle{nil, {image.Rect(100, 100, 120, 120)}, {image.Rect(5, 5, 5, 9)}} {
		if got, err := Cover(p, boxes); got != p || err != nil {
			t.Errorf("%v: another picture, error %v", boxes, err)
		}
	}
}

func TestCoverBlanksADamagedPicture(t *testing.T) {
	data := noisy(t, 400, 300).Bytes()
	p, err := Load(data[:len(data)/2])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.RGBA(); !errors.Is(err, ErrDamaged) {
		t.Fatalf("error %v", err)
	}
	covered, err := Cover(p, []image.Rectangle{image.Rect(0, 0, 10, 10)})
	if err != nil {
		t.Fatal(err)
	}
	img, err := covered.RGBA()
	if err != nil || covered.Size() != p.Size() {
		t.Fatalf("size %v, error %v", covered.Size(), err)
	}
	for i := 0; i < len(img.Pix); i += 4 {
		if got := (color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}); got != CoverColour {
			t.Fatalf("a pixel of colour %v is left", got)
		}
	}
}

func BenchmarkCover(b *testing.B) {
	p := noisy(b, 1920, 1080)
	if _, err := p.RGBA(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Cover(p, []image.Rectangle{image.Rect(300, 200, 600, 240)}); err != nil {
			b.Fatal(err)
		}
	}
}
