package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// CreateRenderer draws the picture and its overlay, clipped to the widget.
func (s *Shot) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	r := &shotRenderer{
		shot: s, picture: &canvas.Image{ScaleMode: canvas.ImageScaleFastest},
		message: NewText("").Aligned(fyne.TextAlignCenter).Colored(theme.ColorNamePlaceHolder).Shrinking(),
		marks:   container.NewWithoutLayout(), zones: container.NewWithoutLayout(),
	}
	r.picture.FillMode = canvas.ImageFillStretch
	inside := container.NewWithoutLayout()
	for i := range r.ground {
		r.ground[i] = canvas.NewRectangle(nil)
		inside.Add(r.ground[i])
	}
	inside.Add(r.picture)
	inside.Add(r.marks)
	inside.Add(r.zones)
	r.inside, r.clip = inside, container.NewClip(inside)
	r.objects = []fyne.CanvasObject{r.clip, r.message}
	r.Refresh()
	return r
}

// shotRenderer draws a shot. Its ground lies around the picture only, in four parts (left, right, above, below): the
// software renderer pays for every pixel that is drawn over.
type shotRenderer struct {
	shot    *Shot
	ground  [4]*canvas.Rectangle
	picture *canvas.Image
	marks   *fyne.Container
	zones   *fyne.Container
	inside  *fyne.Container
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
	left, right := size.Width*r.shot.from, size.Width*r.shot.to
	r.clip.Move(fyne.NewPos(left, 0))
	r.clip.Resize(fyne.NewSize(max(0, right-left), size.Height))
	r.inside.Move(fyne.NewPos(-left, 0))
	r.message.Move(fyne.NewPos(8, 0))
	r.message.Resize(size.SubtractWidthHeight(16, 0))
	r.place(size)
}

// place puts the picture and the overlay where the view has them.
func (r *shotRenderer) place(size fyne.Size) {
	shown := r.shot.shown
	there := shown.Image != nil
	r.message.Hidden = there || r.shot.Message() == ""
	r.picture.Hidden = !there
	r.marks.Hidden = !there || r.shot.hidden
	r.zones.Hidden = !there || len(r.shot.zones) == 0
	if !there {
		r.surround(fyne.Position{}, fyne.Size{}, size)
		return
	}
	scale := r.shot.scale()
	frame := r.shot.view.Frame(r.shot.Area(), shown.Picture)
	x, y, w, h := frame.Place(shown.Part)
	at, part := fyne.NewPos(float32(x)/scale, float32(y)/scale), fyne.NewSize(float32(w)/scale, float32(h)/scale)
	r.picture.Move(at)
	r.picture.Resize(part)
	r.surround(at, part, size)
	for _, mark := range r.shot.marks {
		mark.place(frame, shown.Picture, scale)
	}
	r.zones.Objects = zoneMarks(r.zones.Objects).place(r.shot.zones, frame, shown.Picture, scale)
}

// surround lays the ground around the picture.
func (r *shotRenderer) surround(at fyne.Position, part, size fyne.Size) {
	left, right := max(0, min(size.Width, at.X)), max(0, min(size.Width, at.X+part.Width))
	top, bottom := max(0, min(size.Height, at.Y)), max(0, min(size.Height, at.Y+part.Height))
	place(r.ground[0], 0, 0, left, size.Height)
	place(r.ground[1], right, 0, size.Width-right, size.Height)
	place(r.ground[2], left, 0, right-left, top)
	place(r.ground[3], left, bottom, right-left, size.Height-bottom)
	for _, ground := range r.ground {
		ground.Hidden = ground.Size().Width <= 0 || ground.Size().Height <= 0
	}
}

func (r *shotRenderer) Refresh() {
	for _, ground := range r.ground {
		ground.FillColor = theme.Color(theme.ColorNameInputBackground)
	}
	r.message.SetText(r.shot.Message())
	r.setMarks()
	r.Layout(r.shot.Size())
	if image := r.shot.shown.Image; image != nil && r.picture.Image != image {
		r.picture.Image = image
		r.picture.Refresh()
	}
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
