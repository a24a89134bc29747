package check

import (
	"cmp"
	"context"
	"image"
	"regexp"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// appeared is the box that came in front with the action; false when none did.
func appeared(s *validation.Scene) (screen.Box, bool) {
	type result struct {
		box screen.Box
		ok  bool
	}
	r := validation.Once(s, "appeared", func() result {
		if !s.Comparable() {
			return result{}
		}
		box, ok := screen.NewBox(s.Before(), s.After(), s.Scale(), pointsOf(s)...)
		return result{box, ok}
	})
	return r.box, r.ok
}

// vanished is the box that stood in front before the action and is gone.
func vanished(s *validation.Scene) (screen.Box, bool) {
	type result struct {
		box screen.Box
		ok  bool
	}
	r := validation.Once(s, "vanished", func() result {
		if !s.Comparable() {
			return result{}
		}
		box, ok := screen.NewBox(s.After(), s.Before(), s.Scale(), pointsOf(s)...)
		return result{box, ok}
	})
	return r.box, r.ok
}

func pointsOf(s *validation.Scene) []image.Point {
	if at, ok := s.At(); ok {
		return []image.Point{at}
	}
	return nil
}

// dialogBefore is the dialog that the step began with: the reported one, the one that vanished, or the one found around
// the point.
func dialogBefore(s *validation.Scene) (image.Rectangle, bool) {
	box := validation.Once(s, "dialogBefore", func() image.Rectangle { return findDialogBefore(s) })
	return box, !box.Empty()
}

func findDialogBefore(s *validation.Scene) image.Rectangle {
	if s.Context.DialogBox != nil && s.Before() != nil {
		if box := s.Context.DialogBox.Intersect(s.Before().Rect); area(box) > 0 {
			return box
		}
	}
	if b, ok := vanished(s); ok && b.Kind == screen.BoxDialog {
		return b.Box
	}
	if s.Before() == nil {
		return image.Rectangle{}
	}
	p, known := s.At()
	for _, box := range screen.FindDialog(s.Before(), s.Scale()) {
		if !known || p.In(box) {
			return box
		}
	}
	return image.Rectangle{}
}

// DialogPresence asks whether a box came up that the action should not have brought.
type DialogPresence struct{}

// Name is the checker's name.
func (DialogPresence) Name() string { return validation.CheckDialogPresence }

// Check finds a new box in front and weighs whether it is the effect or stands in its way.
func (DialogPresence) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	b, ok := appeared(s)
	if !ok {
		return doubt(.3, validation.None, validation.Say("no_dialog")), nil
	}
	s.SetDialog(b.Box)
	title := dialogTitle(ctx, s, s.After(), b.Box)
	f := weighBox(ctx, s, b, title)
	f.Evidence.Read = title
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, b.Box))
	return f, nil
}

// weighBox decides what a new box means for this kind of action.
func weighBox(ctx context.Context, s *validation.Scene, b screen.Box, title string) validation.Finding {
	covers := coversPoint(s, b.Box)
	if s.Context.ExpectedText != "" || s.Context.ExpectedTitle != "" {
		return doubt(.4, validation.None, validation.Say("dialog_open", "title", title)) // the expectation decides
	}
	if titledByLabel(s, title) || otherPage(s) {
		return doubt(.4, validation.None, validation.Say("dialog_open", "title", title)) // what was asked for, or no box at all
	}
	if covers && !holdsPoint(s, b.Box) && !b.Dimmed && replacesLabel(ctx, s) {
		return terminate(.86, validation.UnexpectedDialog, validation.Say("covered_point", "title", title))
	}
	return weighKind(ctx, s, b, title, covers)
}

// titledByLabel says whether a new box is called as what was clicked: "Configurer les préférences" brings "Préférences".
func titledByLabel(s *validation.Scene, title string) bool {
	words := strings.Fields(ocr.Fold(title))
	if s.Kind != "click_anchor" || letters(title) < 5 || len(words) > 4 {
		return false
	}
	for _, w := range words {
		if _, named := hasAny(s.Label(), []string{strings.Trim(w, ".:…")}); !named {
			return false
		}
	}
	return true
}

