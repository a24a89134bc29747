package check

import (
	"context"
	"image"
	"regexp"
	"slices"
	"strings"

	"vigie/validation"
	"vigie/validation/ocr"
)

// savedSentence is how a page says that something was saved, in folded text: a sentence, which no column's title is.
var savedSentence = regexp.MustCompile(`\b(a|ont|has|have) (bien )?(ete|been) (\w+ment |\w+ly )?(enregistre|sauvegarde|modifie|cree|ajoute|mise?s? a jour|saved|updated|changed|created|added|stored)|` +
	`\b(avec succes|successfully)\b|\b(modifications enregistrees|changes saved|enregistrement (effectue|reussi))\b`)

// savedOnPage looks for such a sentence where the save brought another page: the whole screen is new, and only a sentence
// that is no running text counts.
func savedOnPage(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if !s.Comparable() || !newPage(s) {
		return validation.Finding{}, false
	}
	lines, err := s.ReadThose(ctx, s.After(), s.After().Rect, func(b image.Rectangle) bool {
		return ocr.Room(b) >= shortestSaved && ocr.Room(b) <= longestSaved && isNew(s, s.After(), b)
	})
	if err != nil {
		return validation.Finding{}, false
	}
	for i, l := range lines {
		text, box := l.Text(), l.Box
		if j := slices.IndexFunc(lines, func(o ocr.Line) bool { return follows(s, l.Box, o.Box) }); j >= 0 && j != i {
			text, box = text+" "+lines[j].Text(), box.Union(lines[j].Box)
		}
		if _, bad := hasAny(text, failWords); bad || len(strings.Fields(text)) > 14 || !savedSentence.MatchString(ocr.Fold(text)) {
			continue
		}
		f := complete(.88, validation.Say("save_confirmed", "read", text))
		f.Evidence.Read = text
		f.Regions = append(f.Regions, regionOn("after", validation.RoleDecided, box))
		return f, true
	}
	return validation.Finding{}, false
}

// shortestSaved and longestSaved bound the room of a line that can be, or begin, such a sentence.
const shortestSaved, longestSaved = 7, 80

// newPage says whether most of the screen is another one now.
func newPage(s *validation.Scene) bool {
	_, came := appeared(s)
	return !came && anotherPicture(s, s.After().Rect, .9)
}

// follows says whether a line goes on under another one.
func follows(s *validation.Scene, l, next image.Rectangle) bool {
	return abs(next.Min.X-l.Min.X) <= s.Px(4) && next.Min.Y >= l.Max.Y-s.Px(2) && next.Min.Y-l.Max.Y <= l.Dy()
}
