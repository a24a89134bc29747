package check

import (
	"cmp"
	"context"
	"image"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// TabActive asks whether the expected tab became the active one of its row.
type TabActive struct{}

// Name is the checker's name.
func (TabActive) Name() string { return validation.CheckTabActive }

// Check looks at the tab's row before and after: the click must have hit the label, and the label must look active.
func (TabActive) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if s.Label() == "" {
		return tabByTitle(ctx, s)
	}
	if s.Kind == "keyboard_shortcut" {
		return tabByKeys(ctx, s)
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	if f, ok := chromeFinding(ctx, s, a); ok {
		return withAim(f, s, a), nil
	}
	return withAim(tabFinding(ctx, s, a), s, a), nil
}

func tabFinding(ctx context.Context, s *validation.Scene, a aim) validation.Finding {
	if !s.Comparable() {
		return incomparable(s)
	}
	switch a.state {
	case aimOutside:
		return aimFinding(s, a)
	case aimOther, aimBeside, aimRow:
		if f := aimFinding(s, a); f.Verdict == validation.Terminate && (a.label.Empty() || !tabRow(s, a.label).switched()) {
			return f
		}
	}
	label := a.label
	if label.Empty() {
		label = a.under.Box
	}
	return activation(ctx, s, a, label)
}

// activation compares the label's look, before and after, with that of its neighbours.
func activation(ctx context.Context, s *validation.Scene, a aim, label image.Rectangle) validation.Finding {
	e := effectOf(ctx, s)
	name := s.Label()
	if label.Empty() {
		return unlabelled(s, name)
	}
	if a.state == aimRow && !tabRow(s, label).switched() && len(e.content) > 0 {
		return terminate(.86, validation.WrongTarget, validation.Say("label_beside_point", "label", name))
	}
	if covered(ctx, s, label, name) {
		return terminate(.88, validation.UnexpectedDialog, validation.Say("tab_covered", "label", name))
	}
	if active, moved := movedTab(ctx, s, label, name); moved {
		return movedFinding(s, a, active)
	}
	r := tabRow(s, label)
	if r.switched() {
		sure := .93
		if a.state == aimUnread || a.state == aimOther {
			sure = .8
		}
		return withRegions(complete(sure, validation.Say("tab_became_active", "label", name)), e.content)
	}
	if !titlesOf(s).changed() && r.unmoved() {
		return complete(.9, validation.Say("tab_already_active", "label", name))
	}
	if len(e.content) == 0 {
		return tabUnmoved(ctx, s, name)
	}
	return unswitched(ctx, s, r)
}

// unswitched: something changed, and the tab did not take the place of another one. The application may be at work on it.
func unswitched(ctx context.Context, s *validation.Scene, r row) validation.Finding {
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if r.restyled() && len(r.others) == 0 {
		return complete(.8, validation.Say("tab_changed", "label", s.Label()))
	}
	return terminate(.86, validation.WrongTarget, validation.Say("tab_not_active", "label", s.Label()))
}

// tabUnmoved: nothing changed, unless the browser waits for the tab's page.
func tabUnmoved(ctx context.Context, s *validation.Scene, name string) validation.Finding {
	if f, busy := browserLoads(ctx, s); busy {
		return f
	}
	return terminate(.9, validation.NoVisualChange, validation.Say("tab_unmoved", "label", name))
}

// unlabelled: no label was read at the point. Where nothing is drawn there is no tab; a tab that cannot be read is a doubt.
func unlabelled(s *validation.Scene, name string) validation.Finding {
	p, ok := s.At()
	if ok && inkShare(s.Before(), screen.Around(p, s.Px(60), s.Px(28), s.Before().Rect)) > .03 {
		return doubt(.5, validation.OCRTextMissing, validation.Say("label_unread", "label", name))
	}
	return terminate(.86, validation.WrongTarget, validation.Say("no_tab_at_point", "label", name))
}

// covered says whether a box came up where the label was, and the label is not to be read there any more.
func covered(ctx context.Context, s *validation.Scene, label image.Rectangle, name string) bool {
	b, ok := appeared(s)
	if !ok || overlap(label, b.Box) < .5 {
		return false
	}
	return !found(ctx, s, s.After(), label.Inset(-s.Px(6)), name)
}

// row is a row of tabs, before and after.
type row struct {
	s             *validation.Scene
	before, after look
	others        []pair // the neighbours
}

type pair struct{ before, after look }

// tabRow looks at the label and its neighbours: in its row, or, where none of those changed, in its column.
func tabRow(s *validation.Scene, label image.Rectangle) row {
	r := rowOf(s, label, siblings(s, s.Before(), label), false)
	if r.switched() || len(r.others) > 1 && !r.restyled() && !r.sidelong() {
		return r
	}
	if c := rowOf(s, label, columnSiblings(s, s.Before(), label), true); c.switched() || r.former() < 0 && c.former() >= 0 {
		return c
	}
	return r
}

// sidelong says whether the column of labels that the label stands in may mark its active one by a line at the side, which
// the label's row does not show.
func (r row) sidelong() bool { return len(columnSiblings(r.s, r.s.Before(), r.before.box)) >= 2 }

// rowOf looks at a label and its neighbours; those of a column may be marked by a line at the side.
func rowOf(s *validation.Scene, label image.Rectangle, others []image.Rectangle, column bool) row {
	r := row{s: s, before: lookAt(s, s.Before(), label), after: lookAt(s, s.After(), label)}
	r.after = lookAt(s, s.After(), shifted(s, label))
	extent := label
	for _, b := range others {
		r.others = append(r.others, pair{lookAt(s, s.Before(), b), lookAt(s, s.After(), shifted(s, b))})
		extent = extent.Union(b)
	}
	if column {
		r.lookAside(extent)
	}
	return r
}

// lookAside looks for lines at the side of a column of labels, all at the place where the label's own stands now, or where
// one of the others stood.
func (r *row) lookAside(column image.Rectangle) {
	before, after := r.s.Before(), r.s.After()
	x, best := sideOf(r.s, after, r.after, column)
	for _, o := range r.others {
		if at, l := sideOf(r.s, before, o.before, column); best.contrast < 60 && l.contrast >= 60 {
			x, best = at, l
		}
	}
	r.before.side, r.after.side = lineAt(before, r.before, x), lineAt(after, r.after, x)
	for i, o := range r.others {
		r.others[i].before.side, r.others[i].after.side = lineAt(before, o.before, x), lineAt(after, o.after, x)
	}
}

// shifted is where a label stands after: a scroll bar that came or went moves a centred page a little.
func shifted(s *validation.Scene, b image.Rectangle) image.Rectangle {
	best, far := b, s.Px(16)+1
	for _, c := range s.Lines(s.After(), b.Inset(-s.Px(16))) {
		same := abs(c.Dx()-b.Dx()) <= s.Px(3) && abs(c.Dy()-b.Dy()) <= s.Px(3)
		if d := max(abs(c.Min.X-b.Min.X), abs(c.Min.Y-b.Min.Y)); same && d < far {
			best, far = c, d
		}
	}
	return best
}

// restyled says whether the label itself looks different now.
func (r row) restyled() bool { return r.before.unlike(r.after) >= restyled }

// former is the index of the neighbour that changed most: the tab that was active; -1 when none did.
func (r row) former() int {
	best, index := restyled, -1
	for i, o := range r.others {
		if d := o.before.unlike(o.after); d >= best {
			best, index = d, i
		}
	}
	return index
}

// switched: the label took over the look that one of its neighbours gave up. A pointer that went from one to the other
// changes both too, but leaves the active one what it was.
func (r row) switched() bool {
	i := r.former()
	if i < 0 || !r.restyled() {
		return false
	}
	f := r.others[i]
	if r.markStays() {
		return false
	}
	if r.groundsSwapped(f) || r.inksSwapped(f) {
		return true
	}
	return r.after.unlike(f.after) >= restyled &&
		r.after.unlike(f.before) < r.after.unlike(r.before) &&
		f.after.unlike(r.before) < f.after.unlike(f.before)
}

// dimmed says whether the ground of all neighbours got darker: a sheet lies over the page, and not just another panel of a
// darker ground beside the tabs.
func (r row) dimmed() bool {
	for _, o := range r.others {
		if was, is := o.before.fill, o.after.fill; lumaOf(is.R, is.G, is.B) >= lumaOf(was.R, was.G, was.B)*.95 {
			return false
		}
	}
	return true
}

// groundsSwapped says whether the label and one neighbour changed their grounds for each other's, while all the others have
// kept that of a tab that is not active.
func (r row) groundsSwapped(f pair) bool {
	if colourDistance(r.before.fill, r.after.fill) < 6 {
		return false
	}
	if colourDistance(f.before.fill, r.after.fill) > 4 || colourDistance(f.after.fill, r.before.fill) > 4 {
		return false
	}
	for _, o := range r.others {
		if o != f && max(colourDistance(o.before.fill, r.before.fill), colourDistance(o.after.fill, r.before.fill)) > 4 {
			return false
		}
	}
	return true
}

// inksSwapped says whether the label and one neighbour changed the colours of their letters for each other's, while all the
// others have kept that of a tab that is not active.
func (r row) inksSwapped(f pair) bool {
	if colourDistance(r.before.ink, r.after.ink) < 36 || len(r.others) < 2 {
		return false
	}
	if colourDistance(f.before.ink, r.after.ink) > sameInk || colourDistance(f.after.ink, r.before.ink) > sameInk {
		return false
	}
	for _, o := range r.others {
		if o != f && max(colourDistance(o.before.ink, r.before.ink), colourDistance(o.after.ink, r.before.ink)) > sameInk {
			return false
		}
	}
	return true
}

// sameInk is how far the mean colours of two texts in one colour may be apart: letters have different edges.
const sameInk = 12

// markStays says whether one neighbour, and only one, bears the line that marks the active tab, before and after, and the
// label never did: the pointer's passing changed the others.
func (r row) markStays() bool {
	bears := func(l look) bool { return max(l.under.contrast, l.over.contrast, l.side.contrast) >= 60 }
	if bears(r.before) || bears(r.after) || r.sidelong() {
		return false
	}
	n := 0
	for _, o := range r.others {
		if bears(o.before) && bears(o.after) {
			n++
		}
	}
	return n == 1 && len(r.others) >= 2
}

// unmoved says whether the label was the active one before, and is.
func (r row) unmoved() bool {
	return r.alreadyActive() && (r.before.unlike(r.after) < restyled || r.staysActive())
}

// staysActive says whether the label stands out among its neighbours after as it did before: it alone lost or took the
// pointer's shade, or a window that came to the front has another ground, and the same active tab.
func (r row) staysActive() bool {
	if max(r.before.under.contrast, r.before.over.contrast) < 60 || max(r.after.under.contrast, r.after.over.contrast) < 60 {
		return false // only a line tells for sure
	}
	later := row{s: r.s, before: r.after, after: r.after}
	changed := 0
	for _, o := range r.others {
		if o.before.unlike(o.after) >= restyled {
			changed++
		}
		later.others = append(later.others, pair{o.after, o.after})
	}
	return (changed == 0 || changed == len(r.others)) && later.alreadyActive()
}

// alreadyActive: before the click already the label looked different from its neighbours, which look alike, and stood
// out more than they do. A tab of another row may be among the neighbours.
func (r row) alreadyActive() bool {
	if len(r.others) == 0 {
		return false
	}
	odd, prominent := 0, 0
	for _, o := range r.others {
		if r.before.unlike(o.before) >= distinct {
			odd++
		}
		if r.before.prominent(o.before) {
			prominent++
		}
	}
	if odd*4 < len(r.others)*3 || prominent*2 < len(r.others) {
		return false
	}
	return len(r.others) > 1 && alike(r.others) || r.s.Role == "tab"
}

// alike says whether at least half of the neighbours look like one of them.
func alike(others []pair) bool {
	for _, a := range others {
		same := 0
		for _, b := range others {
			if a.before.unlike(b.before) < distinct {
				same++
			}
		}
		if same*2 >= len(others) {
			return true
		}
	}
	return false
}

// prominent says which of two labels is the active one: it has a line under or over it that the other lacks, or its
// text stands out more.
func (l look) prominent(o look) bool {
	if d := max(l.under.contrast, l.over.contrast) - max(o.under.contrast, o.over.contrast); abs(d) > 30 {
		return d > 0
	}
	return colourDistance(l.ink, l.fill) > colourDistance(o.ink, o.fill)+10 || l.weight > o.weight*1.15
}

// tabByKeys: ctrl+tab and its like have no point. The label's tab is looked for in what changed.
func tabByKeys(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	for _, box := range changedBoxes(s, len(s.Afters())-1) {
		if box.Dy() > s.Px(120) {
			box.Max.Y = box.Min.Y + s.Px(120)
		}
		lines, err := s.Read(ctx, s.After(), box)
		if err != nil {
			return validation.Finding{}, err
		}
		if m, ok := ocr.Find(lines, s.Label()); ok && tabRow(s, m.Box).restyled() {
			return complete(.86, validation.Say("tab_became_active", "label", s.Label())), nil
		}
	}
	return tabByTitle(ctx, s)
}

// tabByTitle: no label to look for, or not found: a window whose title follows its tab tells.
func tabByTitle(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	t := titlesOf(s)
	want := cmp.Or(s.Label(), s.Context.ExpectedTitle, s.Context.ExpectedText)
	e := effectOf(ctx, s)
	switch {
	case t.known && want != "" && titleHas(t.after, want):
		return complete(.9, validation.Say("title_reached", "title", t.after)), nil
	case t.known && t.changed() && want == "":
		return complete(.8, validation.Say("title_changed", "title", t.after)), nil
	case want == "" && s.Comparable() && otherPage(s):
		return complete(.8, validation.Say("screen_changed")), nil
	case s.Comparable() && len(e.content) == 0:
		return terminate(.9, validation.NoVisualChange, validation.Say("nothing_changed")), nil
	default:
		return doubt(.5, validation.UnknownCategory, validation.Say("tab_unknown")), nil
	}
}
