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

// uninvited is what pages and desktops say on their own, whatever was clicked, in folded text: about cookies, new versions,
// newsletters, messages that came, chats, surveys, an empty battery, a backup that ended.
var uninvited = regexp.MustCompile(`\b(cookies?|traceurs?|(votre|la) vie privee|your privacy|newsletter|infolettre|restez informee?s?|stay informed|subscribe|abonnez-vous|je m'abonne|` +
	`mise a jour (est )?(prete|disponible)|(nouvelle|new) version( [\w.]+)?( is| est)? (disponible|available)|updates? (is |are )?(available|ready)|` +
	`maintenance (est |is )?(prevue|programmee|planned|scheduled)|(scheduled|planned) maintenance|` +
	`session (va|is about to|will|est sur le point d'?) ?(expirer|expire)|(deconnexion|deconnecte|deconnectee|signed out|logged out|log out) (dans|in) \d+|(nouveau|new) message (de|from)|` +
	`besoin d'aide|need (any )?help|how can (i|we) help|comment puis-je vous aider|votre avis (nous|compte)|your (feedback|opinion) (matters|is)|enquete de satisfaction|` +
	`show notifications|(vous )?envoyer des notifications|(battery|batterie) (is )?(low|faible)|low battery|backup (finished|complete|done)|sauvegarde (terminee|effectuee) du poste)\b`)

// isUninvited says whether a text speaks of what nobody asked for, and the step does not.
func isUninvited(s *validation.Scene, text string) bool {
	signs := uninvited.FindAllString(ocr.Fold(text), -1)
	if len(signs) == 0 || len(strings.Fields(text)) > 70 {
		return false
	}
	step := ocr.Fold(s.Label() + " " + s.Context.Label + " " + s.Context.ExpectedResult)
	return !slices.ContainsFunc(strings.Fields(strings.Join(signs, " ")), func(w string) bool { return len(w) >= 5 && strings.Contains(step, w[:5]) })
}

// onlyBystander says whether all that changed is a note or a box about something else: the action itself did nothing, or
// fell on what came over it.
func onlyBystander(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if s.Kind != "click_anchor" || s.Context.ExpectedText != "" {
		return validation.Finding{}, false
	}
	if f, only := onlyPushed(ctx, s); only {
		return f, true
	}
	box := extent(effectOf(ctx, s).content)
	p, ok := s.At()
	covers, most := ok && p.In(box), noteLines
	if covers {
		most = barLines
	}
	if area(box)*2 > area(s.After().Rect) || len(s.Lines(s.After(), box)) > most {
		return validation.Finding{}, false
	}
	text := textIn(ctx, s, s.After(), box)
	if !isUninvited(s, text) || isUninvited(s, textIn(ctx, s, s.Before(), box)) {
		return validation.Finding{}, false
	}
	f := terminate(.88, validation.NoVisualChange, validation.Say("bystander", "read", text))
	if covers {
		f = terminate(.9, validation.UnexpectedDialog, validation.Say("covered_point", "title", text))
	}
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
	return f, true
}

// onlyPushed says whether all that came is a band about something else, which pushed the page down.
func onlyPushed(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	band, ok := pushed(s)
	if !ok || len(s.Lines(s.After(), band)) > noteLines {
		return validation.Finding{}, false
	}
	for _, r := range effectOf(ctx, pushedBack(s)).content {
		if overlap(r.Box, band.Inset(-s.Px(8))) < .9 && r.Box.Dx() > s.Px(20) && !stood(s, r.Box) { // a scrollbar grows with its page
			return validation.Finding{}, false
		}
	}
	text := textIn(ctx, s, s.After(), band)
	if !isUninvited(s, text) {
		return validation.Finding{}, false
	}
	f := terminate(.88, validation.WrongTarget, validation.Say("bystander", "read", text))
	f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, band))
	return f, true
}

