package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
	"vigie/validation"
)

// filters are the controls above the table of sessions.
type filters struct {
	w       *Window
	changed func()
	search  *own.Entry
	period  *widget.Select
	flow    *widget.Select
	outcome *widget.Select
	kind    *widget.Select
	count   *own.Text
	clear   *own.Button
	root    fyne.CanvasObject

	flows []string
	quiet bool // the controls are being set, not used
}

// outcomes and categories are what can be chosen, in the order of the lists.
var (
	outcomes = []replay.Phase{
		replay.PhaseFinished, replay.PhaseAborted, replay.PhaseLost, replay.PhasePaused, replay.PhaseRunning,
	}
	categories = []validation.Category{
		validation.WrongTarget, validation.WrongApplication, validation.NoVisualChange, validation.UnexpectedDialog,
		validation.OCRTextMissing, validation.UILoading, validation.SchemaInvalid, validation.ReportMissing,
		validation.UnsupportedAction, validation.UnknownCategory,
	}
)

func newFilters(w *Window, changed func()) *filters {
	f := &filters{w: w, changed: changed, search: own.NewEntry(t("sessions.search")), count: own.NewText("").Colored(colorQuiet).Shrinking()}
	f.search.OnChanged = func(text string) {
		w.query.text = text
		f.use()
	}
	f.search.OnEscape = func() { w.window.Canvas().Unfocus() } // what was found stays, for the keys of the list
	f.period = f.chooser([]string{t("sessions.any_time"), t("sessions.today"), t("sessions.week"), t("sessions.month")},
		func(i int) { w.query.period = period(i) }) //nolint:gosec // four periods
	f.flow = f.chooser(nil, func(i int) {
		w.query.workflow = ""
		if i > 0 && i <= len(f.flows) {
			w.query.workflow = f.flows[i-1]
		}
	})
	f.outcome = f.chooser(append([]string{t("sessions.any_outcome")}, outcomeWords()...), func(i int) {
		w.query.outcome = append([]replay.Phase{""}, outcomes...)[i]
	})
	f.kind = f.chooser(append([]string{t("sessions.any_category")}, categoryWords()...), func(i int) {
		w.query.category = append([]validation.Category{validation.None}, categories...)[i]
	})
	f.clear = own.NewButton(t("sessions.clear"), theme.ContentClearIcon(), w.keys, f.reset)
	row := container.New(own.Columns{Widths: []float32{-4, -2.6, -3.4, -3, -3.8}, Gap: 8}, f.search, f.period, f.flow, f.outcome, f.kind)
	line := own.Sized(0, 32, container.New(own.Columns{Widths: []float32{-1, 0}, Gap: 8}, f.count, container.NewStack(f.clear)))
	f.root = container.NewVBox(row, line)
	f.show(nil)
	return f
}

// chooser is a list of which one entry holds; use is told its index.
func (f *filters) chooser(names []string, use func(int)) *widget.Select {
	s := widget.NewSelect(names, nil)
	s.OnChanged = func(string) {
		if i := s.SelectedIndex(); i >= 0 && !f.quiet {
			use(i)
			f.use()
		}
	}
	return s
}

func outcomeWords() []string {
	var words []string
	for _, p := range outcomes {
		words = append(words, phaseMark(p).word)
	}
	return words
}

func categoryWords() []string {
	var words []string
	for _, c := range categories {
		words = append(words, named(categoryNames, string(c)))
	}
	return words
}

// use lists anew.
func (f *filters) use() {
	if !f.quiet {
		f.changed()
	}
}

// reset lists all again.
func (f *filters) reset() {
	q := &f.w.query
	*q = query{column: q.column, upwards: q.upwards}
	f.show(f.flows)
	f.changed()
}

// show sets the controls to what is asked for. flows are the names of the workflows that there are.
func (f *filters) show(flows []string) {
	q := f.w.query
	f.quiet = true
	defer func() { f.quiet = false }()
	if q.workflow != "" && !slices.Contains(flows, q.workflow) {
		flows = append(slices.Clone(flows), q.workflow)
	}
	f.flows = flows
	f.flow.SetOptions(append([]string{t("sessions.any_workflow")}, flows...))
	if f.search.Text != q.text {
		f.search.SetText(q.text)
	}
	f.period.SetSelectedIndex(int(q.period))
	f.flow.SetSelectedIndex(1 + slices.Index(flows, q.workflow))
	f.outcome.SetSelectedIndex(1 + slices.Index(outcomes, q.outcome))
	f.kind.SetSelectedIndex(1 + slices.Index(categories, q.category))
}

// counted says how many sessions are listed, of how many.
func (f *filters) counted(found, all int) {
	f.count.SetText(counted("sessions.count_one", "sessions.count", all, gaps{}))
	if f.w.query.filtered() {
		f.count.SetText(counted("sessions.count_of_one", "sessions.count_of", found, gaps{"All": grouped(all)}))
	}
	show(f.clear, f.w.query.filtered())
}