// otherPage says whether the keys that change the tab brought another page, on which something may look like a box:
// nothing of the former page is to be seen, and nothing got darker behind the box.
func otherPage(s *validation.Scene) bool {
	switch s.Chord() {
	case "ctrl+tab", "ctrl+shift+tab", "ctrl+page_down", "ctrl+page_up":
	default:
		return false
	}
	page := s.After().Rect
	page.Min.Y = min(s.Px(170), page.Max.Y/3) // below the browser's own rows
	if b, ok := appeared(s); ok && b.Dimmed {
		return false
	}
	return anotherPicture(s, page, .5)
}

// weighKind goes by what the box is and says.
func weighKind(ctx context.Context, s *validation.Scene, b screen.Box, title string, covers bool) validation.Finding {
	if s.Kind == "click_anchor" && saysDemand(ctx, s, b.Box) {
		return terminate(.9, validation.UnexpectedDialog, validation.Say("complaint", "read", title))
	}
	if s.Kind == "click_anchor" && b.Dimmed && isUninvited(s, textIn(ctx, s, s.After(), b.Box)) {
		return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", title))
	}
	if s.Kind == "type_text" && !b.Dimmed && !covers && !otherWindow(s) && b.Kind == screen.BoxDialog && !saysFailure(ctx, s, b.Box) && typedThere(ctx, s) {
		return doubt(.4, validation.None, validation.Say("dialog_open", "title", title)) // it came up beside, and took no key
	}
	return weighPurpose(ctx, s, b, title, covers)
}

// weighPurpose goes by what the box is for.
func weighPurpose(ctx context.Context, s *validation.Scene, b screen.Box, title string, covers bool) validation.Finding {
	switch {
	case b.Kind == screen.BoxMenu && !bringsNone(s):
		return doubt(.4, validation.None, validation.Say("menu_open"))
	case otherWindow(s):
		return foreignBox(s, covers, title)
	case s.Role != "save" && saysFailure(ctx, s, b.Box), asksToLeave(ctx, s, b.Box):
		return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", title))
	case isEffect(ctx, s, b):
		return doubt(.4, validation.None, validation.Say("dialog_open", "title", title))
	case bringsNone(s) && b.Kind == screen.BoxDialog:
		return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", title))
	case covers && standsInTheWay(ctx, s, b):
		return terminate(.86, validation.UnexpectedDialog, validation.Say("covered_point", "title", title))
	default:
		return doubt(.4, validation.None, validation.Say("dialog_open", "title", title))
	}
}

// foreignBox: the box belongs to another application, which came in front of the one that the workflow drives.
func foreignBox(s *validation.Scene, covers bool, title string) validation.Finding {
	if covers {
		return terminate(.93, validation.WrongApplication, validation.Say("other_window", "title", cmp.Or(titlesOf(s).after, title)))
	}
	return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", title))
}

// isEffect says whether a new box is what the action shows: the panel of a tab that became active, or the note that
// something was saved.
func isEffect(ctx context.Context, s *validation.Scene, b screen.Box) bool {
	if p, ok := s.At(); ok && !b.Dimmed && (s.Kind == "type_text" || s.Kind == "focus_anchor") && p.In(b.Box.Inset(-s.Px(6))) {
		return true // the field itself, or its list of suggestions
	}
	if s.Role == "tab" {
		return showsPanel(ctx, s, b)
	}
	if b.Dimmed {
		return false
	}
	if s.Role == "save" || s.Chord() == "ctrl+s" {
		_, said := hasAny(textIn(ctx, s, s.After(), b.Box), slices.Concat(okWords, busyWords))
		return said
	}
	return false
}

// showsPanel says whether a new box is the panel of a tab: the tab became the active one; or the panel that stood there
// changed with it, beside the tab, and begins where that one began.
func showsPanel(ctx context.Context, s *validation.Scene, b screen.Box) bool {
	a, err := aimOf(ctx, s)
	if err != nil {
		return false
	}
	label := a.label
	if label.Empty() {
		p, ok := s.At()
		return ok && !b.Dimmed && !p.In(b.Box) && distance(b.Box, p) <= s.Px(60)
	}
	if active, moved := movedTab(ctx, s, label, s.Label()); moved {
		return active
	}
	r := tabRow(s, label)
	if overlap(label, b.Box) >= .5 || b.Dimmed && r.dimmed() {
		return false
	}
	return r.switched() || r.restyled() && r.former() >= 0 && gap(label, b.Box) <= s.Px(60)
}

