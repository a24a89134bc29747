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

// busyText is how applications say that they are at work, in folded text.
var busyText = regexp.MustCompile(`\w+ en cours\b|\ben cours( d|\s*\.\.|\s*…)|\b(chargement|veuillez patienter|patientez|loading|please wait|in progress|working|saving|processing|preparing|fetching|retrieving|synchroni[sz]ing|uploading|downloading|connecting|importing|initiali[sz]ing)\b|\btraitement\b.*(\.\.\.|…)`)

// loading says whether the application is still at work: a busy text, or a spinner, came with the action.
func loading(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	return signOnce(s, "loading", func() (validation.Finding, bool) { return busySign(ctx, s) })
}

// signOnce looks for a sign that several checks ask for.
func signOnce(s *validation.Scene, name string, look func() (validation.Finding, bool)) (validation.Finding, bool) {
	type result struct {
		f     validation.Finding
		there bool
	}
	r := validation.Once(s, name, func() result {
		f, there := look()
		return result{f, there}
	})
	return r.f, r.there
}

// busySign looks for a busy text in the small boxes that changed, then for a part of the picture on its way in or out.
func busySign(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	after, budget := s.After(), busyLines
	for _, box := range smallBoxes(s) {
		if budget -= len(s.Lines(after, box)); budget < 0 {
			continue // a page full of text is not one that is still at work
		}
		lines, err := s.ReadThose(ctx, after, box, func(b image.Rectangle) bool { return mayBeBusy(b) && isNew(s, after, b) })
		if err != nil {
			return validation.Finding{}, false
		}
		for _, l := range lines {
			if saysBusy(l.Text()) && !isMenuItem(s, box, l) || busyAtPoint(s, l) {
				f := pending(.9, validation.Say("busy_text", "read", l.Text()))
				f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, l.Box))
				return f, true
			}
		}
	}
	if f, busy := busyButton(ctx, s); busy {
		return f, true
	}
	if f, busy := browserLoads(ctx, s); busy && len(effectOf(ctx, s).content) == 0 {
		return f, true
	}
	if box, ok := sheeted(s); ok {
		f := pending(.86, validation.Say("page_sheeted"))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
		return f, true
	}
	if box, ok := fading(s); ok {
		f := pending(.88, validation.Say("fading"))
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
		return f, true
	}
	return validation.Finding{}, false
}

// mayBeBusy says whether a line has room for a busy text, and is no running text.
func mayBeBusy(b image.Rectangle) bool {
	room := ocr.Room(b)
	return room >= shortestBusy && room <= longestBusy
}

// isMenuItem says whether a text is one of several below each other in a narrow box that came at the point: what can be
// chosen there, not what the application says.
func isMenuItem(s *validation.Scene, box image.Rectangle, l ocr.Line) bool {
	p, ok := s.At()
	if !ok || s.Kind != "click_anchor" || distance(box, p) > s.Px(24) || box.Dx() > s.Px(320) {
		return false
	}
	items := s.Lines(s.After(), box)
	alike := 0
	for _, b := range items {
		if abs(b.Min.X-l.Box.Min.X) <= s.Px(6) && abs(center(b).Y-center(l.Box).Y) <= s.Px(60) && isNew(s, s.After(), b) {
			alike++
		}
	}
	return alike >= 2
}

// shortestBusy is the length of the shortest word of busyText.
const shortestBusy = 6

// longestBusy is the room of the longest line in which a busy text is looked for.
const longestBusy = 60

// busyLines bounds the lines that are read in search of a busy text.
const busyLines = 16

// saysBusy: a busy word in a short line; in running text the same words mean nothing.
func saysBusy(text string) bool {
	folded := ocr.Fold(text)
	return len(strings.Fields(folded)) <= 6 && busyText.MatchString(folded)
}

// gerund is a noun of doing with dots after it, as a button says of itself while it works, in folded text.
var gerund = regexp.MustCompile(`^\W*\S{0,2}\s?\w+(ement|ation|ission|ing|envoi|calcul)\s?(\.+|…)\W*$|^\W*\S{0,2}\s?(envoi|calcul|recherche)\s?(\.+|…)\W*$`)

// busyAtPoint says whether the widget that was clicked says that it is at work.
func busyAtPoint(s *validation.Scene, l ocr.Line) bool {
	p, ok := s.At()
	if !ok || s.Kind != "click_anchor" || distance(l.Box, p) > s.Px(90) || ocr.Score(l.Text(), s.Label()) > .6 {
		return false
	}
	mask, err := screen.Change(s.Before(), s.After(), l.Box, 0)
	return err == nil && mask.Share() > .05 && gerund.MatchString(ocr.Fold(l.Text()))
}

// smallBoxes are the changed boxes that are worth reading for a busy text.
func smallBoxes(s *validation.Scene) []image.Rectangle {
	var out []image.Rectangle
	for _, b := range changedBoxes(s, len(s.Afters())-1) {
		if area(b)*4 < area(s.After().Rect) {
			out = append(out, b)
		}
	}
	return out
}
