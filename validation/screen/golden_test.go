package screen

import (
	"encoding/json"
	"hash/crc32"
	"image"
	"math"
	"os"
	"testing"
)

// synthetic are the pictures of testdata/ssim/generate.py, pixel for pixel; the CRC-32 in the golden table proves it.
var synthetic = map[string]func(w, h, value int) *image.RGBA{
	"noise": noise, "gradient": gradient, "flat": flat, "text": text, "jitter": jitter,
}

// drawn makes a picture from its pixels' colours.
func drawn(w, h int, at func(x, y int) (r, g, b uint8)) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p := img.Pix[img.PixOffset(x, y):]
			p[0], p[1], p[2] = at(x, y)
			p[3] = 0xff
		}
	}
	return img
}

func noise(w, h, seed int) *image.RGBA {
	s := uint32(seed)
	next := func() uint8 {
		s = 1664525*s + 1013904223
		return uint8(s >> 24)
	}
	return drawn(w, h, func(int, int) (r, g, b uint8) { return next(), next(), next() })
}

func gradient(w, h, step int) *image.RGBA {
	return drawn(w, h, func(x, y int) (r, g, b uint8) { return uint8(x * step), uint8(y * step), uint8((x + y) * step) })
}

func flat(w, h, rgb int) *image.RGBA {
	return drawn(w, h, func(int, int) (r, g, b uint8) { return uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb) })
}

func text(w, h, shift int) *image.RGBA {
	return drawn(w, h, func(x, y int) (r, g, b uint8) {
		u := x - shift + 1000
		if y%16 < 9 && u%5 < 2 && (u/5*7+y/16*3)%11 != 0 {
			return 30, 34, 40
		}
		return 250, 250, 252
	})
}

func jitter(w, h, seed int) *image.RGBA {
	img, n := text(w, h, 0), noise(w, h, seed)
	for i, v := range n.Pix {
		if i%4 != 3 {
			img.Pix[i] = uint8(min(255, max(0, int(img.Pix[i])+int(v>>5)-4)))
		}
	}
	return img
}

// goldenPicture names a synthetic picture.
type goldenPicture struct {
	Kind  string `json:"kind"`
	Value int    `json:"value"`
	CRC32 uint32 `json:"crc32"`
}

func (g goldenPicture) make(t *testing.T, w, h int) *image.RGBA {
	t.Helper()
	img := synthetic[g.Kind](w, h, g.Value)
	rgb := make([]byte, 0, 3*w*h)
	for i := 0; i < len(img.Pix); i += 4 {
		rgb = append(rgb, img.Pix[i:i+3]...)
	}
	if got := crc32.ChecksumIEEE(rgb); got != g.CRC32 {
		t.Fatalf("%s %d of %dx%d: CRC-32 %08x, the golden table's picture has %08x", g.Kind, g.Value, w, h, got, g.CRC32)
	}
	return img
}

type goldenRow struct {
	Name          string
	Width, Height int
	Box           [4]int
	A, B          goldenPicture
	SSIM          float64
	Channels      [3]float64
}

func goldenRows(t *testing.T) []goldenRow {
	t.Helper()
	data, err := os.ReadFile("../../testdata/ssim/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var table struct{ Rows []goldenRow }
	if err := json.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) < 20 {
		t.Fatalf("golden table has %d rows", len(table.Rows))
	}
	return table.Rows
}

func TestSSIMEqualsScikitImage(t *testing.T) {
	const tolerance = 1e-6
	for _, row := range goldenRows(t) {
		t.Run(row.Name, func(t *testing.T) {
			a, b := row.A.make(t, row.Width, row.Height), row.B.make(t, row.Width, row.Height)
			box := image.Rect(row.Box[0], row.Box[1], row.Box[2], row.Box[3])
			got, err := SSIM(a, b, box)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got-row.SSIM) > tolerance {
				t.Errorf("SSIM = %.9f, scikit-image has %.9f", got, row.SSIM)
			}
			got, err = SSIMColor(a, b, box)
			if err != nil {
				t.Fatal(err)
			}
			if want := min(row.SSIM, row.Channels[0], row.Channels[1], row.Channels[2]); math.Abs(got-want) > tolerance {
				t.Errorf("SSIMColor = %.9f, the least of scikit-image's channels is %.9f", got, want)
			}
		})
	}
}
