package mask

import (
	"image"

	"vigie/validation"
	"vigie/validation/screen"
)

// Sizes of fields, in logical pixels.
const (
	rim        = 40  // what is looked at around a field to know it again
	tallField  = 80  // a taller box is no field but what holds it
	shortField = 14  // a lower one is a part of a field
	bandWidth  = 600 // the band that is covered where no field is found
	bandHeight = 56
)

// Changes of more than a quarter of the screen together, or in more places than these, are another page, and not where a
// secret was typed.
const (
	pageShare  = 4
	pagePlaces = 16
)

// field is where a secret was typed.
type field struct {
	box  image.Rectangle
	size image.Point      // of the picture
	seen *screen.Surround // nil where it is not known what stood around it
}

// in is the field's box in a later picture; false where the field is gone from there.
func (f *field) in(img *image.RGBA, size image.Point) (image.Rectangle, bool) {
	if f.seen != nil && img != nil {
		if stands, sure := f.seen.StandsIn(img); sure {
			return f.box, stands
		}
	}
	return scaled(f.box, f.size, size), true
}

func scaled(r image.Rectangle, from, to image.Point) image.Rectangle {
	if from == to || from.X == 0 || from.Y == 0 {
		return r
	}
	return image.Rect(
		r.Min.X*to.X/from.X, r.Min.Y*to.Y/from.Y,
		(r.Max.X*to.X+from.X-1)/from.X, (r.Max.Y*to.Y+from.Y-1)/from.Y,
	)
}

// sight is what a secret step's pictures show.
type sight struct {
	step          *validation.Step
	before, after *image.RGBA // nil where there is none, or none that can be decoded
	scale         float64
	changes       []image.Rectangle // where it may have typed beside its field
	turned        bool              // after shows another page
}

func look(s *validation.Step) sight {
	v := sight{step: s, scale: s.Scale}
	v.before = pixelsOf(s.Before)
	for _, p := range s.After {
		if img := pixelsOf(p); img != nil {
			v.after = img
		}
	}
	if v.scale <= 0 {
		v.scale = max(1, float64(v.size().X)/1920)
	}
	v.compare()
	return v
}

// size is that of the form.
func (v sight) size() image.Point {
	if form := v.form(); form != nil {
		return form.Rect.Size()
	}
	return image.Point{}
}

// form is the newest picture that shows where the secret was typed.
func (v sight) form() *image.RGBA {
	if v.after == nil || v.turned {
		return v.before
	}
	return v.after
}

func (v sight) px(n int) int { return int(float64(n)*v.scale + .5) }

// places are the boxes where the step typed, or may have typed. None means that it cannot be told.
func (v sight) places() []image.Rectangle {
	if v.form() == nil {
		return nil
	}
	var boxes []image.Rectangle
	for _, p := range v.points() {
		boxes = append(boxes, v.fieldAt(p))
	}
	return merged(append(boxes, v.changes...))
}

// points are where the agent says it typed, and where it was to type, as far as they lie on the screen.
func (v sight) points() []image.Point {
	var all []image.Point
	size := v.size()
	for _, p := range []*validation.Point{v.step.Result.Actual, v.step.Action.At} {
		if p == nil {
			continue
		}
		for _, q := range []image.Point{p.On(size), v.onMonitor(*p)} {
			if q.In(image.Rectangle{Max: size}) {
				all = append(all, q)
			}
		}
	}
	return all
}

// onMonitor is a position that was given as a fraction of the desktop, on the monitor that is shown.
func (v sight) onMonitor(p validation.Point) image.Point {
	m := v.step.Context.Monitor
	if m == nil || m.Width == 0 || m.Height == 0 {
		return p.On(v.size())
	}
	return validation.Point{X: p.X - float64(m.X)/float64(m.Width), Y: p.Y - float64(m.Y)/float64(m.Height)}.On(v.size())
}

// fieldAt is the box of the field at p as drawn, or else a generous band around p.
func (v sight) fieldAt(p image.Point) image.Rectangle {
	for _, img := range []*image.RGBA{v.form(), v.before} {
		if img == nil || !p.In(img.Rect) {
			continue
		}
		limit := screen.Around(p, v.px(2400), v.px(400), img.Rect)
		box, ok := screen.WidgetBox(img, p, limit)
		if ok && box.Dy() >= v.px(shortField) && box.Dy() <= v.px(tallField) && box.Dx() > box.Dy() {
			return box.Inset(-v.px(2)).Intersect(img.Rect)
		}
	}
	return screen.Around(p, v.px(bandWidth), v.px(bandHeight), v.form().Rect)
}

// compare finds what the step changed on the screen: a secret may have gone elsewhere than to its field.
func (v *sight) compare() {
	if v.before == nil {
		return
	}
	for _, p := range v.step.After {
		after := pixelsOf(p)
		if after == nil || after.Rect != v.before.Rect {
			continue
		}
		boxes := v.changed(after)
		total := 0
		for _, box := range boxes {
			total += area(box)
		}
		if v.turned = pageShare*total > area(after.Rect) || len(boxes) > pagePlaces; !v.turned {
			v.changes = append(v.changes, boxes...)
		}
	}
}

// changed are the places in which a picture after the step differs from the one before. Carets, pointers and clocks are
// none.
func (v *sight) changed(after *image.RGBA) []image.Rectangle {
	regions, err := screen.Regions(v.before, after, after.Rect, screen.RegionOptions{Scale: v.scale})
	if err != nil {
		return nil // nothing to compare: the field at the point is covered all the same
	}
	var boxes []image.Rectangle
	for _, r := range regions {
		if r.Class == screen.ClassContent || r.Class == screen.ClassSpinner {
			boxes = append(boxes, r.Box.Inset(-v.px(3)).Intersect(after.Rect))
		}
	}
	return boxes
}

// merged joins boxes that touch: a field, and the dots in it.
func merged(boxes []image.Rectangle) []image.Rectangle {
	for i := 0; i < len(boxes); i++ {
		for j := i + 1; j < len(boxes); j++ {
			if boxes[i].Overlaps(boxes[j]) {
				boxes[i] = boxes[i].Union(boxes[j])
				boxes = append(boxes[:j], boxes[j+1:]...)
				i, j = -1, len(boxes)
			}
		}
	}
	return boxes
}

func pixelsOf(p *screen.Picture) *image.RGBA {
	if p == nil {
		return nil
	}
	img, err := p.RGBA()
	if err != nil {
		return nil // a damaged picture is the validator's to name
	}
	return img
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
