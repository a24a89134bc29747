package widget

import "fyne.io/fyne/v2"

// Flow sets objects side by side at their own size, and begins another row where one is full.
type Flow struct{ Gap float32 }

// Layout places the rows.
func (f Flow) Layout(objects []fyne.CanvasObject, size fyne.Size) { f.flow(objects, size.Width, true) }

// MinSize is the size of the widest object; how high the rows are, [Flow.Height] says.
func (f Flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, object := range objects {
		size = size.Max(object.MinSize())
	}
	return size
}

// Height is the height of the rows in a width.
func (f Flow) Height(objects []fyne.CanvasObject, width float32) float32 {
	return f.flow(objects, width, false)
}

// flow walks through the rows, places their objects where that is wanted, and returns their height.
func (f Flow) flow(objects []fyne.CanvasObject, width float32, place bool) float32 {
	var x, y, row float32
	for _, object := range objects {
		if !object.Visible() {
			continue
		}
		least := object.MinSize()
		if x > 0 && x+least.Width > width {
			x, y, row = 0, y+row+f.Gap, 0
		}
		if place {
			object.Move(fyne.NewPos(x, y))
			object.Resize(least)
		}
		x, row = x+least.Width+f.Gap, max(row, least.Height)
	}
	return y + row
}
