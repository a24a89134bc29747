package check_test

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// entries is a list with one row selected, and perhaps the menu of a row beside the point.
func entries(selected int, menu image.Point, labels ...string) *sheet {
	s := names(-1).but(func(s *sheet) {
		s.fill(image.Rect(30, 80, 870, 230), paper)
		for i, n := range labels {
			box := image.Rect(30, 80+34*i, 870, 114+34*i)
			if i == selected {
				s.fill(box, panel)
			}
			s.write(n, 44, box.Min.Y+22)
		}
	})
	if menu == (image.Point{}) {
		return s
	}
	s.frame(image.Rect(menu.X, menu.Y, menu.X+200, menu.Y+110), rule, white)
	for i, item := range []string{"Ouvrir", "Copier le nom", "Supprimer"} {
		s.write(item, menu.X+16, menu.Y+26+34*i)
	}
	return s
}

func TestMenuOfAnotherRow(t *testing.T) {
	labels := []string{"Laboratoire", "Imagerie", "Pharmacie"}
	on, above := image.Pt(80, 131), image.Pt(80, 97)
	items := about(func(c *validation.Context) { c.MenuItems = []string{"Copier le nom"} })
	judged(t, []sight{
		{"the row's own menu", act("right_click_anchor", on, entries(0, image.Point{}, labels...), entries(1, on, labels...), labelled("Imagerie"), items), works},
		{"the menu of the row above, which is selected now", act("right_click_anchor", above, entries(1, image.Point{}, labels...), entries(0, above, labels...), labelled("Imagerie"), items), fails(validation.WrongTarget)},
	})
}

// TestCutShort: a list's column cuts its labels, with dots or without.
func TestCutShort(t *testing.T) {
	dotted, cut := []string{"Pharma...", "Labora...", "Imagerie"}, []string{"Titre", "Nom d'utilisat", "Adresse"}
	row := func(n int) image.Point { return image.Pt(70, 97+34*n) }
	list := func(selected int, labels []string) *sheet { return entries(selected, image.Point{}, labels...) }
	judged(t, []sight{
		{"the row whose label ends in dots", click("Laboratoire", row(1), list(2, dotted), list(1, dotted)), works},
		{"another row, whose label ends in dots", click("Imagerie", row(0), list(2, dotted), list(0, dotted)), fails(validation.WrongTarget)},
		{"another row than the one whose label is cut", click("Nom d'utilisateur", row(0), list(2, cut), list(0, cut)), fails(validation.WrongTarget)},
	})
}

// TestTitleThatWasThere: an expected title that was there before proves nothing.
func TestTitleThatWasThere(t *testing.T) {
	labels := []string{"Laboratoire", "Imagerie", "Pharmacie"}
	opened := blank().letter("Modifier la fiche", 40, 50, ink, bold).field("Nom", "Laboratoire", 40, 110)
	opens := func(label string, before, after string) func() *validation.Step {
		return act("double_click_anchor", image.Pt(80, 97), entries(-1, image.Point{}, labels...), opened, labelled(label), titled(before, after), reaches("Coffre"))
	}
	judged(t, []sight{
		{"another row was opened", opens("Imagerie", "garde - Coffre", "garde - Coffre"), fails(validation.WrongTarget)},
		{"the row was opened", opens("Laboratoire", "garde - Coffre", "garde - Coffre"), works},
	})
}

// TestApplied: what applies leaves its box open, what confirms does not.
func TestApplied(t *testing.T) {
	at := image.Rect(390, 320, 500, 352)
	box := func(label, note string) *sheet {
		return blank().but(func(s *sheet) { s.window("Options", note).button(label, at) })
	}
	judged(t, []sight{
		{"applied, and the box says so", click("Appliquer", mid(at), box("Appliquer", ""), box("Appliquer", "Les options sont prises en compte."), role("button")), works},
		{"confirmed, and the box stays", click("Terminer", mid(at), box("Terminer", ""), box("Terminer", "Les options sont prises en compte."), role("button")), failed},
	})
}

