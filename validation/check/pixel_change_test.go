package check_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// plain is a page with a field, a button and the time of day.
func plain(time string) *sheet {
	return blank().field("Nom de naissance", "", 40, 100).button("Valider", image.Rect(40, 170, 150, 204)).
		write("Liste des dossiers", 40, 260).write(time, 600, 60)
}

// filledButton is the page with a coloured button whose letters stand up pixels higher.
func filledButton(c color.RGBA, up int) *sheet {
	button := image.Rect(40, 170, 150, 204)
	return plain("").but(func(s *sheet) {
		s.fill(button, c).letter("Valider", 70, 192-up, white, regular)
	})
}

var darkBlue = color.RGBA{R: blue.R * 9 / 10, G: blue.G * 9 / 10, B: blue.B * 9 / 10, A: 255}

// texts is the page with a button that clears, and two texts far from it and from each other.
func texts(near, far string) *sheet {
	return plain("").but(func(s *sheet) {
		s.button("Effacer", image.Rect(40, 170, 150, 204)).write(near, 60, 400).write(far, 800, 400)
	})
}

func TestPixelChange(t *testing.T) {
	before := plain("")
	button := image.Rect(40, 170, 150, 204)
	at := mid(button)
	turned := func(from int) *sheet { return before.but(func(s *sheet) { spinner(s, image.Pt(500, 300), from) }) }
	looked(t, check.PixelChange{}, []sight{
		{"nothing changed", click("Valider", at, before, before), fails(validation.NoVisualChange)},
		{"a text came", click("Valider", at, before, before.but(func(s *sheet) { s.write("Dossier validé", 300, 400) })), works},
		{"only a caret blinks in a field", click("Valider", at, before, before.but(func(s *sheet) { s.caret(50, 106) })), fails(validation.NoVisualChange)},
		{"only the pointer came", click("Valider", at, before, before.but(func(s *sheet) { s.arrow(at) })), fails(validation.NoVisualChange)},
		{"only the pointer left its former place", click("Valider", at, before.but(func(s *sheet) { s.arrow(image.Pt(700, 450)) }), before), fails(validation.NoVisualChange)},
		{"only the button looks hovered", click("Valider", at, before, before.but(func(s *sheet) { s.plate("Valider", button, rule, shade(210), ink) })), fails(validation.NoVisualChange)},
		{"only the coloured button took another shade, its letters a pixel up", click("Valider", at, filledButton(blue, 0), filledButton(darkBlue, 1)), fails(validation.NoVisualChange)},
		{"the coloured button took another shade and says another thing", click("Valider", at, filledButton(blue, 0), before.but(func(s *sheet) { s.plate("Retirer", button, darkBlue, darkBlue, white) })), works},
		{"texts went at places far apart", click("Effacer", at, texts("33", "4711"), texts("", "")), works},
		{"one mark went where the pointer was", click("Effacer", at, texts("", "4711"), texts("", "")), fails(validation.NoVisualChange)},
		{"only a tooltip came under the pointer", click("Valider", at, before, before.but(func(s *sheet) {
			s.frame(image.Rect(at.X+8, at.Y+20, at.X+180, at.Y+44), ink, ink)
			s.letter("Valider la demande", at.X+16, at.Y+37, white, regular)
		})), fails(validation.NoVisualChange)},
		{"only the time of day went on", click("Valider", at, plain("14:35"), plain("14:36")), fails(validation.NoVisualChange)},
		{"only a clock in the taskbar went on", click("Valider", at, taskbar("14:35"), taskbar("14:36")), fails(validation.NoVisualChange)},
		{"a count went up", click("Valider", at, plain("12 dossiers"), plain("13 dossiers")), works},
		{"only a lamp far away changed its colour", click("Valider", at, lamp(red), lamp(green)), fails(validation.NoVisualChange)},
		{"only the browser names a link in its corner", click("Valider", at, before, before.but(func(s *sheet) {
			s.frame(image.Rect(0, 536, 300, 560), rule, panel).write("https://orme.example/aide", 8, 553)
		})), fails(validation.NoVisualChange)},
		{"a message stands in that corner", click("Valider", at, before, before.but(func(s *sheet) {
			s.frame(image.Rect(0, 536, 300, 560), rule, panel).write("Dossier validé", 8, 553)
		})), works},
		{"only the address changed", click("Valider", mid(image.Rect(260, 220, 380, 256)), surfed("orme.example/dossiers"), surfed("orme.example/dossiers#haut")), fails(validation.NoVisualChange)},
		{"a ring turns after the click", click("Valider", at, before, turned(0).but(func(s *sheet) { s.write("Chargement…", 460, 350) })), loading},
		{"a click put the caret into the field", act("click", image.Pt(120, 115), before, before.but(func(s *sheet) { s.caret(50, 106) })), works},
		{"no picture before", click("Valider", at, before, before, alone), open},
	})
}

func shade(grey uint8) color.RGBA { return color.RGBA{R: grey, G: grey, B: grey, A: 255} }

// spinner draws a ring of 44 pixels around a point, three quarters of it, turned by quarters.
func spinner(s *sheet, p image.Point, quarter int) {
	gap := [4]image.Point{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}[quarter%4]
	for y := -22; y <= 22; y++ {
		for x := -22; x <= 22; x++ {
			if r := x*x + y*y; r >= 17*17 && r <= 22*22 && (x*gap.X < 0 || y*gap.Y < 0) {
				s.img.SetRGBA(p.X+x, p.Y+y, blue)
			}
		}
	}
}

func taskbar(time string) *sheet {
	return plain("").but(func(s *sheet) {
		s.fill(image.Rect(0, 526, 900, 560), ink).letter(time, 845, 548, white, regular)
	})
}

func lamp(c color.RGBA) *sheet {
	return plain("").but(func(s *sheet) { s.fill(image.Rect(700, 400, 714, 414), c) })
}

// patients is a list in which each row bears the same button.
func patients() *sheet {
	s := blank().write("Liste des passages", 40, 60)
	for i, n := range []string{"4711", "4712", "4713"} {
		y := 120 + 50*i
		s.write(fmt.Sprintf("Passage %s", n), 40, y+20).button("Ouvrir", image.Rect(400, y, 490, y+30))
	}
	return s
}

func TestRowOfTable(t *testing.T) {
	opened := patients().but(func(s *sheet) {
		s.frame(image.Rect(540, 100, 860, 400), rule, white).write("Passage ouvert", 560, 140)
	})
	first, second := image.Pt(445, 135), image.Pt(445, 185)
	judged(t, []sight{
		{"the button of the named row", click("Ouvrir", second, patients(), opened, words("Ouvrir le passage 4712")), works},
		{"the same button, one row above", click("Ouvrir", first, patients(), opened, words("Ouvrir le passage 4712")), fails(validation.WrongTarget)},
		{"no number names the row", click("Ouvrir", first, patients(), opened, words("Ouvrir le premier passage")), works},
		{"the number is nowhere on the screen", click("Ouvrir", first, patients(), opened, words("Ouvrir le passage 9999")), works},
	})
	looked(t, check.RowKey{}, []sight{
		{"a row key proves nothing by itself", click("Ouvrir", second, patients(), opened, words("Ouvrir le passage 4712")), open},
	})
}
