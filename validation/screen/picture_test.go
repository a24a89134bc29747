package screen

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"sync"
	"testing"
)

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func encodeJPEG(t testing.TB, img image.Image, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// claimPNG is a PNG header that claims a size, with nothing behind it.
func claimPNG(w, h uint32) []byte {
	ihdr := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	ihdr = append(binary.BigEndian.AppendUint32(ihdr, h), 8, 6, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	return binary.BigEndian.AppendUint32(append(out, ihdr...), crc32.ChecksumIEEE(ihdr))
}

// withOrientation puts an EXIF segment that says orientation into a JPEG.
func withOrientation(data []byte, orientation byte) []byte {
	exif := append([]byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), orientation, 0, 0, 0, 0, 0, 0)
	segment := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	out := append([]byte{0xff, 0xd8}, segment...)
	return append(append(out, exif...), data[2:]...)
}

func TestLoadRefuses(t *testing.T) {
	tests := map[string]struct {
		data []byte
		want error
	}{
		"nothing":                  {nil, ErrNotAPicture},
		"a sentence":               {[]byte("this is no picture"), ErrNotAPicture},
		"a GIF":                    {[]byte("GIF89a\x01\x00\x01\x00"), ErrNotAPicture},
		"a PNG signature only":     {[]byte("\x89PNG\r\n\x1a\n"), ErrNotAPicture},
		"a JPEG cut in its header": {[]byte{0xff, 0xd8, 0xff, 0xe0, 0}, ErrNotAPicture},
		"no width":                 {claimPNG(0, 5), ErrNotAPicture},
		"too wide":                 {claimPNG(MaxSide+1, 1), ErrTooLarge},
		"too many pixels":          {claimPNG(10_000, 5_001), ErrTooLarge},
		"too many bytes":           {make([]byte, MaxBytes+1), ErrTooLarge},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := Load(tt.data); !errors.Is(err, tt.want) {
				t.Errorf("Load: %v, want %v", err, tt.want)
			}
		})
	}
}

func TestDamagedPixels(t *testing.T) {
	whole := encodePNG(t, noise(60, 40, 1))
	photo := encodeJPEG(t, noise(60, 40, 1), 90)
	tests := map[string][]byte{
		"PNG cut in the middle":     whole[:len(whole)/2],
		"JPEG cut in the middle":    photo[:len(photo)/2],
		"PNG with a flipped byte":   append(append(bytes.Clone(whole[:200]), whole[200]^0x55), whole[201:]...),
		"a header that claims 5 MP": claimPNG(2500, 2000),
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := Load(data)
			if err != nil {
				t.Fatal(err)
			}
			if img, err := p.RGBA(); !errors.Is(err, ErrDamaged) || img != nil {
				t.Errorf("RGBA: %v, %v, want %v", img != nil, err, ErrDamaged)
			}
		})
	}
}

func TestRGBAOfEveryKind(t *testing.T) {
	r := image.Rect(0, 0, 4, 3)
	paint := func(img interface {
		image.Image
		Set(x, y int, c color.Color)
	}, c color.Color,
	) image.Image {
		for y := range 3 {
			for x := range 4 {
				img.Set(x, y, c)
			}
		}
		return img
	}
	half := color.NRGBA{200, 0, 0, 128}
	tests := map[string]struct {
		img  image.Image
		want color.RGBA
	}{
		"opaque":             {paint(image.NewRGBA(r), color.RGBA{10, 20, 30, 255}), color.RGBA{10, 20, 30, 255}},
		"half transparent":   {paint(image.NewNRGBA(r), half), color.RGBA{227, 127, 127, 255}},
		"wholly transparent": {paint(image.NewNRGBA(r), color.NRGBA{}), color.RGBA{255, 255, 255, 255}},
		"grey":               {paint(image.NewGray(r), color.Gray{99}), color.RGBA{99, 99, 99, 255}},
		"16-bit grey":        {paint(image.NewGray16(r), color.Gray16{0x6364}), color.RGBA{99, 99, 99, 255}},
		"16-bit":             {paint(image.NewRGBA64(r), color.RGBA64{0x0a00, 0x1400, 0x1e00, 0xffff}), color.RGBA{10, 20, 30, 255}},
		"16-bit transparent": {paint(image.NewNRGBA64(r), color.NRGBA64{0xc8c8, 0, 0, 0x8080}), color.RGBA{227, 127, 127, 255}},
		"palette":            {paint(image.NewPaletted(r, color.Palette{color.Black, color.RGBA{1, 2, 3, 255}}), color.RGBA{1, 2, 3, 255}), color.RGBA{1, 2, 3, 255}},
		"palette transparent": {
			paint(image.NewPaletted(r, color.Palette{color.Black, half}), half),
			color.RGBA{227, 127, 127, 255},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := Load(encodePNG(t, tt.img))
			if err != nil {
				t.Fatal(err)
			}
			img, err := p.RGBA()
			if err != nil {
				t.Fatal(err)
			}
			if img.Rect != r || img.Stride != 16 || img.RGBAAt(3, 2) != tt.want {
				t.Errorf("bounds %v, stride %d, pixel %v, want %v", img.Rect, img.Stride, img.RGBAAt(3, 2), tt.want)
			}
		})
	}
}

