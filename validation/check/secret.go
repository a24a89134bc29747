package check

import (
	"context"
	"image"
	"slices"

	"vigie/validation"
	"vigie/validation/screen"
)

// Secret asks whether a field was filled, by its pixels alone: a secret is never read.
type Secret struct{}

// Name is the checker's name.
func (Secret) Name() string { return validation.CheckSecret }

// Check compares the field's inside.
func (Secret) Check(_ context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	box, isWidget := fieldAt(s)
	if _, known := s.At(); known && box.Empty() {
		return terminate(.88, validation.WrongTarget, validation.Say("outside_picture")), nil
	}
	if box.Empty() {
		box = s.After().Rect // no position is known: some field must have been filled
	}
	if p, ok := s.At(); ok && (!isWidget || box.Dy() > s.Px(80)) && onText(s, p) {
		return terminate(.86, validation.WrongTarget, validation.Say("secret_missing")), nil
	}
	f := terminate(.88, validation.NoVisualChange, validation.Say("secret_missing"))
	if fieldChanged(s, box.Inset(s.Px(2))) && (!isWidget || box.Dy() > s.Px(60) || holdsShapes(s, box)) {
		f = complete(.88, validation.Say("secret_filled"))
		if isWidget && shownInClear(s, box) {
			f = terminate(.88, validation.WrongTarget, validation.Say("secret_in_clear"))
		}
	}
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, nil
}

// onText says whether a point lay on writing before the action, a field's label as likely as not. It reads nothing.
func onText(s *validation.Scene, p image.Point) bool {
	for _, box := range s.Lines(s.Before(), screen.Around(p, s.Px(200), s.Px(40), s.Before().Rect)) {
		if p.In(box.Inset(-s.Px(3))) && box.Dx() > box.Dy()*3/2 {
			return true
		}
	}
	return false
}

// shownInClear says whether what was typed shows as writing, and not as the dots or stars of a field for secrets: those are
// all alike. It compares the shapes' widths and heights, and reads nothing.
func shownInClear(s *validation.Scene, field image.Rectangle) bool {
	box := changedWithin(s, field).Intersect(field.Inset(s.Px(3)))
	if box.Empty() || box.Dy() > s.Px(40) {
		return false
	}
	shapes := shapesIn(s.After(), box)
	if len(shapes) < 4 {
		return false
	}
	return sameSize(s, shapes)*10 < len(shapes)*6
}

// sameSize counts the shapes of one width and height.
func sameSize(s *validation.Scene, shapes []image.Rectangle) int {
	n := 0
	for _, a := range shapes {
		if abs(a.Dx()-shapes[len(shapes)/2].Dx()) <= s.Px(2) && abs(a.Dy()-shapes[len(shapes)/2].Dy()) <= s.Px(2) {
			n++
		}
	}
	return n
}

// holdsShapes says whether something came into a field, carets apart: the focus may have changed the field's ground alone, or
// turned the arrow of a list.
func holdsShapes(s *validation.Scene, field image.Rectangle) bool {
	inside := field.Inset(s.Px(4))
	if freshShapes(s, shapesIn(s.After(), inside)) >= leastShapes {
		return true
	}
	for _, row := range inkRows(s.After(), inside) { // the field's name stands above the dots
		if shapes := shapesIn(s.After(), row); freshShapes(s, shapes) >= leastShapes && sameSize(s, shapes)*10 >= len(shapes)*6 {
			return true
		}
	}
	return false
}

// freshShapes counts the shapes that came with the action.
func freshShapes(s *validation.Scene, shapes []image.Rectangle) int {
	fresh := 0
	for _, shape := range shapes {
		if mask, err := screen.Change(s.Before(), s.After(), shape, 0); err == nil && mask.Share() > .1 {
			fresh++
		}
	}
	return fresh
}

// inkRows cuts a box where a row is bare, into the lines that stand in it below each other.
func inkRows(picture *image.RGBA, box image.Rectangle) []image.Rectangle {
	fill := screen.Background(picture, box)
	var rows []image.Rectangle
	open := box
	open.Max.Y = box.Min.Y
	for y := box.Min.Y; y <= box.Max.Y; y++ {
		bare := true
		for x := box.Min.X; x < box.Max.X && bare && y < box.Max.Y; x++ {
			bare = colourDistance(colourAt(picture, x, y), fill) <= 60
		}
		if !bare {
			open.Max.Y = y + 1
			continue
		}
		if !open.Empty() {
			rows = append(rows, open)
		}
		open.Min.Y, open.Max.Y = y+1, y+1
	}
	return rows
}

// leastShapes is how many shapes a secret has at least: fewer are the field's own arrow or eye.
const leastShapes = 3

// shapesIn are the boxes of what stands in a box, cut where a column is bare, narrow ones first, without carets.
func shapesIn(picture *image.RGBA, box image.Rectangle) []image.Rectangle {
	fill := screen.Background(picture, box)
	var shapes []image.Rectangle
	var open image.Rectangle
	for x := box.Min.X; x <= box.Max.X; x++ {
		ink := image.Rectangle{}
		for y := box.Min.Y; y < box.Max.Y && x < box.Max.X; y++ {
			if colourDistance(colourAt(picture, x, y), fill) > 60 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		if !ink.Empty() {
			open = open.Union(ink)
			continue
		}
		if !open.Empty() && open.Dy() < 5*open.Dx() {
			shapes = append(shapes, open)
		}
		open = image.Rectangle{}
	}
	slices.SortFunc(shapes, func(a, b image.Rectangle) int { return a.Dx() - b.Dx() })
	return shapes
}
