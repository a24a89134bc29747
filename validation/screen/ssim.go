package screen

import (
	"bytes"
	"image"
)

// The parameters of the structural similarity: those of scikit-image's structural_similarity with win_size 7 and
// data_range 255.
const (
	ssimWindow = 7
	ssimC1     = (.01 * 255) * (.01 * 255)
	ssimC2     = (.03 * 255) * (.03 * 255)
)

// SSIM is the mean structural similarity of two pictures inside box, clipped: 1 is identical, -1 the opposite. It is
// that of Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural similarity",
// IEEE Trans. Image Processing 13(4), 2004, on luma, with a uniform 7x7 window and the sample covariance, over all
// windows that lie inside the box. A box smaller than 7 takes the largest odd window that fits; smaller than 3 is 1 when
// equal, else 0. It does not see a change of hue at equal luma: SSIMColor does. The error is an ErrSizes or ErrOutside.
func SSIM(a, b *image.RGBA, box image.Rectangle) (float64, error) {
	box, err := clipBoth(a, b, box)
	if err != nil {
		return 0, err
	}
	if equalInside(a, b, box) {
		return 1, nil
	}
	return newSSIM(a, b, box).mean(lumaRow), nil
}

// SSIMColor is the least of the structural similarities of luma, red, green and blue: a red lamp and a green lamp of the
// same luma differ in it. The error is that of SSIM.
func SSIMColor(a, b *image.RGBA, box image.Rectangle) (float64, error) {
	box, err := clipBoth(a, b, box)
	if err != nil {
		return 0, err
	}
	if equalInside(a, b, box) {
		return 1, nil
	}
	least := 1.0
	for _, p := range []plane{lumaRow, redRow, greenRow, blueRow} {
		least = min(least, newSSIM(a, b, box).mean(p))
	}
	return least, nil
}

// equalInside says whether the pictures' pixels are the same inside box, which lies in both.
func equalInside(a, b *image.RGBA, box image.Rectangle) bool {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		if !bytes.Equal(pixels(a, box.Min.X, box.Max.X, y), pixels(b, box.Min.X, box.Max.X, y)) {
			return false
		}
	}
	return true
}

// sums are those of some pixels x of the first and y of the second picture.
type sums struct{ x, y, squares, xy int32 }

func (s *sums) add(x, y uint8) {
	p, q := int32(x), int32(y)
	s.x, s.y, s.squares, s.xy = s.x+p, s.y+q, s.squares+p*p+q*q, s.xy+p*q
}

func (s *sums) remove(x, y uint8) {
	p, q := int32(x), int32(y)
	s.x, s.y, s.squares, s.xy = s.x-p, s.y-q, s.squares-p*p-q*q, s.xy-p*q
}

// ssim slides a window over a box: the columns' sums are kept from row to row, the last rows in two rings.
type ssim struct {
	a, b         *image.RGBA
	box          image.Rectangle
	window       int
	columns      []sums
	ringA, ringB []uint8 // window rows of the box's width
}

func newSSIM(a, b *image.RGBA, box image.Rectangle) *ssim {
	w := min(ssimWindow, box.Dx(), box.Dy())
	w -= 1 - w%2
	n := w * box.Dx()
	return &ssim{a: a, b: b, box: box, window: w, columns: make([]sums, box.Dx()), ringA: make([]uint8, n), ringB: make([]uint8, n)}
}

// mean is the mean similarity of all windows on one plane. The pictures are known to differ.
func (s *ssim) mean(p plane) float64 {
	if s.window < 3 {
		return s.equal(p)
	}
	total, width := 0.0, s.box.Dx()
	for y := range s.box.Dy() {
		at := y % s.window * width
		rowA, rowB := s.ringA[at:at+width], s.ringB[at:at+width]
		if y >= s.window {
			for i := range s.columns {
				s.columns[i].remove(rowA[i], rowB[i])
			}
		}
		s.read(p, y, rowA, rowB)
		for i := range s.columns {
			s.columns[i].add(rowA[i], rowB[i])
		}
		if y >= s.window-1 {
			total += s.slide()
		}
	}
	return total / float64((width-s.window+1)*(s.box.Dy()-s.window+1))
}

// read takes row y of the box from both pictures.
func (s *ssim) read(p plane, y int, rowA, rowB []uint8) {
	y += s.box.Min.Y
	p(rowA, pixels(s.a, s.box.Min.X, s.box.Max.X, y))
	p(rowB, pixels(s.b, s.box.Min.X, s.box.Max.X, y))
}

// equal is 1 when the planes are the same, else 0.
func (s *ssim) equal(p plane) float64 {
	rowA, rowB := make([]uint8, s.box.Dx()), make([]uint8, s.box.Dx())
	for y := range s.box.Dy() {
		s.read(p, y, rowA, rowB)
		if !bytes.Equal(rowA, rowB) {
			return 0
		}
	}
	return 1
}

// slide adds up the similarities of one row of windows.
func (s *ssim) slide() float64 {
	var w sums
	total := 0.0
	n := float64(s.window * s.window)
	for i, c := range s.columns {
		w.x, w.y, w.squares, w.xy = w.x+c.x, w.y+c.y, w.squares+c.squares, w.xy+c.xy
		if i < s.window-1 {
			continue
		}
		total += similarity(w, n)
		o := s.columns[i-s.window+1]
		w.x, w.y, w.squares, w.xy = w.x-o.x, w.y-o.y, w.squares-o.squares, w.xy-o.xy
	}
	return total
}

// similarity is the SSIM of one window of n pixels. Multiplied out by n·n, so that sums of integers stay exact.
func similarity(w sums, n float64) float64 {
	x, y := float64(w.x), float64(w.y)
	norm, c1, c2 := n/(n-1), ssimC1*n*n, ssimC2*n*n
	covariance := norm * (n*float64(w.xy) - x*y)
	variances := norm * (n*float64(w.squares) - x*x - y*y)
	return (2*x*y + c1) * (2*covariance + c2) / ((x*x + y*y + c1) * (variances + c2))
}
