package check

import (
	"context"
	"image"
	"regexp"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// PixelChange asks whether the application drew anything because of the action; carets, clocks, the pointer and what
// its hovering does are not counted.
type PixelChange struct{}

// Name is the checker's name.
func (PixelChange) Name() string { return validation.CheckPixelChange }

// Check sorts the changed regions by why they changed.
func (PixelChange) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	e := effectOf(ctx, s)
	if f, fades := clickedFades(ctx, s); fades {
		return f, nil
	}
	if f, busy := busyButton(ctx, s); busy {
		return f, nil
	}
	if len(e.content) > 0 {
		return withRegions(reacted(ctx, s), e.content), nil
	}
	if becameActive(ctx, s) {
		return complete(.88, validation.Say("tab_became_active", "label", s.Label())), nil
	}
	if focusedField(ctx, s) {
		return complete(.86, validation.Say("focused", "label", s.Label())), nil
	}
	if greyedOut(ctx, s) {
		return complete(.86, validation.Say("button_greyed", "label", s.Label())), nil
	}
	if already(ctx, s) {
		return complete(.88, validation.Say("already_so", "label", s.Label())), nil
	}
	if f, busy := browserLoads(ctx, s); busy {
		return f, nil
	}
	if filledPart(ctx, s) {
		return withRegions(doubt(.5, validation.UnknownCategory, validation.Say("looks_chosen", "label", s.Label())), e.hover), nil
	}
	if f, early := takenTooEarly(s); early {
		return f, nil
	}
	if f, pale := paleRow(s); pale {
		return f, nil
	}
	reason := "nothing_changed"
	if len(e.hover) > 0 {
		reason = "only_hover"
	}
	return withRegions(terminate(.9, validation.NoVisualChange, validation.Say(reason)), e.hover), nil
}

// takenTooEarly: the agent reports another window's title, but the picture is the one from before: it was taken before that
// window was drawn.
func takenTooEarly(s *validation.Scene) (validation.Finding, bool) {
	t := titlesOf(s)
	if !t.known || !t.changed() || t.after == "" || otherWindow(s) || len(s.Changes(len(s.Afters())-1)) > 0 {
		return validation.Finding{}, false
	}
	return pending(.82, validation.Say("title_changed", "title", t.after)), true
}

// greyedOut says whether the text of the button that the click fell on went pale on its ground: "apply" has nothing more to
// apply.
func greyedOut(ctx context.Context, s *validation.Scene) bool {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || s.Kind != "click_anchor" || !isButton(s, a) { // a link goes pale under the pointer
		return false
	}
	before, after := lookAt(s, s.Before(), a.label), lookAt(s, s.After(), a.label)
	had, has := colourDistance(before.ink, before.fill), colourDistance(after.ink, after.fill)
	return had >= 90 && has >= 24 && has*3 <= had*2 && colourDistance(before.fill, after.fill) <= 40
}

// clickedFades says whether the button that was clicked is on its way out with the box around it.
func clickedFades(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || s.Kind != "click_anchor" {
		return validation.Finding{}, false
	}
	f, stays := buttonStays(ctx, s, a.label)
	return f, stays && f.Category == validation.UILoading && !tabRow(s, a.label).switched() // the item of a menu that is active now
}

// reacted: the application drew something. Where the step names no label, that is all there is to see.
func reacted(ctx context.Context, s *validation.Scene) validation.Finding {
	if becameActive(ctx, s) {
		return complete(.9, validation.Say("tab_became_active", "label", s.Label()))
	}
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if b, gone := vanished(s); gone && s.Role == "menu_item" && besideMenu(s, b) {
		f := terminate(.87, validation.NoVisualChange, validation.Say("only_menu_closed"))
		f.Regions = append(f.Regions, regionOn("before", validation.RoleDialog, b.Box))
		return f
	}
	if onlyMenuClosed(ctx, s) {
		return doubt(.8, validation.NoVisualChange, validation.Say("only_menu_closed"))
	}
	if f, lost := sessionLost(ctx, s); lost {
		return f
	}
	if f, only := onlyBystander(ctx, s); only {
		return f
	}
	if f, open := confirmStays(ctx, s); open {
		return f
	}
	if f, refused := complaint(ctx, s); refused {
		return f
	}
	if s.Kind == "double_click_anchor" && onlySelected(ctx, s) {
		return terminate(.86, validation.NoVisualChange, validation.Say("only_selected", "label", s.Label()))
	}
	if s.Label() == "" {
		return complete(.86, validation.Say("screen_changed"))
	}
	return complete(.8, validation.Say("screen_changed"))
}

