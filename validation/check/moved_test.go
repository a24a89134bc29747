package check_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"vigie/validation"
)

// parcels is a list with a link in each row, moved down by a bar above it; a row is done, or none.
func parcels(down, done int) *sheet {
	s := blank()
	if down > 0 {
		s.fill(image.Rect(0, 60, 900, 60+down), color.RGBA{R: 255, G: 221, B: 87, A: 255}).write("Une nouvelle version est disponible.", 40, 60+down/2+5)
	}
	s.letter("Colis au départ de Lyon", 40, 44, ink, bold)
	for i, place := range []string{"Metz", "Nice", "Brest", "Toulouse", "Dijon"} {
		y := 100 + down + 40*i
		s.fill(image.Rect(30, y+14, 870, y+15), rule).write(fmt.Sprintf("Colis %d", 2040+i*3), 44, y).write(place, 240, y)
		state := "en attente"
		if i == done {
			state = "parti"
		}
		s.write(state, 420, y).letter("Expédier", 700, y, blue, regular)
	}
	return s
}

// TestPageMoved: a bar came above the page between the picture and the click.
func TestPageMoved(t *testing.T) {
	row := func(i, down int) image.Point { return image.Pt(730, 95+down+40*i) }
	names := about(func(c *validation.Context) { c.Label = "Expédier le colis 2046" })
	judged(t, []sight{
		{"another row had come under the point, and changed", click("Expédier", row(2, 0), parcels(0, -1), parcels(40, 1), names), fails(validation.WrongTarget)},
		{"the point followed the row", click("Expédier", row(2, 40), parcels(0, -1), parcels(40, 2), names), works},
		{"the bar came after the click", click("Expédier", row(2, 0), parcels(0, -1), parcels(40, 2), names), works},
		{"no bar came", click("Expédier", row(2, 0), parcels(0, -1), parcels(0, 2), names), works},
	})
}

// queue is a list whose rows stand in an order; the row of a place is selected.
func queue(selected int, order ...string) *sheet {
	s := blank().letter("File d'attente", 40, 44, ink, bold)
	for i, name := range order {
		y := 100 + 40*i
		if i == selected {
			s.fill(image.Rect(30, y-25, 870, y+15), color.RGBA{R: 205, G: 222, B: 250, A: 255})
		}
		s.write(name, 44, y).write("Salle 2", 400, y)
	}
	return s
}

// TestReordered: the rows of a list changed places before the click fell.
func TestReordered(t *testing.T) {
	before := []string{"Bellanger Claire", "Ducros Hervé", "Fontaine Inès", "Guyot Paul"}
	after := []string{"Guyot Paul", "Fontaine Inès", "Bellanger Claire", "Ducros Hervé"}
	judged(t, []sight{
		{"another name is selected at the point", click("Fontaine Inès", image.Pt(90, 175), queue(-1, before...), queue(2, after...)), fails(validation.WrongTarget)},
		{"the name is selected at its new place", click("Fontaine Inès", image.Pt(90, 135), queue(-1, before...), queue(1, after...)), works},
		{"the name is selected where it stood", click("Fontaine Inès", image.Pt(90, 175), queue(-1, before...), queue(2, before...)), works},
	})
}

// TestBystander: what came has nothing to do with the action.
func TestBystander(t *testing.T) {
	told := func(text string) *sheet {
		return form().but(func(s *sheet) {
			s.fill(image.Rect(500, 480, 880, 536), ink).letter(text, 520, 513, white, regular)
		})
	}
	covered := form().but(func(s *sheet) {
		s.fill(image.Rect(0, 90, 900, 330), white).fill(image.Rect(0, 88, 900, 91), blue).write("Votre vie privée : acceptez-vous les cookies ?", 60, 210).button("Tout refuser", image.Rect(60, 240, 200, 276))
	})
	judged(t, []sight{
		{"a note about a message", click("Imprimer", mid(imprimer), form(), told("Nouveau message de Karl")), fails(validation.NoVisualChange)},
		{"a note about the action", click("Imprimer", mid(imprimer), form(), told("Envoyé à l'imprimante")), works},
		{"a bar about cookies lies over the button", click("Valider", mid(valider), form(), covered), fails(validation.UnexpectedDialog)},
		{"the step is about cookies", click("Valider", mid(valider), form(), covered, about(func(c *validation.Context) { c.Label = "Ouvrir les réglages des cookies" })), works},
	})
}

// TestSessionLost: the session ended instead.
func TestSessionLost(t *testing.T) {
	page := func(text string) *sheet {
		return blank().frame(image.Rect(250, 120, 650, 420), rule, white).write(text, 270, 200).button("Continuer", image.Rect(270, 340, 390, 374))
	}
	judged(t, []sight{
		{"a page to sign in again", click("Valider", mid(valider), form(), page("Votre session a expiré.")), fails(validation.WrongApplication)},
		{"a remote desktop that lost its server", click("Valider", mid(valider), form(), page("La connexion a été interrompue.")), fails(validation.WrongApplication)},
		{"another page", click("Valider", mid(valider), form(), page("Votre demande est transmise.")), works},
		{"the step ends the session", click("Valider", mid(valider), form(), page("La session est expirée."), about(func(c *validation.Context) { c.Label = "Valider la déconnexion" })), works},
	})
}

