package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Part is a part of a bar: its share of the bar's whole, and its colour.
type Part struct {
	Share float32
	Color fyne.ThemeColorName
}

// Bar is a flat bar of up to four coloured parts on a track: progress, verdicts, time against a budget.
type Bar struct {
	widget.BaseWidget
	parts [4]Part
	mark  float32
	thick float32
}

// NewBar returns an empty bar of a thickness.
func NewBar(thick float32) *Bar {
	b := &Bar{thick: thick}
	b.ExtendBaseWidget(b)
	return b
}

// Set changes the parts, from left to right; what is left of the whole stays empty. A mark above 0 is drawn at that
// share of the bar. Nothing happens when they are those already.
func (b *Bar) Set(mark float32, parts ...Part) {
	var next [4]Part
	copy(next[:], parts)
	if next == b.parts && mark == b.mark {
		return
	}
	b.parts, b.mark = next, mark
	b.Refresh()
}

// Parts are the parts that are shown.
func (b *Bar) Parts() [4]Part { return b.parts }

// CreateRenderer draws the bar by rectangles.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	b.ExtendBaseWidget(b)
	r := &barRenderer{bar: b, track: canvas.NewRectangle(nil), mark: canvas.NewRectangle(nil)}
	r.objects = append(r.objects, r.track)
	for i := range r.fills {
		r.fills[i] = canvas.NewRectangle(nil)
		r.objects = append(r.objects, r.fills[i])
	}
	r.objects = append(r.objects, r.mark)
	r.Refresh()
	return r
}

type barRenderer struct {
	bar     *Bar
	track   *canvas.Rectangle
	mark    *canvas.Rectangle
	fills   [4]*canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *barRenderer) Layout(size fyne.Size) {
	y, thick := (size.Height-r.bar.thick)/2, r.bar.thick
	r.track.Move(fyne.NewPos(0, y))
	r.track.Resize(fyne.NewSize(size.Width, thick))
	x := float32(0)
	for i, fill := range r.fills {
		width := min(size.Width*max(0, r.bar.parts[i].Share), size.Width-x)
		fill.Move(fyne.NewPos(x, y))
		fill.Resize(fyne.NewSize(width, thick))
		fill.Hidden = width <= 0
		x += width
	}
	r.mark.Move(fyne.NewPos(min(1, r.bar.mark)*size.Width-1, y-2))
	r.mark.Resize(fyne.NewSize(2, thick+4))
	r.mark.Hidden = r.bar.mark <= 0
}

func (r *barRenderer) Refresh() {
	r.track.FillColor = theme.Color(theme.ColorNameSeparator)
	r.mark.FillColor = theme.Color(theme.ColorNameForeground)
	for i, fill := range r.fills {
		if r.bar.parts[i].Share > 0 {
			fill.FillColor = theme.Color(r.bar.parts[i].Color)
		}
	}
	r.Layout(r.bar.Size())
	for _, object := range r.objects {
		object.Refresh()
	}
}

func (r *barRenderer) MinSize() fyne.Size           { return fyne.NewSize(24, r.bar.thick+4) }
func (r *barRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *barRenderer) Destroy()                     {}
