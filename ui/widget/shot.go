package widget

import (
	"cmp"
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Shot shows a screenshot with its overlay. It never decodes or scales: a [Loader] does, and until it has, the part that
// is there already is shown at its place. Overlays are lines, and therefore sharp at every zoom.
//
// Wheel zooms, drag pans, a double click changes between one to one and the whole picture.
type Shot struct {
	widget.BaseWidget
	// OnView is called when the person has changed the view; its owner sets it on the linked shots too.
	OnView func(View)
	// OnShown is called when another picture has come.
	OnShown func(Rendered)
	// Failed is what to say instead of a picture that cannot be shown, by its error.
	Failed func(error) string

	loader  *Loader
	source  Source
	from    float32 // of the width: what lies left of it is not drawn
	to      float32 // of the width: what lies right of it is not drawn
	message string  // of the owner: why there is no picture
	fault   string  // why the picture that was asked for last could not be made
	view    View
	overlay Overlay
	marks   []*line
	marked  int  // how often marks were made
	hidden  bool // the overlay is switched off
	zones   []Area
	drawn   func(Area) // while an area can be drawn
	corner  *Spot      // where the area that is being drawn began

	shown Rendered // what the loader has delivered for source; a zero Picture before
	asked wish
	// delivered is the wish that shown answers.
	delivered wish
	// coming is the part that the loader makes for asked; empty when it makes none, or when that is not known.
	coming image.Rectangle
}

// wish is what was asked of the loader last.
type wish struct {
	source Source
	view   View
	area   image.Point
}

// NewShot returns an empty screenshot view.
func NewShot(loader *Loader) *Shot {
	s := &Shot{loader: loader, to: 1}
	s.ExtendBaseWidget(s)
	return s
}

// Present shows a picture with an overlay. Where there is none, source has no hash and message says why.
func (s *Shot) Present(source Source, message string, overlay Overlay) {
	if source != s.source {
		s.shown = Rendered{}
		s.loader.Cancel(s)
		s.asked, s.coming, s.fault = wish{}, image.Rectangle{}, ""
	}
	s.source, s.message, s.overlay = source, message, overlay
	s.mark()
	s.Refresh()
}

// mark makes the lines of the overlay, and of what changed.
func (s *Shot) mark() {
	all := s.overlay
	for _, area := range s.shown.Change.Areas {
		all.Boxes = append(all.Boxes[:len(all.Boxes):len(all.Boxes)], Box{Kind: Changed, Rect: area})
	}
	s.marks = all.lines()
	s.marked++
	for _, mark := range s.marks {
		mark.create()
	}
}

// ShowShare draws only the part of the width between two shares 0…1 of it; the rest lets through what lies behind.
func (s *Shot) ShowShare(from, to float32) {
	from, to = max(0, min(1, from)), max(0, min(1, to))
	if from != s.from || to != s.to {
		s.from, s.to = from, to
		s.Refresh()
	}
}

// SetView changes what part is shown.
func (s *Shot) SetView(view View) {
	if s.view == view {
		return
	}
	s.view = view
	s.Refresh()
}

// ShowOverlay switches the overlay on or off.
func (s *Shot) ShowOverlay(on bool) {
	if s.hidden == !on {
		return
	}
	s.hidden = !on
	s.Refresh()
}

// View is the part that is shown.
func (s *Shot) View() View { return s.view }

// Shown is what is drawn; its Image is nil until the picture has come.
func (s *Shot) Shown() Rendered { return s.shown }

// Message is what stands where there is no picture.
func (s *Shot) Message() string { return cmp.Or(s.message, s.fault) }

// Picture is the size of the picture, once the loader has delivered it; zero before.
func (s *Shot) Picture() image.Point { return s.shown.Picture }

// Area is the widget's size in device pixels.
func (s *Shot) Area() image.Point {
	scale := float64(s.scale())
	return image.Pt(int(math.Round(float64(s.Size().Width)*scale)), int(math.Round(float64(s.Size().Height)*scale)))
}

// OneToOne shows a picture pixel on a device pixel, with the picture's point x, y (0…1) in the middle.
func (s *Shot) OneToOne(x, y float64) { s.change(View{Zoom: 1, X: x, Y: y}) }

// Fit shows the whole picture.
func (s *Shot) Fit() { s.change(View{}) }

// Around shows a region of the picture, in its pixels.
func (s *Shot) Around(region image.Rectangle) {
	if s.shown.Picture == (image.Point{}) {
		return
	}
	s.change(Around(s.Area(), s.shown.Picture, region))
}

// ZoomBy zooms by a factor about the middle.
func (s *Shot) ZoomBy(factor float64) {
	area := s.Area()
	s.change(s.view.Zoomed(area, s.shown.Picture, factor, float64(area.X)/2, float64(area.Y)/2))
}

// PanBy moves the view by a share of its area, to the right and down.
func (s *Shot) PanBy(x, y float64) {
	area := s.Area()
	s.change(s.view.Moved(area, s.shown.Picture, -x*float64(area.X), -y*float64(area.Y)))
}

// Scrolled zooms about the pointer.
func (s *Shot) Scrolled(event *fyne.ScrollEvent) {
	scale := float64(s.scale())
	factor := math.Exp(float64(event.Scrolled.DY) / 100)
	s.change(s.view.Zoomed(s.Area(), s.shown.Picture, factor, float64(event.Position.X)*scale, float64(event.Position.Y)*scale))
}

// Dragged pans, or draws an area.
func (s *Shot) Dragged(event *fyne.DragEvent) {
	if s.drawn != nil {
		s.drag(event)
		return
	}
	scale := float64(s.scale())
	s.change(s.view.Moved(s.Area(), s.shown.Picture, float64(event.Dragged.DX)*scale, float64(event.Dragged.DY)*scale))
}

// DragEnd ends the area that is drawn.
func (s *Shot) DragEnd() { s.corner = nil }

// DoubleTapped changes between one to one at the pointer and the whole picture.
func (s *Shot) DoubleTapped(event *fyne.PointEvent) {
	if s.shown.Picture == (image.Point{}) {
		return
	}
	if s.view.Zoom != 0 {
		s.Fit()
		return
	}
	scale := float64(s.scale())
	f := s.view.Frame(s.Area(), s.shown.Picture)
	s.OneToOne(
		(float64(event.Position.X)*scale-f.OriginX)/f.Zoom/float64(s.shown.Picture.X),
		(float64(event.Position.Y)*scale-f.OriginY)/f.Zoom/float64(s.shown.Picture.Y))
}

// change sets the view here and tells the owner.
func (s *Shot) change(view View) {
	if view == s.view {
		return
	}
	s.SetView(view)
	if s.OnView != nil {
		s.OnView(view)
	}
}

func (s *Shot) scale() float32 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(s); c != nil && c.Scale() > 0 {
		return c.Scale()
	}
	return 1
}

