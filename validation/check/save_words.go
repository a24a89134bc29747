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

// okWords and failWords are what applications say of a save, folded; an error wins.
var (
	okWords = []string{
		"enregistre", "enregistree", "enregistrees", "enregistres", "sauvegarde", "sauvegardee", "saved", "all changes saved",
		"enregistrement effectue", "enregistrement reussi", "modifications enregistrees", "successfully saved", "mis a jour", "updated",
		"succes", "success", "successfully", "valide", "validee", "stored", "mise a jour", "sauvegardes", "sauvegardees",
	}
	failWords = []string{
		"erreur", "echec", "impossible", "failed", "failure", "error", "denied", "refuse", "refusee", "disk full", "disque plein", "obligatoire", "obligatoires",
		"required", "invalide", "invalid", "non enregistre", "non enregistree", "non enregistrees", "not saved", "could not", "cannot", "can't",
		"n'a pas pu", "n'ont pas pu", "interdit", "read-only", "read only", "lecture seule", "unable", "attention", "warning", "manquant",
		"manquante", "missing", "must", "doit", "doivent", "veuillez", "incorrect", "incorrecte", "rejected", "rejete", "rejetee", "conflict",
		"ne peut pas", "ne peuvent pas", "n'a pas ete", "n'ont pas ete", "conflit", "expired", "expire", "expiree", "unauthorized", "forbidden", "not allowed", "non autorise", "refused", "abandonne", "aborted",
	}
	busyWords = []string{"en cours", "saving", "enregistrement en cours", "veuillez patienter", "please wait", "patientez", "sauvegarde en cours"}
)

// saveWordsIn looks for words of success or failure in what changed in the i-th after picture.
func saveWordsIn(ctx context.Context, s *validation.Scene, i int) (validation.Finding, bool, error) {
	boxes := changedBoxes(s, i)
	if band, ok := pushed(s); ok && i == len(s.Afters())-1 {
		boxes = []image.Rectangle{band}
	}
	for _, box := range boxes {
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
	} else if _, bad := hasAny(harmless.ReplaceAllString(text, ""), slices.Concat(failWords, errorSigns)); bad || demands.MatchString(text) {
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

// demands are how a form asks for another value: "Saisissez une date valide" is no word of success.
var demands = regexp.MustCompile(`(?i)\b(saisissez|saisir|entrez|entrer|indiquez|choisissez|sélectionnez|corrigez|enter|choose|select|provide|correct) [^.?!]{0,40}\b(valides?|valid|ci-dessous|below)\b`)

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
		if _, ok := hasAny(l.Text(), okWords); !ok || len(strings.Fields(l.Text())) > 12 {
			continue // in running text the same words mean nothing
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
