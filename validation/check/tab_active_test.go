package check_test

import (
	"image"
	"image/color"
	"testing"

	"golang.org/x/image/font/opentype"

	"vigie/validation"
	"vigie/validation/check"
)

var tabNames = []string{"Synthèse", "Imagerie", "Biologie", "Courriers"}

// tabAt is the point on the n-th tab of a row.
func tabAt(n int) image.Point { return image.Pt(70+130*n, 105) }

// tabs draws a row of tabs of which one is active, and that tab's page.
func tabs(active int, draw func(s *sheet, x int, name string, on bool)) *sheet {
	s := blank().write("Dossier du patient", 40, 50)
	for i, name := range tabNames {
		draw(s, 40+130*i, name, i == active)
	}
	s.fill(image.Rect(40, 128, 860, 129), panel)
	if active >= 0 {
		s.write("Contenu de la page "+tabNames[active], 60, 200).fill(image.Rect(60, 230, 200+60*active, 300), shade(200))
	}
	return s
}

func underlined(s *sheet, x int, name string, on bool) {
	s.write(name, x, 110)
	if on {
		s.fill(image.Rect(x-10, 120, x+90, 123), blue)
	}
}

func filled(s *sheet, x int, name string, on bool) {
	if on {
		s.fill(image.Rect(x-10, 88, x+100, 122), blue).letter(name, x, 110, white, regular)
		return
	}
	s.write(name, x, 110)
}

// tinted marks the active tab by the colour of its letters alone.
func tinted(s *sheet, x int, name string, on bool) {
	s.letter(name, x, 110, map[bool]color.RGBA{true: blue, false: rule}[on], regular)
}

func weighted(s *sheet, x int, name string, on bool) {
	font, c := map[bool]*opentype.Font{true: bold, false: regular}[on], faint
	if on {
		c = ink
	}
	s.letter(name, x, 110, c, font)
}

// column draws the tabs one below the other.
func column(active int) *sheet {
	s := blank().write("Dossier du patient", 40, 50)
	for i, name := range tabNames {
		box := image.Rect(30, 80+40*i, 200, 116+40*i)
		if i == active {
			s.fill(box, shade(205)).fill(image.Rect(30, box.Min.Y, 34, box.Max.Y), blue)
		}
		s.write(name, 50, box.Min.Y+24)
	}
	return s.write("Contenu de la page "+tabNames[active], 320, 200).fill(image.Rect(320, 230, 460+60*active, 300), shade(200))
}

