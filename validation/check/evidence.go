package check

import (
	"context"
	"image"
	"regexp"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Evidence asks whether a screenshot taken as evidence shows the right application, sharply.
type Evidence struct{}

// Name is the checker's name.
func (Evidence) Name() string { return validation.CheckEvidence }

// blurry is the variance of the Laplacian below which a screenshot is blurred (matrix.md §2).
const blurry = 100

// Check holds the title against the application's; a blurred picture is a warning, not a failure.
func (Evidence) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	t, app := titlesOf(s), s.Context.AppTitle
	var f validation.Finding
	switch {
	case app == "":
		f = complete(.6, validation.Say("no_application_named"))
	case t.known && titleHas(t.after, app), !t.known && titleShown(ctx, s, app):
		f = complete(.9, validation.Say("same_application", "app", app))
	case t.known && t.after != "":
		f = terminate(.92, validation.WrongApplication, validation.Say("other_application", "title", t.after, "app", app))
	default:
		f = doubt(.5, validation.WrongApplication, validation.Say("application_unread", "app", app))
	}
	if sharp, err := screen.Sharpness(s.After(), s.After().Rect); err == nil && sharp < blurry {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("blurred"))
	}
	return withTitles(f, t), nil
}

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
	f, err := saved(ctx, s)
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

func saved(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if _, dialog := appeared(s); !dialog && otherWindow(s) {
		return terminate(.9, validation.WrongApplication, validation.Say("other_window", "title", titlesOf(s).after)), nil
	}
	for i := range s.Afters() {
		if f, ok, err := saveWordsIn(ctx, s, i); err != nil || ok {
			return f, err
		}
	}
	if f, ok := notePassed(ctx, s); ok {
		return f, nil
	}
	if f, ok := dirtyMarker(ctx, s); ok {
		return f, nil
	}
	if f, busy := loading(ctx, s); busy {
		return f, nil
	}
	if s.Comparable() && len(s.Afters()) > 0 && quietBurst(ctx, s) {
		return quietSave(s), nil
	}
	return loudSave(ctx, s), nil
}

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

