package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// sessionItem is a row of the table as it is drawn.
type sessionItem struct {
	widget.BaseWidget
	shown    sessionView
	current  bool
	ground   *canvas.Rectangle
	date     *own.Text
	workflow *own.Text
	agent    *own.Text
	steps    *own.Text
	bar      *own.Bar
	counts   *counts
	pauses   *own.Text
	persons  *own.Text
	sign     *own.Sign
	outcome  *own.Text
	length   *own.Text
	more     *own.Button
	row      *fyne.Container
}

func newSessionItem(keys *own.Keys) *sessionItem {
	small := func() *own.Text {
		return own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
	}
	i := &sessionItem{
		ground: canvas.NewRectangle(nil), date: own.NewText("").Shrinking(), workflow: own.NewText("").Bold().Shrinking(),
		agent: small(), steps: own.NewText("").Shrinking(), bar: own.NewBar(8), counts: newCounts(30), pauses: own.NewText("").Shrinking(),
		persons: small(), sign: own.NewSign(own.Dash, colorQuiet, 14), outcome: own.NewText("").Shrinking(),
		length: own.NewText("").Mono().Shrinking(), more: own.NewButton("", theme.MoreVerticalIcon(), keys, nil),
	}
	i.more.Importance = widget.LowImportance
	pair := func(above, below fyne.CanvasObject) fyne.CanvasObject {
		return own.Sized(0, 40, container.New(lines{}, above, below))
	}
	outcome := container.New(own.Columns{Widths: []float32{16, -1}, Gap: 6}, i.sign, i.outcome)
	i.row = container.New(tableColumns, i.date, pair(i.workflow, i.agent), i.steps, pair(own.Sized(0, 16, i.bar), i.counts.root),
		pair(i.pauses, i.persons), outcome, i.length, i.more)
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer draws the row.
func (i *sessionItem) CreateRenderer() fyne.WidgetRenderer {
	side := container.New(own.Columns{Widths: []float32{12, -1, 12}}, spacer(), i.row, spacer())
	return widget.NewSimpleRenderer(container.NewStack(i.ground, side))
}

// set shows a session, unless the row shows it already. current says that the keys are about this row.
func (i *sessionItem) set(v *sessionView, current bool, more func(at fyne.Position)) {
	i.more.OnTapped = func() {
		more(fyne.CurrentApp().Driver().AbsolutePositionForObject(i.more).AddXY(0, i.more.Size().Height))
	}
	i.mark(current)
	if i.shown == *v {
		return
	}
	i.shown = *v
	i.date.SetText(v.date)
	i.workflow.SetText(v.workflow)
	i.agent.SetText(v.agent)
	i.steps.SetText(v.short)
	i.bar.Set(0, own.Part{Share: v.shares[0], Color: colorComplete}, own.Part{Share: v.shares[1], Color: colorContinue},
		own.Part{Share: v.shares[2], Color: colorFailed})
	i.counts.show(v.counts)
	i.pauses.SetText(v.pauses)
	i.persons.SetText(v.persons)
	show(i.persons, v.persons != "")
	show(i.agent, v.agent != "")
	i.sign.Set(v.phase.sign, v.phase.color)
	i.outcome.Set(v.phase.word, v.phase.color)
	i.length.SetText(v.clock)
	i.row.Refresh()
}

// lines sets what is visible of its objects one under the other, in the middle.
type lines struct{}

func (lines) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := (size.Height - lines{}.MinSize(objects).Height) / 2
	for _, object := range objects {
		if object.Visible() {
			height := object.MinSize().Height
			object.Move(fyne.NewPos(0, y))
			object.Resize(fyne.NewSize(size.Width, height))
			y += height
		}
	}
}

func (lines) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, object := range objects {
		if object.Visible() {
			least := object.MinSize()
			size = fyne.NewSize(max(size.Width, least.Width), size.Height+least.Height)
		}
	}
	return size
}

// mark shows whether the keys are about this row.
func (i *sessionItem) mark(current bool) {
	i.current = current
	i.ground.Hidden = !current
	i.ground.FillColor = theme.Color(theme.ColorNameSelection)
	i.ground.Refresh()
}
