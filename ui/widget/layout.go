package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Fixed gives a container a size of its own, whatever is in it, so that nothing else moves when its content changes. A
// zero width or height leaves that side to the content.
type Fixed struct{ Width, Height float32 }

// Layout gives the objects all the room.
func (f Fixed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, object := range objects {
		object.Move(fyne.Position{})
		object.Resize(size)
	}
}

// MinSize is the fixed size.
func (f Fixed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if f.Width > 0 && f.Height > 0 {
		return fyne.NewSize(f.Width, f.Height)
	}
	var size fyne.Size
	for _, object := range objects {
		size = size.Max(object.MinSize())
	}
	if f.Width > 0 {
		size.Width = f.Width
	}
	if f.Height > 0 {
		size.Height = f.Height
	}
	return size
}

// Columns sets objects side by side, each vertically in the middle. A width above 0 is fixed; a negative one is a share
// of what is left. A zero width takes the object's own.
type Columns struct {
	Widths []float32
	Gap    float32
}

// Layout places the columns.
func (c Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	rest, shares := c.rest(objects, size.Width)
	x := float32(0)
	for i, object := range objects {
		width := c.width(i, object)
		if width < 0 {
			width = rest * width / shares
		}
		height := min(object.MinSize().Height, size.Height)
		object.Move(fyne.NewPos(x, (size.Height-height)/2))
		object.Resize(fyne.NewSize(width, height))
		x += width + c.Gap
	}
}

// rest is the width that the columns with shares divide, and the sum of the shares (negative).
func (c Columns) rest(objects []fyne.CanvasObject, total float32) (rest, shares float32) {
	rest = total - c.Gap*float32(max(0, len(objects)-1))
	for i, object := range objects {
		if width := c.width(i, object); width < 0 {
			shares += width
		} else {
			rest -= width
		}
	}
	return max(0, rest), min(shares, -1e-6)
}

func (c Columns) width(i int, object fyne.CanvasObject) float32 {
	if i < len(c.Widths) && c.Widths[i] != 0 {
		return c.Widths[i]
	}
	return object.MinSize().Width
}

// MinSize is the sum of the columns.
func (c Columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(c.Gap*float32(max(0, len(objects)-1)), 0)
	for i, object := range objects {
		least := object.MinSize()
		width := c.width(i, object)
		if width < 0 {
			width = least.Width
		}
		size.Width += width
		size.Height = max(size.Height, least.Height)
	}
	return size
}

// Stacked sets objects of their own heights under each other, in the middle of the height.
type Stacked struct{ Gap float32 }

// Layout places the objects.
func (s Stacked) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - s.MinSize(objects).Height) / 2
	for _, object := range objects {
		height := object.MinSize().Height
		object.Move(fyne.NewPos(0, y))
		object.Resize(fyne.NewSize(size.Width, height))
		y += height + s.Gap
	}
}

// MinSize is the widest object and all heights.
func (s Stacked) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := fyne.NewSize(0, s.Gap*float32(max(0, len(objects)-1)))
	for _, object := range objects {
		least := object.MinSize()
		size = size.AddWidthHeight(0, least.Height)
		size.Width = max(size.Width, least.Width)
	}
	return size
}

// Panel sets content on a surface of its own colour with room around it. Without a colour it draws no surface: so it
// should be where the surface behind has the same colour, because a software renderer pays for every pixel.
type Panel struct {
	widget.BaseWidget
	content fyne.CanvasObject
	color   fyne.ThemeColorName
	padX    float32
	padY    float32
	radius  float32
}

// NewPanel returns content on a surface, with padX and padY of room around it; without a colour, there is room only.
func NewPanel(content fyne.CanvasObject, color fyne.ThemeColorName, padX, padY, radius float32) *Panel {
	p := &Panel{content: content, color: color, padX: padX, padY: padY, radius: radius}
	p.ExtendBaseWidget(p)
	return p
}

// SetColor changes the surface's colour.
func (p *Panel) SetColor(color fyne.ThemeColorName) {
	if p.color == color {
		return
	}
	p.color = color
	p.Refresh()
}

// CreateRenderer draws surface and content.
func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	p.ExtendBaseWidget(p)
	r := &panelRenderer{panel: p, surface: canvas.NewRectangle(nil)}
	r.surface.CornerRadius = p.radius
	r.objects = []fyne.CanvasObject{r.surface, p.content}
	r.paint()
	return r
}

type panelRenderer struct {
	panel   *Panel
	surface *canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *panelRenderer) Layout(size fyne.Size) {
	r.surface.Resize(size)
	r.panel.content.Move(fyne.NewPos(r.panel.padX, r.panel.padY))
	r.panel.content.Resize(size.SubtractWidthHeight(2*r.panel.padX, 2*r.panel.padY).Max(fyne.Size{}))
}

func (r *panelRenderer) MinSize() fyne.Size {
	return r.panel.content.MinSize().AddWidthHeight(2*r.panel.padX, 2*r.panel.padY)
}

// paint gives the surface its colour.
func (r *panelRenderer) paint() {
	r.surface.Hidden = r.panel.color == ""
	if r.panel.color != "" {
		r.surface.FillColor = theme.Color(r.panel.color)
	}
}

func (r *panelRenderer) Refresh() {
	r.paint()
	r.surface.Refresh()
	r.panel.content.Refresh()
}

func (r *panelRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *panelRenderer) Destroy()                     {}

// Sized returns a container of a fixed size around an object.
func Sized(width, height float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(Fixed{Width: width, Height: height}, object)
}
