package check

import (
	"context"

	"vigie/validation"
	"vigie/validation/screen"
)

// Escape closes what is open; where nothing was open there is nothing to prove.
type Escape struct{}

// Name is the checker's name.
func (Escape) Name() string { return validation.CheckEscape }

// Check looks for the box that was open before.
func (Escape) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	if !s.Comparable() {
		return incomparable(s), nil
	}
	if f, busy := loading(ctx, s); busy {
		return f, nil
	}
	return looksAt(withRegions(escaped(ctx, s), effectOf(ctx, s).content), s, s.After().Rect), nil
}

func escaped(ctx context.Context, s *validation.Scene) validation.Finding {
	if s.Context.DialogBox != nil {
		if f := goneFinding(ctx, s, *s.Context.DialogBox, .92); f.Verdict == validation.Terminate {
			if _, other := vanished(s); other {
				f.Category, f.Reason = validation.WrongApplication, validation.Say("other_dialog_closed", "title", titlesOf(s).after)
			}
			return f
		}
	}
	if app := s.Context.AppTitle; app != "" && titleHas(titlesOf(s).after, app) && !titleHas(titlesOf(s).before, app) && s.Context.DialogBox != nil {
		return terminate(.86, validation.WrongApplication, validation.Say("other_dialog_closed", "title", titlesOf(s).before))
	}
	if f, open := stillThere(ctx, s); open {
		return f
	}
	switch {
	case otherWindow(s) && len(effectOf(ctx, s).content) == 0:
		return terminate(.86, validation.WrongApplication, validation.Say("other_window", "title", titlesOf(s).after))
	case len(effectOf(ctx, s).content) > 0:
		return complete(.88, validation.Say("closed_by_escape"))
	case wantsDialogClosed(s):
		return terminate(.88, validation.NoVisualChange, validation.Say("nothing_was_open"))
	default:
		return complete(.6, validation.Say("nothing_to_close"))
	}
}

// stillThere says whether a box that stood in the middle of the screen, or on a dimmed page, stands there as it did: what
// changed beside it, a button that took the focus, is not its closing.
func stillThere(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if s.Context.DialogBox != nil {
		return validation.Finding{}, false
	}
	if _, gone := vanished(s); gone {
		return validation.Finding{}, false
	}
	boxes := screen.FindDialog(s.Before(), s.Scale())
	if len(boxes) == 0 || len(screen.FindDialog(s.After(), s.Scale())) == 0 {
		return validation.Finding{}, false
	}
	if f := goneFinding(ctx, s, boxes[0], .9); f.Verdict == validation.Terminate {
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDialog, boxes[0]))
		return f, true
	}
	return validation.Finding{}, false
}

// dialogWords are the words by which a workflow says that a box should close, folded.
var dialogWords = []string{"dialog", "dialogue", "boite", "fenetre", "window", "popup", "pop-up", "menu", "message", "close", "ferme", "fermer", "closes", "closed"}

func wantsDialogClosed(s *validation.Scene) bool {
	_, ok := hasAny(s.Context.Label+" "+s.Context.ExpectedResult, dialogWords)
	return ok
}