// saysFailure says whether a new box reports that something failed: a short message, with a word of failure.
func saysFailure(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	if area(box)*5 > area(s.After().Rect) {
		return false
	}
	return tellsFailure(s, textIn(ctx, s, s.After(), box), errorSigns, 30)
}

// demand is how a browser's bubble at a field asks for what is missing or wrong there, in folded text.
var demand = regexp.MustCompile(`^\W*\w{0,2}\W*(veuillez (renseigner|saisir|inclure|respecter|selectionner|cocher|choisir|indiquer)|please (fill|include|match|select|check|enter|tick|choose|lengthen|shorten)|(la valeur|value) (doit|must))`)

// saysDemand says whether a new box is such a bubble: one or two lines.
func saysDemand(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	if box.Dy() > s.Px(90) || len(s.Lines(s.After(), box)) > 8 {
		return false
	}
	return demand.MatchString(ocr.Fold(strings.TrimSpace(textIn(ctx, s, s.After(), box))))
}

// tellsFailure says whether a text of at most so many words has one of the signs of failure.
func tellsFailure(s *validation.Scene, text string, signs []string, most int) bool {
	_, bad := hasAny(harmless.ReplaceAllString(text, ""), notOfStep(s, signs))
	return bad && len(strings.Fields(text)) <= most
}

// notOfStep are the signs of failure but those that the step speaks of itself: the box that asks why something is refused
// is what a click on "refuse" is for.
func notOfStep(s *validation.Scene, signs []string) []string {
	words := strings.Fields(ocr.Fold(s.Label() + " " + s.Context.Label))
	return slices.DeleteFunc(slices.Clone(signs), func(sign string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return len(w) >= 5 && len(sign) >= 5 && w[:5] == sign[:5] })
	})
}

// errorSigns are the words of failure that need no context, folded.
var errorSigns = []string{
	"erreur", "error", "echec", "failed", "failure", "impossible", "invalide", "invalid", "incomplet", "incomplete", "denied", "cannot",
	"could not", "n'a pas pu", "not allowed", "interdit", "missing", "manquant", "manquante", "must be", "doit etre", "refusee", "refused", "rejetee", "rejected",
	"n'avez pas", "not have permission", "don't have permission", "permission denied", "insuffisants", "insufficient", "non autorise", "non autorisee", "unauthorized",
	"ne permet pas", "ne permettent pas", "does not allow", "not permitted", "pas autorise", "pas autorisee", "pas habilite", "pas habilitee", "pas le droit",
	"not authorized", "forbidden", "acces refuse", "verrouille", "verrouillee", "is locked", "record locked", "session expiree", "session expired", "has expired",
	"indisponible", "unavailable", "another user", "autre utilisateur", "something went wrong", "une erreur est survenue",
}

// leavingSigns are the words by which an application asks, before it does what was asked of it, what shall become of
// changes that are not saved, folded.
var leavingSigns = []string{
	"sans enregistrer", "without saving", "non enregistrees", "non enregistre", "unsaved changes", "unsaved", "quitter sans", "discard changes",
	"enregistrer avant", "save before", "seront perdues", "will be lost",
}

// leavingQuestions ask the same where they are questions; else they are what a button does.
var leavingQuestions = regexp.MustCompile(`(?i)(enregistrer (les|vos|ces) modifications|save (the |your |these )?changes)[^?\n]{0,40}\?`)

// asksToLeave says whether a new box asks what shall become of unsaved changes: nobody clicks to be asked that.
func asksToLeave(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	text := textIn(ctx, s, s.After(), box)
	_, asks := hasAny(text, leavingSigns)
	return (asks || leavingQuestions.MatchString(text)) && len(strings.Fields(text)) <= 40 && s.Role != "save"
}

// requiredSigns are the words by which a form asks for what is missing, folded; a fresh form may bear them as well.
var requiredSigns = []string{"obligatoire", "obligatoires", "required", "renseigner", "saisir un", "saisir une", "please enter", "please fill"}

