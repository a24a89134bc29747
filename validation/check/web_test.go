package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// atWork is the form whose button shows a turning arc before its label, or instead of it.
func atWork(text string, x int) *sheet {
	return form().but(func(s *sheet) {
		s.plate("", valider, rule, panel, ink).letter(text, x+22, mid(valider).Y+5, ink, regular)
		for y := -7; y <= 7; y++ {
			for d := -7; d <= 7; d++ {
				if r := d*d + y*y; r >= 25 && r <= 49 && (d < 0 || y < 0) {
					s.img.SetRGBA(x+8+d, mid(valider).Y+y, ink)
				}
			}
		}
	})
}

// TestBusyButton: a button turns an arc while the application is at work.
func TestBusyButton(t *testing.T) {
	at := mid(valider)
	judged(t, []sight{
		{"an arc before the label, which made room", click("Valider", at, form(), atWork("Valider", valider.Min.X+18)), loading},
		{"an arc instead of the label", click("Valider", at, form(), atWork("", at.X-8)), loading},
		{"the button has an icon, and took another shade", click("Valider", at, atWork("Valider", valider.Min.X+18), atWork("Valider", valider.Min.X+18).but(func(s *sheet) {
			for i := 0; i < len(s.img.Pix); i += 4 {
				if s.img.Pix[i] == panel.R {
					copy(s.img.Pix[i:], []uint8{205, 208, 213})
				}
			}
		})), fails(validation.NoVisualChange)},
		{"the box of the button closed, and a mark lies under it", click("Valider", at, form(), atWork("", at.X-8).but(func(s *sheet) {
			s.fill(valider, paper).letter("6", at.X-4, at.Y+5, ink, regular).frame(result, rule, white).write("Aucune anomalie", 500, 240)
		})), works},
		{"the label alone moved", click("Valider", at, form(), form().but(func(s *sheet) {
			s.plate("", valider, rule, panel, ink).letter("Valider", valider.Min.X+34, at.Y+5, ink, regular)
		})), fails(validation.NoVisualChange)},
	})
}

// waiting is a page in a browser, whose tab has an icon and whose bar a button to reload, or what they are while it loads.
func waiting(loads bool, address string) *sheet {
	s := blank().fill(image.Rect(0, 0, 900, 84), panel).fill(image.Rect(40, 6, 240, 40), white).write("Dossiers", 84, 28)
	s.fill(image.Rect(0, 40, 900, 84), white).frame(image.Rect(140, 46, 780, 78), panel, panel).write(address, 160, 67)
	if loads {
		for i := range 12 {
			s.fill(image.Rect(104+i, 56+i, 106+i, 58+i), ink).fill(image.Rect(115-i, 56+i, 117-i, 58+i), ink)
		}
		s.fill(image.Rect(58, 14, 70, 16), blue).fill(image.Rect(68, 16, 70, 24), blue)
	} else {
		s.frame(image.Rect(104, 56, 117, 69), ink, white).frame(image.Rect(58, 14, 72, 28), ink, rule)
	}
	return s.fill(image.Rect(0, 83, 900, 84), rule).letter("Comptes rendus", 60, 160, blue, regular).write("Dossier de Mme Roussel", 60, 240)
}

// hoveredLink is a screen with a line under its link.
func hoveredLink(s *sheet) *sheet {
	return s.but(func(s *sheet) { s.fill(image.Rect(60, 162, 60+width("Comptes rendus", regular), 163), blue) })
}

// TestBrowserLoads: the browser shows that it waits for the next page; a line under the pointer's link says nothing.
func TestBrowserLoads(t *testing.T) {
	at, page := image.Pt(110, 156), "orme.example/dossiers"
	judged(t, []sight{
		{"icon and button turned, the address stays", click("Comptes rendus", at, waiting(false, page), hoveredLink(waiting(true, page))), loading},
		{"only a line came under the link", click("Comptes rendus", at, waiting(false, page), hoveredLink(waiting(false, page))), fails(validation.NoVisualChange)},
	})
}

// TestNoteLeft: a note of an earlier action that goes is no effect of this one.
func TestNoteLeft(t *testing.T) {
	stale := form().but(func(s *sheet) {
		s.fill(image.Rect(300, 490, 640, 540), ink).letter("Dossier enregistré", 320, 520, white, regular)
	})
	panelled := form().but(func(s *sheet) {
		s.fill(image.Rect(500, 200, 860, 420), ink).letter("Détail du dossier", 520, 230, white, regular)
	})
	judged(t, []sight{
		{"a note at the lower edge went", click("Valider", mid(valider), stale, form()), fails(validation.NoVisualChange)},
		{"a panel in the middle went", click("Valider", mid(valider), panelled, form()), works},
	})
}