// editor is a window with a menu bar, and under it the name of the file and where it lies.
func editor(open string) *sheet {
	s := blank().frame(image.Rect(20, 20, 880, 540), rule, white)
	x := 40
	for _, m := range []string{"Fichier", "Marqueurs", "Macros"} {
		s.write(m, x, 46)
		if m == open {
			s.frame(image.Rect(x, 54, x+220, 180), rule, white).write("Ajouter un signet", x+16, 84).write("Tout effacer", x+16, 120)
		}
		x += 110
	}
	if open == "" {
		s.write("consigne.html (/home/garde/docs/)", 40, 82)
	}
	return s
}

func TestMenuOverAPath(t *testing.T) {
	judged(t, []sight{
		{"the menu opened", click("Marqueurs", image.Pt(180, 41), editor(""), editor("Marqueurs"), role("menu_item")), works},
		{"the menu beside opened", click("Marqueurs", image.Pt(285, 41), editor(""), editor("Macros"), role("menu_item")), fails(validation.WrongTarget)},
	})
}

// TestChoiceThatMadeRoom: a choice brings another field under its own.
func TestChoiceThatMadeRoom(t *testing.T) {
	at := mid(fieldBox(40, 100))
	more := chooser("Hospitalisation", false).but(func(s *sheet) {
		s.frame(fieldBox(40, 160), rule, white).write("Cardiologie", 50, 180).write("Lit", 50, 230)
	})
	open := chooser("Hospitalisation", true)
	judged(t, []sight{
		{"the value stands in the field, and another field came", act("select_option", at, chooser("", false), more, labelled("Hospitalisation")), works},
		{"the value was typed, and is still offered", act("select_option", at, chooser("", false), open, labelled("Hospitalisation")), fails(validation.WrongTarget)},
	})
}

func TestLettersLost(t *testing.T) {
	at := mid(fieldBox(40, 110))
	fill := func(want, stands string) func() *validation.Step {
		return act("type_text", at, entry("", ""), entry(stands, ""), types(want), role("input"))
	}
	behind := func(text string) func() *validation.Step {
		return act("type_text", at, entry("", ""), entry(text, "").but(func(s *sheet) { s.caret(53+width(text, regular), 116) }), types("garnier@clinique.exemple"), role("input"))
	}
	judged(t, []sight{
		{"the last letter is missing, with the caret behind", behind("garnier@clinique.exempl"), fails(validation.SchemaInvalid)},
		{"nothing is missing, with the caret behind", behind("garnier@clinique.exemple"), works},
		{"a letter inside is missing", fill("rendez-vous en chirurgie", "rendez-vous n chirurgie"), failed},
		{"all accents are missing", fill("Régler le prélèvement", "Regler le prelevement"), fails(validation.SchemaInvalid)},
		{"the accents are there", fill("Régler le prélèvement", "Régler le prélèvement"), works},
	})
}

// TestRoundField: the sides of a field with round corners are no caret, and the caret is found where it touches the text.
func TestRoundField(t *testing.T) {
	box := fieldBox(40, 110)
	draw := func(text string, caret bool) *sheet {
		s := blank().write("Rechercher", 40, 102).fill(box, blue).fill(box.Inset(2), white)
		for _, p := range []image.Point{box.Min, image.Pt(box.Max.X-3, box.Min.Y), image.Pt(box.Min.X, box.Max.Y-3), box.Max.Sub(image.Pt(3, 3))} {
			s.fill(image.Rectangle{Min: p, Max: p.Add(image.Pt(3, 3))}, paper)
		}
		s.write(text, 50, 130)
		if caret {
			s.caret(50+width(text, regular), 115)
		}
		return s
	}
	judged(t, []sight{
		{"the caret touches the last letter", act("type_text", mid(box), draw("", false), draw("infirmière", true), types("infirmière"), role("input")), works},
		{"the last letters are missing", act("type_text", mid(box), draw("", false), draw("infirmi", true), types("infirmière"), role("input")), failed},
	})
}

