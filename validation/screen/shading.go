package screen

import "image"

// tile is the side of the squares, in pixels, whose mean luma is compared: wide enough that a blurred backdrop keeps it.
const tile = 16

// shading compares the mean luma of a page's tiles before and after.
type shading struct {
	cols, rows    int
	before, after []int
	gain          float64 // after is before times gain where the page was dimmed; 1 where it was not
	pale          bool    // luma is counted from white: a white sheet makes the page pale as a black one makes it dark
}

func shadingOf(before, after *image.RGBA) *shading {
	s := &shading{cols: after.Rect.Dx() / tile, rows: after.Rect.Dy() / tile, gain: 1}
	s.before, s.after = tileMeans(before, s.cols, s.rows), tileMeans(after, s.cols, s.rows)
	if s.gain = s.commonGain(); s.gain == 1 {
		s.fromWhite()
	}
	return s
}

// fromWhite counts luma from white where the page went pale, so that it is told as one that went dark.
func (s *shading) fromWhite() {
	other := &shading{cols: s.cols, rows: s.rows, before: inverse(s.before), after: inverse(s.after), pale: true}
	if other.gain = other.commonGain(); other.gain < 1 && other.gain > leastPale {
		*s = *other
	}
}

// leastPale is the least that a white sheet leaves of what is drawn; a dark sheet that went leaves the ground white.
const leastPale = .1

func inverse(luma []int) []int {
	from := make([]int, len(luma))
	for i, v := range luma {
		from[i] = 255 - v
	}
	return from
}

// tileMeans takes every second pixel of every second row.
func tileMeans(img *image.RGBA, cols, rows int) []int {
	means := make([]int, cols*rows)
	for y := 0; y < rows*tile; y += 2 {
		row := pixels(img, 0, cols*tile, y)
		line := means[y/tile*cols : (y/tile+1)*cols]
		for i := 0; i < len(row); i += 8 {
			line[i/(4*tile)] += int(lumaOf(row[i], row[i+1], row[i+2]))
		}
	}
	for i := range means {
		means[i] /= tile * tile / 4
	}
	return means
}

// leastLuma is the luma below which a tile tells no ratio.
const leastLuma = 20

// commonGain is the ratio that most of the darkened tiles share, in steps of 1/50; 1 when few tiles got darker.
func (s *shading) commonGain() float64 {
	const step = 50
	var votes [step + 1]int
	total := 0
	for i, b := range s.before {
		if b < leastLuma {
			continue
		}
		total++
		if a := s.after[i]; a < b-4 {
			votes[min(step, a*step/b)]++
		}
	}
	best, sum := 0, 0
	for i := 1; i < step; i++ {
		if n := votes[i-1] + votes[i] + votes[i+1]; n > sum {
			best, sum = i, n
		}
	}
	if 100*sum < 15*total {
		return 1
	}
	return (float64(best) + .5) / step
}

// explains says whether box, with its shadow of margin pixels, accounts for the change: outside, few tiles changed other
// than by the common dimming, and not more than the box itself has.
func (s *shading) explains(box image.Rectangle, margin int) bool {
	odd, total := 0, 0
	s.outside(box.Inset(-margin), func(before, after int) {
		total++
		dimmed := absInt(int(float64(before)*s.gain+.5) - after)
		if min(absInt(before-after), dimmed) > max(6, before/16) {
			odd++
		}
	})
	return share(odd, total) <= .12 && odd*tile*tile <= area(box)
}

// dimmed says whether at least a fifth of the tiles outside box got darker, or of those that are not white paler, by the common
// gain.
func (s *shading) dimmed(box image.Rectangle) bool {
	if s.gain > .97 {
		return false
	}
	dark, total := 0, 0
	s.outside(box, func(before, after int) {
		if s.pale && before < leastLuma {
			return // white before and after
		}
		total++
		if after < before-4 && absInt(int(float64(before)*s.gain+.5)-after) <= max(6, before/16) {
			dark++
		}
	})
	return share(dark, total) >= .2
}

func (s *shading) outside(box image.Rectangle, use func(before, after int)) {
	for i := range s.before {
		corner := image.Pt(i%s.cols*tile, i/s.cols*tile)
		if !(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(tile, tile))}).Overlaps(box) {
			use(s.before[i], s.after[i])
		}
	}
}

func share(n, total int) float64 {
	if total == 0 {
		return 0
	}
	return float64(n) / float64(total)
}
