package screen

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"os"
	"runtime"
	"testing"
)

// chunk is a PNG's chunk.
func chunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	body := append([]byte(kind), data...)
	return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
}

// packed is n zeros as zlib packs them: a thousandth of n.
func packed(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write(make([]byte, n)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// insert puts chunks before a PNG's pixels.
func insert(png []byte, chunks ...[]byte) []byte {
	at := bytes.Index(png, []byte("IDAT")) - 4
	return bytes.Join([][]byte{png[:at], bytes.Join(chunks, nil), png[at:]}, nil)
}

// growth is how much is allocated while f runs, in bytes.
func growth(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostilePicturesAreRefusedCheaply is about pictures that ask for more than they are worth.
func TestHostilePicturesAreRefusedCheaply(t *testing.T) {
	small := encodePNG(t, noise(40, 30, 1))
	end := bytes.Index(small, []byte("IEND")) - 4
	huge := binary.BigEndian.AppendUint32(nil, 1<<31-1)
	tests := map[string]struct {
		data []byte
		load error // of the header
		rgba error // of the pixels
	}{
		"one byte of a PNG":                  {[]byte{0x89}, ErrNotAPicture, nil},
		"one byte of a JPEG":                 {[]byte{0xff}, ErrNotAPicture, nil},
		"a header of 50,000×50,000":          {claimPNG(50_000, 50_000), ErrTooLarge, nil},
		"a header of 2³¹×2³¹":                {claimPNG(1<<31-1, 1<<31-1), ErrNotAPicture, nil},
		"a width of more than 2³¹":           {claimPNG(1<<32-1, 4), ErrNotAPicture, nil},
		"pixels that never end":              {bytes.Join([][]byte{claimPNG(40, 30), chunk("IDAT", packed(t, 16<<20)), chunk("IEND", nil)}, nil), nil, ErrDamaged},
		"a chunk longer than the file":       {append(append(bytes.Clone(small[:end]), huge...), "IDAT"...), nil, nil},
		"a packed text of 16 MiB":            {insert(small, chunk("zTXt", append([]byte("a\x00\x00"), packed(t, 16<<20)...))), nil, nil},
		"a packed profile of 16 MiB":         {insert(small, chunk("iCCP", append([]byte("a\x00\x00"), packed(t, 16<<20)...))), nil, nil},
		"a JPEG's height that is said later": {[]byte("\xff\xd8\xff\xc0\x00\x0b\x08\x00\x00\x00\x10\x01\x01\x11\x00\xff\xda"), ErrNotAPicture, nil},
		"a JPEG of 65,535×65,535":            {[]byte("\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"), ErrTooLarge, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var load, rgba error
			held := growth(func() {
				var p *Picture
				if p, load = Load(tt.data); load == nil {
					_, rgba = p.RGBA()
				}
			})
			if !errors.Is(load, tt.load) || (tt.load == nil) != (load == nil) || tt.rgba != nil && !errors.Is(rgba, tt.rgba) {
				t.Errorf("Load: %v, RGBA: %v; want %v, %v", load, rgba, tt.load, tt.rgba)
			}
			if held > 4<<20 {
				t.Errorf("%d bytes were allocated for %d", held, len(tt.data))
			}
		})
	}
}

func TestAnAnimationIsItsFirstPicture(t *testing.T) {
	first, second := flat(8, 6, 0x102030), encodePNG(t, flat(8, 6, 0xff0000))
	control := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 2), 0) // two frames, for ever
	frame := func(number uint32) []byte {
		f := binary.BigEndian.AppendUint32(nil, number)
		f = binary.BigEndian.AppendUint32(f, 8)
		f = binary.BigEndian.AppendUint32(f, 6)
		return chunk("fcTL", append(f, make([]byte, 14)...))
	}
	at, end := bytes.Index(second, []byte("IDAT")), bytes.Index(second, []byte("IEND"))-8
	more := chunk("fdAT", append([]byte{0, 0, 0, 2}, second[at+4:end]...))
	animated := insert(encodePNG(t, first), chunk("acTL", control), frame(0))
	animated = append(bytes.TrimSuffix(animated, chunk("IEND", nil)), bytes.Join([][]byte{frame(1), more, chunk("IEND", nil)}, nil)...)
	p, err := Load(animated)
	if err != nil {
		t.Fatal(err)
	}
	img, err := p.RGBA()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := img.RGBAAt(3, 3), (color.RGBA{0x10, 0x20, 0x30, 255}); got != want || p.Size() != image.Pt(8, 6) {
		t.Errorf("the animation is %v of %v, want %v of 8×6", got, p.Size(), want)
	}
}

// TestInkedJPEGIsSeenAsAPerson sees a JPEG whose colours are inks, as a printer's tool writes it.
func TestInkedJPEGIsSeenAsAPerson(t *testing.T) {
	data, err := os.ReadFile("testdata/cyan-cmyk.jpg")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := p.RGBA()
	if err != nil {
		t.Fatal(err)
	}
	if c := img.RGBAAt(8, 6); c.R > 20 || c.G < 235 || c.B < 235 {
		t.Errorf("cyan ink is seen as %v", c)
	}
}
