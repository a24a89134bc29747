package check

import (
	"context"
	"image"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// expectedTitle holds the title after the action against the one that the step should lead to.
func expectedTitle(ctx context.Context, s *validation.Scene, t titles, want string) validation.Finding {
	f := titleFinding(ctx, s, t, want)
	f.Evidence.Expected, f.Evidence.Read = want, t.after
	return f
}

func titleFinding(ctx context.Context, s *validation.Scene, t titles, want string) validation.Finding {
	if words, failed := errorPage(ctx, s, t); failed {
		return terminate(.92, validation.WrongApplication, validation.Say("error_page", "read", words))
	}
	if !opens(s) && titleHas(t.before, want) && titleHas(t.after, want) {
		return doubt(.4, validation.None, validation.Say("title_same")) // it was there before, and proves nothing
	}
	if titleHas(t.after, want) && !onlyAddress(t.after, want) || !t.known && titleShown(ctx, s, want) {
		return complete(.9, validation.Say("title_reached", "title", want))
	}
	if opens(s) {
		return notOpened(t, want)
	}
	return titleMissed(ctx, s, t, want)
}

// opens says whether the action opens an application or a page.
func opens(s *validation.Scene) bool { return s.Kind == "open_app" || s.Kind == "open_url" }

// notOpened: what was to open is not there. It may still come, unless something else came in its place.
func notOpened(t titles, want string) validation.Finding {
	changed := t.known && t.after != "" && ocr.Fold(t.before) != ocr.Fold(t.after)
	switch {
	case changed && !isAddress(t.after):
		return terminate(.86, validation.WrongApplication, validation.Say("title_missing", "title", t.after, "want", want))
	default:
		return pending(.86, validation.Say("not_opened_yet", "want", want))
	}
}

// titleMissed: a click that should lead to a window or page of another title.
func titleMissed(ctx context.Context, s *validation.Scene, t titles, want string) validation.Finding {
	if f, busy := loading(ctx, s); busy {
		return f
	}
	reason := validation.Say("title_missing", "title", t.after, "want", want)
	switch {
	case t.known && ocr.Fold(t.before) != ocr.Fold(t.after):
		return terminate(.9, validation.WrongTarget, reason)
	case s.Kind == "double_click_anchor":
		return terminate(.87, validation.NoVisualChange, reason)
	default:
		return doubt(.5, validation.NoVisualChange, reason)
	}
}

// titleShown looks for a title that the agent could not read: in the top rows of the picture, and in what changed.
func titleShown(ctx context.Context, s *validation.Scene, want string) bool {
	after := s.After()
	top := image.Rect(0, 0, after.Rect.Max.X, s.Px(62))
	if found(ctx, s, after, top, want) {
		return true
	}
	box, ok, err := findChanged(ctx, s, len(s.Afters())-1, want)
	if p, known := s.At(); known && distance(box, p) < s.Px(90) {
		return false // the item itself bears the name
	}
	return ok && err == nil
}

// errorWords are what browsers and servers say of a page that they could not show, folded.
var errorWords = []string{
	"404", "page not found", "not found", "introuvable", "ce site est inaccessible", "site inaccessible", "inaccessible",
	"this site can't be reached", "can't be reached", "refused to connect", "n'autorise pas la connexion", "server not found",
	"unable to connect", "err_name_not_resolved", "err_connection_refused", "dns_probe", "internal server error", "bad gateway",
	"service unavailable", "erreur 404", "erreur 500", "connexion impossible", "aucune connexion internet", "no internet",
	"serveur introuvable", "la connexion a echoue", "privacy error", "your connection is not private",
}

// errorPage looks for an error page after an address was opened.
func errorPage(ctx context.Context, s *validation.Scene, t titles) (string, bool) {
	if s.Kind != "open_url" {
		return "", false
	}
	if words, ok := hasAny(t.after, errorWords); ok {
		return words, true
	}
	r := s.After().Rect
	middle := image.Rect(0, s.Px(90), r.Dx(), r.Dy()*3/4)
	return hasAny(textIn(ctx, s, s.After(), middle), errorWords)
}

// onlyAddress says whether a title is a mere address, as of a page that has not loaded: it names no page, whatever words
// the address holds.
func onlyAddress(title, want string) bool {
	first, _, _ := strings.Cut(title, " - ")
	first, _, _ = strings.Cut(first, " – ")
	return isAddress(first) && !isAddress(want)
}
