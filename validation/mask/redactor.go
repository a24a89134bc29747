package mask

import (
	"image"
	"slices"

	"vigie/validation"
	"vigie/validation/screen"
)

// maxFields is how many places of secrets a session remembers; beyond, the one seen longest ago is given up.
const maxFields = 64

// Why something is covered.
const (
	WhySecret   = "secret"   // a secret was typed there
	WhyUnplaced = "unplaced" // a secret was typed, and it is not known where
	WhyZone     = "zone"     // a person drew a zone there
)

// Cover is a box that was covered in a step's pictures, in pixels of a picture of the size.
type Cover struct {
	Box  image.Rectangle `json:"box"`
	Size image.Point     `json:"size"`
	Why  string          `json:"why"`
	Name string          `json:"name,omitempty"` // the zone's
}

// Shown is what may be kept and seen of a step's pictures.
type Shown struct {
	Before *screen.Picture
	After  []*screen.Picture
	// Covers are the boxes that were covered in any of them.
	Covers []Cover
}

// Redactor covers the pictures of one session, step by step. The zero value is ready. It is for one goroutine at a time.
type Redactor struct {
	fields []field
	done   []outcome // of the last step: its after is the next one's before
}

// outcome is a picture and what became of it.
type outcome struct {
	hash    string
	boxes   []image.Rectangle
	covered *screen.Picture
}

// Redact covers a step's pictures: the workflow's zones, and where this session's steps typed secrets. Pictures in which
// nothing is to be covered are returned as they are; in a session without either, none is decoded.
func (r *Redactor) Redact(s *validation.Step, zones []Zone) (Shown, error) {
	shown := Shown{Before: s.Before, After: s.After}
	if len(zones) == 0 && len(r.fields) == 0 && !s.Secret() {
		return shown, nil
	}
	own := r.typed(s)
	var done []outcome
	cover := func(p *screen.Picture) (*screen.Picture, error) {
		covers := r.covers(p, zones, own)
		for _, c := range covers {
			if !slices.Contains(shown.Covers, c) {
				shown.Covers = append(shown.Covers, c)
			}
		}
		o, err := r.cover(p, covers)
		done = append(done, o)
		return o.covered, err
	}
	var err error
	if s.Before != nil {
		if shown.Before, err = cover(s.Before); err != nil {
			return Shown{}, err
		}
	}
	shown.After = make([]*screen.Picture, len(s.After))
	for i, p := range s.After {
		if shown.After[i], err = cover(p); err != nil {
			return Shown{}, err
		}
	}
	r.done = done
	return shown, nil
}

// typed takes up where a secret step typed, and returns what is covered in its own pictures whatever they show: all of
// them, where it cannot be told where it typed.
func (r *Redactor) typed(s *validation.Step) []field {
	if !s.Secret() || s.Before == nil && len(s.After) == 0 {
		return nil
	}
	v := look(s)
	places := v.places()
	if len(places) == 0 {
		return []field{{box: everywhere, size: everywhere.Size()}}
	}
	var own []field
	for _, box := range places {
		own = append(own, field{box: box, size: v.size(), seen: screen.SurroundOf(v.form(), box, v.px(rim))})
	}
	for _, f := range own {
		r.remember(f, v.form())
	}
	return own
}

// everywhere is all of a picture whose size is not known yet.
var everywhere = image.Rect(0, 0, 1, 1)

// remember adds a field, in the place of one that is the same.
func (r *Redactor) remember(f field, img *image.RGBA) {
	r.fields = slices.DeleteFunc(r.fields, func(known field) bool {
		box, stands := known.in(img, f.size)
		return stands && 10*area(box.Intersect(f.box)) >= 6*area(box.Union(f.box))
	})
	r.fields = append(r.fields, f)
	if len(r.fields) > maxFields {
		r.fields = slices.Delete(r.fields, 0, 1)
	}
}

// Recall takes up again, after a restart, what was covered in a stored step that typed a secret. shown is the newest of its
// stored pictures; nil where it cannot be read.
func (r *Redactor) Recall(covers []Cover, shown *screen.Picture) {
	img := pixelsOf(shown)
	for _, c := range covers {
		if c.Why != WhySecret {
			continue
		}
		f := field{box: c.Box, size: c.Size}
		if img != nil && img.Rect.Size() == c.Size {
			f.seen = screen.SurroundOf(img, c.Box, rim*max(1, c.Size.X/1920))
		}
		r.remember(f, img)
	}
}

// covers is what is to be covered in a picture.
func (r *Redactor) covers(p *screen.Picture, zones []Zone, own []field) []Cover {
	size := p.Size()
	var covers []Cover
	add := func(box image.Rectangle, why, name string) {
		c := Cover{Box: box.Intersect(image.Rectangle{Max: size}), Size: size, Why: why, Name: name}
		if !c.Box.Empty() && !slices.Contains(covers, c) {
			covers = append(covers, c)
		}
	}
	for _, z := range zones {
		add(z.On(size), WhyZone, z.Name)
	}
	if len(r.fields) > 0 {
		img := pixelsOf(p)
		for _, f := range r.fields {
			if box, there := f.in(img, size); there {
				add(box, WhySecret, "")
			}
		}
	}
	for _, f := range own {
		why := WhySecret
		if f.box == everywhere {
			why = WhyUnplaced
		}
		add(scaled(f.box, f.size, size), why, "")
	}
	return covers
}

func (r *Redactor) cover(p *screen.Picture, covers []Cover) (outcome, error) {
	boxes := make([]image.Rectangle, len(covers))
	for i, c := range covers {
		boxes[i] = c.Box
	}
	for _, o := range r.done {
		if o.hash == p.Hash() && slices.Equal(o.boxes, boxes) {
			return o, nil
		}
	}
	covered, err := screen.Cover(p, boxes)
	return outcome{p.Hash(), boxes, covered}, err
}
