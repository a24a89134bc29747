package check_test

import (
	"image"
	"image/color"
	"testing"

	"vigie/validation"
)

// sidebar is a menu on a ground that goes from one colour to another; a veil lies over one of its items.
func sidebar(veiled int) *sheet {
	s := blank().write("Patients du jour", 300, 60)
	for y := range 560 {
		s.fill(image.Rect(0, y, 240, y+1), color.RGBA{R: 90, G: uint8(20 + y/8), B: 140, A: 255})
	}
	for i, name := range []string{"Accueil", "Dossiers", "Rendez-vous"} {
		if i == veiled {
			for y := 80 + 48*i; y < 128+48*i; y++ {
				s.fill(image.Rect(0, y, 240, y+1), color.RGBA{R: 115, G: uint8(54 + y/8), B: 158, A: 255})
			}
		}
		s.letter(name, 40, 110+48*i, white, regular)
	}
	return s
}

// TestButtonUnderPointer: what the pointer does to a button is no effect of the click.
func TestButtonUnderPointer(t *testing.T) {
	button := role("button")
	plain := form().but(func(s *sheet) { s.plate("Imprimer", imprimer, rule, white, ink) })
	inverted := form().but(func(s *sheet) { s.plate("Imprimer", imprimer, ink, ink, white) })
	paused := form().but(func(s *sheet) { s.plate("Reprendre", imprimer, ink, ink, white) })
	done := inverted.but(func(s *sheet) { s.frame(result, rule, white).write("Envoyé à l'imprimante", 500, 240) })
	at := mid(imprimer)
	judged(t, []sight{
		{"the button is dark where it was light", click("Imprimer", at, plain, inverted, button), fails(validation.NoVisualChange)},
		{"the same, where the step names no role", click("Imprimer", at, plain, inverted), fails(validation.NoVisualChange)},
		{"it is dark, and something came of it", click("Imprimer", at, plain, done, button), works},
		{"it is dark, and says something else", click("Imprimer", at, plain, paused, button), works},
		{"a veil lies over a menu's item", click("Dossiers", image.Pt(70, 153), sidebar(-1), sidebar(1), button), fails(validation.NoVisualChange)},
		{"the veil came with another page", click("Dossiers", image.Pt(70, 153), sidebar(-1), sidebar(1).but(func(s *sheet) {
			s.fill(image.Rect(260, 30, 880, 300), white).write("Tous les dossiers", 300, 60).write("Roussel Anne", 300, 120)
		}), button), works},
	})
}

// TestBubbleWithAddress: the browser names where a link leads, by a number and a port.
func TestBubbleWithAddress(t *testing.T) {
	page := waiting(false, "10.20.3.7:8080/dossier")
	named := page.but(func(s *sheet) {
		s.frame(image.Rect(0, 534, 330, 560), rule, panel).write("10.20.3.7:8080/dossier#notes", 10, 552)
	})
	judged(t, []sight{
		{"nothing else changed", click("Comptes rendus", image.Pt(110, 155), page, named), fails(validation.NoVisualChange)},
	})
}
