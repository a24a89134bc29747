package screen

import (
	"bytes"
	"image"
	"math/bits"
)

// DefaultTolerance is how far a channel, 0…255, may be off before a pixel counts as changed: the noise of JPEG at
// usual qualities stays below.
const DefaultTolerance = 24

// cell is the side of the square blocks, in pixels, in which changes are kept; a block's pixels are the bits of a
// uint16, row by row.
const cell = 4

// Mask says which pixels of a box changed.
type Mask struct {
	// Box is what was compared, in pixels of the screenshot.
	Box image.Rectangle
	// Changed is the number of changed pixels in it.
	Changed int

	cols  int      // cells in a row
	cells []uint16 // changed pixels of each cell, from the box's corner
}

// Change compares two pictures of the same size inside box, clipped to them. A pixel changed when one of its channels
// differs by more than tolerance (0…255; DefaultTolerance suits screenshots). Because channels are compared, a swap of
// two colours of the same luma is seen. The error is an ErrSizes or an ErrOutside.
func Change(before, after *image.RGBA, box image.Rectangle, tolerance int) (*Mask, error) {
	box, err := clipBoth(before, after, box)
	if err != nil {
		return nil, err
	}
	cols, rows := (box.Dx()+cell-1)/cell, (box.Dy()+cell-1)/cell
	m := &Mask{Box: box, cols: cols, cells: make([]uint16, cols*rows)}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		m.compareRow(pixels(before, box.Min.X, box.Max.X, y), pixels(after, box.Min.X, box.Max.X, y), y-box.Min.Y, tolerance)
	}
	for _, c := range m.cells {
		m.Changed += bits.OnesCount16(c)
	}
	return m, nil
}

// compareRow marks the changed pixels of one row. Stretches that are equal, which most are, are skipped.
func (m *Mask) compareRow(a, b []byte, y, tolerance int) {
	if bytes.Equal(a, b) {
		return
	}
	const stretch = 64 * 4 // bytes
	line, shift := m.cells[y/cell*m.cols:], y%cell*cell
	for i := 0; i < len(a); i += stretch {
		end := min(i+stretch, len(a))
		if bytes.Equal(a[i:end], b[i:end]) {
			continue
		}
		for j := i; j < end; j += 4 {
			if pixelDiffers(a[j:j+4], b[j:j+4], tolerance) {
				line[j/16] |= 1 << (shift + j/4%cell)
			}
		}
	}
}

// pixelDiffers says whether a channel of two RGBA pixels differs by more than tolerance.
func pixelDiffers(a, b []byte, tolerance int) bool {
	if same(a, b) {
		return false
	}
	return absDiff(a[0], b[0]) > tolerance || absDiff(a[1], b[1]) > tolerance || absDiff(a[2], b[2]) > tolerance
}

func absDiff(a, b uint8) int {
	d := int(a) - int(b)
	if d < 0 {
		return -d
	}
	return d
}

// Share is the share of changed pixels, 0…1.
func (m *Mask) Share() float64 {
	return float64(m.Changed) / float64(m.Box.Dx()*m.Box.Dy())
}

// At says whether the pixel p of the screenshot changed; false outside the box.
func (m *Mask) At(p image.Point) bool {
	if !p.In(m.Box) {
		return false
	}
	q := p.Sub(m.Box.Min)
	return m.cells[q.Y/cell*m.cols+q.X/cell]>>(q.Y%cell*cell+q.X%cell)&1 == 1
}

// Bounds is the smallest box around all changed pixels; empty when none changed.
func (m *Mask) Bounds() image.Rectangle {
	var r image.Rectangle
	for i, c := range m.cells {
		if c != 0 {
			r = r.Union(m.tight(i, c))
		}
	}
	return r
}

// tight is the smallest box around the changed pixels c of cell i, in pixels of the screenshot.
func (m *Mask) tight(i int, c uint16) image.Rectangle {
	top, bottom := bits.TrailingZeros16(c)/cell, (bits.Len16(c)-1)/cell
	columns := uint8((c | c>>4 | c>>8 | c>>12) & 0xf)
	left, right := bits.TrailingZeros8(columns), bits.Len8(columns)-1
	corner := m.Box.Min.Add(image.Pt(i%m.cols*cell, i/m.cols*cell))
	return image.Rect(left, top, right+1, bottom+1).Add(corner)
}