// TestHalfThere: a box through which the page still shows is on its way in.
func TestHalfThere(t *testing.T) {
	striped := onGrey(form()).but(func(s *sheet) {
		for y := 150; y < 400; y += 30 {
			s.fill(image.Rect(250, y, 660, y+12), shade(120))
		}
	})
	open := striped.but(func(s *sheet) { s.dialog("Suppression", "Supprimer le dossier 4711 ?") })
	judged(t, []sight{
		{"the box is there", click("Valider", mid(valider), striped, open), works},
		{"the page shines through it", click("Valider", mid(valider), striped, faded(striped, open)), loading},
	})
}

// TestDeadSaveInBox: a save button that works closes the box it stands in.
func TestDeadSaveInBox(t *testing.T) {
	page := chapter(1).but(func(s *sheet) {
		for i := range 12 {
			s.write("Signé par le médecin, et relu", 560, 40+42*i).write("le 4 mai à midi", 320, 40+42*i)
		}
	})
	box := page.but(func(s *sheet) { s.dialog("Fiche", "Le nom a changé").button("Enregistrer", yes) })
	judged(t, []sight{
		{"the box stays as it was", click("Enregistrer", mid(yes), box, box), fails(validation.NoVisualChange)},
		{"the box closed", click("Enregistrer", mid(yes), box, page), works},
	})
}

// TestSavedOnPage: a save brings another page, on which a sentence says that it was done.
func TestSavedOnPage(t *testing.T) {
	page := func(sentence string) *sheet {
		s := blank().fill(blank().img.Rect, shade(60)).letter("Courriers", 40, 60, white, bold)
		for i := range 9 {
			s.letter("Courrier au médecin, lu par le secrétariat", 60, 200+34*i, white, regular)
		}
		return s.letter(sentence, 560, 60, white, regular)
	}
	judged(t, []sight{
		{"it was saved", click("Enregistrer", mid(saveButton), document(), page("Le courrier a été enregistré")), works},
		{"it was not", click("Enregistrer", mid(saveButton), document(), page("Le courrier n'a pas pu être enregistré")), open},
		{"it says nothing of it", click("Enregistrer", mid(saveButton), document(), page("Nouveau courrier")), open},
	})
}

// TestRowUnderPointer: the shade of a row that the pointer goes over is no box that fades.
func TestRowUnderPointer(t *testing.T) {
	hovered := table("").but(func(s *sheet) {
		s.fill(image.Rect(30, 122, 870, 154), shade(244)).write("Menuiseries", 44, 144).letter("Ouvrir", 700, 144, shade(130), regular).write("Ouvert", 500, 144)
	})
	judged(t, []sight{
		{"the row is shaded, and says that it is open", click("Ouvrir", image.Pt(722, 139), table(""), hovered), works},
	})
}

// twoForms are two forms, one with a field "Email", one with a field "Email address".
func twoForms(left, right string) *sheet {
	return blank().write("Compte", 40, 50).field("Email address", left, 40, 110).field("Email", right, 520, 110)
}

// searched is a form with a field of its own below, and the page's search field above, which bears a hint.
func searched(hint, sought string) *sheet {
	s := blank().write("Fiche", 40, 50).frame(fieldBox(600, 30), rule, white).field("Commentaire :", "", 40, 250)
	if sought == "" {
		return s.letter(hint, 610, 50, faint, regular)
	}
	return s.write(sought, 610, 50)
}

// beside is a page with a menu left of its search field, whose entry looks like the field's label, and a column under it.
func beside(s *sheet) *sheet {
	return s.but(func(s *sheet) { s.write("Salles", 530, 51).write("Commentaire", 620, 130) })
}

