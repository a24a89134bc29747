//go:build unix

package widget

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"os"
	"syscall"
	"testing"
	"time"
)

// largeShot is a screenshot of 2560 by 1600, of the demo's screens laid side by side.
func largeShot(b *testing.B) []byte {
	b.Helper()
	data, err := os.ReadFile("../../assets/demo/01-1-after.png")
	if err != nil {
		b.Fatal(err)
	}
	tile, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	large := image.NewRGBA(image.Rect(0, 0, 2560, 1600))
	for y := 0; y < 1600; y += tile.Bounds().Dy() {
		for x := 0; x < 2560; x += tile.Bounds().Dx() {
			draw.Draw(large, tile.Bounds().Add(image.Pt(x, y)), tile, tile.Bounds().Min, draw.Src)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, large); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// processorTime adds what an operation takes of the processors, which does not depend on what else runs.
func processorTime(b *testing.B) {
	b.Helper()
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	began := used()
	b.Cleanup(func() { b.ReportMetric(float64(used()-began)/float64(b.N)/1e6, "processor-ms/op") })
}

// BenchmarkPictureCold reads, decodes and scales a picture as another step does.
func BenchmarkPictureCold(b *testing.B) {
	data := largeShot(b)
	processorTime(b)
	for b.Loop() {
		l := NewLoader(func(context.Context, string) ([]byte, error) { return data, nil }, nil, 64<<20)
		if _, err := l.render(b.Context(), &job{source: Source{Hash: "h"}, area: image.Pt(900, 560)}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPictureKept takes a picture that was shown before.
func BenchmarkPictureKept(b *testing.B) {
	data := largeShot(b)
	l := NewLoader(func(context.Context, string) ([]byte, error) { return data, nil }, nil, 64<<20)
	processorTime(b)
	for b.Loop() {
		if _, err := l.render(b.Context(), &job{source: Source{Hash: "h"}, area: image.Pt(900, 560)}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPictureZoomed makes what is seen of a picture at another zoom.
func BenchmarkPictureZoomed(b *testing.B) {
	data := largeShot(b)
	l := NewLoader(func(context.Context, string) ([]byte, error) { return data, nil }, nil, 64<<20)
	processorTime(b)
	for b.Loop() {
		if _, err := l.render(b.Context(), &job{source: Source{Hash: "h"}, view: View{Zoom: 1.3, X: .5, Y: .5}, area: image.Pt(900, 560)}); err != nil {
			b.Fatal(err)
		}
	}
}
