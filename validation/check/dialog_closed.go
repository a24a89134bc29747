package check

import (
	"context"
	"image"
	"slices"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// DialogClosed asks whether the button closed its dialog, and whether it was the right button.
type DialogClosed struct{}

// Name is the checker's name.
func (DialogClosed) Name() string { return validation.CheckDialogClosed }

// Check compares the dialog's box before and after.
func (DialogClosed) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	if s.Kind == "keyboard_shortcut" {
		return closedByKeys(ctx, s), nil
	}
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	if miss := aimFinding(s, a); miss.Verdict == validation.Terminate {
		return withAim(miss, s, a), nil
	}
	return withAim(closing(ctx, s, a), s, a), nil
}

// closing says what became of the dialog.
func closing(ctx context.Context, s *validation.Scene, a aim) validation.Finding {
	if f, busy := loading(ctx, s); busy {
		return f
	}
	if otherWindow(s) {
		return terminate(.92, validation.WrongApplication, validation.Say("other_window", "title", titlesOf(s).after))
	}
	confidence := .8
	if a.state == aimHit {
		confidence = .93
		if f, ok := buttonStays(ctx, s, a.label); ok {
			return f
		}
		if f, ok := buttonGone(ctx, s, a.label); ok {
			return f
		}
	}
	box, ok := dialogBefore(s)
	if !ok {
		return noDialog(ctx, s, confidence)
	}
	f := goneFinding(ctx, s, box, confidence)
	f.Regions = append(f.Regions, regionOn("before", validation.RoleDialog, box))
	return f
}

// buttonStays: the button can still be read at its place. The dialog is open, or on its way out where all around the
// button changed with it.
func buttonStays(ctx context.Context, s *validation.Scene, label image.Rectangle) (validation.Finding, bool) {
	if !found(ctx, s, s.After(), label.Inset(-s.Px(12)), s.Label()) {
		return validation.Finding{}, false
	}
	around := image.Rect(label.Min.X-s.Px(80), label.Min.Y-s.Px(40), label.Max.X+s.Px(80), label.Max.Y+s.Px(16)).Intersect(s.After().Rect)
	mask, err := screen.Change(s.Before(), s.After(), around, 3)
	if err != nil {
		return validation.Finding{}, false
	}
	share := mask.Share()
	if share < .6 || !around.Inset(s.Px(6)).In(mask.Bounds()) {
		return stillOpen(s, label)
	}
	r, slope := regression(s.Before(), s.After(), around)
	if _, came := appeared(s); came || r < .3 || slope > .95 || shadedOnly(s, around, slope) || r > .97 && darker(s.Before(), s.After(), around) {
		return validation.Finding{}, false // another page, a hovered row, or dimmed behind another box
	}
	f := pending(.88, validation.Say("fading"))
	f.Evidence.Changed = &share
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, around))
	return f, true
}

// shadedOnly says whether a box has nearly the ground it had, and nearly its contrast: a row that the pointer went over.
func shadedOnly(s *validation.Scene, box image.Rectangle, slope float64) bool {
	return slope > .7 && colourDistance(screen.Background(s.Before(), box), screen.Background(s.After(), box)) < 12
}

// buttonGone: the button is not to be read any more, at its place or where a box that grew would have moved it. Its box
// closed, or another one took its place.
func buttonGone(ctx context.Context, s *validation.Scene, label image.Rectangle) (validation.Finding, bool) {
	mask, err := screen.Change(s.Before(), s.After(), label, 0)
	if err != nil || mask.Share() < .06 || stillNear(ctx, s, label, s.Px(70)) || len(effectOf(ctx, s).content) == 0 {
		return validation.Finding{}, false
	}
	title := ""
	box, known := dialogBefore(s)
	if known && label.In(box) && area(box)*2 < area(s.After().Rect) {
		title = dialogTitle(ctx, s, s.Before(), box)
	}
	f := closed(ctx, s, .9, title)
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, label))
	return f, true
}

// closed says that the dialog closed, and notes one that came in its place.
func closed(ctx context.Context, s *validation.Scene, confidence float64, title string) validation.Finding {
	f := complete(confidence, validation.Say("dialog_closed", "title", title))
	if b, ok := appeared(s); ok && b.Kind == screen.BoxDialog {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("dialog_followed", "title", dialogTitle(ctx, s, s.After(), b.Box)))
	}
	return f
}

// stillOpen: nothing of the dialog around the button changed.
func stillOpen(s *validation.Scene, label image.Rectangle) (validation.Finding, bool) {
	above := image.Rect(label.Min.X-s.Px(200), label.Min.Y-s.Px(160), label.Max.X+s.Px(60), label.Min.Y-s.Px(12)).Intersect(s.After().Rect)
	mask, err := screen.Change(s.Before(), s.After(), above, 0)
	if err != nil || mask.Share() > .003 {
		return validation.Finding{}, false
	}
	return terminate(.88, validation.NoVisualChange, validation.Say("dialog_stays", "title", "")), true
}

