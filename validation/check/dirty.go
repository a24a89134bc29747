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

// dirtyMarks are how titles mark a document that is not saved.
var dirtyMarks = []string{"*", "•", "●", "[modified]", "[modifie]", "- modifie", "(modified)", "(modifie)"}

func hasDirty(title string) bool {
	folded := ocr.Fold(strings.NewReplacer("•", "*", "●", "*", "◦", "*").Replace(title))
	for _, m := range dirtyMarks {
		if strings.HasPrefix(strings.TrimSpace(folded), m) || strings.HasSuffix(strings.TrimSpace(folded), m) || len(m) > 1 && strings.Contains(folded, m) || strings.Contains(folded, m+" -") || strings.Contains(folded, m+" –") || strings.Contains(folded, " "+m+" ") {
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
		return spotGone(ctx, s)
	}
}

// spotGone says whether a spot before a name went, in a title bar or a tab that the reported title does not repeat.
func spotGone(ctx context.Context, s *validation.Scene) (validation.Finding, bool) {
	if !s.Comparable() {
		return validation.Finding{}, false
	}
	for _, r := range s.Changes(len(s.Afters()) - 1) {
		if r.Box.Dy() > s.Px(30) || r.Box.Dy() < s.Px(4) || r.Box.Dx() < s.Px(20) {
			continue
		}
		wide := image.Rect(r.Box.Min.X-s.Px(12), r.Box.Min.Y-s.Px(6), r.Box.Max.X+s.Px(12), r.Box.Max.Y+s.Px(6)).Intersect(s.After().Rect)
		was, had := spotted(ctx, s, s.Before(), wide)
		if !had {
			continue
		}
		if is := textIn(ctx, s, s.After(), wide); strings.HasPrefix(ocr.Fold(is), ocr.Fold(was)) {
			return withRegions(complete(.9, validation.Say("marker_cleared", "title", is)), []screen.Region{r}), true
		}
	}
	return validation.Finding{}, false
}

// spotted reads the name that stands behind a round spot in a region.
func spotted(ctx context.Context, s *validation.Scene, picture *image.RGBA, region image.Rectangle) (string, bool) {
	lines := s.Lines(picture, region)
	for _, spot := range lines {
		w, h := spot.Dx(), spot.Dy()
		if w < s.Px(4) || w > s.Px(12) || abs(w-h) > s.Px(2) || !filledSpot(s, picture, spot) {
			continue
		}
		for _, name := range lines {
			if gap := name.Min.X - spot.Max.X; gap <= 0 || gap > s.Px(20) || abs(center(name).Y-center(spot).Y) > s.Px(4) {
				continue
			}
			if line, err := s.ReadLine(ctx, picture, name); err == nil && letters(line.Text()) >= 4 {
				return line.Text(), true
			}
		}
	}
	return "", false
}

// filledSpot says whether a small shape is filled to its middle.
func filledSpot(s *validation.Scene, picture *image.RGBA, box image.Rectangle) bool {
	m := center(box)
	return colourDistance(colourAt(picture, m.X, m.Y), screen.Background(picture, box.Inset(-s.Px(4)))) >= 60
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
		return strings.Trim(dirtyWord.ReplaceAllString(ocr.Fold(strings.ReplaceAll(title, " * ", " - ")), ""), " *.-–")
	}
	return ocr.Score(strip(t.before), strip(t.after)) > .6
}

// readTitle reads the first rows of a picture: the title bar and the tabs of a maximised window.
func readTitle(ctx context.Context, s *validation.Scene, picture *image.RGBA) string {
	if picture == nil {
		return ""
	}
	lines, err := s.Read(ctx, picture, image.Rect(0, 0, picture.Rect.Max.X, s.Px(30)).Intersect(picture.Rect))
	if err != nil {
		return ""
	}
	for _, l := range lines {
		if letters(l.Text()) >= 4 {
			return l.Text() // and no icon before it
		}
	}
	return ""
}
