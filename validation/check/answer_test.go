package check_test

import (
	"image"
	"image/draw"
	"testing"

	"vigie/validation"
)

// pushedDown is a page that a message above it pushed down.
func pushedDown(page *sheet, message string) *sheet {
	return page.but(func(s *sheet) {
		draw.Draw(s.img, image.Rect(0, 96, 900, 560), page.img, image.Pt(0, 60), draw.Src)
		s.fill(image.Rect(0, 60, 900, 96), paper).frame(image.Rect(30, 64, 870, 92), rule, panel).write(message, 44, 83)
	})
}

// intake is a page of two parts with buttons between them.
func intake() *sheet {
	s := blank().write("Gestion", 40, 40).field("Nom", "Collard", 40, 110).field("Commune", "Vauclair", 340, 110).field("Médecin", "", 640, 110)
	s.button("Valider", image.Rect(40, 170, 130, 196)).button("Étiquettes", image.Rect(150, 170, 260, 196))
	for i, n := range []string{"Aubertin Maud", "Bouvet Serge", "Collard Inès", "Delmotte Guy", "Evrard Luce"} {
		s.write(n, 44, 250+34*i).write("14/02/1951", 400, 250+34*i).letter("Ouvrir", 700, 250+34*i, blue, regular)
	}
	return s
}

// TestMessageAbove: a message that took its place above the page tells what became of the click.
func TestMessageAbove(t *testing.T) {
	at := image.Pt(85, 183)
	judged(t, []sight{
		{"it says that it failed", click("Valider", at, intake(), pushedDown(intake(), "Erreur 1438 : la fiche n'a pas été enregistrée")), failed},
		{"it says that it was refused", click("Étiquettes", image.Pt(200, 183), intake(), pushedDown(intake(), "Votre profil ne permet pas cette impression")), failed},
		{"it says that it was done", click("Valider", at, intake(), pushedDown(intake(), "Deux étiquettes imprimées")), works},
		{"a save that failed", click("Valider", at, intake(), pushedDown(intake(), "Erreur : la fiche n'a pas été enregistrée"), role("save")), failed},
		{"a save that was done", click("Valider", at, intake(), pushedDown(intake(), "Fiche enregistrée"), role("save")), works},
	})
}

// TestNoTab: links and buttons of several looks are no tabs of which one was active already.
func TestNoTab(t *testing.T) {
	bar := func() *sheet {
		s := blank().write("Stock", 40, 50).plate("New item", image.Rect(40, 80, 140, 112), green, green, white)
		s.fill(image.Rect(150, 80, 250, 112), red).letter("Delete", 178, 101, shade(240), regular)
		return s.write("Export", 280, 101).write("Print", 380, 101).write("Import", 470, 101)
	}
	box := form().but(func(s *sheet) {
		s.dialog("Suppression", "Supprimer le dossier ?").fill(yes, white).write("Garder", yes.Min.X+30, yes.Min.Y+21).plate("Supprimer", no, red, red, white)
	})
	judged(t, []sight{
		{"a plain button beside a coloured one, in a box", click("Garder", mid(yes), box, box), fails(validation.NoVisualChange)},
		{"a link that each row of a table has", click("Ouvrir", image.Pt(722, 173), table(""), table("")), fails(validation.NoVisualChange)},
		{"a button that did nothing", click("Delete", image.Pt(200, 96), bar(), bar()), fails(validation.NoVisualChange)},
	})
}

// iconed is the form whose button has a mark before its label, and may be pale.
func iconed(arc bool, letters uint8) *sheet {
	return form().but(func(s *sheet) {
		c := shade(letters)
		s.plate("", valider, rule, panel, c).letter("Valider", valider.Min.X+34, mid(valider).Y+5, c, regular)
		x, y := valider.Min.X+20, mid(valider).Y
		if !arc {
			s.fill(image.Rect(x-6, y-2, x+7, y+1), c).fill(image.Rect(x-2, y-6, x+1, y+7), c)
			return
		}
		for dy := -7; dy <= 7; dy++ {
			for dx := -7; dx <= 7; dx++ {
				if r := dx*dx + dy*dy; r >= 25 && r <= 49 && (dx < 0 || dy < 0) {
					s.img.SetRGBA(x+dx, y+dy, c)
				}
			}
		}
	})
}

