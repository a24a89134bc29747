package widget

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
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
	share   float32 // of the width that is drawn, from the left
	message string
	view    View
	overlay Overlay
	marks   []*line
	marked  int  // how often marks were made
	hidden  bool // the overlay is switched off

	shown Rendered // what the loader has delivered for source; a zero Picture before
	asked wish
	// delivered is the wish that shown answers.
	delivered wish
}

// wish is what was asked of the loader last.
type wish struct {
	source Source
	view   View
	area   image.Point
}

// NewShot returns an empty screenshot view.
func NewShot(loader *Loader) *Shot {
	s := &Shot{loader: loader, share: 1}
	s.ExtendBaseWidget(s)
	return s
}

// Present shows a picture with an overlay. Where there is none, source has no hash and message says why.
func (s *Shot) Present(source Source, message string, overlay Overlay) {
	if source != s.source {
		s.shown = Rendered{}
		s.loader.Cancel(s)
		s.asked = wish{}
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

// ShowShare draws only a share 0…1 of the width, from the left; the rest lets through what lies behind.
func (s *Shot) ShowShare(share float32) {
	if share = max(0, min(1, share)); share != s.share {
		s.share = share
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
func (s *Shot) Message() string { return s.message }

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

// Dragged pans.
func (s *Shot) Dragged(event *fyne.DragEvent) {
	scale := float64(s.scale())
	s.change(s.view.Moved(s.Area(), s.shown.Picture, float64(event.Dragged.DX)*scale, float64(event.Dragged.DY)*scale))
}

// DragEnd does nothing.
func (s *Shot) DragEnd() {}

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

// load asks the loader for what the view shows, unless that was asked already.
func (s *Shot) load() {
	next := wish{source: s.source, view: s.view, area: s.Area()}
	if s.source.Hash == "" || next == s.asked || next.area.X < 2 || next.area.Y < 2 {
		return
	}
	s.asked = next
	if kept, ok := s.loader.Peek(next.source, next.view, next.area); ok {
		s.loader.Cancel(s)
		s.take(kept, next)
		return
	}
	s.loader.Request(s, next.source, next.view, next.area, func(r Rendered, err error) {
		if err != nil {
			s.message = s.Failed(err)
		} else {
			s.take(r, next)
		}
		s.Refresh()
	})
}

// take takes what the loader has made of a wish.
func (s *Shot) take(r Rendered, of wish) {
	fresh := s.shown.Image == nil
	s.shown, s.delivered = r, of
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

// CreateRenderer draws the picture and its overlay, clipped to the widget.
func (s *Shot) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	r := &shotRenderer{
		shot: s, ground: canvas.NewRectangle(nil), picture: &canvas.Image{ScaleMode: canvas.ImageScaleFastest},
		message: NewText("").Aligned(fyne.TextAlignCenter).Colored(theme.ColorNamePlaceHolder).Shrinking(),
		marks:   container.NewWithoutLayout(),
	}
	r.picture.FillMode = canvas.ImageFillStretch
	r.clip = container.NewClip(container.NewWithoutLayout(r.picture, r.marks))
	r.objects = []fyne.CanvasObject{r.ground, r.clip, r.message}
	r.Refresh()
	return r
}

type shotRenderer struct {
	shot    *Shot
	ground  *canvas.Rectangle
	picture *canvas.Image
	marks   *fyne.Container
	clip    *container.Clip
	marked  int // the shot's marks that are drawn
	message *Text
	objects []fyne.CanvasObject
}

func (r *shotRenderer) Layout(size fyne.Size) {
	r.shot.load()
	if r.marked != r.shot.marked {
		r.setMarks()
	}
	part := fyne.NewSize(size.Width*r.shot.share, size.Height)
	r.ground.Resize(part)
	r.clip.Resize(part)
	r.message.Move(fyne.NewPos(8, 0))
	r.message.Resize(size.SubtractWidthHeight(16, 0))
	r.place()
}

// place puts the picture and the overlay where the view has them.
func (r *shotRenderer) place() {
	shown := r.shot.shown
	there := shown.Image != nil
	r.message.Hidden = there || r.shot.message == ""
	r.picture.Hidden = !there
	r.marks.Hidden = !there || r.shot.hidden
	if !there {
		return
	}
	scale := r.shot.scale()
	frame := r.shot.view.Frame(r.shot.Area(), shown.Picture)
	x, y, w, h := frame.Place(shown.Part)
	r.picture.Move(fyne.NewPos(float32(x)/scale, float32(y)/scale))
	r.picture.Resize(fyne.NewSize(float32(w)/scale, float32(h)/scale))
	for _, mark := range r.shot.marks {
		mark.place(frame, shown.Picture, scale)
	}
}

func (r *shotRenderer) Refresh() {
	r.ground.FillColor = theme.Color(theme.ColorNameInputBackground)
	r.message.SetText(r.shot.message)
	r.setMarks()
	r.Layout(r.shot.Size())
	if image := r.shot.shown.Image; image != nil && r.picture.Image != image {
		r.picture.Image = image
		r.picture.Refresh()
	}
	r.ground.Refresh()
	canvas.Refresh(r.shot)
}

// setMarks puts the overlay's lines into the picture: all halos lie behind all strokes.
func (r *shotRenderer) setMarks() {
	r.marked = r.shot.marked
	r.marks.Objects = r.marks.Objects[:0]
	for _, mark := range r.shot.marks {
		mark.paint()
		r.marks.Objects = append(r.marks.Objects, mark.halo)
	}
	for _, mark := range r.shot.marks {
		r.marks.Objects = append(r.marks.Objects, mark.stroke)
	}
}

func (r *shotRenderer) MinSize() fyne.Size           { return fyne.NewSize(80, 50) }
func (r *shotRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *shotRenderer) Destroy()                     { r.shot.loader.Cancel(r.shot) }

// Ready says whether the picture that was asked for is there, or none is wanted.
func (s *Shot) Ready() bool {
	return s.source.Hash == "" || s.shown.Image != nil && s.asked.view == s.view && s.delivered == s.asked || s.message != ""
}
