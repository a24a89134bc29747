package screen

import "image"

// Numbers of Surround.
const (
	rimStep    = 16 // difference of luma that makes an edge
	fewEdges   = 24 // fewer edges around a box say nothing
	standShare = .5 // of the edges that must still be there
)

// Surround remembers what is drawn around a box, and not what the box holds, so that a later picture can be asked whether
// the same thing still stands there. It looks at edges (labels, frames, neighbours) and not at colours: a screen that is
// dimmed behind a dialog still counts.
type Surround struct {
	size  image.Point
	box   image.Rectangle
	edges []image.Point
}

// SurroundOf takes up what is drawn around box in a rim of the margin in pixels; where that is too little to tell by, of
// up to four times the margin.
func SurroundOf(img *image.RGBA, box image.Rectangle, margin int) *Surround {
	s := &Surround{size: img.Rect.Size(), box: box}
	for widen := 1; widen <= 4 && len(s.edges) < fewEdges; widen *= 2 {
		s.edges = edgesIn(img, box.Inset(-margin*widen).Intersect(img.Rect), box)
	}
	return s
}

// StandsIn says whether at least half of the edges are at the same pixels of a picture. sure is false where there were too
// few of them to tell, and where the picture is of another size.
func (s *Surround) StandsIn(img *image.RGBA) (stands, sure bool) {
	if img.Rect.Size() != s.size || len(s.edges) < fewEdges {
		return false, false
	}
	kept := 0
	for _, p := range s.edges {
		if isEdge(img, s.box, p) {
			kept++
		}
	}
	return float64(kept) >= standShare*float64(len(s.edges)), true
}

func edgesIn(img *image.RGBA, rim, box image.Rectangle) []image.Point {
	var edges []image.Point
	for y := rim.Min.Y; y < rim.Max.Y; y++ {
		for x := rim.Min.X; x < rim.Max.X; x++ {
			if p := image.Pt(x, y); !p.In(box) && isEdge(img, box, p) {
				edges = append(edges, p)
			}
		}
	}
	return edges
}

// isEdge says whether a pixel differs from its left or upper neighbour. Neighbours inside the box do not count.
func isEdge(img *image.RGBA, box image.Rectangle, p image.Point) bool {
	here := lumaAt(img, p)
	for _, q := range []image.Point{{X: p.X - 1, Y: p.Y}, {X: p.X, Y: p.Y - 1}} {
		if q.In(img.Rect) && !q.In(box) && absInt(here-lumaAt(img, q)) >= rimStep {
			return true
		}
	}
	return false
}

func lumaAt(img *image.RGBA, p image.Point) int {
	i := img.PixOffset(p.X, p.Y)
	return int(lumaOf(img.Pix[i], img.Pix[i+1], img.Pix[i+2]))
}
