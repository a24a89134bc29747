package check

import (
	"context"

	"vigie/validation"
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
	return looksAt(withTitles(f, t), s, firstRows(s)), nil
}
