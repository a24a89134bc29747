package widget

import (
	"image"

	"golang.org/x/image/draw"
)

// scale draws a part of a picture at a size. Reducing weighs every pixel by the area that it covers, so that small text
// stays readable; a strong enlargement keeps pixels square, so that a person sees what the screen had.
func scale(source *image.RGBA, part image.Rectangle, size image.Point) *image.RGBA {
	if size.X <= part.Dx() && size.Y <= part.Dy() && size != part.Size() {
		return reduce(source, part, size)
	}
	target := image.NewRGBA(image.Rectangle{Max: size})
	const square = 3 // from this enlargement on, pixels stay square
	switch {
	case size == part.Size():
		draw.Draw(target, target.Bounds(), source, part.Min, draw.Src)
	case size.X >= square*part.Dx():
		draw.NearestNeighbor.Scale(target, target.Bounds(), source, part, draw.Src, nil)
	default:
		draw.ApproxBiLinear.Scale(target, target.Bounds(), source, part, draw.Src, nil)
	}
	return target
}

// span is which source pixels a target pixel covers along one axis, and how much of it each is, in 1/65536.
type span struct {
	first   int
	weights []uint32
}

// one is a whole pixel in the unit of span.
const one = 1 << 16

// spans divides length source pixels among count target pixels, count ≤ length.
func spans(length, count int) []span {
	all := make([]span, count)
	ratio := float64(length) / float64(count)
	for i := range all {
		from, to := float64(i)*ratio, float64(i+1)*ratio
		s := span{first: int(from)}
		left := uint32(one)
		for j := s.first; j < length && float64(j) < to && left > 0; j++ {
			share := min(float64(j+1), to) - max(float64(j), from)
			weight := min(left, uint32(share/ratio*one+0.5))
			s.weights = append(s.weights, weight)
			left -= weight
		}
		s.weights[0] += left // what rounding left over
		all[i] = s
	}
	return all
}

// reduce makes a part of a picture smaller, row by row: each row of the source is made shorter, and weighed into the rows
// that it covers.
func reduce(source *image.RGBA, part image.Rectangle, size image.Point) *image.RGBA {
	target := image.NewRGBA(image.Rectangle{Max: size})
	across, down := spans(part.Dx(), size.X), spans(part.Dy(), size.Y)
	sums, short, have := make([]uint32, 4*size.X), make([]uint8, 4*size.X), -1
	for y, s := range down {
		clear(sums)
		for n, weight := range s.weights {
			if at := s.first + n; at != have { // a row between two is used twice
				reduceRow(short, source.Pix[source.PixOffset(part.Min.X, part.Min.Y+at):], across)
				have = at
			}
			addRow(sums, short, weight)
		}
		row := target.Pix[y*target.Stride:]
		for i, sum := range sums {
			row[i] = uint8((sum + one/2) >> 16) //nolint:gosec // the weights sum to one
		}
	}
	return target
}

// reduceRow makes a row of RGBA pixels shorter.
func reduceRow(target, source []uint8, across []span) {
	for x, s := range across {
		var r, g, b, a uint32
		for n, weight := range s.weights {
			p := source[4*(s.first+n) : 4*(s.first+n)+4 : 4*(s.first+n)+4]
			r += uint32(p[0]) * weight
			g += uint32(p[1]) * weight
			b += uint32(p[2]) * weight
			a += uint32(p[3]) * weight
		}
		t := target[4*x : 4*x+4 : 4*x+4]
		t[0], t[1], t[2], t[3] = uint8((r+one/2)>>16), uint8((g+one/2)>>16), uint8((b+one/2)>>16), uint8((a+one/2)>>16) //nolint:gosec // the weights sum to one
	}
}

// addRow adds a weighted row to sums.
func addRow(sums []uint32, row []uint8, weight uint32) {
	row = row[:len(sums)]
	for i, v := range row {
		sums[i] += uint32(v) * weight
	}
}
