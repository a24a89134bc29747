package check_test

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// twoRows draws tabs in two rows, the active one on a lighter ground in the lower row, which is the one in front.
func twoRows(behind, front []string, active int) *sheet {
	s := blank().fill(image.Rect(30, 60, 600, 400), shade(240))
	for y, names := range map[int][]string{70: behind, 100: front} {
		for i, name := range names {
			box := image.Rect(40+140*i, y, 178+140*i, y+28)
			s.frame(box, rule, shade(240))
			if y == 100 && i == active {
				s.fill(box.Inset(1), white)
			}
			s.write(name, box.Min.X+20, y+19)
		}
	}
	return s.fill(image.Rect(40, 128, 590, 390), white).write("Contenu de la page "+front[active], 60, 200)
}

func TestTabsInTwoRows(t *testing.T) {
	general, devices := []string{"Identité", "Séjours", "Courriers"}, []string{"Disques", "Imprimante", "Réseau"}
	before := twoRows(devices, general, 0)
	tab := role("tab")
	judged(t, []sight{
		{"the row of the tab came to the front, and the tab is active in it", click("Imprimante", image.Pt(225, 84), before, twoRows(general, devices, 1), tab), works},
		{"the tab beside brought the row to the front", click("Imprimante", image.Pt(225, 84), before, twoRows(general, devices, 0), tab), fails(validation.WrongTarget)},
		{"the tab beside was clicked and brought the row to the front", click("Imprimante", image.Pt(80, 84), before, twoRows(general, devices, 0), tab), fails(validation.WrongTarget)},
		{"a tab of the row in front, hardly lighter than the others", click("Séjours", image.Pt(225, 114), before, twoRows(devices, general, 1), tab), works},
	})
}

// applied is a form whose button for applying can be pressed, or is greyed.
func applied(c ...int) *sheet {
	s := blank().field("Version", "Windows 10", 40, 110).button("OK", image.Rect(40, 300, 140, 332))
	letters := ink
	if len(c) > 0 {
		letters = shade(uint8(c[0]))
	}
	return s.plate("Appliquer", image.Rect(160, 300, 280, 332), rule, panel, letters)
}

func TestGreyedButton(t *testing.T) {
	judged(t, []sight{
		{"the button is greyed once it was pressed", click("Appliquer", image.Pt(220, 316), applied(), applied(165), role("button")), works},
		{"the button was grey and stays so", click("Appliquer", image.Pt(220, 316), applied(165), applied(165), role("button")), fails(validation.NoVisualChange)},
		{"the button stays as it is", click("Appliquer", image.Pt(220, 316), applied(), applied(), role("button")), fails(validation.NoVisualChange)},
	})
}

// pair draws two radio buttons close to each other, with a frame around the label that has the keyboard's focus.
func pair(on int) *sheet {
	s := blank().write("Direction", 40, 90)
	for i, text := range []string{"Haut", "Bas"} {
		y := 100 + 20*i
		s.frame(image.Rect(40, y, 54, y+14), rule, white).write(text, 60, y+12)
		if i == on {
			s.fill(image.Rect(43, y+3, 51, y+11), blue)
		}
	}
	return s
}

func TestRadiosCloseTogether(t *testing.T) {
	judged(t, []sight{
		{"both of the group changed, and are one region", click("Haut", image.Pt(47, 107), pair(1), pair(0), role("radio")), works},
		{"neither of them changed", click("Haut", image.Pt(47, 107), pair(1), pair(1), role("radio")), fails(validation.NoVisualChange)},
	})
}

// folder is a list of files, one of them selected, with a line at the foot that says how many are.
func folder(selected bool) *sheet {
	s := blank().write("Nom", 40, 60).write("comptes.txt", 60, 130)
	if selected {
		return s.fill(image.Rect(30, 85, 700, 107), blue).letter("archives", 60, 101, white, regular).write("1 dossier choisi", 40, 520)
	}
	return s.write("archives", 60, 101).write("2 dossiers", 40, 520)
}

func TestOnlySelected(t *testing.T) {
	inside := blank().write("Nom", 40, 60).write("bilan.txt", 60, 101).write("scanner.txt", 60, 130).write("lettre.txt", 60, 160)
	judged(t, []sight{
		{"the folder was selected, and the line at the foot counts", act("double_click_anchor", image.Pt(80, 96), folder(false), folder(true), labelled("archives")), fails(validation.NoVisualChange)},
		{"the folder was opened", act("double_click_anchor", image.Pt(80, 96), folder(false), inside, labelled("archives")), works},
	})
}

