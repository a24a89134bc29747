package check

import (
	"context"
	"regexp"

	"vigie/validation"
	"vigie/validation/screen"
)

// Save asks whether a document was saved: a marker that went, a word that came, an error that wins.
type Save struct{}

// Name is the checker's name.
func (Save) Name() string { return validation.CheckSave }

// Check looks at the titles, then at what changed in each after picture, the newest last.
func (Save) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	a, err := aimOf(ctx, s)
	if err != nil {
		return validation.Finding{}, err
	}
	if f, ok := missedSave(s, a); ok {
		return withAim(f, s, a), nil
	}
	f, err := saved(ctx, s, a)
	return f, err
}

// missedSave: the click did not fall on the save button.
func missedSave(s *validation.Scene, a aim) (validation.Finding, bool) {
	p, known := s.At()
	if !known || s.Kind == "keyboard_shortcut" {
		return validation.Finding{}, false
	}
	if b := s.Context.SaveButton; b != nil && !p.In(b.Inset(-s.Px(4))) {
		return terminate(.9, validation.WrongTarget, validation.Say("beside_save_button")), true
	}
	if s.Context.SaveButton != nil {
		return validation.Finding{}, false
	}
	f := aimFinding(s, a)
	return f, f.Verdict == validation.Terminate
}

func saved(ctx context.Context, s *validation.Scene, a aim) (validation.Finding, error) {
	if f, ok := windowInFront(s); ok {
		return f, nil
	}
	for i := range s.Afters() {
		if f, ok, err := saveWordsIn(ctx, s, i); err != nil || ok {
			return f, err
		}
	}
	for _, sign := range []func(context.Context, *validation.Scene) (validation.Finding, bool){savedOnPage, notePassed, dirtyMarker, loading} {
		if f, ok := sign(ctx, s); ok {
			return f, nil
		}
	}
	if s.Comparable() && len(s.Afters()) > 0 && quietBurst(ctx, s) {
		return quietSave(s, a), nil
	}
	return loudSave(ctx, s), nil
}

// windowInFront: by its title the window in front is another application's, or one that asks where to save.
func windowInFront(s *validation.Scene) (validation.Finding, bool) {
	t := titlesOf(s)
	if _, dialog := appeared(s); !dialog && otherWindow(s) {
		return terminate(.9, validation.WrongApplication, validation.Say("other_window", "title", t.after)), true
	}
	if t.known && t.changed() && asksWhere(t.after) && !asksWhere(t.before) {
		return terminate(.9, validation.UnexpectedDialog, validation.Say("unexpected_dialog", "title", t.after)), true
	}
	return validation.Finding{}, false
}

// saveAsTitle is how the window is called in which an application asks where to save.
var saveAsTitle = regexp.MustCompile(`(?i)(enregistrer|sauvegarder) (le (fichier|document)|sous)|save (the )?(as|file|document)\b`)

// asksWhere says whether a title is that of a window that asks where to save: a save that was meant to need no question.
func asksWhere(title string) bool { return saveAsTitle.MatchString(title) }

// loudSave: the application reacted, but says nothing of a save. A box that closed with its save button did what it was
// asked to; anything else is left to the judge.
func loudSave(ctx context.Context, s *validation.Scene) validation.Finding {
	a, err := aimOf(ctx, s)
	if err != nil || a.state != aimHit {
		return doubt(.45, validation.NoVisualChange, validation.Say("no_save_sign"))
	}
	if b, gone := vanished(s); gone {
		if _, came := appeared(s); !came && a.label.In(b.Box) {
			return complete(.88, validation.Say("dialog_closed", "title", dialogTitle(ctx, s, s.Before(), b.Box)))
		}
	}
	return doubt(.6, validation.NoVisualChange, validation.Say("no_save_sign"))
}

// quietSave: nothing changed. Where the title would tell, it told that nothing was saved, and so does a box on a dimmed
// page that its own save button did not close; else nobody can know.
func quietSave(s *validation.Scene, a aim) validation.Finding {
	for _, box := range screen.FindModals(s.Before(), s.Scale()) {
		if a.state == aimHit && a.label.In(box) {
			f := terminate(.86, validation.NoVisualChange, validation.Say("dialog_stays", "title", ""))
			f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, box))
			return f
		}
	}
	t := titlesOf(s)
	if len(s.Afters()) > 1 || t.known && hasDirty(t.after) {
		return terminate(.86, validation.NoVisualChange, validation.Say("not_saved"))
	}
	return doubt(.45, validation.NoVisualChange, validation.Say("no_save_sign"))
}

// quietBurst says whether none of the after pictures shows anything new.
func quietBurst(ctx context.Context, s *validation.Scene) bool {
	for i, after := range s.Afters() {
		if len(classify(ctx, s, after, s.Changes(i)).content) > 0 {
			return false
		}
	}
	return true
}
