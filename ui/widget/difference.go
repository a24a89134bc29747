package widget

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
)

// ErrSizes is returned when two pictures of different sizes are to be compared.
var ErrSizes = errors.New("pictures of different sizes cannot be compared")

// Change is what differs between two pictures.
type Change struct {
	// Areas are the places that differ, in pixels of the picture, from the top.
	Areas []image.Rectangle
	// Share is the part of all pixels that differ, 0…1.
	Share float64
}

const (
	// tolerance is how far a channel may be off before a pixel counts as changed, as the validator has it: the noise of
	// JPEG stays below.
	tolerance = 24
	// block is the side of the squares, in pixels, in which changed places are gathered to areas.
	block = 16
)

// tint is mixed into pixels that changed. What did not change is grey and pale, so that no colour of the page can be
// mistaken for it.
var tint = color.RGBA{R: 0xD8, B: 0x90, A: 0xFF}

// difference is the picture after with all that did not change pale and grey, and what changed tinted; and where that
// is. The error is ErrSizes.
func difference(before, after *image.RGBA) (*image.RGBA, Change, error) {
	size := after.Bounds().Size()
	if before.Bounds().Size() != size {
		return nil, Change{}, ErrSizes
	}
	g := newGrid(size)
	made := image.NewRGBA(image.Rectangle{Max: size})
	changed := 0
	for y := range size.Y {
		row := 4 * size.X
		a, b := before.Pix[y*before.Stride:][:row], after.Pix[y*after.Stride:][:row]
		changed += paintRow(made.Pix[y*made.Stride:][:row], a, b, g.row(y))
	}
	return made, Change{Areas: g.areas(), Share: float64(changed) / float64(max(1, size.X*size.Y))}, nil
}

// paintRow paints one row of a difference, marks its blocks and counts its changed pixels.
func paintRow(to, before, after []byte, blocks []bool) int {
	if bytes.Equal(before, after) {
		for i := 0; i < len(to); i += 4 {
			fade(to[i:i+4:i+4], after[i:i+4:i+4])
		}
		return 0
	}
	changed := 0
	for i := 0; i < len(to); i += 4 {
		t, a, b := to[i:i+4:i+4], before[i:i+4:i+4], after[i:i+4:i+4]
		if !differs(a, b) {
			fade(t, b)
			continue
		}
		changed++
		blocks[i/4/block] = true
		t[0], t[1], t[2], t[3] = mix(b[0], tint.R), mix(b[1], tint.G), mix(b[2], tint.B), 255
	}
	return changed
}

func differs(a, b []byte) bool {
	if binary.LittleEndian.Uint32(a) == binary.LittleEndian.Uint32(b) {
		return false
	}
	return apart(a[0], b[0]) > tolerance || apart(a[1], b[1]) > tolerance || apart(a[2], b[2]) > tolerance
}

func apart(a, b uint8) uint8 {
	if a > b {
		return a - b
	}
	return b - a
}

// fade makes a pixel grey and pale: half its luma, and half white.
func fade(to, pixel []byte) {
	luma := (77*uint32(pixel[0]) + 150*uint32(pixel[1]) + 29*uint32(pixel[2])) >> 8
	binary.LittleEndian.PutUint32(to, (luma+255)>>1*0x010101|0xFF000000)
}

func mix(a, b uint8) uint8 { return uint8((uint16(a) + uint16(b)) / 2) } //nolint:gosec // at most 255

// grid says in which blocks of a picture something changed.
type grid struct {
	size       image.Point // of the picture
	cols, rows int
	blocks     []bool
}

func newGrid(size image.Point) *grid {
	g := &grid{size: size, cols: (size.X + block - 1) / block, rows: (size.Y + block - 1) / block}
	g.blocks = make([]bool, g.cols*g.rows)
	return g
}

// row are the blocks of a row of pixels.
func (g *grid) row(y int) []bool { return g.blocks[y/block*g.cols:][:g.cols] }

// areas are the rectangles about changed blocks that touch each other or have one block between them. It uses the
// blocks up.
func (g *grid) areas() []image.Rectangle {
	var all []image.Rectangle
	for i, changed := range g.blocks {
		if changed {
			r := g.flood(i)
			all = append(all, image.Rectangle{Min: r.Min.Mul(block), Max: r.Max.Mul(block)}.Intersect(image.Rectangle{Max: g.size}))
		}
	}
	return all
}

// flood takes all blocks that hang together with one, and returns the rectangle about them, in blocks.
func (g *grid) flood(from int) image.Rectangle {
	const reach = 2
	var around image.Rectangle
	g.blocks[from] = false
	for todo := []int{from}; len(todo) > 0; {
		x, y := todo[len(todo)-1]%g.cols, todo[len(todo)-1]/g.cols
		todo = todo[:len(todo)-1]
		around = around.Union(image.Rect(x, y, x+1, y+1))
		for ny := max(0, y-reach); ny <= min(g.rows-1, y+reach); ny++ {
			for nx := max(0, x-reach); nx <= min(g.cols-1, x+reach); nx++ {
				if next := ny*g.cols + nx; g.blocks[next] {
					g.blocks[next] = false
					todo = append(todo, next)
				}
			}
		}
	}
	return around
}
