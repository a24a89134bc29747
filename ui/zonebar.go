package ui

import (
	"context"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
	"vigie/validation/mask"
)

// zoneBar stands below the pictures while the person draws a zone over them: dragging fills in its sides, and writing the
// sides moves what is drawn.
type zoneBar struct {
	w        *Window
	pane     *pane
	workflow func() string // of the session on screen
	title    *own.Text
	sides    [4]*own.Entry // left, top, right and bottom, in percent
	name     *own.Entry
	note     *own.Text
	filling  bool // the sides are being filled in by the program
	root     *fyne.Container
}

// letZones lets the person draw zones over a pane's pictures, where zones can be changed.
func (w *Window) letZones(p *pane, workflow func() string) {
	if w.p.Zones != nil {
		p.letZones(w.newZoneBar(p, workflow))
	}
}

func (w *Window) newZoneBar(p *pane, workflow func() string) *zoneBar {
	b := &zoneBar{
		w: w, pane: p, workflow: workflow, title: own.NewText("").Bold().Shrinking(), name: own.NewEntry(t("zone.name")),
		note: own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking(),
	}
	fields := container.New(own.Flow{Gap: 8})
	for n, name := range []string{t("zone.left"), t("zone.top"), t("zone.right"), t("zone.bottom")} {
		b.sides[n] = own.NewEntry("%")
		b.sides[n].OnChanged = func(string) { b.typed() }
		fields.Add(container.New(own.Columns{Widths: []float32{0, 64}, Gap: 4}, own.NewText(name), b.sides[n]))
	}
	for _, entry := range append(b.sides[:], b.name) {
		entry.OnEscape = b.close
	}
	fields.Add(own.Sized(210, 0, b.name))
	cover := own.NewButton(t("zone.cover"), theme.VisibilityOffIcon(), w.keys, b.cover)
	cover.Importance = widget.HighImportance
	fields.Add(container.New(own.Columns{Gap: 8}, cover, own.NewButton(t("zone.close"), nil, w.keys, b.close)))
	b.root = container.New(zoneLayout{}, b.title, fields, b.note)
	return b
}

// opened says whether a bar is there, and shown.
func (b *zoneBar) opened() bool { return b != nil && b.root.Visible() }

// open shows the bar instead of the tools, and the zones that the workflow has.
func (b *zoneBar) open() {
	b.title.SetText(t("zone.title", gaps{"Workflow": b.workflow()}))
	b.say(t("zone.how"), colorQuiet)
	for _, shot := range b.shots() {
		shot.Draw(b.drawn)
	}
	b.swap(true)
	b.fill(own.Area{})
	b.w.window.Canvas().Focus(b.sides[0])
}

// close shows the tools again.
func (b *zoneBar) close() {
	for _, shot := range b.shots() {
		shot.Draw(nil)
		shot.ShowZones(nil)
	}
	b.swap(false)
	b.w.window.Canvas().Unfocus()
}

func (b *zoneBar) swap(open bool) {
	b.pane.held = open
	show(b.pane.foot, !open)
	show(b.root, open)
	b.pane.body.Refresh()
}

func (b *zoneBar) shots() []*own.Shot { return []*own.Shot{b.pane.before, b.pane.after} }

// drawn is what the person draws over a picture.
func (b *zoneBar) drawn(area own.Area) {
	b.fill(area)
	b.say(t("zone.how"), colorQuiet)
}

// fill writes an area into the fields, to a tenth of a percent outwards; an empty one empties them.
func (b *zoneBar) fill(area own.Area) {
	b.filling = true
	for n, v := range []float64{math.Floor(area.X0 * 1000), math.Floor(area.Y0 * 1000), math.Ceil(area.X1 * 1000), math.Ceil(area.Y1 * 1000)} {
		text := ""
		if !area.Empty() {
			text = number(v/10, 1)
		}
		b.sides[n].SetText(text)
	}
	b.filling = false
	b.show()
}

// typed shows what the person writes.
func (b *zoneBar) typed() {
	if !b.filling {
		b.show()
	}
}

// show lays the workflow's zones over the pictures, and the one that is written.
func (b *zoneBar) show() {
	var zones []own.Area
	for _, z := range b.w.p.Zones.All()[b.workflow()] {
		zones = append(zones, areaOf(z))
	}
	if z, err := b.zone(); err == nil {
		zones = append(zones, areaOf(z))
	}
	for _, shot := range b.shots() {
		shot.ShowZones(zones)
	}
}

func areaOf(z mask.Zone) own.Area { return own.Area{X0: z.X0, Y0: z.Y0, X1: z.X1, Y1: z.Y1} }

// zone is the zone that is written. Percents may have a decimal comma.
func (b *zoneBar) zone() (mask.Zone, error) {
	var sides [4]string
	for n, entry := range b.sides {
		sides[n] = strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(entry.Text, ",", ".")), "%") + "%"
	}
	z, err := mask.ParseZone(strings.Join(sides[:], ","))
	z.Name = strings.TrimSpace(b.name.Text)
	return z, err
}

// cover covers the zone that is written, from the next report on.
func (b *zoneBar) cover() {
	z, err := b.zone()
	if err != nil {
		b.say(t("zone.wrong"), colorFailed)
		return
	}
	workflow := b.workflow()
	b.w.changeZones(func(ctx context.Context) error { return b.w.p.Zones.Add(ctx, workflow, z) }, b.note, func() {
		b.name.SetText("")
		b.fill(own.Area{})
	})
}

func (b *zoneBar) say(text string, color fyne.ThemeColorName) { b.note.Set(text, color) }

// zoneLayout sets the fields between a title and a note.
type zoneLayout struct{}

const zoneLine = 20

// Height is the height of all in a width.
func (zoneLayout) Height(objects []fyne.CanvasObject, width float32) float32 {
	fields := objects[1].(*fyne.Container)
	return 2*zoneLine + fields.Layout.(own.Flow).Height(fields.Objects, width)
}

func (l zoneLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	middle := l.Height(objects, size.Width) - 2*zoneLine
	for n, height := range []float32{zoneLine, middle, zoneLine} {
		objects[n].Resize(fyne.NewSize(size.Width, height))
	}
	objects[1].Move(fyne.NewPos(0, zoneLine))
	objects[2].Move(fyne.NewPos(0, zoneLine+middle))
}

func (zoneLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[1].MinSize().AddWidthHeight(0, 2*zoneLine)
}