// besideMenu says whether the point lies beside a menu that went, where no other one took its place.
func besideMenu(s *validation.Scene, b screen.Box) bool {
	p, ok := s.At()
	_, came := appeared(s)
	return ok && b.Kind == screen.BoxMenu && !came && distance(b.Box, p) > s.Px(12)
}

// onlyMenuClosed says whether a menu went and nothing else happened: it closes wherever one clicks.
func onlyMenuClosed(ctx context.Context, s *validation.Scene) bool {
	b, gone := vanished(s)
	if !gone || b.Kind != screen.BoxMenu || s.Role == "menu_item" {
		return false
	}
	for _, r := range effectOf(ctx, s).content {
		if overlap(r.Box, b.Box.Inset(-s.Px(12))) < .9 {
			return false
		}
	}
	return true
}

// onlySelected says whether all that changed lies in the rows of one list, at the point or where the selection was: the
// item was selected, not opened.
func onlySelected(ctx context.Context, s *validation.Scene) bool {
	p, ok := s.At()
	if !ok {
		return false
	}
	for _, r := range effectOf(ctx, s).content {
		if statusText(s, r.Box, p) {
			continue
		}
		if r.Box.Dy() > s.Px(100) || !(p.In(r.Box.Inset(-s.Px(8))) || refilled(s, r.Box) && p.X >= r.Box.Min.X && p.X < r.Box.Max.X) {
			return false
		}
	}
	return true
}

// statusText says whether a changed region is a short line under the point, well apart from it: where a window says what is
// selected. The row at the point must have taken the selection's ground.
func statusText(s *validation.Scene, box image.Rectangle, p image.Point) bool {
	row := screen.Around(p, s.Px(60), s.Px(8), s.After().Rect)
	return box.Dy() <= s.Px(22) && box.Dx() <= s.Px(320) && box.Min.Y-p.Y >= s.Px(60) && refilled(s, row)
}

// complaint finds a short message of failure among what appeared: the application did not take the action.
func complaint(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if s.Context.ExpectedText != "" || s.Kind != "click_anchor" && s.Chord() != "enter" {
		return validation.Finding{}, false
	}
	if band, ok := pushed(s); ok {
		if text := textIn(ctx, s, s.After(), band); complains(s, text) {
			return complaintFinding(text, band), true
		}
	}
	content := effectOf(ctx, s).content
	if len(content) > maxRegions || boxFollowed(s) {
		return validation.Finding{}, false // another page, or another box, not a message
	}
	for _, r := range content {
		if r.Box.Dx() < s.Px(40) {
			continue
		}
		if r.Box.Dy() > s.Px(48) {
			if f, ok := complaintAmong(ctx, s, r.Box); ok {
				return f, true
			}
			continue
		}
		text := textIn(ctx, s, s.After(), r.Box.Inset(-s.Px(4)))
		if complains(s, text) && !isHint(ctx, s, text, r.Box) {
			return complaintFinding(text, r.Box), true
		}
		if f, ok := complaintAmong(ctx, s, r.Box); ok {
			return f, true
		}
	}
	return validation.Finding{}, false
}

func complaintFinding(text string, box image.Rectangle) validation.Finding {
	f := terminate(.88, validation.WrongTarget, validation.Say("complaint", "read", text))
	f.Evidence.Read = text
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f
}

// complains says whether a text is a short message that something failed or is missing.
func complains(s *validation.Scene, text string) bool {
	return tellsFailure(s, text, slices.Concat(errorSigns, requiredSigns), 20)
}

// harmless are words of failure in what every question before a deletion says.
var harmless = regexp.MustCompile(`(?i)(cannot|can't|can not) be (undone|reversed|recovered|restored)|(irréversible|ne (peut|pourra) pas être annulée?)`)

// boxFollowed says whether one box took another one's place.
func boxFollowed(s *validation.Scene) bool {
	if _, gone := vanished(s); !gone {
		return false
	}
	_, came := appeared(s)
	return came
}

// complaintAmong looks for a message among all that changed with it: a form or a box made room for the message, and what
// was clicked is still there.
func complaintAmong(ctx context.Context, s *validation.Scene, box image.Rectangle) (validation.Finding, bool) {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit || area(box)*3 > area(s.After().Rect) || !stillNear(ctx, s, a.label, s.Px(160)) {
		return validation.Finding{}, false
	}
	before := textIn(ctx, s, s.Before(), box)
	lines, err := s.Read(ctx, s.After(), box)
	if err != nil {
		return validation.Finding{}, false
	}
	for _, l := range lines {
		if text := l.Text(); ocr.Score(before, text) < .8 && (complains(s, text) && !isHint(ctx, s, text, box) || redMessage(s, l)) {
			return complaintFinding(text, l.Box), true
		}
	}
	return validation.Finding{}, false
}

