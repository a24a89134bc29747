package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

const railWidth = 84

// railItem is an entry of the navigation: an icon above a word.
type railItem struct {
	own.Pressable
	word     string
	icon     fyne.ThemeIconName
	selected bool
}

func newRailItem(word string, icon fyne.ThemeIconName, keys *own.Keys, tapped func()) *railItem {
	i := &railItem{Pressable: own.MakePressable(keys, tapped), word: word, icon: icon}
	i.ExtendBaseWidget(i)
	return i
}

// newRail is the navigation: one entry under the other.
func newRail(items ...*railItem) fyne.CanvasObject {
	box := container.NewVBox()
	for _, item := range items {
		box.Add(item)
	}
	return own.Sized(railWidth, 0, own.NewPanel(box, colorRail, 4, 8, 0))
}

func (i *railItem) selectIt(on bool) {
	if i.selected != on {
		i.selected = on
		i.Refresh()
	}
}

// CreateRenderer draws icon, word and the state.
func (i *railItem) CreateRenderer() fyne.WidgetRenderer {
	i.ExtendBaseWidget(i)
	r := &railRenderer{
		item: i, ground: canvas.NewRectangle(nil), bar: canvas.NewRectangle(nil), icon: widget.NewIcon(nil), ring: own.NewRing(),
		word: own.NewText(i.word).Sized(theme.SizeNameCaptionText).Aligned(fyne.TextAlignCenter).Shrinking(),
	}
	r.ground.CornerRadius = 6
	r.objects = []fyne.CanvasObject{r.ground, r.bar, r.icon, r.word, r.ring.Object()}
	r.Refresh()
	return r
}

type railRenderer struct {
	item    *railItem
	ground  *canvas.Rectangle
	bar     *canvas.Rectangle
	icon    *widget.Icon
	word    *own.Text
	ring    own.Ring
	objects []fyne.CanvasObject
}

func (r *railRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.ring.Layout(size)
	r.bar.Move(fyne.NewPos(0, 10))
	r.bar.Resize(fyne.NewSize(3, size.Height-20))
	r.icon.Move(fyne.NewPos((size.Width-22)/2, 9))
	r.icon.Resize(fyne.NewSquareSize(22))
	r.word.Move(fyne.NewPos(2, 34))
	r.word.Resize(fyne.NewSize(size.Width-4, 16))
}

func (r *railRenderer) Refresh() {
	ground := fyne.ThemeColorName("")
	switch {
	case r.item.selected:
		ground = theme.ColorNameSelection
	case r.item.Hovered():
		ground = theme.ColorNameHover
	}
	r.ring.Show(r.item.Focused(), theme.ColorNameForeground)
	r.ground.Hidden = ground == ""
	if ground != "" {
		r.ground.FillColor = theme.Color(ground)
	}
	r.bar.Hidden = !r.item.selected
	r.bar.FillColor = theme.Color(theme.ColorNamePrimary)
	r.icon.SetResource(theme.Icon(r.item.icon))
	r.word.SetText(r.item.word)
	for _, object := range r.objects {
		object.Refresh()
	}
}

func (r *railRenderer) MinSize() fyne.Size           { return fyne.NewSize(railWidth-8, 56) }
func (r *railRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *railRenderer) Destroy()                     {}
