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

// effect is what changed on the screen, told apart by why: because of the action, by the pointer's coming, or anyway.
type effect struct {
	content []screen.Region // changes that the application made
	hover   []screen.Region // the widget under the pointer looks hovered, pressed or focused; a tooltip came or went
	anyway  []screen.Region // carets, clocks, the pointer, the browser's status bubble
	global  float64         // share of the picture's pixels that changed
}

// effectOf returns what the action changed between before and the last after.
func effectOf(ctx context.Context, s *validation.Scene) effect {
	return validation.Once(s, "effect", func() effect {
		i := len(s.Afters()) - 1
		e := classify(ctx, s, s.After(), s.Changes(i))
		e.leaveBrowserOut(ctx, s)
		return e
	})
}

// leaveBrowserOut moves changes of the browser's own rows (a tab's icon, the address) out of what the page did: a link
// that leads nowhere changes those too.
func (e *effect) leaveBrowserOut(ctx context.Context, s *validation.Scene) {
	high := s.Px(170)
	for _, r := range e.content {
		if r.Box.Min.Y > high && r.Box.Dy() > s.Px(80) {
			return // the page changed at large: no need to know where it begins
		}
	}
	if len(e.content) == 0 || s.Kind == "keyboard_shortcut" || s.Role == "tab_close" || opens(s) {
		return
	}
	c, ok := chromeIn(ctx, s, s.After(), image.Rect(0, 0, s.After().Rect.Max.X, high))
	if !ok {
		return
	}
	var page []screen.Region
	for _, r := range e.content {
		if r.Box.Max.Y <= c.bottom {
			e.anyway = append(e.anyway, r)
		} else {
			page = append(page, r)
		}
	}
	e.content = page
}

func classify(ctx context.Context, s *validation.Scene, after *image.RGBA, regions []screen.Region) effect {
	var e effect
	pixels := 0
	for _, r := range regions {
		pixels += r.Pixels
		switch {
		case r.Class == screen.ClassCaret, r.Class == screen.ClassPointer, r.Class == screen.ClassClock:
			e.anyway = append(e.anyway, r)
		case isSpeck(s, r), isStatusBubble(ctx, s, after, r), isPageClock(ctx, s, after, r), isLamp(s, after, r):
			e.anyway = append(e.anyway, r)
		case s.Kind == "keyboard_shortcut" && isFocusRing(s, r):
			e.content = append(e.content, r) // the focus went there, by the keys
		case isHover(ctx, s, r), isRecolour(ctx, s, r), isFocusRing(s, r), isTooltip(s, after, r), isUnhover(ctx, s, after, r), isStrayPointer(s, after, r):
			e.hover = append(e.hover, r)
		default:
			e.content = append(e.content, r)
		}
	}
	if after != nil {
		e.global = float64(pixels) / float64(max(1, area(after.Rect)))
	}
	return e
}

// isSpeck: a few pixels that nobody would see.
func isSpeck(s *validation.Scene, r screen.Region) bool { return r.Pixels < s.Px(5) }

// isStatusBubble: the browser names the hovered link's address in a lower corner of its window.
func isStatusBubble(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	if r.Box.Dy() > s.Px(34) || r.Box.Max.Y < after.Rect.Max.Y-s.Px(90) || r.Box.Min.X > after.Rect.Max.X/2 {
		return false
	}
	return looksLikeURL(textIn(ctx, s, after, r.Box)) || looksLikeURL(textIn(ctx, s, s.Before(), r.Box))
}

var urlText = regexp.MustCompile(`(?i)(https?:?/|://|www\.|[a-z0-9-]+\.[a-z]{2,}/|file:|javascript:|\.html?\b|\.php\b)`)

func looksLikeURL(text string) bool { return urlText.MatchString(strings.ReplaceAll(text, " ", "")) }

var timeText = regexp.MustCompile(`^\D{0,3}\d{1,2}\s?[:h.]\s?\d{2}(\s?[:.]\s?\d{2})?\D{0,3}$`)

