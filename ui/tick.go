package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// tickRow is a point of a checklist: a box to tick before a text that wraps. A click on the text ticks it too.
type tickRow struct {
	widget.BaseWidget
	tick *own.Tick
	root fyne.CanvasObject
}

func newTickRow(text string, keys *own.Keys, changed func(on bool)) *tickRow {
	r := &tickRow{tick: own.NewTick("", keys, changed)}
	r.root = container.NewBorder(nil, nil, container.NewVBox(r.tick), nil, paragraph(text))
	r.ExtendBaseWidget(r)
	return r
}

// Tapped ticks the box, or takes the tick away.
func (r *tickRow) Tapped(*fyne.PointEvent) { r.tick.SetChecked(!r.tick.Checked) }

// CreateRenderer draws box and text.
func (r *tickRow) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(r.root) }
