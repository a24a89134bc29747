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

// chrome is where a browser's own rows lie: tab strip and title bar above, the address bar, and what is under it.
type chrome struct {
	address image.Rectangle // the line of text in the address bar
	text    string
	bottom  int // the first pixel row of the page
}

// chromeOf finds the browser's rows around the point: an address, alone on its row, above the page.
func chromeOf(ctx context.Context, s *validation.Scene, picture *image.RGBA) (chrome, bool) {
	at, ok := s.At()
	if !ok || !at.In(picture.Rect) {
		return chrome{}, false
	}
	band := image.Rect(0, at.Y-s.Px(110), picture.Rect.Max.X, at.Y+s.Px(70)).Intersect(picture.Rect)
	if band.Max.Y > s.Px(330) {
		band.Max.Y = s.Px(330)
	}
	if band.Empty() || band.Min.Y > s.Px(220) {
		return chrome{}, false
	}
	return chromeIn(ctx, s, picture, band)
}

// chromeIn finds the browser's rows in a band of a picture, by the address bar: a line that is an address and nothing
// else, near the top of the picture and in its left part.
func chromeIn(ctx context.Context, s *validation.Scene, picture *image.RGBA, band image.Rectangle) (chrome, bool) {
	band.Max.X = picture.Rect.Max.X * 6 / 10
	for _, box := range s.Lines(picture, band) {
		if box.Min.Y > s.Px(260) || box.Min.X > picture.Rect.Dx()/3 || ocr.Room(box) < shortestURL {
			continue
		}
		if l, err := s.ReadLine(ctx, picture, box); err == nil && isAddress(l.Text()) && aloneOnRow(ctx, s, picture, band, l.Box) {
			return chrome{address: l.Box, text: l.Text(), bottom: pageTop(s, picture, l.Box)}, true
		}
	}
	return chrome{}, false
}

// aloneOnRow says whether no text stands right of an address but its bar's own icons.
func aloneOnRow(ctx context.Context, s *validation.Scene, picture *image.RGBA, band, address image.Rectangle) bool {
	beside, err := s.ReadThose(ctx, picture, band, func(b image.Rectangle) bool {
		return b.Min.Y < address.Max.Y && b.Max.Y > address.Min.Y && b.Min.X > address.Max.X && ocr.Room(b) > 6
	})
	return err == nil && !slices.ContainsFunc(beside, func(l ocr.Line) bool { return letters(l.Text()) > 6 })
}

// isAddress says whether a text is a web address: no spaces to speak of, a dot or a scheme, a known shape.
func isAddress(text string) bool {
	words := strings.Fields(text)
	for len(words) > 0 && len(words[0]) <= 2 { // the bar's icon, read as a letter
		words = words[1:]
	}
	if len(words) > 1 {
		if _, chip := hasAny(strings.Join(words[:len(words)-1], " "), chipWords); chip {
			words = words[len(words)-1:]
		}
	}
	if len(words) == 0 || len(words) > 2 || len(words) == 2 && fileName.MatchString(words[0]) {
		return false // a file and where it lies, as editors write it
	}
	joined := strings.Join(words, "")
	return addressText.MatchString(joined) && !strings.Contains(joined, "@")
}

// fileName is the shape of a document's name.
var fileName = regexp.MustCompile(`(?i)^[^/\\]+\.(html?|xml|txt|csv|json|md|pdf|docx?|odt|ods|xlsx?)$`)

// chipWords are what browsers write before an address, folded.
var chipWords = []string{"not secure", "non securise", "secure", "securise", "file", "fichier", "edge", "chromium", "firefox"}

// lowestPageTop is how far below the band in which an address was read pageTop looks: two edges, and the part of the line
// that reaches out of the band.
const lowestPageTop = 62 + 44 + 14

// pageTop finds the first row of the page under an address bar: the last of the full-width horizontal edges that lie
// within two toolbars' height of it.
func pageTop(s *validation.Scene, picture *image.RGBA, address image.Rectangle) int {
	from, to := address.Max.Y+s.Px(4), min(address.Max.Y+s.Px(62), picture.Rect.Max.Y-1)
	top := address.Max.Y + s.Px(14)
	for y := from; y < to; y++ {
		if fullEdge(picture, y, address.Min.X, s.Px(160)) {
			top = y
			break
		}
	}
	// A bookmarks bar has the toolbar's colour and an edge of its own under it.
	toolbar := address.Min.Y - s.Px(9)
	if !sameFill(picture, top+s.Px(4), toolbar, address.Min.X) {
		return top
	}
	for y := top + s.Px(20); y < min(top+s.Px(44), picture.Rect.Max.Y-1); y++ {
		if fullEdge(picture, y, address.Min.X, s.Px(160)) && sameFill(picture, y-s.Px(3), toolbar, address.Min.X) {
			return y + 1
		}
	}
	return top
}

// fullEdge says whether the colour changes between rows y and y+1 along all of a toolbar: beyond the address's own frame,
// over the buttons left of it.
func fullEdge(picture *image.RGBA, y, x, reach int) bool {
	changed, all := 0, 0
	for px := max(0, x-reach); px < min(picture.Rect.Max.X, x+4*reach); px += 3 {
		i, j := picture.PixOffset(px, y), picture.PixOffset(px, y+1)
		all++
		if !near3(picture.Pix[i:], picture.Pix[j:], 5) {
			changed++
		}
	}
	return all > 0 && changed*20 >= all*19
}

func near3(a, b []uint8, tolerance int) bool {
	for k := range 3 {
		if d := int(a[k]) - int(b[k]); d > tolerance || d < -tolerance {
			return false
		}
	}
	return true
}

// sameFill says whether two rows of a toolbar have the same fill at most places.
func sameFill(picture *image.RGBA, y0, y1, x int) bool {
	if y0 < 0 || y1 < 0 || y0 >= picture.Rect.Max.Y || y1 >= picture.Rect.Max.Y {
		return false
	}
	same, all := 0, 0
	for px := max(0, x-40); px < min(picture.Rect.Max.X, x+600); px += 7 {
		all++
		if near3(picture.Pix[picture.PixOffset(px, y0):], picture.Pix[picture.PixOffset(px, y1):], 10) {
			same++
		}
	}
	return same*10 >= all*5
}

// chromeFinding says that the click fell on the browser itself, where the anchor is part of the page.
func chromeFinding(ctx context.Context, s *validation.Scene, a aim) (validation.Finding, bool) {
	at, ok := s.At()
	if !ok || s.Before() == nil || !at.In(s.Before().Rect) || s.Role == "tab_close" || s.Role == "menu_item" && a.state == aimHit {
		return validation.Finding{}, false
	}
	c, ok := chromeOf(ctx, s, s.Before())
	if !ok || at.Y >= c.bottom || at.Y < c.address.Min.Y-s.Px(60) {
		return validation.Finding{}, false
	}
	reason := "in_browser_bar"
	if at.Y >= c.address.Min.Y-s.Px(10) && at.Y <= c.address.Max.Y+s.Px(10) {
		reason = "in_address_bar"
	}
	f := terminate(.95, validation.WrongApplication, validation.Say(reason, "read", a.under.Text()))
	f.Evidence.Read = c.text
	f.Regions = append(f.Regions, regionOn("before", validation.RoleDecided, c.address.Inset(-s.Px(8))))
	return f, true
}
