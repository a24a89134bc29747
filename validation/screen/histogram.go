package screen

import (
	"image"
	"image/color"
)

// histogram counts the pixels of a box by colour, 3 bits a channel.
type histogram struct {
	counts [512]int
	total  int
}

func histogramOf(img *image.RGBA, box image.Rectangle) *histogram {
	h := &histogram{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := pixels(img, box.Min.X, box.Max.X, y)
		for i := 0; i+3 < len(row); i += 4 {
			h.counts[bin(row[i], row[i+1], row[i+2])]++
		}
	}
	h.total = box.Dx() * box.Dy()
	return h
}

func bin(r, g, b uint8) int { return int(r>>5)<<6 | int(g>>5)<<3 | int(b>>5) }

// most returns the fullest bin.
func (h *histogram) most() int {
	best := 0
	for i, n := range h.counts {
		if n > h.counts[best] {
			best = i
		}
	}
	return best
}

// flat says whether nearly all pixels are of one colour.
func (h *histogram) flat() bool { return 100*h.counts[h.most()] >= 97*h.total }

// distance is the share of pixels, 0…1, that would have to change colour to make h the histogram o.
func (h *histogram) distance(o *histogram) float64 {
	if h.total == 0 || o.total == 0 {
		return 1
	}
	moved := 0
	for i := range h.counts {
		moved += absInt(h.counts[i] - o.counts[i])
	}
	return float64(moved) / float64(2*max(h.total, o.total))
}

func absInt(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Background returns the colour that most of box has: the mean of the fullest bin of a coarse histogram. It is the zero
// color when box lies outside.
func Background(img *image.RGBA, box image.Rectangle) color.RGBA {
	box = box.Intersect(img.Rect)
	if box.Empty() {
		return color.RGBA{}
	}
	want := histogramOf(img, box).most()
	var r, g, b, n int
	for y := box.Min.Y; y < box.Max.Y; y++ {
		row := pixels(img, box.Min.X, box.Max.X, y)
		for i := 0; i+3 < len(row); i += 4 {
			if bin(row[i], row[i+1], row[i+2]) == want {
				r, g, b, n = r+int(row[i]), g+int(row[i+1]), b+int(row[i+2]), n+1
			}
		}
	}
	return color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 0xff}
}