func TestTabActive(t *testing.T) {
	tab := role("tab")
	under := func(active int) *sheet { return tabs(active, underlined) }
	hovered := under(0).but(func(s *sheet) { s.fill(image.Rect(160, 88, 270, 122), shade(238)).write("Imagerie", 170, 110) })
	covered := under(0).but(func(s *sheet) {
		s.frame(image.Rect(120, 70, 560, 330), rule, white).fill(image.Rect(121, 71, 559, 100), panel)
		s.letter("Mise à jour disponible", 134, 92, ink, bold).write("Redémarrer maintenant ?", 140, 180)
		s.button("Plus tard", image.Rect(440, 280, 540, 312))
	})
	looked(t, check.TabActive{}, []sight{
		{"the line moved under the tab", click("Imagerie", tabAt(1), under(0), under(1), tab), works},
		{"the fill moved to the tab", click("Imagerie", tabAt(1), tabs(0, filled), tabs(1, filled), tab), works},
		{"the colour moved to the tab", click("Imagerie", tabAt(1), tabs(0, tinted), tabs(1, tinted), tab), works},
		{"the tab took the colour, and the active one has kept it", click("Imagerie", tabAt(1), tabs(0, tinted), tabs(0, tinted).but(func(s *sheet) { s.letter("Imagerie", 170, 110, blue, regular) }), tab), failed},
		{"a sheet lies over the page", click("Imagerie", tabAt(1), under(0).but(prose), under(0).but(prose).but(func(s *sheet) {
			for i := range s.img.Pix {
				s.img.Pix[i] = 255 - (255-s.img.Pix[i])/3
			}
		}), tab), loading},
		{"the bold letters moved to the tab", click("Imagerie", tabAt(1), tabs(0, weighted), tabs(1, weighted), tab), works},
		{"a tab of a column became active", click("Imagerie", image.Pt(80, 140), column(0), column(1), tab), works},
		{"the tab beside became active, by the point", click("Imagerie", tabAt(2), under(0), under(2), tab), fails(validation.WrongTarget)},
		{"the tab beside became active, though the point was right", click("Imagerie", tabAt(1), under(0), under(2), tab), fails(validation.WrongTarget)},
		{"nothing moved", click("Imagerie", tabAt(1), under(0), under(0), tab), fails(validation.NoVisualChange)},
		{"the tab only looks hovered", click("Imagerie", tabAt(1), under(0), hovered, tab), fails(validation.NoVisualChange)},
		{"the tab was active already", click("Imagerie", tabAt(1), under(1), under(1), tab), works},
		{"the filled tab was active already", click("Imagerie", tabAt(1), tabs(1, filled), tabs(1, filled), tab), works},
		{"the tab was active already, and lost the shade of the pointer", click("Imagerie", tabAt(1), under(1).but(func(s *sheet) {
			s.fill(image.Rect(160, 88, 260, 120), shade(236)).write("Imagerie", 170, 110)
		}), under(1), tab), works},
		{"a greyed tab stays as it is", click("Imagerie", tabAt(1), greyed(), greyed(), tab), fails(validation.NoVisualChange)},
		{"the tab of a column, the one above became active", click("Imagerie", image.Pt(80, 140), column(2), column(0), tab), fails(validation.WrongTarget)},
		{"a box came up over the tabs", click("Imagerie", tabAt(1), under(0), covered, tab), fails(validation.UnexpectedDialog)},
		{"no picture before", click("Imagerie", tabAt(1), under(1), under(1), tab, alone), open},
	})
	judged(t, []sight{
		{"nobody called it a tab, but the line moved under it", click("Imagerie", tabAt(1), under(0), under(1)), works},
		{"the page below still loads, the tab is active", click("Imagerie", tabAt(1), under(0), under(1).but(func(s *sheet) {
			s.fill(image.Rect(40, 130, 860, 320), paper).write("Chargement…", 400, 220)
		}), tab), works},
		{"a box came up over the tabs", click("Imagerie", tabAt(1), under(0), covered, tab), fails(validation.UnexpectedDialog)},
		{"another application's window came", click("Imagerie", tabAt(1), under(0), mailbox(), tab, drives("Orme"), titled("Orme", "Messagerie")), fails(validation.WrongApplication)},
	})
}

// greyed is the row of tabs with one that cannot be opened.
func greyed() *sheet {
	return tabs(0, underlined).but(func(s *sheet) {
		s.fill(image.Rect(165, 90, 260, 118), paper).letter("Imagerie", 170, 110, faint, regular)
	})
}

// marked is a tab that bears a short line under the middle of its label, and its label's colour.
func marked(s *sheet, x int, name string, on bool) {
	c := ink
	if on {
		c = blue
		m := x + width(name, regular)/2
		s.fill(image.Rect(m-18, 121, m+18, 124), blue)
	}
	s.letter(name, x, 110, c, regular)
}

// pointed is a row of tabs of which one looks hovered.
func pointed(hovered int) *sheet {
	return tabs(0, underlined).but(func(s *sheet) {
		x := 40 + 130*hovered
		s.fill(image.Rect(x-10, 88, x+100, 127), panel).write(tabNames[hovered], x, 110)
	})
}