func TestCMYKIsInked(t *testing.T) {
	img := image.NewCMYK(image.Rect(0, 0, 2, 2))
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255 // cyan
	}
	if got, want := toRGBA(img).RGBAAt(1, 1), (color.RGBA{0, 255, 255, 255}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOrientationTurnsSizeAndPixels(t *testing.T) {
	// The mark, a dark corner, is stored at the upper left.
	stored := flat(48, 32, 0xffffff)
	for y := range 8 {
		for x := range 8 {
			copy(stored.Pix[stored.PixOffset(x, y):], []byte{0, 0, 0})
		}
	}
	data := encodeJPEG(t, stored, 95)
	seenAt := map[byte]image.Point{1: {2, 2}, 2: {45, 2}, 3: {45, 29}, 4: {2, 29}, 5: {2, 2}, 6: {29, 2}, 7: {29, 45}, 8: {2, 45}}
	for orientation, at := range seenAt {
		p, err := Load(withOrientation(data, orientation))
		if err != nil {
			t.Fatal(err)
		}
		img, err := p.RGBA()
		if err != nil {
			t.Fatal(err)
		}
		if img.Rect.Size() != p.Size() || img.RGBAAt(at.X, at.Y).R > 60 {
			t.Errorf("orientation %d: Size %v, picture %v, mark at %v is %v", orientation, p.Size(), img.Rect, at, img.RGBAAt(at.X, at.Y))
		}
	}
}

func TestPictureDecodesOnce(t *testing.T) {
	p, err := Load(encodePNG(t, noise(50, 30, 7)))
	if err != nil {
		t.Fatal(err)
	}
	if p.DecodeTime() != 0 || p.Size() != image.Pt(50, 30) || len(p.Hash()) != 64 {
		t.Errorf("before decoding: %v, %v, %q", p.DecodeTime(), p.Size(), p.Hash())
	}
	first, err := p.RGBA()
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if again, err := p.RGBA(); again != first || err != nil {
				t.Error("decoded again", err)
			}
		})
	}
	wait.Wait()
	if p.DecodeTime() <= 0 {
		t.Error("no decode time")
	}
}

func TestCache(t *testing.T) {
	a, b, c := encodePNG(t, noise(50, 30, 1)), encodePNG(t, noise(50, 30, 2)), encodePNG(t, noise(50, 30, 3))
	cache := NewCache(2*(len(a)+4*50*30) + 100)
	load := func(data []byte) *Picture {
		p, err := cache.Load(bytes.Clone(data))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	pa, pb := load(a), load(b)
	if load(a) != pa || load(b) != pb {
		t.Error("the same bytes gave another picture")
	}
	load(a)
	load(c) // pushes out b, which was not used for longest
	if load(a) != pa {
		t.Error("the picture used last was let go")
	}
	if load(b) == pb {
		t.Error("the cache holds more than its limit")
	}
	if cache.used > cache.limit {
		t.Errorf("%d bytes used, limit %d", cache.used, cache.limit)
	}
	if _, err := cache.Load([]byte("no")); !errors.Is(err, ErrNotAPicture) {
		t.Error(err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(claimPNG(7000, 7000))
	f.Add(encodePNG(f, noise(9, 5, 1)))
	f.Add(encodeJPEG(f, noise(17, 9, 1), 80))
	f.Add(withOrientation(encodeJPEG(f, noise(17, 9, 1), 80), 6))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Load(data)
		if err != nil {
			if !errors.Is(err, ErrNotAPicture) && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		size := p.Size()
		if size.X*size.Y > 4_000_000 {
			return // the bound below is per pixel; larger ones would only slow the search
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		img, err := p.RGBA()
		runtime.ReadMemStats(&after)
		if used, most := after.TotalAlloc-before.TotalAlloc, uint64(40*(size.X+16)*(size.Y+16)+4*len(data)+8<<20); used > most {
			t.Fatalf("%v took %d bytes, limit %d", size, used, most)
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatalf("untyped error %v", err)
		}
		if err == nil && (img.Rect.Size() != size || !img.Opaque()) {
			t.Fatalf("size %v, pixels %v", size, img.Rect)
		}
	})
}
