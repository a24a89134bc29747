package check_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"vigie/validation/screen"
)

// The colours of the drawn screens.
var (
	paper = color.RGBA{R: 250, G: 250, B: 250, A: 255}
	white = color.RGBA{R: 255, G: 255, B: 255, A: 255}
	ink   = color.RGBA{R: 32, G: 33, B: 36, A: 255}
	faint = color.RGBA{R: 150, G: 153, B: 158, A: 255}
	rule  = color.RGBA{R: 140, G: 144, B: 150, A: 255}
	panel = color.RGBA{R: 226, G: 229, B: 234, A: 255}
	blue  = color.RGBA{R: 25, G: 103, B: 210, A: 255}
	red   = color.RGBA{R: 197, G: 34, B: 31, A: 255}
	green = color.RGBA{R: 24, G: 128, B: 56, A: 255}
)

// sheet is a screen that is drawn for a test, with real fonts, for a real reader.
type sheet struct{ img *image.RGBA }

// blank is an empty page of 900×560 pixels.
func blank() *sheet {
	s := &sheet{image.NewRGBA(image.Rect(0, 0, 900, 560))}
	return s.fill(s.img.Rect, paper)
}

// but is a copy with something else drawn on it.
func (s *sheet) but(draw func(*sheet)) *sheet {
	c := &sheet{image.NewRGBA(s.img.Rect)}
	copy(c.img.Pix, s.img.Pix)
	draw(c)
	return c
}

func (s *sheet) fill(box image.Rectangle, c color.RGBA) *sheet {
	draw.Draw(s.img, box, image.NewUniform(c), image.Point{}, draw.Src)
	return s
}

// frame fills a box and draws a thin border inside of it.
func (s *sheet) frame(box image.Rectangle, border, inside color.RGBA) *sheet {
	return s.fill(box, border).fill(box.Inset(1), inside)
}

// write writes a text of 15 pixels, x its left end and y its base line.
func (s *sheet) write(text string, x, y int) *sheet { return s.letter(text, x, y, ink, regular) }

func (s *sheet) letter(text string, x, y int, c color.RGBA, f *opentype.Font) *sheet {
	with(f, func(face font.Face) {
		d := font.Drawer{Dst: s.img, Src: image.NewUniform(c), Face: face, Dot: fixed.P(x, y)}
		d.DrawString(text)
	})
	return s
}

// button draws a button with its label in the middle.
func (s *sheet) button(text string, box image.Rectangle) *sheet {
	return s.plate(text, box, rule, panel, ink)
}

func (s *sheet) plate(text string, box image.Rectangle, border, inside, letters color.RGBA) *sheet {
	s.frame(box, border, inside)
	m := mid(box)
	return s.letter(text, m.X-width(text, regular)/2, m.Y+5, letters, regular)
}

// field draws a text field of 30 pixels height with its name above it.
func (s *sheet) field(name, text string, x, y int) *sheet {
	s.write(name, x, y-8)
	s.frame(fieldBox(x, y), rule, white)
	return s.write(text, x+10, y+20)
}

func fieldBox(x, y int) image.Rectangle { return image.Rect(x, y, x+260, y+30) }

// tick draws a tick box, ticked or not, with its label right of it.
func (s *sheet) tick(text string, x, y int, on bool) *sheet {
	box := image.Rect(x, y, x+16, y+16)
	s.frame(box, rule, white)
	if on {
		s.fill(box, blue)
		for i := range 4 {
			s.fill(image.Rect(x+3+i, y+7+i, x+5+i, y+9+i), white)
			s.fill(image.Rect(x+6+i, y+10-i, x+8+i, y+12-i), white)
		}
	}
	return s.write(text, x+26, y+13)
}

// dialog draws a box with a title bar, a sentence and two buttons in the middle of the screen; the rest gets darker.
func (s *sheet) dialog(title, sentence string) *sheet {
	for i := 0; i < len(s.img.Pix); i += 4 {
		for j := range 3 {
			s.img.Pix[i+j] = s.img.Pix[i+j] / 2
		}
	}
	return s.window(title, sentence)
}

// window draws the box alone.
func (s *sheet) window(title, sentence string) *sheet {
	s.frame(dialogBox, rule, white)
	s.fill(image.Rect(dialogBox.Min.X+1, dialogBox.Min.Y+1, dialogBox.Max.X-1, dialogBox.Min.Y+34), panel)
	s.letter(title, dialogBox.Min.X+14, dialogBox.Min.Y+23, ink, bold)
	s.write(sentence, dialogBox.Min.X+20, dialogBox.Min.Y+80)
	return s.button("Confirmer", yes).button("Annuler", no)
}

var (
	dialogBox = image.Rect(270, 180, 630, 370)
	yes       = image.Rect(390, 320, 500, 352)
	no        = image.Rect(512, 320, 612, 352)
)

// caret draws a text caret.
func (s *sheet) caret(x, y int) *sheet { return s.fill(image.Rect(x, y, x+1, y+18), ink) }

// arrow draws the mouse pointer with its tip at a point.
func (s *sheet) arrow(p image.Point) *sheet {
	for y := range 17 {
		w := min(y, 17-y+6) * 2 / 3
		s.fill(image.Rect(p.X, p.Y+y, p.X+w+2, p.Y+y+1), ink)
		s.fill(image.Rect(p.X+1, p.Y+y, p.X+w, p.Y+y+1), white)
	}
	return s
}

// picture is the sheet as an agent sends it.
func (s *sheet) picture() *screen.Picture {
	var data bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&data, s.img); err != nil {
		panic(err)
	}
	p, err := screen.Load(data.Bytes())
	if err != nil {
		panic(err)
	}
	return p
}

func mid(box image.Rectangle) image.Point { return box.Min.Add(box.Max).Div(2) }

var (
	regular = parsed(goregular.TTF)
	bold    = parsed(gobold.TTF)
	faces   = map[*opentype.Font]font.Face{}
	drawing sync.Mutex // a face is for one goroutine
)

func parsed(data []byte) *opentype.Font {
	f, err := opentype.Parse(data)
	if err != nil {
		panic(err)
	}
	return f
}

// with hands over the font's face of 15 pixels.
func with(f *opentype.Font, use func(font.Face)) {
	drawing.Lock()
	defer drawing.Unlock()
	if faces[f] == nil {
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 15, DPI: 72, Hinting: font.HintingFull})
		if err != nil {
			panic(err)
		}
		faces[f] = face
	}
	use(faces[f])
}

// width is how wide a text is drawn, in pixels.
func width(text string, f *opentype.Font) (w int) {
	with(f, func(face font.Face) { w = font.MeasureString(face, text).Ceil() })
	return w
}
