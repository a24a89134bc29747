package check

import (
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Drag asks whether the item left its place and stands at the destination.
type Drag struct{}

// Name is the checker's name.
func (Drag) Name() string { return validation.CheckDrag }

// Check reads the destination after, and the source before and after.
func (Drag) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	if len(effectOf(ctx, s).content) == 0 {
		return withDrop(terminate(.9, validation.NoVisualChange, validation.Say("nothing_changed")), s), nil
	}
	if s.Action.To == nil || s.Label() == "" {
		return withRegions(complete(.7, validation.Say("screen_changed")), effectOf(ctx, s).content), nil
	}
	f, err := dropped(ctx, s)
	return withDrop(f, s), err
}

// withDrop adds where the item was taken, and where it should be.
func withDrop(f validation.Finding, s *validation.Scene) validation.Finding {
	if p, ok := s.At(); ok {
		f.Regions = append(f.Regions, regionOn("before", validation.RoleLooked, screen.Around(p, s.Px(160), s.Px(60), s.Before().Rect)))
	}
	if s.Action.To != nil {
		to := s.Action.To.On(s.After().Rect.Size())
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, screen.Around(to, s.Px(160), s.Px(60), s.After().Rect)))
	}
	return f
}

func dropped(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	to := s.Action.To.On(s.After().Rect.Size())
	there, err := nearestLabel(ctx, s, s.After(), to)
	if err != nil {
		return validation.Finding{}, err
	}
	switch {
	case a.state == aimOther && !a.label.Empty(), a.state == aimBeside:
		return terminate(.87, validation.WrongTarget, validation.Say("label_beside_point", "label", s.Label())), nil
	case !there.Empty() && atDrop(s, there, to) && apart(there, a.label) && !found(ctx, s, s.Before(), there.Inset(-s.Px(3)), s.Label()):
		return complete(.9, validation.Say("dropped", "label", s.Label())), nil
	}
	return leftBehind(ctx, s, a, to)
}

// leftBehind: the item is not at the destination. It went into something that hides it, or it lies somewhere else.
func leftBehind(ctx context.Context, s *validation.Scene, a aim, to image.Point) (validation.Finding, error) {
	box, shown, err := findChanged(ctx, s, len(s.Afters())-1, s.Label())
	if err != nil {
		return validation.Finding{}, err
	}
	shown = shown && !found(ctx, s, s.Before(), box.Inset(-s.Px(3)), s.Label())
	stays := !a.label.Empty() && found(ctx, s, s.After(), a.label.Inset(-s.Px(4)), s.Label())
	switch {
	case shown && !stays && toppedUp(s, box, to):
		return complete(.86, validation.Say("dropped", "label", s.Label())), nil
	case stays || shown && !atDrop(s, box, to):
		return terminate(.87, validation.WrongTarget, validation.Say("dropped_elsewhere", "label", s.Label())), nil
	case shown:
		return complete(.86, validation.Say("dropped", "label", s.Label())), nil
	case a.label.Empty():
		return terminate(.86, validation.WrongTarget, validation.Say("not_dropped", "label", s.Label())), nil
	default:
		return complete(.84, validation.Say("left_source", "label", s.Label())), nil
	}
}

// toppedUp says whether a label lies above the point where the item was dropped, with nothing between: it went to the end of
// a column.
func toppedUp(s *validation.Scene, label image.Rectangle, to image.Point) bool {
	if to.Y <= label.Max.Y || to.Y-label.Max.Y > s.Px(400) || horizontalGap(label, to) > s.Px(120) {
		return false
	}
	between := image.Rect(label.Min.X-s.Px(20), label.Max.Y+s.Px(6), max(label.Max.X, to.X)+s.Px(20), to.Y).Intersect(s.After().Rect)
	return between.Empty() || len(s.Lines(s.After(), between)) == 0
}

// atDrop says whether a label lies where the item was dropped: in the row at the point, or next to it, and not in another
// place beside the one under the point.
func atDrop(s *validation.Scene, label image.Rectangle, to image.Point) bool {
	if besidePlace(s, label, to) {
		return false
	}
	vertical := max(label.Min.Y-to.Y, 0, to.Y-label.Max.Y)
	return vertical <= s.Px(34) && horizontalGap(label, to) <= s.Px(700)
}

// besidePlace says whether an item that was dragged sideways lies beside the framed place under the point, and not in it.
func besidePlace(s *validation.Scene, label image.Rectangle, to image.Point) bool {
	from, ok := s.At()
	if !ok || abs(to.X-from.X) < s.Px(60) {
		return false // a row that was moved up or down may be dropped by any of its cells
	}
	place := widgetAt(s, s.After(), to)
	return place.Dx() >= s.Px(40) && place.Dx() <= s.Px(400) && (label.Max.X <= place.Min.X || label.Min.X >= place.Max.X) && !to.In(widgetAt(s, s.After(), center(label)))
}

// nearestLabel is where the item's label stands, nearest to a point; empty when it is not near.
func nearestLabel(ctx context.Context, s *validation.Scene, picture *image.RGBA, p image.Point) (image.Rectangle, error) {
	region := screen.Around(p, s.Px(1600), s.Px(160), picture.Rect)
	lines, err := s.Read(ctx, picture, region)
	if err != nil {
		return image.Rectangle{}, err
	}
	m, ok := bestMatch(lines, s.Label(), p)
	if !ok || m.Score < ocr.Threshold {
		return image.Rectangle{}, nil
	}
	return m.Box, nil
}
