package widget

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func encoded(t testing.TB, w, h int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for x := range w {
		m.Set(x, h/2, color.RGBA{R: 200, A: 255})
	}
	var buffer bytes.Buffer
	if err := png.Encode(&buffer, m); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

// newTestLoader runs a loader whose results come at once, on its own goroutines: for tests without a widget.
func newTestLoader(t *testing.T, limit int, fetch func(context.Context, string) ([]byte, error)) *Loader {
	t.Helper()
	var one sync.Mutex
	return startLoader(t, limit, fetch, func(f func()) { one.Lock(); defer one.Unlock(); f() })
}

// newWarmLoader runs a loader that keeps a picture "h" ready, fitted into an area. Later results are held back: as in a
// window, nothing but the test's own goroutine touches a widget.
func newWarmLoader(t *testing.T, data []byte, area image.Point) *Loader {
	t.Helper()
	var warm atomic.Bool
	l := startLoader(t, 8<<20, func(context.Context, string) ([]byte, error) { return data, nil }, func(f func()) {
		if !warm.Load() {
			f()
		}
	})
	ask(l, "warm", "h", View{}, area)
	warm.Store(true)
	return l
}

func startLoader(t *testing.T, limit int, fetch func(context.Context, string) ([]byte, error), dispatch func(func())) *Loader {
	t.Helper()
	l := NewLoader(fetch, dispatch, limit)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { l.Run(ctx); close(ended) }()
	t.Cleanup(func() { stop(); <-ended })
	return l
}

type answer struct {
	Rendered
	err error
}

func ask(l *Loader, owner any, hash string, v View, area image.Point) answer {
	got := make(chan answer, 1)
	l.Request(owner, Source{Hash: hash}, v, area, .3, func(r Rendered, err error) { got <- answer{r, err} })
	return <-got
}

func TestAPictureIsDecodedOnceAndScaledToItsArea(t *testing.T) {
	var reads atomic.Int32
	data := encoded(t, 800, 400)
	l := newTestLoader(t, 64<<20, func(context.Context, string) ([]byte, error) { reads.Add(1); return data, nil })
	fitted := ask(l, 1, "h", View{}, image.Pt(200, 200))
	part := ask(l, 1, "h", View{1, .5, .5}, image.Pt(200, 200))
	if fitted.Image.Bounds() != image.Rect(0, 0, 200, 100) || fitted.Picture != image.Pt(800, 400) {
		t.Errorf("fitted %v of %v", fitted.Image.Bounds(), fitted.Picture)
	}
	if part.Part != image.Rect(240, 40, 560, 360) || part.Image.Bounds() != image.Rect(0, 0, 320, 320) || part.Image.Stride != 4*320 {
		t.Errorf("part %v, image %v, stride %d", part.Part, part.Image.Bounds(), part.Image.Stride)
	}
	if reads.Load() != 1 {
		t.Errorf("the picture was read %d times", reads.Load())
	}
	if _, ok := l.Peek(Source{Hash: "h"}, View{}, image.Pt(200, 200)); !ok {
		t.Error("the fitted picture is not kept")
	}
	if _, ok := l.Peek(Source{Hash: "h"}, View{}, image.Pt(300, 200)); ok {
		t.Error("a rendition that nobody made is kept")
	}
}

func TestARenditionOutlivesThePixelsItWasMadeFrom(t *testing.T) {
	data := encoded(t, 200, 100) // 80,000 bytes decoded: more than the cache holds
	l := newTestLoader(t, 50_000, func(context.Context, string) ([]byte, error) { return data, nil })
	ask(l, 1, "h", View{}, image.Pt(50, 50))
	if kept, ok := l.Peek(Source{Hash: "h"}, View{}, image.Pt(50, 50)); !ok || kept.Picture != image.Pt(200, 100) {
		t.Errorf("kept %v, %v", ok, kept.Picture)
	}
	if l.Used() > 50_000 {
		t.Errorf("%d bytes are kept", l.Used())
	}
}

func TestThePictureThatCannotBeShown(t *testing.T) {
	huge := encoded(t, 4, 4)
	copy(huge[16:], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // the header says 65536×65536
	for name, c := range map[string]struct {
		data []byte
		err  error
		want string
	}{
		"is not stored":       {nil, errors.New("gone"), "gone"},
		"is no picture":       {[]byte("text"), nil, "unknown format"},
		"is cut off":          {encoded(t, 50, 50)[:60], nil, "decode picture"},
		"is larger than fits": {fixCRC(huge), nil, "exceed the limit"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newTestLoader(t, 1<<20, func(context.Context, string) ([]byte, error) { return c.data, c.err })
			got := ask(l, 1, "h", View{}, image.Pt(20, 20))
			if got.err == nil || !strings.Contains(got.err.Error(), c.want) {
				t.Errorf("error %v, want %q", got.err, c.want)
			}
		})
	}
}

func TestALaterWishReplacesAnEarlierOne(t *testing.T) {
	hold, started := make(chan struct{}), make(chan struct{}, 10)
	data := encoded(t, 40, 40)
	l := newTestLoader(t, 1<<20, func(context.Context, string) ([]byte, error) {
		started <- struct{}{}
		<-hold
		return data, nil
	})
	got := make(chan string, 10)
	wish := func(hash string) {
		l.Request("owner", Source{Hash: hash}, View{}, image.Pt(20, 20), .3, func(Rendered, error) { got <- hash })
	}
	wish("first")
	<-started
	wish("second")
	wish("third")
	close(hold)
	if hash := <-got; hash != "third" {
		t.Errorf("%q was delivered, want the last wish only", hash)
	}
	l.Cancel("owner")
}

func TestTheCacheStaysWithinItsBytes(t *testing.T) {
	c := NewCache[int](1000)
	for n := range 10 {
		c.Add(n, image.NewRGBA(image.Rect(0, 0, 10, 10))) // 400 bytes
		c.Get(0)
	}
	if c.Used() > 1000 {
		t.Errorf("%d bytes are kept", c.Used())
	}
	if c.Get(0) == nil || c.Get(9) == nil || c.Get(5) != nil {
		t.Error("what was asked for last is not what is kept")
	}
	c.Add(0, image.NewRGBA(image.Rect(0, 0, 5, 5)))
	if c.Used() != 500 {
		t.Errorf("%d bytes after one was replaced, want 500", c.Used())
	}
	c.Add(99, image.NewRGBA(image.Rect(0, 0, 100, 100)))
	if c.Get(99) != nil || c.Get(9) == nil {
		t.Error("a picture larger than the cache drove the others out")
	}
}

func TestReducingKeepsColourAndAverages(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 9, 7))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	for _, size := range []image.Point{{9, 7}, {8, 7}, {4, 3}, {1, 1}, {9, 2}} {
		got := scale(m, m.Bounds(), size)
		for i, v := range got.Pix {
			if v != 255 {
				t.Fatalf("white at %v has a value of %d at %d", size, v, i)
			}
		}
	}
	half := image.NewRGBA(image.Rect(0, 0, 4, 1))
	for _, x := range []int{1, 3} {
		half.Set(x, 0, color.White)
	}
	if got := scale(half, image.Rect(0, 0, 4, 1), image.Pt(2, 1)).Pix[0]; got != 128 {
		t.Errorf("half black, half white is %d, want 128", got)
	}
	if got := scale(half, image.Rect(1, 0, 2, 1), image.Pt(4, 4)).Pix[20]; got != 255 {
		t.Errorf("an enlarged white pixel is %d", got)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, 3, 3))
	var buffer bytes.Buffer
	if err := jpeg.Encode(&buffer, image.NewGray(image.Rect(0, 0, 4, 4)), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(buffer.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode(data)
		if (m == nil) == (err == nil) {
			t.Errorf("picture %v, error %v", m, err)
		}
	})
}

func BenchmarkScaleAScreenshot(b *testing.B) {
	whole := image.NewRGBA(image.Rect(0, 0, 2560, 1600))
	for b.Loop() {
		scale(whole, whole.Bounds(), image.Pt(640, 400))
	}
}