// rail is a column of tabs whose active one bears a line at its right.
func rail(active int) *sheet {
	s := blank().write("Dossier du patient", 200, 50).fill(image.Rect(150, 80, 151, 500), panel)
	for i, name := range tabNames {
		s.write(name, 30, 110+36*i)
		if i == active {
			s.fill(image.Rect(146, 94+36*i, 149, 118+36*i), blue)
		}
	}
	return s.write("Contenu de la page "+tabNames[active], 200, 200)
}

// TestTabMarks: how else an active tab is marked, and what only looks like it.
func TestTabMarks(t *testing.T) {
	judged(t, []sight{
		{"a short line under the label", click("Imagerie", tabAt(1), tabs(0, marked), tabs(1, marked), role("tab")), works},
		{"the short line stays where it was", click("Imagerie", tabAt(1), tabs(0, marked), tabs(0, marked), role("tab")), fails(validation.NoVisualChange)},
		{"the pointer went from one tab to another", click("Imagerie", tabAt(1), pointed(2), pointed(1), role("tab")), failed},
		{"a line at the side of a column", click("Imagerie", image.Pt(60, 141), rail(0), rail(1), role("tab")), works},
		{"the line at the side marks another one", click("Imagerie", image.Pt(60, 141), rail(0), rail(2), role("tab")), failed},
	})
}

func TestTabByKeys(t *testing.T) {
	judged(t, []sight{
		{"ctrl+tab made the named tab active", press("ctrl+tab", tabs(0, filled), tabs(1, filled), labelled("Imagerie")), works},
		{"ctrl+tab changed the window's title", press("ctrl+tab", tabs(0, filled), tabs(1, filled), titled("Synthèse - Orme", "Imagerie - Orme")), works},
		{"ctrl+tab brought another page, with a window drawn on it", press("ctrl+tab", chapter(1), board(200, 100).window("Fiche", "Deux pièces jointes.")), works},
		{"ctrl+tab brought a box that asks", press("ctrl+tab", chapter(1), chapter(1).but(func(s *sheet) { s.dialog("Modifications", "Quitter sans enregistrer ?") })), fails(validation.UnexpectedDialog)},
		{"ctrl+tab did nothing", press("ctrl+tab", tabs(0, filled), tabs(0, filled), labelled("Imagerie")), fails(validation.NoVisualChange)},
	})
}

// documents is a strip of tabs that can be closed, the first one in front.
func documents(names ...string) *sheet {
	s := blank().fill(image.Rect(0, 0, 900, 44), panel)
	for i, name := range names {
		x := 10 + 190*i
		s.frame(image.Rect(x, 8, x+180, 44), rule, white).write(name, x+14, 31).write("×", x+156, 31)
	}
	return s.write("Bonjour", 60, 140)
}

func TestTabAbsence(t *testing.T) {
	closes := []detail{labelled("×"), role("tab_close"), about(func(c *validation.Context) { c.TabLabel = "Compte rendu" })}
	cross := image.Pt(10+190+160, 26)
	three := documents("Ordonnance", "Compte rendu", "Courrier")
	judged(t, []sight{
		{"the tab is gone", act("click", cross, three, documents("Ordonnance", "Courrier"), closes...), works},
		{"nothing happened", act("click", cross, three, three, closes...), fails(validation.NoVisualChange)},
		{"the tab before it is gone", act("click", cross, three, documents("Compte rendu", "Courrier"), closes...), fails(validation.WrongTarget)},
		{"ctrl+w closed it", press("ctrl+w", three, documents("Ordonnance", "Courrier"), closes...), works},
		{"ctrl+w did nothing", press("ctrl+w", three, three, closes...), fails(validation.NoVisualChange)},
		{"a box asks whether to save first", act("click", cross, three, three.but(func(s *sheet) {
			s.dialog("Enregistrer ?", "Le document a été modifié.")
		}), closes...), fails(validation.UnexpectedDialog)},
		{"the last tab took its window along", press("ctrl+w", documents("Compte rendu"), mailbox(), append(closes, titled("Compte rendu - Orme", "Bureau"))...), works},
	})
}
