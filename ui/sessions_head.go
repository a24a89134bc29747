package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// headCell is the name of a column; it sorts the table by it.
type headCell struct {
	own.Pressable
	name   string
	text   *own.Text
	ground *canvas.Rectangle
}

func newHeadCell(name string, keys *own.Keys, tapped func()) *headCell {
	c := &headCell{
		Pressable: own.MakePressable(keys, tapped), name: name, ground: canvas.NewRectangle(nil),
		text: own.NewText(name).Bold().Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking(),
	}
	c.ground.CornerRadius = 3
	c.ExtendBaseWidget(c)
	return c
}

// show says whether the table is sorted by the column, and which way.
func (c *headCell) show(sorted, upwards bool) {
	switch {
	case !sorted:
		c.text.Set(c.name, colorQuiet)
	case upwards:
		c.text.Set("↑ "+c.name, theme.ColorNameForeground)
	default:
		c.text.Set("↓ "+c.name, theme.ColorNameForeground)
	}
}

// CreateRenderer draws the name on a ground that shows focus and pointer.
func (c *headCell) CreateRenderer() fyne.WidgetRenderer {
	c.ExtendBaseWidget(c)
	r := &headRenderer{cell: c, ring: own.NewRing()}
	r.objects = []fyne.CanvasObject{c.ground, c.text, r.ring.Object()}
	r.Refresh()
	return r
}

type headRenderer struct {
	cell    *headCell
	ring    own.Ring
	objects []fyne.CanvasObject
}

func (r *headRenderer) Layout(size fyne.Size) {
	r.cell.ground.Move(fyne.NewPos(-4, 0))
	r.cell.ground.Resize(size.AddWidthHeight(8, 0))
	r.ring.Layout(size.AddWidthHeight(8, 0))
	r.ring.Object().Move(fyne.NewPos(-4, 2))
	height := r.cell.text.MinSize().Height
	r.cell.text.Move(fyne.NewPos(0, (size.Height-height)/2))
	r.cell.text.Resize(fyne.NewSize(size.Width, height))
}

func (r *headRenderer) Refresh() {
	ground := fyne.ThemeColorName("")
	if r.cell.Hovered() {
		ground = theme.ColorNameHover
	}
	r.ring.Show(r.cell.Focused(), theme.ColorNameForeground)
	r.cell.ground.Hidden = ground == ""
	if ground != "" {
		r.cell.ground.FillColor = theme.Color(ground)
	}
	r.cell.ground.Refresh()
	r.cell.text.Refresh()
}

func (r *headRenderer) MinSize() fyne.Size           { return fyne.NewSize(20, r.cell.text.MinSize().Height+6) }
func (r *headRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *headRenderer) Destroy()                     {}
