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
	all     []indexed         // all stored sessions
	found   []*replay.Summary // those that are listed, in their order; nothing of them changes
	read    bool              // the store was read
	reads   turns             // of the store
	seeks   turns             // of the filters' answers
	current string            // the session that the keys are about; empty for none
	seeking context.CancelFunc
	filters *filters
	heads   map[column]*headCell
	list    *sessionList
	message *widget.Label
	table   fyne.CanvasObject

	header  *header
	steps   *stepView
	detail  fyne.CanvasObject
	summary replay.Summary // of the session that is open
	opened  string         // its id; empty while the list is shown
	reports []*replay.Report
	event   string
	root    *fyne.Container
}

// tableColumns are the widths of the table: date, workflow, steps, verdicts, pauses and who decided, outcome, length, more.
var tableColumns = own.Columns{Widths: []float32{128, -10, 62, 138, -9, 124, 74, 32}, Gap: 10}

func (w *Window) newSessionsPage() *sessionsPage {
	p := &sessionsPage{w: w, message: paragraph(t("sessions.reading")), seeking: func() {}}
	p.message.Alignment = fyne.TextAlignCenter
	p.list = newSessionList(p)
	p.filters = newFilters(w, p.seek)
	load := own.NewButton(t("sessions.import"), theme.FolderOpenIcon(), w.keys, w.chooseBundle)
	title := own.NewText(t("sessions.title")).Bold().Sized(theme.SizeNameHeadingText)
	head := own.NewPanel(container.NewVBox(container.New(own.Columns{Widths: []float32{-1, 0}}, title, load), p.filters.root), "", 12, 8, 0)
	names := own.NewPanel(p.tableHead(), theme.ColorNameHeaderBackground, 12, 2, 0)
	body := container.New(own.Fixed{}, container.New(centred{width: 700}, p.message), p.list)
	p.table = frame(container.NewVBox(head, names), nil, nil, nil, own.NewPanel(body, colorCard, 0, 0, 0))
	p.makeDetail()
	p.root = container.New(own.Fixed{}, p.table, p.detail)
	return p
}

// tableHead are the names of the columns, which sort the table.
func (p *sessionsPage) tableHead() fyne.CanvasObject {
	p.heads = map[column]*headCell{}
	row := container.New(tableColumns)
	for _, c := range []struct {
		column column
		name   string
	}{
		{byDate, t("sessions.date")},
		{byWorkflow, t("sessions.workflow")},
		{bySteps, t("sessions.steps")},
		{byFailures, t("sessions.verdicts")},
		{byPauses, t("sessions.pauses")},
		{byOutcome, t("sessions.outcome")},
		{byLength, t("sessions.length")},
	} {
		p.heads[c.column] = newHeadCell(c.name, p.w.keys, func() { p.sort(c.column) })
		row.Add(p.heads[c.column])
	}
	row.Add(spacer())
	p.showHeads()
	return row
}

// sort sorts by a column; by the one that it is sorted by already, the other way round. Names begin with the first letter,
// all else with the most.
func (p *sessionsPage) sort(c column) {
	q := &p.w.query
	if q.column == c {
		q.upwards = !q.upwards
	} else {
		q.column, q.upwards = c, c == byWorkflow || c == byOutcome
	}
	p.showHeads()
	p.seek()
}

func (p *sessionsPage) showHeads() {
	for c, cell := range p.heads {
		cell.show(c == p.w.query.column, p.w.query.upwards)
	}
}

// showItem shows a session in a row.
func (p *sessionsPage) showItem(id int, object fyne.CanvasObject) {
	if id >= len(p.found) {
		return
	}
	s := p.found[id]
	v := viewSession(s, p.w.now())
	object.(*sessionItem).set(&v, s.Session.ID == p.current, func(at fyne.Position) { p.showMenu(s, at) })
}

// showMenu offers what can be done with a session.
func (p *sessionsPage) showMenu(s *replay.Summary, at fyne.Position) {
	p.point(s.Session.ID)
	menu := fyne.NewMenu("",
		fyne.NewMenuItem(t("sessions.open"), func() { p.openSession(*s) }),
		fyne.NewMenuItem(t("sessions.export"), func() { p.w.askExport(s) }),
		fyne.NewMenuItem(t("sessions.delete"), func() { p.w.askDelete(s) }))
	pop := widget.NewPopUpMenu(menu, p.w.window.Canvas())
	pop.ShowAtPosition(at.SubtractXY(max(0, pop.MinSize().Width-30), 0))
}

// refresh reads the list anew, away from Fyne's goroutine.
func (p *sessionsPage) refresh() {
	turn := p.reads.begin()
	p.w.background(func(ctx context.Context) {
		all, err := p.w.p.Archive.Sessions(ctx)
		if errors.Is(err, context.Canceled) {
			return
		}
		words := index(all)
		flows := workflowsOf(words)
		p.w.p.Dispatch(func() { p.listed(turn, words, flows, err) })
	})
}

// listed takes over the list that was read, unless a later reading was faster or the window was built anew.
func (p *sessionsPage) listed(turn int, all []indexed, flows []string, err error) {
	if p.w.sessions != p || !p.reads.end(turn) {
		return
	}
	p.read = true
	p.all = all
	p.message.SetText(t("sessions.empty"))
	if err != nil {
		p.w.p.Log.Error("sessions can't be read", "error", err)
		p.message.SetText(t("sessions.failed", gaps{"Error": p.w.why(err)}))
	}
	p.filters.show(flows)
	p.seek()
}

// seek finds what the filters ask for, away from Fyne's goroutine. A search that is under way is given up.
func (p *sessionsPage) seek() {
	if !p.read {
		return
	}
	p.seeking()
	all, q, now := p.all, p.w.query, p.w.now()
	ctx, cancel := context.WithCancel(p.w.ctx)
	p.seeking = cancel
	turn := p.seeks.begin()
	p.w.background(func(context.Context) {
		defer cancel()
		found := find(ctx, all, q, now)
		p.w.p.Dispatch(func() { p.sought(turn, q, found) })
	})
}

// sought lists what was found, unless something else is asked for by now or a later search was faster.
func (p *sessionsPage) sought(turn int, q query, found []*replay.Summary) {
	if p.w.sessions != p || q != p.w.query || found == nil || !p.seeks.end(turn) {
		return
	}
	p.found = found
	p.filters.counted(len(found), len(p.all))
	if len(p.all) > 0 {
		p.message.SetText(t("sessions.none_found"))
	}
	show(p.message, len(found) == 0)
	show(p.list, len(found) > 0)
	p.list.Refresh()
}

func show(object fyne.CanvasObject, yes bool) {
	if yes {
		object.Show()
	} else {
		object.Hide()
	}
}

// refreshEvery is how often the list of sessions is read again while it is on screen.
const refreshEvery = 5 * time.Second
