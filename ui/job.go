package ui

import (
	"context"
	"errors"
	"sync/atomic"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// job is long work: an import, an export, a deletion. It is shown below all pages until it is done well or, where it failed,
// until the person has closed it.
type job struct {
	words       jobWords
	done, total int
	ended       bool
	err         error // of its end; nil where it went well
	cancel      context.CancelFunc

	sign   *own.Sign
	text   *own.Text
	bar    *own.Bar
	count  *own.Text
	button *own.Button
	root   fyne.CanvasObject
}

// jobWords are what is said of a job, in the language that is spoken when they are asked for: it may change meanwhile.
type jobWords struct {
	title string           // the key of what goes on
	about func() gaps      // fills the gaps of the title
	said  func(error) mark // what came of it; no word ends it silently
}

// progress is told how much of a work is done. It may be called from any goroutine.
type progress = func(done, total int)

// start does long work away from Fyne's goroutine and shows how far it is. It is cancelled by its button, or when the window
// closes. ended is called on Fyne's goroutine with what came of it.
func (w *Window) start(words jobWords, work func(context.Context, progress) error, ended func(error)) {
	j := &job{words: words}
	w.running = append(w.running, j)
	w.showJobs()
	ctx, cancel := context.WithCancel(w.ctx)
	j.cancel = cancel
	w.jobs.Go(func() {
		defer cancel()
		err := work(ctx, w.watch(j))
		w.p.Dispatch(func() {
			ended(err)
			w.finish(j, err)
		})
	})
}

// watch returns what a job's work tells its progress. While one update waits to be shown, no other is queued.
func (w *Window) watch(j *job) progress {
	var pending atomic.Pointer[[2]int]
	return func(done, total int) {
		if pending.Swap(&[2]int{done, total}) != nil {
			return
		}
		w.p.Dispatch(func() {
			if next := pending.Swap(nil); next != nil && !j.ended {
				j.done, j.total = next[0], next[1]
				j.refresh()
			}
		})
	}
}

// finish says what came of a job.
func (w *Window) finish(j *job, err error) {
	j.ended, j.err = true, err
	if j.failed() {
		w.p.Log.Warn("long work failed", "work", j.words.title, "error", err)
	}
	if j.words.said(err).word == "" {
		w.closeJob(j)
		return
	}
	w.showJobs()
}

// failed says whether it ended otherwise than well or cancelled.
func (j *job) failed() bool { return j.err != nil && !errors.Is(j.err, context.Canceled) }

func (w *Window) closeJob(j *job) {
	kept := w.running[:0]
	for _, other := range w.running {
		if other != j {
			kept = append(kept, other)
		}
	}
	w.running = kept
	w.showJobs()
}

// showJobs makes the lines anew, in the language that is spoken now.
func (w *Window) showJobs() {
	w.jobBox.Objects = nil
	for _, j := range w.running {
		w.jobBox.Add(j.build(w))
	}
	w.jobBox.Refresh()
	w.root.Refresh()
}

// build makes a job's line.
func (j *job) build(w *Window) fyne.CanvasObject {
	j.sign = own.NewSign(own.Dots, colorQuiet, 16)
	j.text = own.NewText(t(j.words.title, j.words.about())).Bold().Shrinking()
	j.bar = own.NewBar(8)
	j.count = own.NewText("").Mono()
	j.button = own.NewButton(t("job.cancel"), theme.CancelIcon(), w.keys, func() {
		j.button.Disable()
		j.cancel()
	})
	columns := own.Columns{Widths: []float32{16, -3, -2, 130, 0}, Gap: 10}
	objects := []fyne.CanvasObject{j.sign, j.text, j.bar, j.count, j.button}
	if j.ended {
		j.button = own.NewButton(t("banner.close"), theme.CancelIcon(), w.keys, func() { w.closeJob(j) })
		columns = own.Columns{Widths: []float32{16, -1, 0}, Gap: 10}
		objects = []fyne.CanvasObject{j.sign, j.text, j.button}
	}
	if j.failed() { // why may take more than a line
		buttons := container.NewHBox(w.copyError(j.err), j.button)
		line := container.NewBorder(nil, nil, container.NewCenter(j.sign), container.NewCenter(buttons), paragraph(j.words.said(j.err).word))
		j.root = own.NewPanel(line, colorCard, 12, 2, 0)
		j.refresh()
		return j.root
	}
	j.root = own.NewPanel(container.New(columns, objects...), colorCard, 12, 4, 0)
	j.refresh()
	return j.root
}

// refresh shows how far it is.
func (j *job) refresh() {
	if j.ended {
		m := j.words.said(j.err)
		j.sign.Set(m.sign, m.color)
		j.text.Set(m.word, m.color)
		return
	}
	if j.total > 0 {
		j.bar.Set(0, own.Part{Share: float32(j.done) / float32(j.total), Color: theme.ColorNamePrimary})
		j.count.SetText(t("job.count", gaps{"Done": j.done, "Total": j.total}))
	}
}
