package mask

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"vigie/validation"
	"vigie/validation/screen"
)

// The sign-in page that is drawn here: two fields, a button, and where they are.
var (
	userBox   = image.Rect(300, 200, 560, 232)
	secretBox = image.Rect(300, 270, 560, 302)
	size      = image.Pt(1000, 600)
)

var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{20, 20, 20, 255}
	blue  = color.RGBA{30, 90, 200, 255}
)

// page is a screen that is being drawn.
type page struct{ *image.RGBA }

func newPage(background color.RGBA) page {
	p := page{image.NewRGBA(image.Rectangle{Max: size})}
	p.box(p.Rect, background)
	return p
}

func (p page) box(r image.Rectangle, c color.RGBA) {
	draw.Draw(p.RGBA, r, image.NewUniform(c), image.Point{}, draw.Src)
}

func (p page) frame(r image.Rectangle, c color.RGBA) {
	p.box(r, c)
	p.box(r.Inset(1), white)
}

func (p page) text(x, y int, s string) {
	d := font.Drawer{Dst: p.RGBA, Src: image.NewUniform(black), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(s)
}

// signIn is the page with what stands in its fields.
func signIn(user, secret string) page {
	p := newPage(white)
	p.text(300, 192, "Identifiant")
	p.frame(userBox, black)
	p.text(308, 221, user)
	p.text(300, 262, "Mot de passe")
	p.frame(secretBox, black)
	p.text(308, 291, secret)
	p.box(image.Rect(300, 330, 420, 362), blue)
	p.text(320, 350, "Se connecter")
	return p
}

// dossier is another page.
func dossier() page {
	p := newPage(color.RGBA{240, 244, 250, 255})
	p.box(image.Rect(0, 0, 1000, 60), blue)
	for y := 90; y < 560; y += 26 {
		p.text(40, y, "Dupont  Marie  12/04/1961  Urgences  Box 4  Radio du thorax demandee  en attente de lecture")
	}
	return p
}

// dimmed is the page behind a modal dialog.
func dimmed(p page) page {
	for i := range p.Pix {
		if i%4 != 3 {
			p.Pix[i] /= 2
		}
	}
	p.box(image.Rect(650, 100, 950, 200), white)
	p.text(670, 150, "Session expiree ?")
	return p
}

func shot(t testing.TB, p page) *screen.Picture {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, p.RGBA); err != nil {
		t.Fatal(err)
	}
	return load(t, b.Bytes())
}

func load(t testing.TB, data []byte) *screen.Picture {
	t.Helper()
	s, err := screen.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func center(r image.Rectangle) *validation.Point {
	return &validation.Point{
		X: float64(r.Min.X+r.Max.X) / 2 / float64(size.X), Y: float64(r.Min.Y+r.Max.Y) / 2 / float64(size.Y),
	}
}

// types is a step that types a secret at p.
func types(t testing.TB, at *validation.Point, before, after page) *validation.Step {
	t.Helper()
	return &validation.Step{
		Action: validation.Action{Type: "type_secret", At: at}, Scale: 1,
		Before: shot(t, before), After: []*screen.Picture{shot(t, after)},
	}
}

func clicks(t testing.TB, before, after page) *validation.Step {
	t.Helper()
	return &validation.Step{
		Action: validation.Action{Type: "click_anchor"}, Scale: 1, Before: shot(t, before), After: []*screen.Picture{shot(t, after)},
	}
}

// isCovered says whether a picture has the covering colour all over a box.
func isCovered(t testing.TB, p *screen.Picture, box image.Rectangle) bool {
	t.Helper()
	img, err := p.RGBA()
	if err != nil {
		t.Fatal(err)
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if img.RGBAAt(x, y) != screen.CoverColour {
				return false
			}
		}
	}
	return true
}

func redact(t testing.TB, r *Redactor, s *validation.Step, zones ...Zone) Shown {
	t.Helper()
	shown, err := r.Redact(s, zones)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}