// TestMeantField: the longer of two names is meant, and no search field where a form has the field.
func TestMeantField(t *testing.T) {
	mail := types("m.leroy")
	into := func(p image.Point, before, after *sheet, more ...detail) func() *validation.Step {
		return act("type_text", p, before, after, more...)
	}
	judged(t, []sight{
		{"the field with all of the name", into(mid(fieldBox(40, 110)), twoForms("", ""), twoForms("m.leroy", ""), mail, words("Type the email address")), works},
		{"the field with the shorter name", into(mid(fieldBox(520, 110)), twoForms("", ""), twoForms("", "m.leroy"), mail, words("Type the email address")), fails(validation.WrongTarget)},
		{"the shorter name is meant", into(mid(fieldBox(520, 110)), twoForms("", ""), twoForms("", "m.leroy"), mail, words("Type the email")), works},
		{"into the search field, while the form has the field", into(mid(fieldBox(600, 30)), searched("Rechercher", ""), searched("", "Refait le 4 mai"), types("Refait le 4 mai"), words("Saisir le commentaire")), fails(validation.WrongTarget)},
		{"into the search field, as was meant, beside a menu with an entry at its height", into(mid(fieldBox(600, 30)), beside(searched("Rechercher", "")), beside(searched("", "Refait le 4 mai")), types("Refait le 4 mai"), words("Chercher un commentaire")), works},
		{"into the search field, as was meant", into(mid(fieldBox(600, 30)), searched("Rechercher", ""), searched("", "Refait le 4 mai"), types("Refait le 4 mai"), words("Chercher un commentaire")), works},
	})
}

// TestFramedValue: a field that got a frame with its value is no open list.
func TestFramedValue(t *testing.T) {
	at := mid(fieldBox(40, 100))
	framed := chooser("Hospitalisation", false).but(func(s *sheet) {
		s.fill(fieldBox(40, 100).Inset(-3), blue).frame(fieldBox(40, 100), blue, white).write("Hospitalisation", 50, 120)
	})
	judged(t, []sight{
		{"the value stands in it", act("select_option", at, chooser("", false), framed, labelled("Hospitalisation")), works},
	})
}

// TestPanelOfOtherGround: the panel of a tab may be smaller than the former one, and show more of a darker page.
func TestPanelOfOtherGround(t *testing.T) {
	panelOf := func(active, bottom int) *sheet {
		return tabs(active, underlined).but(func(s *sheet) {
			s.fill(image.Rect(0, 130, 900, 560), shade(225)).fill(image.Rect(30, 131, 870, bottom), white)
			for y := 170; y < bottom-20; y += 44 {
				s.frame(image.Rect(60, y, 840, y+36), rule, shade(250)).write("Rubrique de "+tabNames[active], 80, y+24)
			}
		})
	}
	judged(t, []sight{
		{"the tab shows a smaller panel", click("Imagerie", tabAt(1), panelOf(0, 540), panelOf(1, 330), role("tab")), works},
	})
}

// drawers is an accordion of wide heads, the first one open or not.
func drawers(open bool) *sheet {
	s, y := blank().write("Historique", 40, 50), 100
	for i, name := range []string{"Novembre 2026", "Octobre 2026"} {
		s.frame(image.Rect(30, y, 880, y+46), rule, white).write(name, 44, y+28)
		if y += 46; open && i == 0 {
			s.frame(image.Rect(30, y, 880, y+60), rule, white).write("34 envois, tous livrés", 44, y+36)
			y += 60
		}
	}
	return s
}

// TestWideHead: the head of a drawer answers over its whole width, and bears its own label.
func TestWideHead(t *testing.T) {
	judged(t, []sight{
		{"far from the label, on its head", click("Novembre 2026", image.Pt(600, 123), drawers(false), drawers(true)), works},
		{"far from the label, on the head above", click("Octobre 2026", image.Pt(600, 123), drawers(false), drawers(true)), fails(validation.WrongTarget)},
	})
}

// TestArrowOfList: the arrow of a list that turned is no secret.
func TestArrowOfList(t *testing.T) {
	turned := chooser("", false).but(func(s *sheet) {
		s.fill(fieldBox(40, 100).Inset(-2), blue).frame(fieldBox(40, 100), blue, white)
		for i := range 5 {
			s.fill(image.Rect(281-i, 112+i, 282+i, 113+i), ink)
		}
	})
	judged(t, []sight{
		{"into a list", act("type_secret", mid(fieldBox(40, 100)), chooser("", false), turned), fails(validation.NoVisualChange)},
	})
}

// TestCoveredByNote: what a note covered shows again when the note goes.
func TestCoveredByNote(t *testing.T) {
	covered := form().but(func(s *sheet) {
		s.write("Mme Roussel", 700, 40)
	})
	noted := covered.but(func(s *sheet) {
		s.frame(image.Rect(560, 16, 880, 76), rule, white).write("Dossier enregistré hier", 580, 50)
	})
	judged(t, []sight{
		{"only the note went", click("Valider", mid(valider), noted, covered), fails(validation.NoVisualChange)},
		{"it went, and an answer came", click("Valider", mid(valider), noted, covered.but(func(s *sheet) { s.write("Dossier validé", 500, 400) })), works},
	})
}

