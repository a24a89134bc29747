package widget

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

// Area is a rectangle of a screenshot, as fractions 0…1 of its width and height.
type Area struct{ X0, Y0, X1, Y1 float64 }

// Empty says whether an area has no room in it.
func (a Area) Empty() bool { return !(a.X0 < a.X1 && a.Y0 < a.Y1) }

// ShowZones lays zones over the picture; the one that is being drawn is the last.
func (s *Shot) ShowZones(zones []Area) {
	s.zones = zones
	s.Refresh()
}

// Draw lets the person draw an area by dragging, instead of panning; drawn is called while it grows. Nil ends that.
func (s *Shot) Draw(drawn func(Area)) { s.drawn = drawn }

// Cursor says that an area can be drawn.
func (s *Shot) Cursor() desktop.Cursor {
	if s.drawn != nil {
		return desktop.CrosshairCursor
	}
	return desktop.DefaultCursor
}

// drag draws an area from where the drag began to where it is.
func (s *Shot) drag(event *fyne.DragEvent) {
	if s.shown.Picture == (image.Point{}) {
		return
	}
	if s.corner == nil {
		from := s.fraction(event.Position.SubtractXY(event.Dragged.DX, event.Dragged.DY))
		s.corner = &from
	}
	to := s.fraction(event.Position)
	s.drawn(Area{
		X0: min(s.corner.X, to.X), Y0: min(s.corner.Y, to.Y),
		X1: max(s.corner.X, to.X), Y1: max(s.corner.Y, to.Y),
	})
}

// fraction is where a point of the widget lies on the picture, within it.
func (s *Shot) fraction(at fyne.Position) Spot {
	scale, picture := float64(s.scale()), s.shown.Picture
	f := s.view.Frame(s.Area(), picture)
	within := func(v float64) float64 { return math.Max(0, math.Min(1, v)) }
	return Spot{
		X: within((float64(at.X)*scale - f.OriginX) / f.Zoom / float64(picture.X)),
		Y: within((float64(at.Y)*scale - f.OriginY) / f.Zoom / float64(picture.Y)),
	}
}

// zoneMarks are the rectangles that show zones: those that are there, and the one that is drawn.
type zoneMarks []fyne.CanvasObject

// place lays the zones over a picture; scale is device pixels per unit.
func (m zoneMarks) place(zones []Area, f Frame, picture image.Point, scale float32) zoneMarks {
	for len(m) < len(zones) {
		m = append(m, canvas.NewRectangle(nil))
	}
	for i, object := range m {
		r := object.(*canvas.Rectangle)
		if r.Hidden = i >= len(zones) || zones[i].Empty(); r.Hidden {
			continue
		}
		r.FillColor, r.StrokeColor, r.StrokeWidth = theme.Color(ColorZone), theme.Color(ColorHalo), 2
		from := Spot{zones[i].X0, zones[i].Y0}
		to := Spot{zones[i].X1, zones[i].Y1}
		a, b := end{spot: &from}.on(f, picture, scale), end{spot: &to}.on(f, picture, scale)
		r.Move(a)
		r.Resize(fyne.NewSize(b.X-a.X, b.Y-a.Y))
	}
	return m
}
