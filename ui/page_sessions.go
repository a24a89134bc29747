package ui

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
)

// sessionsPage lists the stored sessions and shows one of them, read-only.
type sessionsPage struct {
	w       *Window
	views   []sessionView
	stored  []replay.Summary
	list    *own.List
	message *widget.Label
	table   fyne.CanvasObject

	header  *header
	steps   *stepView
	detail  fyne.CanvasObject
	opened  string // the session that is open; empty while the list is shown
	reports []*replay.Report
	event   string
	root    *fyne.Container
}

// tableColumns are the widths of the table: date, workflow, steps, verdict bar, counts, pauses, outcome, length.
var tableColumns = own.Columns{Widths: []float32{132, -1, 64, 90, 130, 56, 124, 66}, Gap: 10}

func (w *Window) newSessionsPage() *sessionsPage {
	p := &sessionsPage{w: w, message: paragraph(t("sessions.reading"))}
	p.list = own.NewList(w.keys, func() int { return len(p.views) },
		func() fyne.CanvasObject { return newSessionItem() },
		func(id int, object fyne.CanvasObject) { object.(*sessionItem).set(&p.views[id]) })
	p.list.OnSelected = func(id int) {
		p.list.Unselect(id)
		p.open(id)
	}
	load := own.NewButton(t("sessions.import"), theme.FolderOpenIcon(), w.keys, w.chooseBundle)
	title := own.NewText(t("sessions.title")).Bold().Sized(theme.SizeNameHeadingText)
	head := own.NewPanel(container.New(own.Columns{Widths: []float32{-1, 0}}, title, load), theme.ColorNameBackground, 12, 8, 0)
	names := own.NewPanel(tableHead(), theme.ColorNameHeaderBackground, 12, 6, 0)
	body := container.New(own.Fixed{}, container.New(centred{width: 700}, p.message), p.list)
	p.table = container.NewBorder(container.NewVBox(head, names), nil, nil, nil, own.NewPanel(body, colorCard, 0, 0, 0))

	back := own.NewButton(t("sessions.back"), theme.NavigateBackIcon(), w.keys, p.close)
	p.header = newHeader(back)
	p.steps = newStepView(w.loader, w.keys, w.toClipboard, p.pickStep, nil)
	p.detail = container.NewBorder(p.header.root, nil, nil, nil, p.steps.root)
	p.detail.Hide()
	p.root = container.New(own.Fixed{}, p.table, p.detail)
	return p
}

func tableHead() fyne.CanvasObject {
	row := container.New(tableColumns)
	for _, name := range []string{
		t("sessions.date"), t("sessions.workflow"), t("sessions.steps"), t("sessions.verdicts"), "",
		t("sessions.pauses"), t("sessions.outcome"), t("sessions.length"),
	} {
		row.Add(own.NewText(name).Bold().Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking())
	}
	return row
}

// refresh reads the list anew, away from Fyne's goroutine.
func (p *sessionsPage) refresh() {
	p.w.background(func(ctx context.Context) {
		all, err := p.w.p.Archive.Sessions(ctx)
		if errors.Is(err, context.Canceled) {
			return
		}
		p.w.p.Dispatch(func() { p.listed(all, err) })
	})
}

// listed shows the list that was read.
func (p *sessionsPage) listed(all []replay.Summary, err error) {
	if p.w.sessions != p {
		return // the window was built anew in the meantime
	}
	p.message.SetText(t("sessions.empty"))
	if err != nil {
		p.w.p.Log.Error("sessions can't be read", "error", err)
		p.message.SetText(t("sessions.failed", gaps{"Error": err}))
	}
	now := p.w.now()
	p.stored, p.views = all, p.views[:0]
	for i := range all {
		p.views = append(p.views, viewSession(&all[i], now))
	}
	show(p.message, len(all) == 0)
	show(p.list, len(all) > 0)
	p.list.Refresh()
}

func show(object fyne.CanvasObject, yes bool) {
	if yes {
		object.Show()
	} else {
		object.Hide()
	}
}

// open reads a session's reports and shows them.
func (p *sessionsPage) open(id int) {
	if id >= len(p.stored) {
		return
	}
	p.openSession(p.stored[id])
}

func (p *sessionsPage) openSession(s replay.Summary) {
	p.opened, p.reports, p.event = s.Session.ID, nil, ""
	p.header.show(viewSession(&s, p.w.now()))
	p.steps.show(nil, "", false)
	p.table.Hide()
	p.detail.Show()
	p.w.background(func(ctx context.Context) {
		reports, err := p.w.p.Archive.Reports(ctx, s.Session.ID)
		if errors.Is(err, context.Canceled) {
			return
		}
		p.w.p.Dispatch(func() { p.read(s.Session.ID, reports, err) })
	})
}

// read shows the reports that were read, unless another session was opened in the meantime.
func (p *sessionsPage) read(id string, reports []*replay.Report, err error) {
	if p.w.sessions != p || p.opened != id {
		return
	}
	if err != nil {
		p.w.p.Log.Error("session can't be read", "session", id, "error", err)
		p.w.ShowBanner(BannerOther, t("error.page", gaps{"Error": err}))
		return
	}
	p.reports = reports
	if len(reports) > 0 {
		p.event = reports[firstProblem(reports)].Event.ID
	}
	p.steps.show(p.reports, p.event, false)
}

// firstProblem is the index of the first step that did not come out COMPLETE, else 0.
func firstProblem(reports []*replay.Report) int { return max(0, problem(reports, -1, 1)) }

func (p *sessionsPage) pickStep(event string) {
	p.event = event
	p.steps.show(p.reports, p.event, false)
}

// close goes back to the list.
func (p *sessionsPage) close() {
	p.opened, p.reports, p.event = "", nil, ""
	p.detail.Hide()
	p.table.Show()
	p.refresh()
}

// sessionItem is a row of the table as it is drawn.
type sessionItem struct {
	widget.BaseWidget
	shown    sessionView
	date     *own.Text
	workflow *own.Text
	agent    *own.Text
	steps    *own.Text
	bar      *own.Bar
	counts   *counts
	pauses   *own.Text
	sign     *own.Sign
	outcome  *own.Text
	length   *own.Text
	root     *fyne.Container
}

func newSessionItem() *sessionItem {
	i := &sessionItem{
		date: own.NewText("").Shrinking(), workflow: own.NewText("").Bold().Shrinking(),
		agent: own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking(), steps: own.NewText("").Shrinking(),
		bar: own.NewBar(8), counts: newCounts(), pauses: own.NewText(""), sign: own.NewSign(own.Dash, colorQuiet, 14),
		outcome: own.NewText("").Shrinking(), length: own.NewText("").Mono().Shrinking(),
	}
	names := own.Sized(0, 40, container.New(twoLines{}, i.workflow, i.agent))
	outcome := container.New(own.Columns{Widths: []float32{16, -1}, Gap: 6}, i.sign, i.outcome)
	row := container.New(tableColumns, i.date, names, i.steps, i.bar, i.counts.root, i.pauses, outcome, i.length)
	i.root = container.New(own.Columns{Widths: []float32{12, -1, 12}}, spacer(), row, spacer())
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer draws the row.
func (i *sessionItem) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(i.root) }

// set shows a session, unless the row shows it already.
func (i *sessionItem) set(v *sessionView) {
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
	i.sign.Set(v.phase.sign, v.phase.color)
	i.outcome.Set(v.phase.word, v.phase.color)
	i.length.SetText(v.clock)
}

// refreshEvery is how often the list of sessions is read again while it is on screen.
const refreshEvery = 5 * time.Second
