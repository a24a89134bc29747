package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
)

// stepItem is a row of the step list as it is drawn.
type stepItem struct {
	widget.BaseWidget
	report *replay.Report
	sign   *own.Sign
	number *own.Text
	label  *own.Text
	word   *own.Text
	kind   *own.Text
	lights [3]*own.Sign
	root   *fyne.Container
}

func newStepItem() *stepItem {
	i := &stepItem{
		sign: own.NewSign(own.Dash, colorQuiet, 16), number: own.NewText("0000").Bold(),
		label: own.NewText("").Shrinking(), word: own.NewText("").Sized(theme.SizeNameCaptionText).Bold(),
		kind: own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking(),
	}
	lights := container.New(own.Columns{Gap: 3})
	for n := range i.lights {
		i.lights[n] = own.NewSign(own.Dash, colorQuiet, 12)
		lights.Add(i.lights[n])
	}
	first := container.New(own.Columns{Widths: []float32{0, -1}, Gap: 6}, i.number, i.label)
	second := container.New(own.Columns{Widths: []float32{0, -1, 0}, Gap: 6}, i.word, i.kind, lights)
	lines := container.New(twoLines{}, first, second)
	i.root = container.New(own.Columns{Widths: []float32{6, 18, -1, 2}, Gap: 4}, spacer(), i.sign, own.Sized(0, 42, lines), spacer())
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer draws the row.
func (i *stepItem) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(i.root) }

// set shows a row. It does nothing when the row is shown already, and allocates nothing of its own.
func (i *stepItem) set(row *stepRow) {
	if i.report == row.report {
		return
	}
	i.report = row.report
	i.sign.Set(row.mark.sign, row.mark.color)
	i.number.SetText(row.number)
	i.label.SetText(row.label)
	i.word.Set(row.mark.word, row.mark.color)
	i.kind.SetText(row.kind)
	for n := range i.lights {
		i.lights[n].Set(row.lights[n].sign, row.lights[n].color)
	}
	i.root.Refresh()
}

// twoLines lays two objects out as the lines of a row.
type twoLines struct{}

func (twoLines) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	half := size.Height / 2
	for n, object := range objects {
		object.Move(fyne.NewPos(0, float32(n)*half))
		object.Resize(fyne.NewSize(size.Width, half))
	}
}

func (twoLines) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var size fyne.Size
	for _, object := range objects {
		least := object.MinSize()
		size = fyne.NewSize(max(size.Width, least.Width), size.Height+least.Height)
	}
	return size
}

// stepList is the list of a session's steps with what belongs to it.
type stepList struct {
	list    *own.List
	rows    []stepRow
	count   *own.Text
	follow  *own.Button
	setting bool // the selection is being set by the program, not by the person
	pick    func(event string)
	root    fyne.CanvasObject
}

// newStepList makes an empty list. pick is called when the person picks a step, follow when the newest is to be
// followed again; without follow there is no such button.
func newStepList(keys *own.Keys, pick func(event string), follow func()) *stepList {
	s := &stepList{pick: pick, count: own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet)}
	s.list = own.NewList(keys, func() int { return len(s.rows) },
		func() fyne.CanvasObject { return newStepItem() },
		func(id int, object fyne.CanvasObject) { object.(*stepItem).set(&s.rows[id]) })
	s.list.OnSelected = s.selected
	legend := own.NewText(t("steps.lights")).Sized(theme.SizeNameCaptionText).Colored(colorQuiet)
	head := own.NewPanel(container.New(own.Columns{Widths: []float32{-1, 0}, Gap: 6}, s.count, legend), theme.ColorNameHeaderBackground, 8, 4, 0)
	var foot fyne.CanvasObject
	if follow != nil {
		s.follow = own.NewButton(t("steps.follow"), nil, keys, follow)
		foot = own.NewPanel(s.follow, "", 6, 4, 0)
	}
	s.root = own.NewPanel(container.NewBorder(head, foot, nil, nil, s.list), colorCard, 0, 0, 0)
	return s
}

// selected tells the person's choice.
func (s *stepList) selected(id int) {
	if !s.setting && id < len(s.rows) {
		s.pick(s.rows[id].report.Event.ID)
	}
}

// show shows reports with one of them selected.
func (s *stepList) show(reports []*replay.Report, event string, follow bool) {
	s.rows = viewRows(s.rows, reports)
	s.count.SetText(counted("steps.count_one", "steps.count", distinctSteps(reports), gaps{}))
	s.list.Refresh()
	s.setting = true
	if at := reportIndex(reports, event); at >= 0 {
		s.list.Select(at)
	} else {
		s.list.UnselectAll()
	}
	s.setting = false
	s.showFollow(follow)
}

// distinctSteps is the number of steps, each with all its attempts counted once, as the session's progress counts them.
func distinctSteps(reports []*replay.Report) int {
	n := 0
	for i, r := range reports {
		if i == 0 || r.Event.StepIndex != reports[i-1].Event.StepIndex {
			n++
		}
	}
	return n
}

func (s *stepList) showFollow(follow bool) {
	if s.follow == nil {
		return
	}
	text := t("steps.follow")
	if follow {
		text = t("steps.following")
	}
	if s.follow.Text != text {
		s.follow.SetText(text)
	}
	if follow != s.follow.Disabled() {
		if follow {
			s.follow.Disable()
		} else {
			s.follow.Enable()
		}
	}
}
