package ui

import (
	"image"
	"strconv"

	"vigie/replay"
	own "vigie/ui/widget"
	"vigie/validation"
)

// stepRow is a line of the step list: one attempt at one step.
type stepRow struct {
	report *replay.Report
	number string
	label  string
	kind   string
	time   string
	mark   mark
	lights [3]mark
}

// viewRow makes a report's line.
func viewRow(r *replay.Report) stepRow {
	row := stepRow{
		report: r, number: strconv.Itoa(r.Event.StepIndex), label: labelOf(r), kind: kindOf(r), time: hour(r.ReceivedAt),
		mark: reportMark(r),
	}
	if r.Event.Attempt > 1 {
		row.number += "." + strconv.Itoa(r.Event.Attempt)
	}
	var lights validation.Lights
	if r.Assessment != nil {
		lights = r.Assessment.Lights
	}
	row.lights = lightMarks(lights)
	return row
}

// viewRows makes the lines of all reports, keeping those of old whose report is still the same one: reports never
// change, so a session of many thousand steps costs one comparison a step.
func viewRows(old []stepRow, reports []*replay.Report) []stepRow {
	rows := old[:min(len(old), len(reports))]
	for i, r := range reports {
		switch {
		case i >= len(rows):
			rows = append(rows, viewRow(r))
		case rows[i].report != r:
			rows[i] = viewRow(r)
		}
	}
	return rows
}

// labelOf is a step's name for a person.
func labelOf(r *replay.Report) string {
	switch e := &r.Event; {
	case e.Context.Label != "":
		return e.Context.Label
	case e.Action.ByText != "":
		return e.Action.ByText
	default:
		return kindOf(r)
	}
}

// kindOf is the kind of a step's action in words.
func kindOf(r *replay.Report) string {
	kind, role := validation.KindOf(r.Event.Action)
	if a := r.Assessment; a != nil && a.Kind != "" {
		kind, role = a.Kind, a.Role
	}
	if key, ok := clickNames[role]; ok && kind == "click_anchor" {
		return t(key)
	}
	return named(kindNames, kind)
}

// picturesView is what the two pictures show.
type picturesView struct {
	title         string
	before, after string // hashes; empty when there is none
	afterName     string // what stands above the after picture
	empty         string // what stands instead of pictures while no step is shown
	overBefore    own.Overlay
	overAfter     own.Overlay
	region        image.Rectangle // what a zoom to the region shows; empty when nothing decided there
	shownBy       int             // 1-based number of the after picture, of a burst; 0 when there is one only
}

// viewPictures makes a report's pictures and overlays.
func viewPictures(r *replay.Report) picturesView {
	e := &r.Event
	v := picturesView{
		title:  t("pane.title", gaps{"Step": viewRow(r).number, "Label": labelOf(r), "Kind": kindOf(r)}),
		before: e.Screenshots.Before,
	}
	v.after, v.shownBy = afterOf(r)
	v.afterName = t("pane.after")
	if v.shownBy > 0 {
		v.afterName = t("pane.after_of", gaps{"Number": v.shownBy, "Total": len(e.Screenshots.After)})
	}
	points := own.Overlay{Planned: spot(e.Action.At), Acted: spot(e.Result.Actual)}
	v.overBefore, v.overAfter = points, points
	if box := e.Context.DialogBox; box != nil {
		v.overBefore.Boxes = append(v.overBefore.Boxes, own.Box{Kind: own.Dialog, Rect: *box})
	}
	if r.Assessment != nil {
		v.addFindings(r.Assessment)
	}
	return v
}

// message is what stands where there is no picture with a hash.
func (v *picturesView) message(hash string) string {
	switch {
	case v.empty != "":
		return v.empty
	case hash == "":
		return t("pane.none")
	default:
		return ""
	}
}

// afterOf is the after picture that proved the effect, else the last one.
func afterOf(r *replay.Report) (hash string, shownBy int) {
	after := r.Event.Screenshots.After
	if len(after) == 0 {
		return "", 0
	}
	if len(after) == 1 {
		return after[0], 0
	}
	shownBy = len(after)
	if a := r.Assessment; a != nil && len(a.Findings) > 0 {
		if by := a.Findings[0].Evidence.ShownBy; by >= 1 && by <= len(after) {
			shownBy = by
		}
	}
	return after[shownBy-1], shownBy
}

func spot(p *validation.Point) *own.Spot {
	if p == nil {
		return nil
	}
	return &own.Spot{X: p.X, Y: p.Y}
}

// addFindings marks the regions of all findings. The first finding is the one that decided.
func (v *picturesView) addFindings(a *validation.Assessment) {
	for i := range a.Findings {
		f := &a.Findings[i]
		for _, region := range f.Regions {
			kind := signOf(region.Role, i == 0)
			v.add(region.On, own.Box{Kind: kind, Rect: region.Box})
			if kind == own.Decided && (v.region.Empty() || region.On != onBefore) {
				v.region = region.Box
			}
		}
	}
	if !a.Dialog.Empty() {
		v.add(onAfter, own.Box{Kind: own.Dialog, Rect: a.Dialog})
	}
	if len(a.Findings) > 0 {
		v.addWords(&a.Findings[0])
	}
}

// The pictures that a region can lie on.
const (
	onBefore = "before"
	onAfter  = "after"
)

// addWords marks the words that the deciding finding read, on the picture that its region lies on.
func (v *picturesView) addWords(f *validation.Finding) {
	on := onAfter
	if len(f.Regions) > 0 && f.Regions[0].On == onBefore {
		on = onBefore
	}
	for _, w := range f.Evidence.Words {
		v.add(on, own.Box{Kind: own.Words, Rect: w.Box})
	}
}

func (v *picturesView) add(on string, b own.Box) {
	if on == onBefore {
		v.overBefore.Boxes = append(v.overBefore.Boxes, b)
		return
	}
	v.overAfter.Boxes = append(v.overAfter.Boxes, b)
}

// signOf is how a region is drawn. Only the finding that decided has a region that decided.
func signOf(role validation.RegionRole, decided bool) own.SignKind {
	switch {
	case role == validation.RoleDialog:
		return own.Dialog
	case role == validation.RoleDecided && decided:
		return own.Decided
	default:
		return own.Looked
	}
}