// TestTakenTooEarly: the title tells of a window that the picture does not show yet.
func TestTakenTooEarly(t *testing.T) {
	page := form()
	judged(t, []sight{
		{"the title changed, the picture did not", press("ctrl+n", page, page, titled("Atelier", "Nouvelle image")), loading},
		{"neither changed", press("ctrl+n", page, page, titled("Atelier", "Atelier")), fails(validation.NoVisualChange)},
	})
}

// step is a page of an assistant.
func step(heading string, draw func(*sheet)) *sheet {
	return blank().letter(heading, 60, 80, ink, bold).button("Suivant", image.Rect(640, 480, 740, 512)).but(draw)
}

func TestHintOfTheNextPage(t *testing.T) {
	at := image.Pt(690, 496)
	first := step("Bienvenue", func(s *sheet) {
		s.write("Cet assistant règle votre courrier en quelques minutes.", 60, 160)
	})
	second := func(hint string) *sheet {
		return step("Votre compte", func(s *sheet) {
			s.field("Nom", "", 60, 160).field("Adresse", "", 60, 240).write(hint, 60, 450)
		})
	}
	judged(t, []sight{
		{"the next page says what it needs", click("Suivant", at, first, second("Champ obligatoire"), role("button")), works},
		{"the page stays and asks for what is missing", click("Suivant", at, second(""), second("Champ obligatoire"), role("button")), failed},
	})
}

// TestIconBeforeLabel: a coloured icon before a label is no part of it.
func TestIconBeforeLabel(t *testing.T) {
	box := image.Rect(40, 100, 160, 132)
	bar := func(came bool) *sheet {
		s := blank().frame(box, rule, panel).fill(image.Rect(62, 110, 76, 124), blue).fill(image.Rect(66, 112, 72, 116), white).write("Ajouter", 80, 121)
		if came {
			s.write("Ligne 1", 60, 220)
		}
		return s
	}
	looked(t, check.OCRRegion{}, []sight{
		{"the label behind its icon", click("Ajouter", mid(box), bar(false), bar(true), role("button")), works},
		{"another label", click("Retirer", mid(box), bar(false), bar(true), role("button")), fails(validation.WrongTarget)},
	})
}

func TestMenuOfAnotherIcon(t *testing.T) {
	at := image.Pt(80, 100)
	asked := func(caption int, menu image.Point) *sheet {
		return icons().but(func(s *sheet) {
			n := []string{"Agenda", "Courrier", "Patients"}[caption]
			x := 80 + 160*caption - width(n, regular)/2
			s.fill(image.Rect(x-3, 128, x+width(n, regular)+3, 148), blue).letter(n, x, 142, white, regular)
			s.frame(image.Rect(menu.X, menu.Y, menu.X+200, menu.Y+110), rule, white)
			for i, item := range []string{"Ouvrir", "Renommer", "Supprimer"} {
				s.write(item, menu.X+16, menu.Y+26+34*i)
			}
		})
	}
	items := about(func(c *validation.Context) { c.MenuItems = []string{"Renommer"} })
	judged(t, []sight{
		{"the icon's own menu", act("right_click_anchor", at, icons(), asked(0, at), labelled("Agenda"), items), works},
		{"the menu of the icon beside", act("right_click_anchor", at, icons(), asked(0, at), labelled("Courrier"), items), fails(validation.WrongTarget)},
	})
}

func TestMeterInThePanel(t *testing.T) {
	save := image.Rect(40, 200, 160, 232)
	draw := func(load int, more string) *sheet {
		s := taskbar("10:12").button("Modifier", save).write(more, 300, 220)
		s.fill(image.Rect(700, 538, 724, 556), ink)
		for i := range 6 {
			h := (load*(i+3))%13 + 2
			s.fill(image.Rect(701+4*i, 555-h, 703+4*i, 555), green)
		}
		return s
	}
	judged(t, []sight{
		{"only the load in the panel changed", click("Modifier", mid(save), draw(3, ""), draw(7, ""), role("button")), fails(validation.NoVisualChange)},
		{"the page changed as well", click("Modifier", mid(save), draw(3, ""), draw(7, "La fiche est ouverte à la saisie"), role("button")), works},
	})
}
