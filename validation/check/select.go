package check

import (
	"cmp"
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Select asks whether the chosen value stands in the closed field.
type Select struct{}

// Name is the checker's name.
func (Select) Name() string { return validation.CheckSelect }

// Check reads the field after the choice; the same text in a list that is still open is not enough.
func (Select) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	f, err := chosen(ctx, s, a)
	if err != nil {
		return validation.Finding{}, err
	}
	return withAim(f, s, a), nil
}

func chosen(ctx context.Context, s *validation.Scene, a aim) (validation.Finding, error) {
	want := cmp.Or(s.Context.ExpectedText, s.Label())
	if want == "" {
		return doubt(.4, validation.UnknownCategory, validation.Say("no_label")), nil
	}
	opened := listOpened(s)
	if ok, err := fieldHolds(ctx, s, want); err != nil {
		return validation.Finding{}, err
	} else if ok && (!opened || noList(ctx, s, want)) {
		return complete(.93, validation.Say("value_chosen", "value", want)), nil
	}
	if len(effectOf(ctx, s).content) == 0 {
		return terminate(.88, validation.WrongTarget, validation.Say("value_unchanged", "value", want)), nil
	}
	if opened {
		return terminate(.88, validation.WrongTarget, validation.Say("list_open", "value", want)), nil
	}
	return fromList(ctx, s, a, want)
}

// listOpened says whether a box came that is more than the field itself, which may have got a frame with its value.
func listOpened(s *validation.Scene) bool {
	b, came := appeared(s)
	field, isWidget := fieldAt(s)
	return came && !(isWidget && b.Box.In(field.Inset(-s.Px(8))))
}

// noList says whether the box that came beside the field offers the value no more than the point's own row: no list that is
// still open, but another field for which the form made room.
func noList(ctx context.Context, s *validation.Scene, want string) bool {
	b, came := appeared(s)
	p, ok := s.At()
	return came && ok && !p.In(b.Box) && !found(ctx, s, s.After(), b.Box, want)
}

// fieldHolds says whether the value stands on the point's line in the field after the choice.
func fieldHolds(ctx context.Context, s *validation.Scene, want string) (bool, error) {
	p, ok := s.At()
	if !ok || !p.In(s.After().Rect) {
		return false, nil
	}
	box, _ := fieldAt(s)
	if box.Dy() > s.Px(60) {
		box = screen.Around(p, s.Px(260), s.Px(40), s.After().Rect)
	}
	lines, err := s.Read(ctx, s.After(), box)
	if err != nil {
		return false, err
	}
	m, ok := ocr.Find(lines, want)
	return ok && p.Y >= m.Box.Min.Y-s.Px(8) && p.Y <= m.Box.Max.Y+s.Px(8), nil
}

// fromList: the click fell on an option of an open list; the value must stand in the field above it now.
func fromList(ctx context.Context, s *validation.Scene, a aim, want string) (validation.Finding, error) {
	box, ok, err := findChanged(ctx, s, len(s.Afters())-1, want)
	if err != nil {
		return validation.Finding{}, err
	}
	switch {
	case ok && inOpenList(s, box):
		return terminate(.87, validation.WrongTarget, validation.Say("list_open", "value", want)), nil
	case ok && a.state == aimHit && apart(box, a.label):
		return complete(.9, validation.Say("value_chosen", "value", want)), nil
	case a.state == aimOther && !a.label.Empty():
		return terminate(.92, validation.WrongTarget, validation.Say("other_label_at_point", "label", want, "read", a.under.Text())), nil
	case ok && (a.state != aimOther || inField(s, box)):
		return complete(.86, validation.Say("value_chosen", "value", want)), nil
	default:
		return terminate(.87, validation.WrongTarget, validation.Say("other_value", "value", want)), nil
	}
}

// inField says whether a text that came stands in a field of one line: the list that lay over the point is gone with it.
func inField(s *validation.Scene, box image.Rectangle) bool {
	at := image.Pt(box.Max.X+s.Px(12), center(box).Y)
	w, ok := screen.WidgetBox(s.After(), at, screen.Around(at, s.Px(2400), s.Px(160), s.After().Rect))
	return ok && w.Dy() <= s.Px(60) && w.Dx() >= s.Px(90) && box.In(w)
}

// apart says whether two boxes are different places.
func apart(a, b image.Rectangle) bool { return overlap(a, b) < .3 }

// inOpenList says whether a text that came is one of several under each other that all came: the options of a list that
// is still open.
func inOpenList(s *validation.Scene, box image.Rectangle) bool {
	fresh := 0
	for _, b := range columnSiblings(s, s.After(), box) {
		if abs(b.Min.X-box.Min.X) > s.Px(6) {
			continue
		}
		if mask, err := screen.Change(s.Before(), s.After(), b, 0); err == nil && mask.Share() > .08 {
			fresh++
		}
	}
	return fresh >= 2
}