// TestDemand: a browser's bubble at a field.
func TestDemand(t *testing.T) {
	bubble := func(text string) *sheet {
		return form().but(func(s *sheet) { s.frame(image.Rect(40, 150, 400, 190), rule, white).write(text, 80, 175) })
	}
	judged(t, []sight{
		{"it asks for what is missing", click("Valider", mid(valider), form(), bubble("Veuillez renseigner ce champ.")), failed},
		{"a hint of another kind", click("Valider", mid(valider), form(), bubble("Dossier transmis au service")), works},
	})
}

// code is a row of boxes of one sign each.
func code(digits string) *sheet {
	s := blank().write("Saisissez le code", 40, 60)
	for i := range 6 {
		s.frame(image.Rect(40+60*i, 90, 88+60*i, 146), rule, white)
		if i < len(digits) {
			s.letter(digits[i:i+1], 58+60*i, 124, ink, bold)
		}
	}
	return s
}

// TestTypedInPieces: a code in boxes, a number that a mask groups.
func TestTypedInPieces(t *testing.T) {
	phone := func(text string) *sheet { return blank().field("Téléphone", text, 40, 110) }
	at := mid(fieldBox(40, 110))
	judged(t, []sight{
		{"every box holds its digit", act("type", image.Pt(64, 118), code(""), code("482913"), types("482913")), works},
		{"only the first box does", act("type", image.Pt(64, 118), code(""), code("4"), types("482913")), failed},
		{"a mask puts spaces between", act("type", at, phone(""), phone("06 12 34 56 78"), types("0612345678")), works},
		{"a mask swallowed a digit", act("type", at, phone(""), phone("06 12 35 67 8_"), types("0612345678")), failed},
	})
}

// TestErrorPage: a link led to a page that is not there.
func TestErrorPage(t *testing.T) {
	page := func(text string) *sheet { return blank().letter(text, 20, 60, ink, bold).write("nginx", 20, 110) }
	judged(t, []sight{
		{"the server's own words", click("Valider", mid(valider), form(), page("404 Not Found")), fails(validation.WrongApplication)},
		{"another page", click("Valider", mid(valider), form(), page("Dossier 404 transmis")), works},
	})
}

// TestTextGoesOn: more stands in the field than was typed.
func TestTextGoesOn(t *testing.T) {
	at := mid(fieldBox(40, 110))
	client := func(text string) *sheet { return blank().field("Client", text, 40, 110) }
	judged(t, []sight{
		{"another name follows", act("type", at, client(""), client("Dupont, Lefebvre"), types("Dupont")), failed},
		{"the name alone", act("type", at, client(""), client("Dupont"), types("Dupont")), works},
		{"a unit follows", act("type", at, client(""), client("1250 EUR"), types("1250")), works},
		{"an older text was pasted", press("ctrl+v", client(""), client("Liste des lots"), types("Facture 7741")), failed},
		{"the text was pasted", press("ctrl+v", client(""), client("Facture 7741"), types("Facture 7741")), works},
	})
}

// kanban is a board of two columns, with a card at the top of one of them.
func kanban(second bool) *sheet {
	s := blank().frame(image.Rect(40, 60, 300, 500), rule, white).frame(image.Rect(340, 60, 600, 500), rule, white).write("À faire", 60, 90).write("Fait", 360, 90)
	x := 56
	if second {
		x = 356
	}
	return s.frame(image.Rect(x, 110, x+220, 150), blue, white).write("Appeler le notaire", x+14, 135)
}

// TestDroppedInColumn: a card that was dropped low in a column goes to its end.
func TestDroppedInColumn(t *testing.T) {
	drop := func(after *sheet, to image.Point) func() *validation.Step {
		return act("drag", image.Pt(120, 130), kanban(false), after, labelled("Appeler le notaire"), dropAt(to))
	}
	judged(t, []sight{
		{"it stands at the end of the column", drop(kanban(true), image.Pt(440, 330)), works},
		{"it stays where it was", drop(kanban(false), image.Pt(440, 330)), fails(validation.NoVisualChange)},
		{"it went to another column", drop(kanban(true), image.Pt(160, 330)), fails(validation.WrongTarget)},
	})
}

// TestTypedBesideBox: a box came up while the text was typed.
func TestTypedBesideBox(t *testing.T) {
	at := mid(fieldBox(40, 60))
	lot := func(text string) *sheet { return blank().field("Numéro de lot", text, 40, 60) }
	boxed := func(text string) *sheet {
		return lot(text).but(func(s *sheet) { s.window("Messagerie", "Karl : un instant ?") })
	}
	judged(t, []sight{
		{"the text stands in its field", act("type", at, lot(""), boxed("LT-20417"), types("LT-20417")), works},
		{"the box took the keys", act("type", at, lot(""), boxed(""), types("LT-20417")), failed},
	})
}
