package ocr

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withoutClients takes all clients out of a pool until the test ends: what is answered then is answered from memory.
func withoutClients(t *testing.T, p *Pool) {
	t.Helper()
	clients := make([]*engine, cap(p.idle))
	for i := range clients {
		clients[i] = <-p.idle
	}
	t.Cleanup(func() {
		for _, e := range clients {
			p.idle <- e
		}
	})
}

// moved is a copy of lines with their boxes moved by d.
func moved(lines []Line, d image.Point) []Line {
	out := make([]Line, len(lines))
	for i, l := range lines {
		out[i] = Line{Words: slices.Clone(l.Words), Box: l.Box.Add(d)}
		for k := range out[i].Words {
			out[i].Words[k].Box = out[i].Words[k].Box.Add(d)
		}
	}
	return out
}

func TestWhatWasReadIsRemembered(t *testing.T) {
	p, im := testPool(t), crop(t, "coloured-button")
	first, err := p.Read(context.Background(), im, im.Rect)
	if err != nil || len(first) == 0 {
		t.Fatalf("Read = %v, %v", first, err)
	}
	want := moved(first, image.Point{})
	withoutClients(t, p)
	first[0].Words[0].Text = "changed by its reader"
	again, err := p.Read(context.Background(), im, im.Rect)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("the second reading (-want +got)\n%s", diff)
	}
}

func TestTheSamePixelsElsewhereAreRemembered(t *testing.T) {
	p, im := testPool(t), crop(t, "coloured-button")
	want, err := p.ReadLine(context.Background(), im, im.Rect)
	if err != nil {
		t.Fatal(err)
	}
	withoutClients(t, p)
	d := image.Pt(300, 200)
	page := image.NewRGBA(image.Rect(0, 0, 900, 700))
	draw.Draw(page, page.Rect, image.NewUniform(im.At(0, 0)), image.Point{}, draw.Src)
	draw.Draw(page, im.Rect.Add(d), im, image.Point{}, draw.Src)
	got, err := p.ReadLine(context.Background(), page, im.Rect.Add(d))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(moved([]Line{want}, d)[0], got); diff != "" {
		t.Errorf("the line at another place (-want +got)\n%s", diff)
	}
}

func TestAnotherPixelIsReadAnew(t *testing.T) {
	p, im := testPool(t), crop(t, "coloured-button")
	line, err := p.ReadLine(context.Background(), im, im.Rect)
	if err != nil || len(line.Words) == 0 {
		t.Fatalf("ReadLine = %v, %v", line, err)
	}
	withoutClients(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a reading that needs a client gives up at once
	im.Pix[im.PixOffset(line.Words[0].Box.Min.X+1, line.Words[0].Box.Max.Y-1)] ^= 0xff
	if got, err := p.ReadLine(ctx, im, im.Rect); !errors.Is(err, context.Canceled) {
		t.Errorf("ReadLine of a changed picture = %q, %v; want it to ask for a client", got.Text(), err)
	}
}

func TestRoom(t *testing.T) {
	for _, c := range []struct {
		name string
		box  image.Rectangle
		text string
		fits bool
	}{
		{"narrow letters in a small font", image.Rect(0, 0, 24, 11), "fill it", false},
		{"the same with the room they take", image.Rect(0, 0, 27, 11), "fill it", true},
		{"a wide word", image.Rect(0, 0, 84, 12), "WWWWWW", true},
		{"an icon", image.Rect(0, 0, 16, 16), "Save", false},
		{"nothing", image.Rectangle{}, "a", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Room(c.box) >= len(c.text); got != c.fits {
				t.Errorf("Room(%v) = %d, for %d characters: %v, want %v", c.box, Room(c.box), len(c.text), got, c.fits)
			}
		})
	}
}
