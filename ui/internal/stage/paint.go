package stage

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Paint writes a PNG of a light page with dark rectangles on it.
func Paint(t testing.TB, dir, name string, size image.Point, marks ...image.Rectangle) {
	t.Helper()
	page := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(page, page.Bounds(), image.NewUniform(color.Gray{Y: 0xF0}), image.Point{}, draw.Src)
	for _, mark := range marks {
		draw.Draw(page, mark, image.NewUniform(color.Gray{Y: 0x20}), image.Point{}, draw.Src)
	}
	file, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(file, page); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