// isPageClock: a text of the size of a clock that reads as a time before and after.
func isPageClock(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	if r.Box.Dy() > s.Px(26) || r.Box.Dx() > s.Px(110) {
		return false
	}
	if at, ok := s.At(); ok && distance(r.Box, at) < s.Px(40) {
		return false
	}
	wide := image.Rect(r.Box.Min.X-s.Px(70), r.Box.Min.Y-s.Px(5), r.Box.Max.X+s.Px(70), r.Box.Max.Y+s.Px(5)).Intersect(after.Rect)
	return readsAsTime(ctx, s, after, wide, r.Box) && readsAsTime(ctx, s, s.Before(), wide, r.Box)
}

func readsAsTime(ctx context.Context, s *validation.Scene, picture *image.RGBA, region, changed image.Rectangle) bool {
	lines, err := s.Read(ctx, picture, region)
	if err != nil {
		return false
	}
	for _, l := range lines {
		for _, w := range l.Words {
			if w.Box.Overlaps(changed) && timeText.MatchString(w.Text) {
				return true
			}
		}
	}
	return false
}

// isLamp: a small flat patch of another colour, far from the point: something that blinks on its own.
func isLamp(s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if ok && distance(r.Box, at) < s.Px(120) || r.Box.Dy() > s.Px(30) || r.Box.Dx() > s.Px(160) {
		return false
	}
	return flat(s.Before(), r.Box) && flat(after, r.Box)
}

// flat says whether nine in ten pixels of a box have one colour.
func flat(img *image.RGBA, box image.Rectangle) bool {
	box = box.Inset(1)
	bg := screen.Background(img, box)
	same, all := 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			i := img.PixOffset(x, y)
			if near(img.Pix[i], bg.R) && near(img.Pix[i+1], bg.G) && near(img.Pix[i+2], bg.B) {
				same++
			}
			all++
		}
	}
	return all > 0 && same*10 >= all*9
}

func near(a, b uint8) bool { return max(a, b)-min(a, b) <= 12 }

// isHover: the change stays inside the widget under the pointer, and its text did not change.
func isHover(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || distance(r.Box, at) > s.Px(160) {
		return false
	}
	if r.Box.Dx() <= s.Px(26) && r.Box.Dy() <= s.Px(26) && r.Box.Dx() >= s.Px(6) {
		return false // the size of a tick box: what changes there is its state
	}
	w := widgetAt(s, s.Before(), at)
	if w.Empty() {
		w = widgetAt(s, s.After(), at)
	}
	if w.Dx() > s.Px(260) && refilled(s, r.Box) {
		return false // a row of a list that is selected now
	}
	return !w.Empty() && w.Dy() <= s.Px(64) && overlap(r.Box, w.Inset(-s.Px(5))) > .97 && !rewritten(ctx, s, w)
}

// rewritten says whether the widget's text is another one now: a button that says "stop" where it said "start".
func rewritten(ctx context.Context, s *validation.Scene, w image.Rectangle) bool {
	before, after := textIn(ctx, s, s.Before(), w), textIn(ctx, s, s.After(), w)
	return letters(before) >= 3 && letters(after) >= 3 && ocr.Score(after, before) < .5
}

// isRecolour: the text under the pointer took another colour, and nothing else: a link that is hovered.
func isRecolour(ctx context.Context, s *validation.Scene, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Before() == nil || !at.In(r.Box.Inset(-s.Px(6))) || r.Box.Dy() > s.Px(30) || refilled(s, r.Box) {
		return false
	}
	if correlation, _ := regression(s.Before(), s.After(), r.Box); correlation > .9 {
		return true
	}
	if s.Role == "tab" || s.Role == "checkbox" || s.Role == "radio" {
		return false
	}
	before, after := textIn(ctx, s, s.Before(), r.Box.Inset(-s.Px(3))), textIn(ctx, s, s.After(), r.Box.Inset(-s.Px(3)))
	return letters(before) >= 2 && ocr.Score(after, before) >= .9
}

// refilled says whether the ground of a box has another colour now, and not just another shade.
func refilled(s *validation.Scene, box image.Rectangle) bool {
	return colourDistance(screen.Background(s.Before(), box), screen.Background(s.After(), box)) > 60
}

// isFocusRing: a hollow frame around a field that lost or gained the focus: few pixels of a large box.
func isFocusRing(s *validation.Scene, r screen.Region) bool {
	if r.Box.Dx() < s.Px(12) || r.Box.Dy() < s.Px(10) || r.Box.Dy() > s.Px(80) {
		return false
	}
	inner := r.Box.Inset(s.Px(5))
	if inner.Empty() {
		return false
	}
	mask, err := screen.Change(s.Before(), s.After(), inner, 0)
	return err == nil && mask.Share() < .02
}

