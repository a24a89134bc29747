package report

import (
	"image"

	"vigie/replay"
	"vigie/validation"
)

// shape is a mark over a picture, in its pixels: a box where Kind is a region's, else a point or the line between the two.
type shape struct {
	Kind                string // "decided", "looked", "changed", "dialog", "words", "planned", "acted", "moved"
	X, Y, Width, Height int
	X2, Y2              int

	at, to *validation.Point // of points, until the picture's size is known
}

// Right is the right edge of a box.
func (s shape) Right() int { return s.X + s.Width }

// Bottom is the lower edge of a box.
func (s shape) Bottom() int { return s.Y + s.Height }

// maxWords bounds how many words are marked.
const maxWords = 300

// shapesOf are the marks on the picture before or after, the faintest first.
func shapesOf(r *replay.Report, before bool) []shape {
	var faint, strong []shape
	if a := r.Assessment; a != nil {
		for i := range a.Findings {
			for _, region := range a.Findings[i].Regions {
				if (region.On == "before") != before {
					continue
				}
				if kind := kindOfRegion(region.Role, i == 0); kind == "looked" || kind == "changed" {
					faint = append(faint, box(kind, region.Box))
				} else {
					strong = append(strong, box(kind, region.Box))
				}
			}
		}
		faint = append(faint, wordShapes(a, before)...)
		if !before && !a.Dialog.Empty() {
			strong = append(strong, box("dialog", a.Dialog))
		}
	}
	if b := r.Event.Context.DialogBox; b != nil && before {
		strong = append(strong, box("dialog", *b))
	}
	return append(append(faint, strong...), pointShapes(r)...)
}

func kindOfRegion(role validation.RegionRole, first bool) string {
	switch {
	case role == validation.RoleDialog:
		return "dialog"
	case role == validation.RoleChanged:
		return "changed"
	case role == validation.RoleDecided && first:
		return "decided"
	}
	return "looked"
}

// wordShapes are the words that the deciding finding read.
func wordShapes(a *validation.Assessment, before bool) []shape {
	if len(a.Findings) == 0 {
		return nil
	}
	f := &a.Findings[0]
	if onBefore := len(f.Regions) > 0 && f.Regions[0].On == "before"; onBefore != before {
		return nil
	}
	var all []shape
	for _, word := range f.Evidence.Words[:min(maxWords, len(f.Evidence.Words))] {
		all = append(all, box("words", word.Box))
	}
	return all
}

// pointShapes are where the agent meant to act and where it did, with a line between.
func pointShapes(r *replay.Report) []shape {
	planned, acted := r.Event.Action.At, r.Event.Result.Actual
	var all []shape
	if planned != nil && acted != nil && *planned != *acted {
		all = append(all, shape{Kind: "moved", at: planned, to: acted})
	}
	if planned != nil {
		all = append(all, shape{Kind: "planned", at: planned})
	}
	if acted != nil {
		all = append(all, shape{Kind: "acted", at: acted})
	}
	return all
}

func box(kind string, b image.Rectangle) shape {
	return shape{Kind: kind, X: b.Min.X, Y: b.Min.Y, Width: b.Dx(), Height: b.Dy()}
}

// placed turns the points' fractions into pixels of a picture.
func placed(shapes []shape, size image.Point) []shape {
	all := make([]shape, 0, len(shapes))
	for _, s := range shapes {
		if s.at != nil {
			p := s.at.On(size)
			s.X, s.Y = p.X, p.Y
		}
		if s.to != nil {
			p := s.to.On(size)
			s.X2, s.Y2 = p.X, p.Y
		}
		if s.at != nil || s.Width > 0 && s.Height > 0 {
			all = append(all, s)
		}
	}
	return all
}
