package check

import (
	"context"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// TitleBar holds the reported window titles against what the workflow expects of them.
type TitleBar struct{}

// Name is the checker's name.
func (TitleBar) Name() string { return validation.CheckTitleBar }

// Check compares titles as the agent read them; where it read none it cannot tell.
func (TitleBar) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	t := titlesOf(s)
	if want := s.Context.ExpectedTitle; want != "" {
		return looksAt(expectedTitle(ctx, s, t, want), s, firstRows(s)), nil
	}
	return looksAt(withTitles(sameApplication(s, t), t), s, firstRows(s)), nil
}

// titles are the foreground window's titles; known says whether the agent reported them.
type titles struct {
	before, after string
	known         bool
}

func titlesOf(s *validation.Scene) titles {
	if s.Result.Title == nil {
		return titles{}
	}
	t := titles{after: *s.Result.Title, known: true}
	if s.Result.TitleBefore != nil {
		t.before = *s.Result.TitleBefore
	}
	return t
}

func withTitles(f validation.Finding, t titles) validation.Finding {
	f.Evidence.Read = t.after
	return f
}

// changed says whether the window has another title than a known one before.
func (t titles) changed() bool { return t.before != "" && ocr.Fold(t.before) != ocr.Fold(t.after) }

// titleHas says whether a title contains another, or a part of it, after folding.
func titleHas(title, part string) bool {
	t, p := ocr.Fold(title), ocr.Fold(part)
	return p != "" && strings.Contains(t, p)
}

// sameApplication: the application that the workflow drives must still be in front.
func sameApplication(s *validation.Scene, t titles) validation.Finding {
	app := s.Context.AppTitle
	switch {
	case !t.known:
		return doubt(.2, validation.None, validation.Say("no_title"))
	case t.changed() && saysLogin(t.after) && !saysLogin(t.before) && !wantsLogin(s):
		return terminate(.92, validation.WrongApplication, validation.Say("login_page", "title", t.after))
	case app != "" && t.after != "" && !titleHas(t.after, app) && (t.before == "" || titleHas(t.before, app)):
		return terminate(.88, validation.WrongApplication, validation.Say("other_application", "title", t.after, "app", app))
	case app != "" && titleHas(t.after, app):
		return doubt(.4, validation.None, validation.Say("same_application", "app", app))
	case t.changed():
		return doubt(.5, validation.None, validation.Say("title_changed", "title", t.after))
	default:
		return doubt(.3, validation.None, validation.Say("title_same"))
	}
}

// loginWords are the titles of pages that ask who is there, folded.
var loginWords = []string{"connexion", "login", "log in", "sign in", "se connecter", "identification", "authentification", "session expiree", "session expired"}

func saysLogin(title string) bool { _, ok := hasAny(title, loginWords); return ok }

// wantsLogin says whether the step's own words lead to such a page.
func wantsLogin(s *validation.Scene) bool {
	words := s.Label() + " " + s.Context.Label + " " + s.Context.ExpectedResult + " " + s.Context.ExpectedTitle
	leaving := []string{"logout", "log out", "sign out", "deconnexion", "se deconnecter", "deconnecter", "quitter"}
	_, out := hasAny(words, leaving)
	return out || saysLogin(words)
}