// isTooltip: a small box of one or two lines that came or went next to the pointer; the pointer itself may be part of
// what changed.
func isTooltip(s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || distance(r.Box, at) > s.Px(48) {
		return false
	}
	box := r.Box
	if at.In(box.Inset(-s.Px(2))) {
		below := image.Rect(box.Min.X, at.Y+s.Px(22), box.Max.X, box.Max.Y)
		mask, err := screen.Change(s.Before(), after, below, 0)
		if err != nil || at.Y-box.Min.Y > s.Px(6) {
			return false
		}
		box = mask.Bounds()
	}
	if box.Dy() > s.Px(44) || box.Dy() < s.Px(14) || box.Dx() < box.Dy() {
		return false
	}
	return colourDistance(screen.Background(after, box), screen.Background(s.Before(), box)) > 12 && !at.In(box)
}

// isUnhover: what showed where the pointer was before is gone: a small box far from the point that left the ground bare,
// or barer than it was.
func isUnhover(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || distance(r.Box, at) < s.Px(110) || r.Box.Dx() > s.Px(240) || r.Box.Dy() > s.Px(110) {
		return false
	}
	if inkShare(after, r.Box) < inkShare(s.Before(), r.Box)*.85 {
		return true
	}
	had := sureLetters(ctx, s, s.Before(), r.Box)
	return had >= 4 && sureLetters(ctx, s, after, r.Box)*2 < had
}

// sureLetters counts the letters of the words in a box that were read without doubt.
func sureLetters(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) int {
	lines, err := s.Read(ctx, picture, box)
	if err != nil {
		return 0
	}
	n := 0
	for _, l := range lines {
		for _, w := range l.Words {
			if w.Confidence >= .6 {
				n += letters(w.Text)
			}
		}
	}
	return n
}

// inkShare is the share of a box's pixels that are not its ground.
func inkShare(picture *image.RGBA, box image.Rectangle) float64 {
	fill := screen.Background(picture, box)
	n := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if colourDistance(colourAt(picture, x, y), fill) > 24 {
				n++
			}
		}
	}
	return float64(n) / float64(max(1, area(box)))
}

// isStrayPointer: the pointer came or went at a place nobody reported: an arrow's size of black, white and grey, alone on
// a ground that is bare in the other picture.
func isStrayPointer(s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	if r.Box.Dx() > s.Px(30) || r.Box.Dy() > s.Px(34) || r.Box.Dy() < s.Px(9) || r.Box.Dx() < s.Px(6) {
		return false
	}
	return pointerOn(s.Before(), after, r.Box) || pointerOn(after, s.Before(), r.Box)
}

// pointerOn says whether with shows black and white strokes where bare has one colour.
func pointerOn(with, bare *image.RGBA, box image.Rectangle) bool {
	if !flat(bare, box) {
		return false
	}
	dark, light, coloured := 0, 0, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := colourAt(with, x, y)
			switch hi, lo := max(c.R, c.G, c.B), min(c.R, c.G, c.B); {
			case hi-lo > 40:
				coloured++
			case hi < 60:
				dark++
			case lo > 200:
				light++
			}
		}
	}
	n := area(box)
	return dark*100 > n*12 && light*100 > n*8 && coloured*20 < n && tapers(with, bare, box)
}

// tapers says whether the shape is an arrow's: narrow at its top row, wider further down.
func tapers(with, bare *image.RGBA, box image.Rectangle) bool {
	width := func(y int) int {
		n := 0
		for x := box.Min.X; x < box.Max.X; x++ {
			if colourDistance(colourAt(with, x, y), colourAt(bare, x, y)) > 24 {
				n++
			}
		}
		return n
	}
	return width(box.Min.Y+1)*3 < width(box.Min.Y+box.Dy()*6/10)*2
}

// textIn reads all text of a box as one string; empty when nothing can be read.
func textIn(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) string {
	if picture == nil {
		return ""
	}
	lines, err := s.Read(ctx, picture, box.Intersect(picture.Rect))
	if err != nil {
		return ""
	}
	return textOf(lines)
}

func textOf(lines []ocr.Line) string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.Text()
	}
	return strings.Join(texts, "\n")
}
