package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"vigie/replay"
	own "vigie/ui/widget"
)

// pane shows the pictures of a step, with what changes how they are looked at.
type pane struct {
	*pictures
	title *own.Text
	modes [4]*own.Segment
	marks *own.Segment
	shown *replay.Report
	foot  *fyne.Container
	cover *own.Segment // opens the bar by which zones are drawn
	zones *zoneBar     // nil where no zones can be drawn
	body  *fyne.Container
	root  fyne.CanvasObject
}

func newPane(loader *own.Loader, keys *own.Keys) *pane {
	p := &pane{
		pictures: newPictures(loader),
		title:    own.NewText("").Bold().Sized(theme.SizeNameSubHeadingText).Shrinking(),
	}
	modes := container.New(own.Columns{Gap: 2})
	for n, name := range []string{t("pane.mode_beside"), t("pane.mode_slider"), t("pane.mode_blink"), t("pane.mode_difference")} {
		p.modes[n] = own.NewSegment(name, keys, func() { p.look(compareMode(n)) }) //nolint:gosec // four modes
		modes.Add(p.modes[n])
	}
	p.marks = own.NewSegment(t("pane.overlay"), keys, p.toggleMarks)
	p.marks.Choose(true)
	tools := container.New(own.Columns{Gap: 2},
		own.NewSegment(t("pane.fit"), keys, p.fit), own.NewSegment(t("pane.one"), keys, p.oneToOne),
		own.NewSegment(t("pane.region"), keys, p.zoomRegion), p.marks)
	p.cover = own.NewSegment(t("pane.cover"), keys, p.toggleZones)
	tools.Add(p.cover)
	show(p.cover, false)
	flow := own.Flow{Gap: 4}
	p.foot = container.New(flow, modes, tools, legend())
	p.body = container.New(paneLayout{}, own.Sized(0, titleHeight, p.title), p.pictures.root, p.foot)
	p.root = own.NewPanel(p.body, "", 8, 2, 0)
	p.modes[compareBeside].Choose(true)
	p.show(nil)
	return p
}

const titleHeight = 22

// letZones lets the person draw zones.
func (p *pane) letZones(bar *zoneBar) {
	p.zones = bar
	show(p.cover, true)
	show(bar.root, false)
	p.body.Add(bar.root)
}

// toggleZones opens or closes the bar by which zones are drawn.
func (p *pane) toggleZones() {
	switch {
	case p.zones == nil || p.shown == nil:
	case p.zones.opened():
		p.zones.close()
	default:
		p.zones.open()
	}
}

// paneLayout lays out the title, the pictures and what stands below them (the foot, or the bar of zones), whose height
// depends on the width.
type paneLayout struct{}

// tall is a layout whose height depends on the width.
type tall interface {
	Height(objects []fyne.CanvasObject, width float32) float32
}

func (paneLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	foot := objects[2].(*fyne.Container)
	if len(objects) > 3 && objects[3].Visible() {
		foot = objects[3].(*fyne.Container)
	}
	height := foot.Layout.(tall).Height(foot.Objects, size.Width)
	objects[0].Resize(fyne.NewSize(size.Width, titleHeight))
	objects[1].Move(fyne.NewPos(0, titleHeight))
	objects[1].Resize(fyne.NewSize(size.Width, size.Height-titleHeight-height-4))
	foot.Move(fyne.NewPos(0, size.Height-height))
	foot.Resize(fyne.NewSize(size.Width, height))
}

func (paneLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[1].MinSize().AddWidthHeight(0, titleHeight+80)
}

// legend says what the marks on the pictures mean.
func legend() fyne.CanvasObject {
	row := container.New(own.Columns{Gap: 9})
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
		row.Add(container.New(own.Columns{Gap: 3}, own.NewSign(entry.sign, entry.color, 14),
			own.NewText(entry.word).Sized(theme.SizeNameCaptionText).Colored(colorOnLegend)))
	}
	return own.NewPanel(row, colorLegend, 4, 2, 4)
}

// show shows a report's pictures; nil shows none. Another step is shown whole.
func (p *pane) show(r *replay.Report) {
	if r != nil && r == p.shown {
		return
	}
	if r == nil || p.shown == nil || r.Event.ID != p.shown.Event.ID {
		p.fit()
	}
	p.shown = r
	if r == nil {
		p.title.SetText("")
		p.pictures.show(picturesView{empty: t("pane.empty"), afterName: t("pane.after")})
		return
	}
	v := viewPictures(r)
	p.title.SetText(v.title)
	p.pictures.show(v)
}

// look changes how the pictures are compared.
func (p *pane) look(mode compareMode) {
	for n, segment := range p.modes {
		segment.Choose(compareMode(n) == mode) //nolint:gosec // four modes
	}
	p.compare(mode)
}

func (p *pane) fit() { p.after.Fit(); p.before.Fit() }

// zoom zooms both pictures about their middle.
func (p *pane) zoom(factor float64) { p.after.ZoomBy(factor) }

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
	on := !p.marks.Chosen()
	p.marks.Choose(on)
	p.before.ShowOverlay(on)
	p.after.ShowOverlay(on)
}
