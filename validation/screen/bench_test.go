package screen

import (
	"image"
	"testing"
)

// large is a full-HD page, once with and once without a dialog.
func large() (before, after *image.RGBA) {
	before, after = text(1920, 1080, 0), text(1920, 1080, 0)
	framed(after, image.Rect(700, 400, 1200, 640))
	return before, after
}

func BenchmarkDecodePNG(b *testing.B) {
	img, _ := large()
	data := encodePNG(b, img)
	for b.Loop() {
		p, err := Load(data)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.RGBA(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSSIM(b *testing.B) {
	before, after := large()
	for name, box := range map[string]image.Rectangle{"screen": before.Rect, "160x160": image.Rect(640, 380, 800, 540)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := SSIM(before, after, box); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRegions(b *testing.B) {
	before, after := large()
	for b.Loop() {
		if _, err := Regions(before, after, before.Rect, RegionOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewBox(b *testing.B) {
	before, after := large()
	for b.Loop() {
		if _, ok := NewBox(before, after, 1); !ok {
			b.Fatal("no box")
		}
	}
}

func BenchmarkFindDialog(b *testing.B) {
	_, after := large()
	for b.Loop() {
		FindDialog(after, 1)
	}
}

func BenchmarkWidgetBox(b *testing.B) {
	_, after := large()
	p := image.Pt(900, 500)
	for b.Loop() {
		WidgetBox(after, p, Around(p, 500, 200, after.Rect))
	}
}

func BenchmarkSharpness(b *testing.B) {
	before, _ := large()
	for b.Loop() {
		if _, err := Sharpness(before, before.Rect); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHalfDrawn(b *testing.B) {
	before, after := large()
	for b.Loop() {
		halfDrawn(before, after)
		flatKind(after)
	}
}