// noDialog: none was found before. A button that changed the screen where it was meant to is believed.
func noDialog(ctx context.Context, s *validation.Scene, confidence float64) validation.Finding {
	if len(effectOf(ctx, s).content) == 0 {
		return terminate(.9, validation.NoVisualChange, validation.Say("nothing_changed"))
	}
	return complete(confidence-.05, validation.Say("screen_changed"))
}

// goneFinding compares the dialog's frame and title before and after.
func goneFinding(ctx context.Context, s *validation.Scene, box image.Rectangle, confidence float64) validation.Finding {
	title := dialogTitle(ctx, s, s.Before(), box)
	ssim, err := screen.SSIM(s.Before(), s.After(), box)
	if err != nil {
		return doubt(.2, validation.UnknownCategory, validation.Say("check_failed", "check", validation.CheckDialogClosed, "cause", err.Error()))
	}
	threshold := .95
	var f validation.Finding
	switch {
	case ssim > threshold:
		f = terminate(.9, validation.NoVisualChange, validation.Say("dialog_stays", "title", title))
	case title != "" && titleStays(ctx, s, box, title) && !followed(ctx, s, box):
		f = terminate(.88, validation.WrongTarget, validation.Say("dialog_stays", "title", title))
	default:
		f = closed(ctx, s, confidence, title)
	}
	f.Evidence.SSIM, f.Evidence.Threshold = &ssim, &threshold
	return f
}

// followed says whether another dialog of the same title took the first one's place: its button is gone, and its text.
func followed(ctx context.Context, s *validation.Scene, box image.Rectangle) bool {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return false
	}
	grown := box.Inset(-s.Px(60)).Intersect(s.After().Rect)
	return !found(ctx, s, s.After(), grown, s.Label())
}

// titleStays says whether the dialog's title still stands near its place: the dialog grew or moved, and is open.
func titleStays(ctx context.Context, s *validation.Scene, box image.Rectangle, title string) bool {
	region := image.Rect(box.Min.X-s.Px(20), box.Min.Y-s.Px(60), box.Max.X+s.Px(20), box.Min.Y+s.Px(80)).Intersect(s.After().Rect)
	lines, err := s.Read(ctx, s.After(), region)
	if err != nil {
		return false
	}
	m, ok := ocr.Find(lines, title)
	return ok && m.Score > .85
}

// closedByKeys: alt+f4 closes a dialog, or the window.
func closedByKeys(ctx context.Context, s *validation.Scene) validation.Finding {
	e := effectOf(ctx, s)
	if len(e.content) == 0 {
		return terminate(.9, validation.NoVisualChange, validation.Say("nothing_changed"))
	}
	if b, ok := appeared(s); ok && b.Kind == screen.BoxDialog {
		if _, gone := vanished(s); !gone {
			return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", dialogTitle(ctx, s, s.After(), b.Box)))
		}
	}
	if box, ok := dialogBefore(s); ok {
		return goneFinding(ctx, s, box, .9)
	}
	t := titlesOf(s)
	if t.known && ocr.Fold(t.before) != ocr.Fold(t.after) {
		return complete(.85, validation.Say("title_changed", "title", t.after))
	}
	return complete(.72, validation.Say("screen_changed"))
}

// confirmWords are the labels of buttons that close the dialog they stand in, folded.
var confirmWords = []string{
	"ok", "oui", "non", "yes", "no", "confirm", "confirmer", "valider", "submit", "envoyer", "annuler", "cancel", "fermer", "close", "supprimer",
	"delete", "apply", "appliquer", "continuer", "continue", "terminer", "finish", "done", "accept", "accepter", "enregistrer", "save",
}

// applyWords are those of confirmWords that may as well leave it open.
var applyWords = []string{"apply", "appliquer"}

// confirmStays: a button that closes its dialog was clicked, by its label and by the dialog found around it, and the
// dialog is still there with something written into it.
func confirmStays(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	a, err := aimOf(ctx, s)
	label := ocr.Fold(s.Label())
	if err != nil || a.state != aimHit || !slices.Contains(confirmWords, label) || slices.Contains(applyWords, label) {
		return validation.Finding{}, false
	}
	if !stillNear(ctx, s, a.label, s.Px(70)) {
		return validation.Finding{}, false
	}
	box, ok := dialogBefore(s)
	if !ok || area(box)*2 > area(s.After().Rect) || box.Max.Y-a.label.Max.Y > s.Px(90) {
		return validation.Finding{}, false // no dialog, or not at its lower edge, where the buttons that close it are
	}
	for _, r := range effectOf(ctx, s).content {
		if overlap(r.Box, box.Inset(-s.Px(40))) < .9 {
			return validation.Finding{}, false
		}
	}
	title := dialogTitle(ctx, s, s.Before(), box)
	if title != "" && !titleStays(ctx, s, box, title) {
		return validation.Finding{}, false // another box with the same buttons
	}
	f := terminate(.87, validation.WrongTarget, validation.Say("dialog_stays", "title", title))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, box))
	return f, true
}
