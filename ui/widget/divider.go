package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// DividerWidth is how wide a [Divider] is, with the room in which it can be taken.
const DividerWidth = 24

// Divider is the upright line between two pictures that lie on each other. It is dragged to the side.
type Divider struct {
	widget.BaseWidget
	// OnDragged is called with how far it was dragged to the right.
	OnDragged func(by float32)
}

// NewDivider returns a divider.
func NewDivider() *Divider {
	d := &Divider{OnDragged: func(float32) {}}
	d.ExtendBaseWidget(d)
	return d
}

// Dragged tells the owner.
func (d *Divider) Dragged(event *fyne.DragEvent) { d.OnDragged(event.Dragged.DX) }

// DragEnd does nothing.
func (d *Divider) DragEnd() {}

// Cursor says that it moves to the side.
func (d *Divider) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// CreateRenderer draws a line with a grip in the middle.
func (d *Divider) CreateRenderer() fyne.WidgetRenderer {
	d.ExtendBaseWidget(d)
	r := &dividerRenderer{halo: canvas.NewRectangle(nil), line: canvas.NewRectangle(nil), grip: canvas.NewRectangle(nil)}
	r.grip.CornerRadius = 5
	r.objects = []fyne.CanvasObject{r.halo, r.line, r.grip}
	for i := range r.notches {
		r.notches[i] = canvas.NewRectangle(nil)
		r.objects = append(r.objects, r.notches[i])
	}
	r.Refresh()
	return r
}

type dividerRenderer struct {
	halo, line, grip *canvas.Rectangle
	notches          [2]*canvas.Rectangle
	objects          []fyne.CanvasObject
}

func (r *dividerRenderer) Layout(size fyne.Size) {
	middle, height := size.Width/2, min(44, size.Height)
	top := (size.Height - height) / 2
	place(r.halo, middle-2, 0, 4, size.Height)
	place(r.line, middle-1, 0, 2, size.Height)
	place(r.grip, middle-8, top, 16, height)
	place(r.notches[0], middle-3, top+height/4, 2, height/2)
	place(r.notches[1], middle+1, top+height/4, 2, height/2)
}

func place(object fyne.CanvasObject, x, y, w, h float32) {
	object.Move(fyne.NewPos(x, y))
	object.Resize(fyne.NewSize(w, h))
}

func (r *dividerRenderer) Refresh() {
	r.halo.FillColor = theme.Color(ColorHalo)
	r.line.FillColor, r.grip.FillColor = theme.Color(theme.ColorNamePrimary), theme.Color(theme.ColorNamePrimary)
	for _, notch := range r.notches {
		notch.FillColor = theme.Color(theme.ColorNameForegroundOnPrimary)
	}
	for _, object := range r.objects {
		object.Refresh()
	}
}

func (r *dividerRenderer) MinSize() fyne.Size           { return fyne.NewSize(DividerWidth, 24) }
func (r *dividerRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *dividerRenderer) Destroy()                     {}