// coversPoint says whether a box, or what came up together with it, lies over the acted point.
func coversPoint(s *validation.Scene, box image.Rectangle) bool {
	p, known := s.At()
	return known && (p.In(box) || coveredWith(s, p, box))
}

// holdsPoint says whether the acted point lies in a box.
func holdsPoint(s *validation.Scene, box image.Rectangle) bool {
	p, ok := s.At()
	return ok && p.In(box)
}

// coveredWith says whether the point lies in what came up together with a box.
func coveredWith(s *validation.Scene, p image.Point, box image.Rectangle) bool {
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if p.In(r.Box) && overlap(box, r.Box) > .8 && area(r.Box) < 4*area(box) {
			return true
		}
	}
	return false
}

// standsInTheWay says whether a new box is a dialog that lies over the label that was acted on.
func standsInTheWay(ctx context.Context, s *validation.Scene, b screen.Box) bool {
	return !b.Dimmed && b.Kind == screen.BoxDialog && !ownWindow(s) && hidesLabel(ctx, s)
}

// ownWindow says whether the window in front is one of the application that was acted on, by its title: it has the same, or
// ends as it did in the application's name. What a button of it opens may well lie over the button.
func ownWindow(s *validation.Scene) bool {
	t := titlesOf(s)
	if !t.known || t.before == "" || t.after == "" || s.Kind != "click_anchor" || bringsNone(s) {
		return false
	}
	return !t.changed() || applicationOf(t.before) != "" && applicationOf(t.before) == applicationOf(t.after)
}

// applicationOf is the last part of a window's title, where it has several: "letter.txt - Editor".
func applicationOf(title string) string {
	parts := strings.FieldsFunc(title, func(r rune) bool { return r == '—' || r == '–' || r == '-' || r == '|' })
	if len(parts) < 2 {
		return ""
	}
	return ocr.Fold(strings.TrimSpace(parts[len(parts)-1]))
}

// hidesLabel says whether the label that the action fell on is not to be read at its place any more.
func hidesLabel(ctx context.Context, s *validation.Scene) bool {
	a, err := aimOf(ctx, s)
	return err == nil && a.state == aimHit && !found(ctx, s, s.After(), a.label.Inset(-s.Px(6)), s.Label())
}

// replacesLabel says whether another text is to be read where the label stood that the action fell on.
func replacesLabel(ctx context.Context, s *validation.Scene) bool {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return false
	}
	text := textIn(ctx, s, s.After(), a.label.Inset(-s.Px(6)))
	return letters(text) >= 4 && ocr.Score(text, s.Label()) < .4
}

// bringsNone says whether the action never brings a dialog by itself: tabs, saving, typing, closing, the keyboard.
func bringsNone(s *validation.Scene) bool {
	switch s.Role {
	case "tab", "tab_close", "save", "checkbox", "radio", "combobox", "input":
		return true
	}
	switch s.Kind {
	case "type_text", "type_secret", "scroll_to_anchor", "focus_anchor", "hover_anchor":
		return true
	case "keyboard_shortcut":
		return quietChord(s)
	}
	return false
}

// quietChord says whether a shortcut never brings a dialog by itself; enter and the like may.
func quietChord(s *validation.Scene) bool {
	chord := s.Chord()
	return strings.HasPrefix(chord, "ctrl+") && chord != "ctrl+f" && chord != "ctrl+o" && chord != "ctrl+p" && chord != "ctrl+n" && chord != "ctrl+h"
}

// otherWindow says whether the foreground window is another application's now, by the titles that the agent read.
func otherWindow(s *validation.Scene) bool {
	t, app := titlesOf(s), s.Context.AppTitle
	return t.known && app != "" && t.after != "" && !titleHas(t.after, app)
}

// dialogTitle reads the upper part of a dialog: its title, or its first line.
func dialogTitle(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) string {
	top := box
	top.Max.Y = min(box.Max.Y, box.Min.Y+max(s.Px(44), box.Dy()/4))
	lines, err := s.Read(ctx, picture, top.Intersect(picture.Rect))
	if err != nil || len(lines) == 0 {
		return ""
	}
	for _, l := range lines {
		if letters(l.Text()) >= 3 {
			return l.Text()
		}
	}
	return ""
}