// quietSave: nothing changed. Where the title would tell, it told that nothing was saved; else nobody can know.
func quietSave(s *validation.Scene) validation.Finding {
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

// okWords and failWords are what applications say of a save, folded; an error wins.
var (
	okWords = []string{
		"enregistre", "enregistree", "enregistrees", "enregistres", "sauvegarde", "sauvegardee", "saved", "all changes saved",
		"enregistrement effectue", "enregistrement reussi", "modifications enregistrees", "successfully saved", "mis a jour", "updated",
		"succes", "success", "successfully", "valide", "validee", "stored", "mise a jour", "sauvegardes", "sauvegardees",
	}
	failWords = []string{
		"erreur", "echec", "impossible", "failed", "failure", "error", "denied", "refuse", "refusee", "disk full", "disque plein", "obligatoire",
		"required", "invalide", "invalid", "non enregistre", "non enregistree", "non enregistrees", "not saved", "could not", "cannot", "can't",
		"n'a pas pu", "n'ont pas pu", "interdit", "read-only", "read only", "lecture seule", "unable", "attention", "warning", "manquant",
		"manquante", "missing", "must", "doit", "doivent", "veuillez", "incorrect", "incorrecte", "rejected", "rejete", "rejetee", "conflict",
		"conflit", "expired", "expire", "expiree", "unauthorized", "forbidden", "not allowed", "non autorise", "refused", "abandonne", "aborted",
	}
	busyWords = []string{"en cours", "saving", "enregistrement en cours", "veuillez patienter", "please wait", "patientez", "sauvegarde en cours"}
)

// saveWordsIn looks for words of success or failure in what changed in the i-th after picture.
func saveWordsIn(ctx context.Context, s *validation.Scene, i int) (validation.Finding, bool, error) {
	for _, box := range changedBoxes(s, i) {
		if area(box)*3 > area(s.After().Rect) {
			continue
		}
		lines, err := s.Read(ctx, s.Afters()[i], box)
		if err != nil {
			return validation.Finding{}, false, err
		}
		if f, ok := saysSaved(s, i, lines, box); ok {
			return f, true, nil
		}
	}
	return validation.Finding{}, false, nil
}

func saysSaved(s *validation.Scene, i int, lines []ocr.Line, box image.Rectangle) (validation.Finding, bool) {
	text := faultless.ReplaceAllString(strings.ReplaceAll(textOf(lines), "\n", " "), "")
	var f validation.Finding
	if _, busy := hasAny(text, busyWords); busy {
		f = pending(.9, validation.Say("busy_text", "read", text))
	} else if _, bad := hasAny(text, failWords); bad {
		f = terminate(.92, refusedBy(s, box), validation.Say("save_refused", "read", text))
	} else if want := s.Context.ExpectedText; want != "" && len(lines) > 0 && matches(lines, want) {
		f = complete(.93, validation.Say("expected_text_appeared", "text", want))
	} else if _, ok := hasAny(text, okWords); ok && wordsAreNew(s, lines) {
		f = complete(.9, validation.Say("save_confirmed", "read", text))
	} else {
		return f, false
	}
	f.Evidence.Read = text
	f.Evidence.ShownBy = i + 1
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, true
}

// faultless is a word of failure that says that there was none.
var faultless = regexp.MustCompile(`(?i)\b(0|aucune?|no|sans|without) (erreurs?|errors?|échecs?|failures?)\b`)

// refusedBy is the category of a save that was refused: by a dialog, or by a message on the page.
func refusedBy(s *validation.Scene, box image.Rectangle) validation.Category {
	if b, ok := appeared(s); ok && b.Kind == screen.BoxDialog && b.Box.Overlaps(box) {
		return validation.UnexpectedDialog
	}
	return validation.WrongTarget
}

func matches(lines []ocr.Line, want string) bool { _, ok := ocr.Find(lines, want); return ok }

// wordsAreNew says whether the words stand where the picture changed, not beside it.
func wordsAreNew(s *validation.Scene, lines []ocr.Line) bool {
	for _, l := range lines {
		if _, ok := hasAny(l.Text(), okWords); !ok {
			continue
		}
		if mask, err := screen.Change(s.Before(), s.After(), l.Box, 0); err != nil || mask.Share() > .03 || len(s.Afters()) > 1 {
			return true
		}
	}
	return false
}

// unsavedWords are how pages say that something is not saved yet, folded.
var unsavedWords = []string{"non enregistre", "non enregistree", "non enregistrees", "non sauvegarde", "unsaved", "not saved", "non sauvegardees", "modifie", "modified"}

// notePassed says whether a note that something is not saved stood on the page and went.
func notePassed(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if !s.Comparable() {
		return validation.Finding{}, false
	}
	for _, box := range changedBoxes(s, len(s.Afters())-1) {
		if box.Dy() > s.Px(60) {
			continue
		}
		_, had := hasAny(textIn(ctx, s, s.Before(), box), unsavedWords)
		if _, has := hasAny(textIn(ctx, s, s.After(), box), unsavedWords); had && !has {
			return complete(.9, validation.Say("marker_cleared", "title", "")), true
		}
	}
	return validation.Finding{}, false
}

// dirtyMarks are how titles mark a document that is not saved.
var dirtyMarks = []string{"*", "•", "●", "[modified]", "[modifie]", "- modifie", "(modified)", "(modifie)"}

func hasDirty(title string) bool {
	folded := ocr.Fold(strings.NewReplacer("•", "*", "●", "*", "◦", "*").Replace(title))
	for _, m := range dirtyMarks {
		if strings.HasPrefix(strings.TrimSpace(folded), m) || strings.HasSuffix(strings.TrimSpace(folded), m) || len(m) > 1 && strings.Contains(folded, m) || strings.Contains(folded, m+" -") || strings.Contains(folded, m+" –") {
			return true
		}
	}
	return false
}

// dirtyMarker compares the titles' markers before and after, as reported or as read in the picture's first rows.
func dirtyMarker(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	t := titlesOf(s)
	if !t.known || t.before == "" {
		t = markedTitle(ctx, s)
	}
	had, has := hasDirty(t.before), hasDirty(t.after)
	switch {
	case had && !has && sameDocument(t):
		return withTitles(complete(.92, validation.Say("marker_cleared", "title", t.after)), t), true
	case had && has:
		return withTitles(terminate(.87, validation.NoVisualChange, validation.Say("marker_stays", "title", t.after)), t), true
	default:
		return validation.Finding{}, false
	}
}

// markedTitle reads the titles that stand in small changed parts of the picture: a title bar, a tab, the taskbar; where
// none changed, the first rows of the picture.
func markedTitle(ctx context.Context, s *validation.Scene) titles {
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Box.Dy() > s.Px(30) || r.Box.Dy() < s.Px(4) {
			continue
		}
		wide := image.Rect(r.Box.Min.X-s.Px(60), r.Box.Min.Y-s.Px(7), r.Box.Max.X+s.Px(300), r.Box.Max.Y+s.Px(7)).Intersect(s.After().Rect)
		t := titles{before: firstLine(ctx, s, s.Before(), wide), after: firstLine(ctx, s, s.After(), wide)}
		if hasDirty(t.before) && letters(t.after) >= 4 {
			return t
		}
	}
	return titles{before: readTitle(ctx, s, s.Before()), after: readTitle(ctx, s, s.After())}
}

func firstLine(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) string {
	text, _, _ := strings.Cut(textIn(ctx, s, picture, box), "\n")
	return text
}

// dirtyWord is the word by which a folded title marks its document, with what stands around it.
var dirtyWord = regexp.MustCompile(`[\[(]?(modified|modifie)[\])]?`)

// sameDocument says whether two titles name the same thing, but for the marker.
func sameDocument(t titles) bool {
	strip := func(title string) string {
		return strings.Trim(dirtyWord.ReplaceAllString(ocr.Fold(title), ""), " *.-–")
	}
	return ocr.Score(strip(t.before), strip(t.after)) > .6
}

// readTitle reads the first rows of a picture: the title bar and the tabs of a maximised window.
func readTitle(ctx context.Context, s *validation.Scene, picture *image.RGBA) string {
	if picture == nil {
		return ""
	}
	lines, err := s.Read(ctx, picture, image.Rect(0, 0, picture.Rect.Max.X, s.Px(30)).Intersect(picture.Rect))
	if err != nil || len(lines) == 0 {
		return ""
	}
	return lines[0].Text()
}

func joinWords(words []string) string { return strings.Join(words, ", ") }
