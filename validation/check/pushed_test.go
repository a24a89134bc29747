package check_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"vigie/validation"
)

// down is a sheet that a bar with a sentence has pushed down; rows above the page's top stay.
func (s *sheet) down(top, by int, sentence string) *sheet {
	return s.but(func(c *sheet) {
		draw.Draw(c.img, image.Rect(0, top+by, 900, 560), s.img, image.Pt(0, top), draw.Src)
		c.fill(image.Rect(0, top, 900, top+by), color.RGBA{R: 255, G: 243, B: 205, A: 255}).write(sentence, 30, top+by/2+5)
	})
}

// prose is a text in the page's lower part, by whose lines one sees that the page moved.
func prose(s *sheet) {
	for i, line := range []string{
		"La patiente est connue pour une hypertension traitée depuis 2015.", "Elle se plaint de douleurs au genou droit depuis trois semaines.",
		"L'examen ne montre ni rougeur ni épanchement.", "Une radiographie est demandée, avec un contrôle à dix jours.", "Le traitement habituel est poursuivi sans changement.",
	} {
		s.write(line, 40, 360+30*i)
	}
}

// TestBandPushed: a band that came above the page says what the click did, or has nothing to do with it.
func TestBandPushed(t *testing.T) {
	page := form().but(prose)
	at := mid(imprimer)
	judged(t, []sight{
		{"it speaks of maintenance", click("Imprimer", at, page, page.down(0, 46, "Maintenance prévue ce soir de 22 h à 23 h")), fails(validation.WrongTarget)},
		{"it says that it was done", click("Imprimer", at, page, page.down(0, 46, "Document envoyé à l'imprimante")), works},
		{"something else came with it", click("Imprimer", at, page, page.down(0, 46, "Maintenance prévue ce soir de 22 h à 23 h").but(func(s *sheet) {
			s.frame(result.Add(image.Pt(0, 40)), rule, white).write("Choisir une imprimante", 500, 280)
		})), works},
	})
}

// TestTickWhileMoved: the page moved under the click, and the box is what it was.
func TestTickWhileMoved(t *testing.T) {
	list := func(on ...int) *sheet {
		return consents(on...).but(prose)
	}
	box := role("checkbox")
	judged(t, []sight{
		{"the box is not ticked", click("Recevoir des rappels", tickAt(1), list(), list().down(60, 44, "Une nouvelle version est disponible"), box), fails(validation.WrongTarget)},
		{"the box is ticked where it stands now", click("Recevoir des rappels", tickAt(1), list(), list(1).down(60, 44, "Vos choix ont été enregistrés"), box), works},
	})
}

// TestSessionWillEnd: a box about the session came over the page, whatever was clicked.
func TestSessionWillEnd(t *testing.T) {
	told := form().dialog("Votre session va expirer", "Déconnexion dans 58 secondes")
	judged(t, []sight{
		{"nobody asked for it", click("Imprimer", mid(imprimer), form(), told), fails(validation.UnexpectedDialog)},
		{"on a page that went pale", click("Imprimer", mid(imprimer), form().but(prose), form().but(prose).but(func(s *sheet) {
			for i := range s.img.Pix {
				s.img.Pix[i] = 255 - (255-s.img.Pix[i])/4
			}
		}).window("Votre session va expirer", "Déconnexion dans 58 secondes")), fails(validation.UnexpectedDialog)},
		{"a box to subscribe at", click("Imprimer", mid(imprimer), form(), form().dialog("Restez informé", "Recevez notre lettre chaque semaine")), fails(validation.UnexpectedDialog)},
		{"the step is about the session", click("Imprimer", mid(imprimer), form(), told, words("Prolonger la session")), works},
		{"a box that the button opens", click("Imprimer", mid(imprimer), form(), form().dialog("Imprimer", "Deux pages en noir et blanc")), works},
	})
}

// TestOtherPage: the page that a link leads to, with its panels, is no box over the link.
func TestOtherPage(t *testing.T) {
	link := image.Pt(450, 420)
	before := blank().letter("Page introuvable", 380, 200, ink, bold).plate("Retour à l'accueil", image.Rect(360, 400, 540, 440), blue, blue, white)
	page := func(box image.Rectangle) *sheet {
		return before.but(func(s *sheet) {
			s.fill(box, blue).fill(image.Rect(box.Min.X+160, box.Min.Y+20, box.Max.X, box.Max.Y), white).letter("Tableau de bord", box.Min.X+16, box.Min.Y+40, white, bold).
				write("Patients du jour", box.Min.X+200, box.Min.Y+60).write("Lits libres", box.Min.X+200, box.Min.Y+330)
		})
	}
	judged(t, []sight{
		{"it reaches three sides of the screen", click("Retour à l'accueil", link, before, page(image.Rect(0, 70, 900, 560))), works},
		{"a box lies over the link", click("Retour à l'accueil", link, before, page(image.Rect(150, 100, 750, 520))), failed},
	})
}

// TestPaleRow: a row of a table with a ground so pale that it is no change to speak of.
func TestPaleRow(t *testing.T) {
	table := func(chosen int) *sheet {
		s := blank().write("Soins du jour", 40, 50)
		for i, row := range [][3]string{{"Morel Jeanne", "Pansement", "08:00"}, {"Barbier Luc", "Injection", "09:30"}, {"Guyot Anne", "Perfusion", "10:00"}} {
			box := image.Rect(30, 90+44*i, 870, 133+44*i)
			s.fill(box, white).fill(image.Rect(30, box.Max.Y, 870, box.Max.Y+1), panel)
			if i == chosen {
				s.fill(box, color.RGBA{R: 235, G: 243, B: 252, A: 255})
			}
			for c, text := range row {
				s.write(text, 50+280*c, box.Min.Y+27)
			}
		}
		return s
	}
	at := image.Pt(360, 155)
	judged(t, []sight{
		{"the row has it now", click("Injection", at, table(-1), table(1)), works},
		{"no row has it", click("Injection", at, table(-1), table(-1)), fails(validation.NoVisualChange)},
		{"a menu's item", click("Barbier Luc", image.Pt(90, 155), names(-1), names(-1).but(func(s *sheet) {
			s.fill(image.Rect(30, 114, 870, 148), color.RGBA{R: 235, G: 240, B: 250, A: 255}).write("Vidal Optique", 44, 136)
		})), failed},
	})
}

// TestBrowsersBubble: a bubble that hung from the browser's own rows goes with the click.
func TestBrowsersBubble(t *testing.T) {
	page := waiting(false, "chu-valmont.fr/dossier")
	asks := page.but(func(s *sheet) {
		s.frame(image.Rect(560, 76, 820, 128), rule, white).write("Traduire cette page ?", 580, 108)
	})
	opened := page.but(func(s *sheet) { s.frame(result, rule, white).write("Compte rendu du 4 mars", 500, 240) })
	at := image.Pt(110, 155)
	judged(t, []sight{
		{"nothing else changed", click("Comptes rendus", at, asks, page), fails(validation.NoVisualChange)},
		{"the page shows what was asked for", click("Comptes rendus", at, asks, opened), works},
	})
}