// stillNear says whether a label is to be read near its place still, as far up or down as reach: what it stands in may
// have grown, by a message or by one at every field.
func stillNear(ctx context.Context, s *validation.Scene, label image.Rectangle, reach int) bool {
	grown := image.Rect(label.Min.X-s.Px(16), label.Min.Y-reach, label.Max.X+s.Px(16), label.Max.Y+reach).Intersect(s.After().Rect)
	return found(ctx, s, s.After(), grown, s.Label())
}

// redMessage says whether a line is a sentence in red, or a few words of red at a button that closes its box: how forms
// write what is wrong.
func redMessage(s *validation.Scene, l ocr.Line) bool {
	words := len(strings.Fields(l.Text()))
	if words < 4 && !slices.Contains(confirmWords, ocr.Fold(s.Label())) && s.Role != "dialog_button" && s.Role != "save" && !inModal(s) {
		return false
	}
	ink := lookAt(s, s.After(), l.Box).ink
	return words >= 2 && words <= 16 && int(ink.R) > int(ink.G)+60 && int(ink.R) > int(ink.B)+60
}

// inModal says whether the point lies in a box on a dimmed page, which has not closed.
func inModal(s *validation.Scene) bool {
	return validation.Once(s, "in_modal", func() bool {
		p, ok := s.At()
		holds := func(box image.Rectangle) bool { return p.In(box) }
		return ok && slices.ContainsFunc(screen.FindModals(s.Before(), s.Scale()), holds) && len(screen.FindModals(s.After(), s.Scale())) > 0
	})
}

// focusedField says whether the click gave the focus to the field under the point: a caret in it; or a frame around it,
// where the field is the one that the step names, or the step names none.
func focusedField(ctx context.Context, s *validation.Scene) bool {
	if caretInField(s) {
		return true
	}
	p, ok := s.At()
	if !ok || s.Kind != "click_anchor" {
		return false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if !p.In(r.Box) || r.Box.Dx() < s.Px(90) || !isFocusRing(s, r) {
			continue
		}
		inside, err := s.Read(ctx, s.After(), r.Box.Inset(s.Px(3)))
		if err != nil || letters(textOf(inside)) > 0 && (s.Label() != "" || !leftmost(s, inside, r.Box)) {
			return false // a button's own text, as likely as a field's content
		}
		name, err := fieldName(ctx, s, r.Box)
		return err == nil && (s.Label() == "" || name == nameMine)
	}
	return false
}

// leftmost says whether a text stands at the left of a box, as a field's content does, and not in the middle.
func leftmost(s *validation.Scene, lines []ocr.Line, box image.Rectangle) bool {
	if len(lines) != 1 {
		return false
	}
	left, right := lines[0].Box.Min.X-box.Min.X, box.Max.X-lines[0].Box.Max.X
	return left <= s.Px(24) && right >= 2*left+s.Px(20)
}

// caretInField says whether the click put a caret into the field under the point.
func caretInField(s *validation.Scene) bool {
	p, ok := s.At()
	if !ok || !p.In(s.After().Rect) || s.Kind == "keyboard_shortcut" {
		return false
	}
	box, isWidget := fieldAt(s)
	if !isWidget || box.Dy() > s.Px(300) {
		return false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Class == screen.ClassCaret && r.Box.In(box) && inkShare(s.After(), r.Box.Inset(-1)) > inkShare(s.Before(), r.Box.Inset(-1)) {
			return true
		}
	}
	return false
}

// incomparable is the finding of a check that needs both pictures in one size.
func incomparable(s *validation.Scene) validation.Finding {
	reason := validation.Say("no_before")
	if s.Before() != nil && s.After() != nil {
		b, a := s.Before().Rect.Size(), s.After().Rect.Size()
		reason = validation.Say("sizes_differ", "before", b.String(), "after", a.String())
	}
	return doubt(.2, validation.UnknownCategory, reason)
}

func withRegions(f validation.Finding, regions []screen.Region) validation.Finding {
	for i, r := range regions {
		if i == maxRegions {
			break
		}
		f.Regions = append(f.Regions, regionOn("after", validation.RoleChanged, r.Box))
	}
	return f
}

// maxRegions bounds the regions that a finding lists.
const maxRegions = 12