// TestRedInModal: what a box on a dimmed page says in red is a refusal, whatever its button is called.
func TestRedInModal(t *testing.T) {
	page := chapter(1).but(func(s *sheet) {
		for i := range 12 {
			s.write("Signé par le médecin, et relu", 560, 40+42*i).write("le 4 mai à midi", 320, 40+42*i)
		}
	})
	box := page.but(func(s *sheet) { s.dialog("Produit", "Désignation").button("Ajouter", yes) })
	says := func(c func(s *sheet, text string, x, y int)) *sheet {
		return box.but(func(s *sheet) { c(s, "Indiquez la désignation du produit", 290, 300) })
	}
	judged(t, []sight{
		{"a sentence in red", click("Ajouter", mid(yes), box, says(inRed)), failed},
		{"a sentence in black", click("Ajouter", mid(yes), box, says(inBlack)), works},
	})
}

// TestSheet: a page under a translucent sheet, with nothing but a ring in front, is still at work.
func TestSheet(t *testing.T) {
	page := chapter(1).but(func(s *sheet) {
		s.button("Valider", image.Rect(640, 60, 760, 94))
	})
	veiled := page.but(func(s *sheet) {
		for i := range s.img.Pix {
			if i%4 < 3 {
				s.img.Pix[i] = uint8(int(s.img.Pix[i]) * 6 / 10)
			}
		}
		spinner(s, image.Pt(450, 280), 0)
	})
	judged(t, []sight{
		{"a ring on a dimmed page", click("Valider", image.Pt(700, 77), page, veiled), loading},
		{"a box on a dimmed page", click("Valider", image.Pt(700, 77), page, page.but(func(s *sheet) { s.dialog("Validation", "Tout est en ordre.") })), works},
	})
}

// TestRefusedByEnter: a form that is sent by the keyboard complains as one that is sent by its button.
func TestRefusedByEnter(t *testing.T) {
	complained := entry("", "Lyon").but(func(s *sheet) { s.letter("Ce champ est obligatoire", 50, 156, red, regular) })
	judged(t, []sight{
		{"a field is required", press("enter", entry("", "Lyon"), complained), failed},
		{"it was sent", press("enter", entry("", "Lyon"), entry("", "Lyon").but(func(s *sheet) { s.write("Inscription reçue", 480, 300) })), works},
	})
}

// TestSortedByOther: beside the label, the mark at the head of another column tells which one answered.
func TestSortedByOther(t *testing.T) {
	heads := func(mark int) *sheet {
		s := blank().write("Véhicules", 40, 50)
		for i, name := range []string{"Modèle", "Chauffeur", "État"} {
			s.write(name, 60+280*i, 120)
			if mark == i {
				s.fill(image.Rect(124+280*i, 108, 126+280*i, 122), ink).fill(image.Rect(121+280*i, 110, 129+280*i, 112), ink)
			}
		}
		for i := range 4 {
			s.write([]string{"Berlingo", "Kangoo", "Partner", "Vito"}[(i+mark+1)%4], 60, 170+40*i)
		}
		return s
	}
	judged(t, []sight{
		{"the head beside the point bears the mark", click("Chauffeur", image.Pt(190, 115), heads(-1), heads(0)), fails(validation.WrongTarget)},
		{"the label bears it", click("Modèle", image.Pt(85, 115), heads(-1), heads(0)), works},
	})
}

// TestSwitchUnderItsName: a switch that is read as letters is no other label.
func TestSwitchUnderItsName(t *testing.T) {
	at := image.Rect(60, 130, 100, 152)
	knob := func(on bool) *sheet {
		s := blank().write("Rappel par SMS", 60, 116).fill(at, shade(170)).letter("CD", 66, 147, white, bold)
		if on {
			s.fill(at, blue).fill(image.Rect(80, 133, 97, 149), white)
		}
		return s
	}
	judged(t, []sight{
		{"it was switched", act("check_checkbox", mid(at), knob(false), knob(true), labelled("Rappel par SMS")), works},
		{"it was not", act("check_checkbox", mid(at), knob(false), knob(false), labelled("Rappel par SMS")), failed},
	})
}
