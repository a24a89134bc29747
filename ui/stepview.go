package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"vigie/replay"
	own "vigie/ui/widget"
)

// stepView shows the steps of a session: list, pictures and card. The Live page and a stored session share it.
type stepView struct {
	list *stepList
	pane *pane
	card *card
	root fyne.CanvasObject
}

func newStepView(loader *own.Loader, keys *own.Keys, toClipboard func(string), pick func(event string), follow func()) *stepView {
	s := &stepView{list: newStepList(keys, pick, follow), pane: newPane(loader, keys), card: newCard(keys, toClipboard)}
	s.root = container.New(threeColumns{}, s.list.root, s.pane.root, s.card.root)
	return s
}

// frame sets objects around one in the middle, and lets Tab go through them as they are read: from the top to the bottom,
// and from the left to the right. What is nil is not there.
func frame(top, bottom, left, right, middle fyne.CanvasObject) *fyne.Container {
	var all []fyne.CanvasObject
	for _, object := range []fyne.CanvasObject{top, left, middle, right, bottom} {
		if object != nil {
			all = append(all, object)
		}
	}
	return container.New(layout.NewBorderLayout(top, bottom, left, right), all...)
}

// show shows reports, with one of them in pictures and card. It returns that one; nil when there is none.
func (s *stepView) show(reports []*replay.Report, event string, follow bool) *replay.Report {
	s.list.show(reports, event, follow)
	var shown *replay.Report
	if at := reportIndex(reports, event); at >= 0 {
		shown = reports[at]
	}
	s.pane.show(shown)
	s.card.show(shown)
	return shown
}

// threeColumns lays out list, pictures and card: the pictures get what the others leave.
type threeColumns struct{}

const columnGap = 6

func (threeColumns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := min(320, max(228, size.Width*0.19))
	right := min(380, max(284, size.Width*0.23))
	x := float32(0)
	for n, width := range []float32{left, size.Width - left - right - 2*columnGap, right} {
		objects[n].Move(fyne.NewPos(x, 0))
		objects[n].Resize(fyne.NewSize(width, size.Height))
		x += width + columnGap
	}
}

func (threeColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(228+284+360, 300) }
