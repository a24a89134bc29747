package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"vigie/replay"
	own "vigie/ui/widget"
)

// pane shows the pictures before and after a step, panned and zoomed together.
type pane struct {
	title   *own.Text
	caption *own.Text // of the after picture
	before  *own.Shot
	after   *own.Shot
	shown   *replay.Report
	view    picturesView
	marks   bool
	root    fyne.CanvasObject
}

func newPane(loader *own.Loader, keys *own.Keys) *pane {
	p := &pane{
		marks: true, title: own.NewText("").Bold().Sized(theme.SizeNameSubHeadingText).Shrinking(),
		caption: caption(t("pane.after")), before: own.NewShot(loader), after: own.NewShot(loader),
	}
	p.before.OnView, p.after.OnView = p.after.SetView, p.before.SetView
	p.before.Failed, p.after.Failed = t("pane.failed"), t("pane.failed")
	pictures := container.New(pair{}, caption(t("pane.before")), p.before, p.caption, p.after)
	tools := container.New(own.Columns{Gap: 6},
		own.NewButton(t("pane.fit"), nil, keys, p.fit), own.NewButton(t("pane.one"), nil, keys, p.oneToOne),
		own.NewButton(t("pane.region"), nil, keys, p.zoomRegion), own.NewButton(t("pane.overlay"), nil, keys, p.toggleMarks))
	foot := container.NewVBox(tools, legend())
	p.root = own.NewPanel(container.NewBorder(own.Sized(0, 26, p.title), foot, nil, nil, pictures), theme.ColorNameBackground, 8, 4, 0)
	p.show(nil)
	return p
}

func caption(text string) *own.Text {
	return own.NewText(text).Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
}

// legend says what the marks on the pictures mean.
func legend() fyne.CanvasObject {
	row := container.New(own.Columns{Gap: 10})
	for _, entry := range []struct {
		sign  own.SignKind
		color fyne.ThemeColorName
		word  string
	}{
		{own.Decided, own.ColorDecided, t("legend.decided")},
		{own.Looked, own.ColorLooked, t("legend.looked")},
		{own.Words, own.ColorWords, t("legend.words")},
		{own.Dialog, own.ColorDialog, t("legend.dialog")},
		{own.Planned, own.ColorPlanned, t("legend.planned")},
		{own.Acted, own.ColorActed, t("legend.acted")},
	} {
		row.Add(container.New(own.Columns{Gap: 4}, own.NewSign(entry.sign, entry.color, 14),
			own.NewText(entry.word).Sized(theme.SizeNameCaptionText).Colored(colorOnLegend)))
	}
	return own.NewPanel(row, colorLegend, 4, 1, 4)
}

// show shows a report's pictures; nil shows none.
func (p *pane) show(r *replay.Report) {
	if r != nil && r == p.shown {
		return
	}
	p.shown = r
	if r == nil {
		p.title.SetText("")
		p.before.Present("", t("pane.empty"), own.Overlay{})
		p.after.Present("", t("pane.empty"), own.Overlay{})
		return
	}
	p.view = viewPictures(r)
	p.title.SetText(p.view.title)
	p.caption.SetText(t("pane.after"))
	if p.view.shownBy > 0 {
		p.caption.SetText(t("pane.after_of", gaps{"Number": p.view.shownBy, "Total": len(r.Event.Screenshots.After)}))
	}
	p.before.Present(p.view.before, message(p.view.before), p.view.overBefore)
	p.after.Present(p.view.after, message(p.view.after), p.view.overAfter)
}

// message is what stands where there is no picture.
func message(hash string) string {
	if hash == "" {
		return t("pane.none")
	}
	return ""
}

func (p *pane) fit() { p.after.Fit(); p.before.Fit() }

// oneToOne shows pixels as they were, around where the agent acted.
func (p *pane) oneToOne() {
	x, y := 0.5, 0.5
	for _, s := range []*own.Spot{p.view.overAfter.Planned, p.view.overAfter.Acted} {
		if s != nil {
			x, y = s.X, s.Y
		}
	}
	p.after.OneToOne(x, y)
}

// zoomRegion shows the region that decided, else where the agent acted.
func (p *pane) zoomRegion() {
	if p.view.region.Empty() {
		p.oneToOne()
		return
	}
	p.after.Around(p.view.region)
}

func (p *pane) toggleMarks() {
	p.marks = !p.marks
	p.before.ShowOverlay(p.marks)
	p.after.ShowOverlay(p.marks)
}

// pair lays out caption, picture, caption, picture: side by side, or one above the other where that makes the pictures
// much larger.
type pair struct{}

const (
	captionHeight = 18
	pairGap       = 8
	pictureShape  = 16.0 / 9 // what screenshots look like
	muchLarger    = 1.25
)

func (pair) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	first, second := pairCells(size)
	for n, cell := range []struct {
		at   fyne.Position
		size fyne.Size
	}{{fyne.Position{}, first}, {second, first}} {
		objects[2*n].Move(cell.at)
		objects[2*n].Resize(fyne.NewSize(cell.size.Width, captionHeight))
		objects[2*n+1].Move(cell.at.AddXY(0, captionHeight))
		objects[2*n+1].Resize(cell.size.SubtractWidthHeight(0, captionHeight))
	}
}

// pairCells are the size of both cells and where the second begins.
func pairCells(size fyne.Size) (cell fyne.Size, second fyne.Position) {
	beside := fyne.NewSize((size.Width-pairGap)/2, size.Height)
	above := fyne.NewSize(size.Width, (size.Height-pairGap)/2)
	if pictureWidth(above) > muchLarger*pictureWidth(beside) {
		return above, fyne.NewPos(0, above.Height+pairGap)
	}
	return beside, fyne.NewPos(beside.Width+pairGap, 0)
}

// pictureWidth is how wide a screenshot is drawn in a cell.
func pictureWidth(cell fyne.Size) float32 {
	return min(cell.Width, (cell.Height-captionHeight)*pictureShape)
}

func (pair) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 160) }
