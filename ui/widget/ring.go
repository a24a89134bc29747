package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Ring shows that a control has the focus: a line inside of it in the colour of its text, which stands out on whatever
// ground the text stands out on.
type Ring struct{ line *canvas.Rectangle }

// NewRing returns a ring that is not shown.
func NewRing() Ring {
	r := Ring{line: canvas.NewRectangle(nil)}
	r.line.StrokeWidth, r.line.CornerRadius, r.line.Hidden = 2, 3, true
	return r
}

// Object is what is drawn.
func (r Ring) Object() fyne.CanvasObject { return r.line }

// Layout lays the ring into a control of a size.
func (r Ring) Layout(size fyne.Size) {
	const inset = 2
	r.line.Move(fyne.NewPos(inset, inset))
	r.line.Resize(size.SubtractWidthHeight(2*inset, 2*inset))
}

// Show shows the ring in the colour of a text, or hides it.
func (r Ring) Show(focused bool, text fyne.ThemeColorName) {
	r.line.Hidden = !focused
	r.line.StrokeColor = theme.Color(text)
	r.line.Refresh()
}

// textOn is the colour of a button's text.
func textOn(i widget.Importance) fyne.ThemeColorName {
	switch i {
	case widget.HighImportance:
		return theme.ColorNameForegroundOnPrimary
	case widget.DangerImportance:
		return theme.ColorNameForegroundOnError
	case widget.WarningImportance:
		return theme.ColorNameForegroundOnWarning
	case widget.SuccessImportance:
		return theme.ColorNameForegroundOnSuccess
	default:
		return theme.ColorNameForeground
	}
}

// ringedRenderer draws a button, and the ring where it has the focus.
type ringedRenderer struct {
	fyne.WidgetRenderer
	button *Button
	ring   Ring
}

// Objects are the button's, and the ring over them.
func (r *ringedRenderer) Objects() []fyne.CanvasObject {
	return append(r.WidgetRenderer.Objects(), r.ring.Object())
}

// Layout lays both out.
func (r *ringedRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Layout(size)
}

// Refresh draws both anew.
func (r *ringedRenderer) Refresh() {
	r.show()
	r.WidgetRenderer.Refresh()
}

func (r *ringedRenderer) show() { r.ring.Show(r.button.focused, textOn(r.button.Importance)) }
