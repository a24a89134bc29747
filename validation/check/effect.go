package check

import (
	"context"
	"image"
	"slices"
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
	above := func(r screen.Region) bool { return r.Box.Max.Y <= high+s.Px(lowestPageTop) }
	if !slices.ContainsFunc(e.content, above) || s.Kind == "keyboard_shortcut" || s.Role == "tab_close" || opens(s) {
		return
	}
	c, ok := chromeIn(ctx, s, s.After(), image.Rect(0, 0, s.After().Rect.Max.X, high))
	if !ok {
		return
	}
	var page []screen.Region
	for _, r := range e.content {
		if r.Box.Max.Y <= c.bottom || hangsDown(s, r.Box, c.bottom) {
			e.anyway = append(e.anyway, r)
		} else {
			page = append(page, r)
		}
	}
	e.content = page
}

// hangsDown says whether a box reaches from the browser's own rows over a part of the page, and not as far as the point: one of
// the browser's bubbles, which go wherever one clicks.
func hangsDown(s *validation.Scene, box image.Rectangle, bottom int) bool {
	p, ok := s.At()
	if !ok || box.Min.Y >= bottom {
		return false
	}
	mask, err := screen.Change(s.Before(), s.After(), image.Rect(box.Min.X, bottom, box.Max.X, box.Max.Y), screen.DefaultTolerance)
	if err != nil {
		return false
	}
	below := mask.Bounds()
	return below.Min.Y <= bottom+s.Px(2) && 2*below.Dx() < s.After().Rect.Dx() && below.Dy() <= s.Px(300) && !p.In(below)
}

func classify(ctx context.Context, s *validation.Scene, after *image.RGBA, regions []screen.Region) effect {
	var e effect
	var gone []screen.Region
	pixels := 0
	for _, r := range regions {
		pixels += r.Pixels
		switch {
		case r.Class == screen.ClassCaret, r.Class == screen.ClassPointer, r.Class == screen.ClassClock:
			e.anyway = append(e.anyway, r)
		case isSpeck(s, r), isStatusBubble(ctx, s, after, r), isPageClock(ctx, s, after, r), isLamp(s, after, r), isMeter(ctx, s, after, r):
			e.anyway = append(e.anyway, r)
		case s.Kind == "keyboard_shortcut" && isFocusRing(s, r):
			e.content = append(e.content, r) // the focus went there, by the keys
		case s.Kind == "right_click_anchor":
			e.content = append(e.content, r) // what comes up beside the pointer is what was asked for
		case isUnderline(s, r), isHover(ctx, s, r), isRecolour(ctx, s, r), isShade(ctx, s, r), isPressed(ctx, s, r), isVeiled(s, r), isInverted(ctx, s, r), isFocusRing(s, r), isTooltip(s, after, r) && !announces(ctx, s, after, r.Box), isStrayPointer(s, after, r), isScrollbar(s, r), isFaded(ctx, s, r):
			e.hover = append(e.hover, r)
		case isNoteLeft(s, after, r), isUnhover(ctx, s, after, r):
			gone = append(gone, r)
		default:
			e.content = append(e.content, r)
		}
	}
	e.keepSpread(ctx, s, gone)
	if after != nil {
		e.global = float64(pixels) / float64(max(1, area(after.Rect)))
	}
	return e
}

// extent is the box around regions.
func extent(regions []screen.Region) image.Rectangle {
	var all image.Rectangle
	for _, r := range regions {
		all = all.Union(r.Box)
	}
	return all
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
