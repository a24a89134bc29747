package ocr

import (
	"image"
	"math"
)

// tap are the four source pixels, from first on, and their weights in 1/1024, that make a pixel.
type tap struct {
	first  int
	weight [4]int32
}

// taps are those of out pixels, enlarged by scale: cubic convolution with a = -1/2 (Keys, 1981).
func taps(out int, scale float64) []tap {
	ts := make([]tap, out)
	for i := range ts {
		at := (float64(i)+0.5)/scale - 0.5
		base := math.Floor(at)
		f := at - base
		ts[i].first = int(base) - 1
		ts[i].weight = [4]int32{weightOf(keys(1 + f)), weightOf(keys(f)), weightOf(keys(1 - f)), weightOf(keys(2 - f))}
	}
	return ts
}

func weightOf(v float64) int32 { return int32(math.Round(v * 1024)) }

func keys(x float64) float64 {
	if x <= 1 {
		return (1.5*x-2.5)*x*x + 1
	}
	return ((-0.5*x+2.5)*x-4)*x + 2
}

// magnify enlarges a plane, by one scale across and another in height, and puts white padding around it.
func magnify(src *plane, across, scale float64) *plane {
	w, h := int(math.Ceil(float64(src.width())*across)), int(math.Ceil(float64(src.height())*scale))
	dst := newPlane(image.Rect(0, 0, w+2*padding, h+2*padding))
	ink := dst.ink()
	for i := range ink {
		ink[i] = 255
	}
	wide := widen(src, taps(w, across), w)
	for y, t := range taps(h, scale) {
		row := dst.row(y + padding)[padding : padding+w]
		for k := range 4 {
			from := min(max(t.first+k, 0), src.height()-1)
			accumulate(wide[w*src.height():][:w], wide[from*w:(from+1)*w], t.weight[k], k == 0)
		}
		for x, v := range wide[w*src.height():][:w] {
			row[x] = byte(min(max((v+1<<19)>>20, 0), 255))
		}
	}
	return dst
}

// widen enlarges the rows; behind them it leaves room for one more row.
func widen(src *plane, ts []tap, w int) []int32 {
	wide := make([]int32, w*(src.height()+1))
	last := src.width() - 1
	for y := range src.height() {
		from, to := src.row(y), wide[y*w:(y+1)*w]
		for x := range ts {
			t := &ts[x]
			var sum int32
			for k, weight := range t.weight {
				sum += weight * int32(from[min(max(t.first+k, 0), last)])
			}
			to[x] = sum
		}
	}
	return wide
}

func accumulate(sum, row []int32, weight int32, first bool) {
	for x, v := range row {
		if first {
			sum[x] = 0
		}
		sum[x] += weight * v
	}
}
