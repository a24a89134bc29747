package ui

import (
	"context"
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
	"vigie/validation/mask"
)

// Zones are those that are covered in the screenshots of workflows. Add and Remove may block: the window calls them on
// goroutines of its own.
type Zones interface {
	// All returns the zones by workflow.
	All() map[string][]mask.Zone
	// Add covers one more zone of a workflow, from the next report on.
	Add(ctx context.Context, workflow string, z mask.Zone) error
	// Remove covers a zone no longer, by its place in the workflow's list from 1.
	Remove(ctx context.Context, workflow string, place int) error
}

// zonesRow lists the covered zones, and lets the person add and remove some.
type zonesRow struct {
	w              *Window
	list           *fyne.Container
	workflow, zone *own.Entry
	note           *own.Text
	root           fyne.CanvasObject
}

// zoneColumns are the workflow, the zone, and what is done with it.
var zoneColumns = own.Columns{Widths: []float32{-3, -4, 0}, Gap: 8}

func (w *Window) newZonesRow() *zonesRow {
	r := &zonesRow{w: w, list: container.NewVBox()}
	r.workflow, r.zone = own.NewEntry(t("set.zones.workflow")), own.NewEntry(t("set.zones.zone"))
	r.zone.OnSubmitted = func(string) { r.add() }
	if w.snapshot != nil && len(w.snapshot.Sessions) > 0 {
		r.workflow.SetText(w.snapshot.Sessions[0].Session.Workflow)
	}
	r.note = own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
	add := own.NewButton(t("set.zones.add"), theme.VisibilityOffIcon(), w.keys, r.add)
	r.fill()
	w.zonesRow = r
	r.root = container.NewVBox(
		container.NewBorder(nil, nil, own.Sized(nameWidth+10, 0, container.NewVBox(own.NewText(t("set.zones")).Bold().Shrinking())), nil,
			container.NewVBox(r.list, container.New(zoneColumns, r.workflow, r.zone, add))),
		besideName(helpLabel(t("set.zones.help"))), besideName(own.Sized(0, 18, r.note)))
	return r
}

// fill shows the zones as they are.
func (r *zonesRow) fill() {
	all := r.w.p.Zones.All()
	r.list.Objects = nil
	for _, workflow := range slices.Sorted(maps.Keys(all)) {
		for i, z := range all[workflow] {
			r.list.Add(r.line(workflow, i+1, z))
		}
	}
	if len(r.list.Objects) == 0 {
		r.list.Add(own.NewText(t("set.zones.none")).Colored(colorQuiet))
	}
	r.list.Refresh()
	if r.w.settings != nil {
		r.w.settings.relayout()
	}
}

// line is a zone with a button that takes it away.
func (r *zonesRow) line(workflow string, place int, z mask.Zone) fyne.CanvasObject {
	remove := own.NewButton(t("set.zones.remove"), theme.ContentRemoveIcon(), r.w.keys, func() {
		r.do(func(ctx context.Context) error { return r.w.p.Zones.Remove(ctx, workflow, place) })
	})
	text := z.String()
	if z.Name != "" {
		text += " · " + z.Name
	}
	return container.New(zoneColumns, own.NewText(workflow).Shrinking(), own.NewText(text).Shrinking(), remove)
}

// add covers the zone that is written.
func (r *zonesRow) add() {
	z, err := mask.ParseZone(r.zone.Text)
	if err != nil {
		r.note.Set(t("zone.wrong"), colorFailed)
		return
	}
	workflow := r.workflow.Text
	r.do(func(ctx context.Context) error { return r.w.p.Zones.Add(ctx, workflow, z) })
}

// do changes the zones away from Fyne's goroutine, and says what became of it.
func (r *zonesRow) do(change func(context.Context) error) {
	r.w.changeZones(change, r.note, func() { r.zone.SetText("") })
}

// changeZones changes the zones away from Fyne's goroutine, lists them anew, and says in a note what became of it. done is
// called where it went well.
func (w *Window) changeZones(change func(context.Context) error, note *own.Text, done func()) {
	w.background(func(ctx context.Context) {
		err := change(ctx)
		w.p.Dispatch(func() {
			if w.zonesRow != nil {
				w.zonesRow.fill()
			}
			if err != nil {
				w.p.Log.Warn("zones not changed", "error", err)
				note.Set(t("set.zones.failed", gaps{"Error": w.why(err)}), colorFailed)
				return
			}
			done()
			note.Set(t("set.zones.done"), colorComplete)
		})
	})
}