// load asks the loader for what the view shows, unless that is there or was asked already.
func (s *Shot) load() {
	next := wish{source: s.source, view: s.view, area: s.Area()}
	if s.source.Hash == "" || next == s.asked || next.area.X < 2 || next.area.Y < 2 {
		return
	}
	if s.covers(s.delivered, s.shown.Part, next, true) {
		s.loader.Cancel(s)
		s.asked, s.delivered, s.coming = next, next, image.Rectangle{}
		return
	}
	if s.covers(s.asked, s.coming, next, false) {
		return // what comes will do
	}
	s.asked = next
	if kept, ok := s.loader.Peek(next.source, next.view, next.area); ok {
		s.loader.Cancel(s)
		s.take(kept, next)
		return
	}
	s.request(next)
}

// margin is how far a part reaches beyond what is seen of it while the person pans, as a share of what is seen: so far the
// picture can be moved before another part is needed. While the person zooms every part is soon too old: it has none.
const margin = 0.25

// request asks the loader for a wish.
func (s *Shot) request(next wish) {
	spare := 0.0
	if next.view.Zoom == s.delivered.view.Zoom {
		spare = margin
	}
	s.coming = image.Rectangle{}
	if s.shown.Image != nil {
		s.coming, _ = plan(next.source, next.view, next.area, s.shown.Picture, spare)
	}
	s.loader.Request(s, next.source, next.view, next.area, spare, func(r Rendered, err error) {
		if err != nil {
			s.fault, s.coming = s.Failed(err), image.Rectangle{}
		} else {
			s.take(r, next)
		}
		s.Refresh()
	})
}

// covers says whether a part that was made for one wish is enough for another one: enlarged alike, and all in it. With
// ahead it must reach a little farther, so that the next part is there before its edge is.
func (s *Shot) covers(made wish, part image.Rectangle, next wish, ahead bool) bool {
	if s.shown.Image == nil || next.view.Zoom == 0 || made.view.Zoom != next.view.Zoom || made.source != next.source || made.area != next.area {
		return false
	}
	wanted := next.view.Frame(next.area, s.shown.Picture).Visible(next.area, s.shown.Picture)
	if ahead {
		wanted = grow(wanted, s.shown.Picture, margin/3)
	}
	return wanted.In(part)
}

// take takes what the loader has made of a wish.
func (s *Shot) take(r Rendered, of wish) {
	fresh := s.shown.Image == nil
	s.shown, s.delivered, s.fault = r, of, ""
	if of == s.asked {
		s.coming = image.Rectangle{}
	}
	if !fresh {
		return
	}
	if len(r.Change.Areas) > 0 {
		s.mark()
	}
	if s.OnShown != nil {
		s.OnShown(r)
	}
}

// Ready says whether the picture that was asked for is there, or none is wanted.
func (s *Shot) Ready() bool {
	return s.source.Hash == "" || s.shown.Image != nil && s.asked.view == s.view && s.delivered == s.asked || s.Message() != ""
}