func TestFocusOfAPane(t *testing.T) {
	pane := image.Rect(40, 200, 800, 420)
	before := blank().frame(pane, rule, white)
	after := blank().frame(pane, blue, white)
	looked(t, check.Focus{}, []sight{
		{"a large pane without a name took the focus", act("focus_anchor", mid(pane), before, after, labelled("Chercher"), role("input")), open},
	})
}

func TestSaveAsksBack(t *testing.T) {
	asked := document().but(func(s *sheet) {
		s.frame(image.Rect(200, 180, 700, 380), rule, white).fill(image.Rect(201, 181, 699, 210), panel).letter("Format du fichier", 220, 201, ink, bold)
		s.write("Le tableau ne peut pas être enregistré dans ce format.", 220, 250).button("Garder le format", image.Rect(500, 330, 680, 362))
	})
	chooser := document().but(func(s *sheet) { s.fill(image.Rect(200, 180, 700, 380), shade(235)) })
	tab := func(spot bool) *sheet {
		return document().but(func(s *sheet) {
			s.fill(image.Rect(300, 20, 500, 50), panel).write("lettre.txt", 370, 40)
			if spot {
				s.fill(image.Rect(300, 20, 500, 50), panel).write("lettre.txt", 376, 40)
				s.fill(image.Rect(353, 31, 361, 38), ink).fill(image.Rect(354, 30, 360, 39), ink)
			}
		})
	}
	judged(t, []sight{
		{"the spot before the tab's name went", press("ctrl+s", tab(true), tab(false), titled("Plume", "Plume")), works},
		{"a box says that it cannot be saved like this", press("ctrl+s", document(), asked), fails(validation.UnexpectedDialog)},
		{"a window asks where to save, by its title", press("ctrl+s", document(), chooser, titled("lettre.txt — Plume", "Enregistrer le fichier — Plume")), fails(validation.UnexpectedDialog)},
	})
}

func TestOwnWindowOverItsButton(t *testing.T) {
	options := image.Rect(40, 300, 180, 332)
	before := blank().write("Applications", 40, 60).button("Préférences", options)
	after := before.but(func(s *sheet) {
		s.frame(image.Rect(20, 120, 520, 420), ink, white).fill(image.Rect(21, 121, 519, 150), panel).letter("Applications", 40, 142, ink, bold)
		s.tick("Centrer la fenêtre", 60, 200, true).tick("Garder la fenêtre ouverte", 60, 310, false).button("Fermer", image.Rect(400, 370, 500, 402))
	})
	judged(t, []sight{
		{"the program's own window lies over the button", click("Préférences", mid(options), before, after, role("button"), titled("Liste", "Liste")), works},
		{"another program's window lies over the button", click("Préférences", mid(options), before, after, role("button"), titled("Liste", "Messagerie"), drives("Liste")), fails(validation.WrongApplication)},
	})
}

// short is a field that has room for the end of a text only.
func short(text string) *sheet {
	box := image.Rect(40, 100, 160, 130)
	s := blank().write("Serveur", 40, 92).frame(box, rule, white)
	s.write(text, box.Max.X-8-width(text, regular), 120)
	return s.fill(image.Rect(0, 100, 40, 130), paper).fill(image.Rect(40, 100, 41, 130), rule)
}

func TestShortField(t *testing.T) {
	at := image.Pt(100, 115)
	empty := blank().write("Serveur", 40, 92).frame(image.Rect(40, 100, 160, 130), rule, white)
	judged(t, []sight{
		{"the end of the text fills the field", act("type_text", at, empty, short("transferts.clinique.test"), types("transferts.clinique.test"), role("input")), works},
		{"the end of another text fills the field", act("type_text", at, empty, short("transferts.pharmacie.test"), types("transferts.clinique.test"), role("input")), failed},
	})
}

func TestMarkedWord(t *testing.T) {
	page := blank().write("Compte rendu du jour", 40, 60)
	marked := page.but(func(s *sheet) {
		x := 40
		for i, word := range []string{"Ligne 88 : ", "transmission", " du service"} {
			if i == 1 {
				s.fill(image.Rect(x-1, 286, x+width(word, regular)+1, 306), green).letter(word, x, 300, white, regular)
			} else {
				s.write(word, x, 300)
			}
			x += width(word, regular)
		}
	})
	looked(t, check.Anchor{}, []sight{
		{"a sentence of which a word is marked", act("verify_text_content", image.Point{}, page, marked, shows("Ligne 88 : transmission du service")), works},
		{"another sentence", act("verify_text_content", image.Point{}, page, marked, shows("Ligne 12 : prescription du service")), failed},
	})
}
