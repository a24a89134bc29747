package check

import (
	"image"
	"image/color"
	"image/draw"

	"vigie/validation"
	"vigie/validation/screen"
)

// withoutCaret returns the region of a picture with the text caret painted over: standing close behind the last letter,
// it would be read as a part of it. The picture itself comes back where there is no caret.
func withoutCaret(s *validation.Scene, picture *image.RGBA, region image.Rectangle) *image.RGBA {
	region = region.Intersect(picture.Rect)
	if region.Empty() {
		return picture
	}
	fill := screen.Background(picture, region)
	caret, ok := caretIn(s, picture, region, fill)
	if !ok {
		return picture
	}
	clean := image.NewRGBA(region)
	draw.Draw(clean, region, picture, region.Min, draw.Src)
	draw.Draw(clean, caret, image.NewUniform(fill), image.Point{}, draw.Src)
	return clean
}

// stroke is the longest vertical run of one colour in a column.
type stroke struct{ x, y0, y1 int }

func (k stroke) height() int { return k.y1 - k.y0 }

// caretIn finds the caret: a straight stroke, a few pixels wide, taller by a quarter than any letter's.
func caretIn(s *validation.Scene, picture *image.RGBA, region image.Rectangle, fill color.RGBA) (image.Rectangle, bool) {
	var tallest stroke
	strokes := make([]stroke, 0, region.Dx())
	for x := region.Min.X; x < region.Max.X; x++ {
		k := longestStroke(picture, region, x, fill)
		if edge := min(x-region.Min.X, region.Max.X-1-x); edge <= s.Px(4) && k.height()*10 >= region.Dy()*7 {
			k.y1 = k.y0 // the field's own side, which round corners shorten
		}
		strokes = append(strokes, k)
		if k.height() > tallest.height() && k.height() < region.Dy() {
			tallest = k
		}
	}
	if tallest.height() < s.Px(11) {
		return image.Rectangle{}, false
	}
	box := image.Rect(tallest.x, tallest.y0, tallest.x+1, tallest.y1)
	for _, k := range strokes {
		switch {
		case abs(k.x-tallest.x) <= s.Px(2) && k.height()*10 >= tallest.height()*9:
			box = box.Union(image.Rect(k.x, k.y0, k.x+1, k.y1))
		case k.height()*5 > tallest.height()*4 && k.height() < region.Dy():
			return image.Rectangle{}, false
		}
	}
	return box, box.Dx() <= s.Px(3)
}

// longestStroke is the longest run of one colour, unlike the fill, in column x.
func longestStroke(picture *image.RGBA, region image.Rectangle, x int, fill color.RGBA) stroke {
	best, run := stroke{x: x}, stroke{x: x}
	var last color.RGBA
	for y := region.Min.Y; y < region.Max.Y; y++ {
		c := colourAt(picture, x, y)
		switch {
		case colourDistance(c, fill) < 60:
			run.y0, run.y1 = y+1, y+1
			continue
		case run.height() > 0 && colourDistance(c, last) <= 16:
			run.y1 = y + 1
		default:
			run.y0, run.y1 = y, y+1
		}
		last = c
		if run.height() > best.height() {
			best = run
		}
	}
	return best
}