// stood says whether a part of the screen is the very same before and after: what does not move with its page.
func stood(s *validation.Scene, box image.Rectangle) bool {
	mask, err := screen.Change(s.Before(), s.After(), box, screen.DefaultTolerance)
	return err == nil && mask.Changed == 0
}

// noteLines bounds the lines of a note about something else, barLines those of a bar or a box that lies over the point.
const (
	noteLines = 4
	barLines  = 9
)

// cutOff is how a screen says that the session is over, or out of reach, in folded text.
var cutOff = regexp.MustCompile(`(connexion|connection|liaison|session)\b.{0,40}\b(interrompue|perdue|coupee|rompue|expiree?|lost|interrupted|expired|timed out|verrouillee?|locked)\b` +
	`|\b(reconnexion|reconnecting|nouvelle tentative|trying to reconnect|tentative de reconnexion)\b|\b(vous avez ete deconnecte|you have been (logged|signed) out|(log|sign) in again|reconnectez-vous|session verrouillee|poste verrouille|(screen|computer|workstation) (is )?locked)`)

// notYet is how a screen says that the session will be over, and is not, in folded text.
var notYet = regexp.MustCompile(`\b(bientot|dans \d|va expirer|soon|in \d|about to|will expire)`)

// brokenPage is what browsers and servers show instead of a page, in folded text.
var brokenPage = regexp.MustCompile(`\b(404 not found|error 404|erreur 404|http status \d{3}|http error \d{3}|page (introuvable|not found)|site (is )?(inaccessible|can.?t be reached)|ce site est inaccessible|` +
	`err_[a-z_]{6,}|dns_probe\w*|50[0234] (bad gateway|service|internal|gateway)\b.*|(internal server error)|service (temporarily )?unavailable|service (temporairement )?indisponible|aw,? snap|connection refused|connexion refusee)`)

// signsIn are the words of steps that are about signing in and out, folded.
var signsIn = []string{"connecter", "connexion", "reconnecter", "deconnecter", "deconnexion", "verrouiller", "login", "logout", "log", "sign", "lock", "session", "disconnect", "connect"}

// sessionLost says whether what came with the action says that the session is over: a page to sign in at, a lock screen, a
// remote desktop that lost its server.
func sessionLost(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if s.Kind != "click_anchor" && s.Kind != "double_click_anchor" && s.Chord() != "enter" {
		return validation.Finding{}, false
	}
	if _, meant := hasAny(s.Label()+" "+s.Context.Label+" "+s.Context.ExpectedText, signsIn); meant {
		return validation.Finding{}, false
	}
	budget := newLines
	for _, r := range effectOf(ctx, s).content {
		lines := s.Lines(s.After(), r.Box)
		if budget -= len(lines); budget < 0 {
			return validation.Finding{}, false
		}
		if f, lost := lostIn(ctx, s, r, lines); lost {
			return f, true
		}
	}
	return validation.Finding{}, false
}

// lostIn looks for such words in the lines of a region that changed.
func lostIn(ctx context.Context, s *validation.Scene, r screen.Region, lines []image.Rectangle) (validation.Finding, bool) {
	for _, box := range lines {
		if ocr.Room(box) < shortestCutOff || !isNew(s, s.After(), box) {
			continue
		}
		line, err := s.ReadLine(ctx, s.After(), box)
		if err != nil {
			continue
		}
		said := ocr.Fold(line.Text())
		f := terminate(.9, validation.WrongApplication, validation.Say("session_lost", "read", line.Text()))
		switch {
		case brokenPage.MatchString(said) && len(strings.Fields(said)) <= 12:
			f.Reason = validation.Say("error_page", "read", line.Text())
		case !cutOff.MatchString(said) || notYet.MatchString(said):
			continue
		}
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, r.Box))
		return f, true
	}
	return validation.Finding{}, false
}

// shortestCutOff is the length of the shortest sentence that says so.
const shortestCutOff = 10
