package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"vigie/replay"
	own "vigie/ui/widget"
)

// makeDetail makes the view of a session that is opened.
func (p *sessionsPage) makeDetail() {
	w := p.w
	back := own.NewButton(t("sessions.back"), theme.NavigateBackIcon(), w.keys, p.close)
	p.header = newHeader(back)
	p.steps = newStepView(w.loader, w.keys, w.toClipboard, p.pickStep, nil)
	w.letZones(p.steps.pane, func() string { return p.summary.Session.Workflow })
	save := own.NewButton(t("sessions.export"), theme.DocumentSaveIcon(), w.keys, func() { w.askExport(&p.summary) })
	remove := own.NewButton(t("sessions.delete"), theme.DeleteIcon(), w.keys, func() { w.askDelete(&p.summary) })
	tools := own.NewPanel(container.NewHBox(save, remove), colorCard, 4, 4, 0)
	p.detail = frame(frame(nil, nil, nil, tools, p.header.root), nil, nil, nil, p.steps.root)
	p.detail.Hide()
}

// open reads a session's reports and shows them.
func (p *sessionsPage) open(id int) {
	if id >= 0 && id < len(p.found) {
		p.openSession(*p.found[id])
	}
}

func (p *sessionsPage) openSession(s replay.Summary) {
	p.current = s.Session.ID
	p.opened, p.summary, p.reports, p.event = s.Session.ID, s, nil, ""
	p.header.show(viewSession(&s, p.w.now()))
	p.steps.show(nil, "", false)
	p.table.Hide()
	p.detail.Show()
	p.w.background(func(ctx context.Context) {
		reports, err := p.w.p.Archive.Reports(ctx, s.Session.ID)
		if errors.Is(err, context.Canceled) {
			return
		}
		p.w.p.Dispatch(func() { p.showReports(s.Session.ID, reports, err) })
	})
}

// showReports shows the reports that were read, unless another session was opened in the meantime.
func (p *sessionsPage) showReports(id string, reports []*replay.Report, err error) {
	if p.w.sessions != p || p.opened != id {
		return
	}
	if err != nil {
		p.w.p.Log.Error("session can't be read", "session", id, "error", err)
		p.w.showError("error.page", err)
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
