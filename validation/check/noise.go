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

// isSpeck: a few pixels that nobody would see.
func isSpeck(s *validation.Scene, r screen.Region) bool { return r.Pixels < s.Px(5) }

// isStatusBubble: the browser names the hovered link's address in a lower corner of its window.
func isStatusBubble(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	if r.Box.Dy() > s.Px(34) || r.Box.Max.Y < after.Rect.Max.Y-s.Px(90) || r.Box.Min.X > after.Rect.Max.X/2 {
		return false
	}
	return showsURL(ctx, s, after, r.Box) || showsURL(ctx, s, s.Before(), r.Box)
}

// shortestURL is the length of the shortest address that is told from a word.
const shortestURL = 7

func showsURL(ctx context.Context, s *validation.Scene, picture *image.RGBA, box image.Rectangle) bool {
	lines, err := s.ReadThose(ctx, picture, box.Intersect(picture.Rect), func(b image.Rectangle) bool { return ocr.Room(b) >= shortestURL })
	return err == nil && looksLikeURL(textOf(lines))
}

var urlText = regexp.MustCompile(`(?i)(\d{1,3}(\.\d{1,3}){3}[:/]|\blocalhost[:/]|:\d{2,5}/|https?:?/|://|www\.|[a-z0-9-]+\.[a-z]{2,}/|file:|javascript:|\.html?\b|\.php\b)`)

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
	return rewrote(s, after, wide, r.Box) && readsAsTime(ctx, s, after, wide, r.Box) && readsAsTime(ctx, s, s.Before(), wide, r.Box)
}

// rewrote says whether a line stood where the picture changed, and stands there still in about the same size: what a clock
// does.
func rewrote(s *validation.Scene, after *image.RGBA, region, changed image.Rectangle) bool {
	for _, b := range s.Lines(s.Before(), region) {
		for _, a := range s.Lines(after, region) {
			if b.Overlaps(changed) && a.Overlaps(b) && abs(a.Dy()-b.Dy()) <= s.Px(3) && abs(a.Dx()-b.Dx()) <= s.Px(24) {
				return true
			}
		}
	}
	return false
}

func readsAsTime(ctx context.Context, s *validation.Scene, picture *image.RGBA, region, changed image.Rectangle) bool {
	lines, err := s.ReadThose(ctx, picture, region, func(b image.Rectangle) bool { return b.Overlaps(changed) })
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

// isMeter: a small drawing without letters on the screen's lower or upper edge, far from the point: the load that a panel
// shows, an icon of its own.
func isMeter(ctx context.Context, s *validation.Scene, after *image.RGBA, r screen.Region) bool {
	at, ok := s.At()
	if !ok || s.Kind == "keyboard_shortcut" || distance(r.Box, at) < s.Px(160) || r.Box.Dx() > s.Px(28) || r.Box.Dy() > s.Px(28) {
		return false
	}
	if edge := min(r.Box.Min.Y, after.Rect.Max.Y-r.Box.Max.Y); edge > s.Px(30) {
		return false
	}
	return r.Box.Dy() <= s.Px(8) || letters(textIn(ctx, s, after, r.Box.Inset(-s.Px(2)))) == 0 // lower than any letter
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