// TestArcForIcon: a button that is at work turns an arc where its icon was, and is pale.
func TestArcForIcon(t *testing.T) {
	at := mid(valider)
	opened := func(s *sheet) *sheet {
		return s.but(func(s *sheet) { s.frame(result, rule, white).write("Aucune anomalie", 500, 240) })
	}
	judged(t, []sight{
		{"an arc for the icon, and the label is pale", click("Valider", at, iconed(false, 32), iconed(true, 130)), loading},
		{"pale with its icon: what was asked for is done", click("Valider", at, iconed(false, 32), opened(iconed(false, 130))), works},
		{"another icon, the label as it was", click("Valider", at, iconed(false, 32), opened(iconed(true, 32))), works},
	})
}

// TestPressed: a button that only looks hovered, or has the focus, did nothing.
func TestPressed(t *testing.T) {
	bare := form().but(func(s *sheet) { s.fill(valider, paper).write("Valider", valider.Min.X+24, mid(valider).Y+5) })
	ring := bare.but(func(s *sheet) {
		s.frame(valider.Inset(2), blue, shade(236)).write("Valider", valider.Min.X+24, mid(valider).Y+5)
	})
	chosen := bare.but(func(s *sheet) {
		s.frame(valider.Inset(2), blue, shade(236)).write("Valider", valider.Min.X+24, mid(valider).Y+5).frame(result, rule, white).write("Aucune anomalie", 500, 240)
	})
	judged(t, []sight{
		{"a frame and another shade", click("Valider", mid(valider), bare, ring), fails(validation.NoVisualChange)},
		{"and a result came", click("Valider", mid(valider), bare, chosen), works},
	})
}

// slots are places beside each other, with a card in one of them.
func slots(n int) *sheet {
	s := blank()
	for i := range 3 {
		s.frame(image.Rect(20+290*i, 95, 300+290*i, 190), rule, panel)
	}
	return s.frame(image.Rect(40+290*n, 120, 280+290*n, 164), rule, white).write("Perrin Georges", 60+290*n, 148)
}

// TestDragBeside: the place beside the one under the point is another place.
func TestDragBeside(t *testing.T) {
	drag := func(to int) func() *validation.Step {
		return act("drag", image.Pt(120, 142), slots(0), slots(to), labelled("Perrin Georges"), dropAt(image.Pt(20+290*2+140, 142)))
	}
	judged(t, []sight{
		{"in its place", drag(2), works},
		{"in the place beside", drag(1), fails(validation.WrongTarget)},
	})
}

// TestCleared: fields of a form that are bare now were cleared.
func TestCleared(t *testing.T) {
	filled := func(name, town string) *sheet {
		s := blank().button("Effacer", image.Rect(600, 400, 700, 430))
		for i, text := range []string{name, town} {
			s.fill(image.Rect(40, 100+90*i, 300, 130+90*i), shade(238)).write(text, 50, 120+90*i)
		}
		return s
	}
	judged(t, []sight{
		{"both are bare", click("Effacer", image.Pt(650, 415), filled("Castel", "Vauclair"), filled("", "")), works},
		{"nothing happened", click("Effacer", image.Pt(650, 415), filled("Castel", "Vauclair"), filled("Castel", "Vauclair")), fails(validation.NoVisualChange)},
	})
}

// TestTypedSigns: a date without its signs is another text; a caret that touches the last digit is no part of it.
func TestTypedSigns(t *testing.T) {
	fill := func(after *sheet, label string) func() *validation.Step {
		return act("type_text", mid(fieldBox(40, 110)), entry("", ""), after, types("05/05/1988"), words(label))
	}
	judged(t, []sight{
		{"the date", fill(entry("05/05/1988", ""), ""), works},
		{"the date without its signs", fill(entry("05051988", ""), ""), fails(validation.SchemaInvalid)},
		{"the field whose name is written together with its article", act("type_text", mid(fieldBox(340, 110)), twoNames("", ""), twoNames("", "Collard"), types("Collard"), words("Saisir le nom d'usage")), fails(validation.WrongTarget)},
		{"and the one that is named", act("type_text", mid(fieldBox(40, 110)), twoNames("", ""), twoNames("Collard", ""), types("Collard"), words("Saisir le nom d'usage")), works},
	})
}

// twoNames is a form with two names of a person.
func twoNames(used, family string) *sheet {
	return blank().write("Identité", 40, 50).field("Nom d'usage", used, 40, 110).field("Nom de famille", family, 340, 110)
}
