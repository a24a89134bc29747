package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// consents is a list of boxes to tick, some of them ticked.
func consents(on ...int) *sheet {
	s := blank().write("Consentements", 40, 50)
	for i, text := range []string{"Partage avec le médecin", "Recevoir des rappels", "Recherche clinique"} {
		ticked := false
		for _, n := range on {
			ticked = ticked || n == i
		}
		s.tick(text, 40, tickY(i), ticked)
	}
	return s
}

// options are boxes beside each other, and further right a list whose rows stand at other heights.
func options(reminders bool) *sheet {
	return blank().tick("Assurance comprise", 80, 300, false).tick("", 262, 300, reminders).write("Rappels par SMS", 316, 313).write("Entreprise", 560, 304).write("Particulier", 560, 344)
}

func tickY(n int) int { return 90 + 44*n }

func tickAt(n int) image.Point { return image.Pt(48, tickY(n)+8) }

// radios is a choice of one of three.
func radios(on int) *sheet {
	s := blank().write("Sexe", 40, 50)
	for i, text := range []string{"Féminin", "Masculin", "Inconnu"} {
		y := tickY(i)
		s.frame(image.Rect(40, y, 56, y+16), rule, white).write(text, 66, y+13)
		if i == on {
			s.fill(image.Rect(44, y+4, 52, y+12), blue)
		}
	}
	return s
}

func TestToggle(t *testing.T) {
	box := role("checkbox")
	rappels := func(n int, before, after *sheet, more ...detail) func() *validation.Step {
		return click("Recevoir des rappels", tickAt(n), before, after, append([]detail{box}, more...)...)
	}
	framed := consents().but(func(s *sheet) {
		s.frame(image.Rect(40, tickY(1), 56, tickY(1)+16), ink, white)
	})
	judged(t, []sight{
		{"the box was ticked", rappels(1, consents(), consents(1)), works},
		{"the box was ticked, by its label", click("Recevoir des rappels", image.Pt(110, tickY(1)+8), consents(), consents(1), box), works},
		{"the box was ticked, far from it on its row", click("Recevoir des rappels", image.Pt(800, tickY(1)+8), consents(), consents(1), box), works},
		{"another box was ticked, far from the point", click("Abonnement", image.Pt(800, tickY(1)+8), consents(), consents(1), box), fails(validation.WrongTarget)},
		{"the box was ticked, as wanted", rappels(1, consents(), consents(1), words("Cocher les rappels")), works},
		{"the tick was taken away, as wanted", rappels(1, consents(1), consents(), words("Décocher les rappels")), works},
		{"the tick was taken away, where it was wanted", rappels(1, consents(1), consents(), words("Cocher les rappels")), fails(validation.WrongTarget)},
		{"ticked, where no tick was wanted", rappels(1, consents(), consents(1), words("Décocher les rappels")), fails(validation.WrongTarget)},
		{"the box of another row was ticked", rappels(2, consents(), consents(2)), fails(validation.WrongTarget)},
		{"nothing happened", rappels(1, consents(), consents()), fails(validation.NoVisualChange)},
		{"boxes beside each other, and a text of a row above that reaches down to them", click("Rappels par SMS", image.Pt(266, 308), options(false), options(true), box), works},
		{"the box beside", click("Assurance comprise", image.Pt(266, 308), options(false), options(true), box), fails(validation.WrongTarget)},
		{"only its border got darker", rappels(1, consents(), framed), fails(validation.NoVisualChange)},
		{"the box of another row was ticked, though the point was right", rappels(1, consents(), consents(2)), fails(validation.NoVisualChange)},
		{"the radio button was chosen", click("Masculin", tickAt(1), radios(0), radios(1), role("radio")), works},
		{"the radio button of another row was chosen", click("Masculin", tickAt(2), radios(0), radios(2), role("radio")), fails(validation.WrongTarget)},
		{"the radio button stays empty", click("Masculin", tickAt(1), radios(0), radios(0), role("radio")), fails(validation.NoVisualChange)},
		{"outside of the picture", rappels(50, consents(), consents()), fails(validation.WrongTarget)},
	})
}

// services are boxes beside each other on one line; the one at on is ticked, and its label may take another colour with it.
func services(on int, tinted bool) *sheet {
	s := blank()
	for i, text := range []string{"Patient seul", "Droit", "Gauche"} {
		x := 80 + 150*i
		s.tick(text, x, 300, i == on)
		if i == on && tinted {
			s.fill(image.Rect(x+20, 295, x+130, 320), paper).letter(text, x+26, 313, blue, regular)
		}
	}
	return s
}

func TestToggleOfARow(t *testing.T) {
	at := func(n int) image.Point { return image.Pt(88+150*n, 308) }
	tick := func(label string, n int, tinted bool) func() *validation.Step {
		return click(label, at(n), services(-1, false), services(n, tinted), role("checkbox"))
	}
	judged(t, []sight{
		{"the first of the row", tick("Patient seul", 0, false), works},
		{"by the second word of its label", click("Patient seul", image.Pt(180, 308), services(-1, false), services(0, false), role("checkbox")), works},
		{"the one right of it was ticked", tick("Patient seul", 1, false), fails(validation.WrongTarget)},
		{"the last of the row", tick("Gauche", 2, false), works},
		{"the one left of it was ticked", tick("Gauche", 1, false), fails(validation.WrongTarget)},
		{"its label took another colour", tick("Gauche", 2, true), works},
		{"the one left of it was ticked, and its label took another colour", tick("Gauche", 1, true), fails(validation.WrongTarget)},
	})
}

// chooser is a form with a field of choices, closed or open.
func chooser(value string, open bool) *sheet {
	s := blank().write("Orientation", 40, 92).frame(fieldBox(40, 100), rule, white).write(value, 50, 120).write("Commentaire", 40, 330)
	for i := range 5 { // the arrow
		s.fill(image.Rect(276+i, 112+i, 286-i, 113+i), ink)
	}
	if open {
		s.frame(image.Rect(40, 132, 300, 260), ink, white)
		for i, v := range []string{"Domicile", "Hospitalisation", "Transfert"} {
			s.write(v, 50, 162+36*i)
		}
	}
	return s
}

func TestSelect(t *testing.T) {
	at, option := mid(fieldBox(40, 100)), image.Pt(90, 193)
	box := role("combobox")
	judged(t, []sight{
		{"by an option that lay over another text", act("select_option", image.Pt(80, 325), chooser("Choisir", false), chooser("Transfert", false), labelled("Transfert")), works},
		{"another option was chosen", act("select_option", image.Pt(80, 325), chooser("Choisir", false), chooser("Domicile", false), labelled("Transfert")), fails(validation.WrongTarget)},
		{"the value stands in the field", act("select_option", at, chooser("", false), chooser("Hospitalisation", false), labelled("Hospitalisation")), works},
		{"an option of the open list was taken", click("Hospitalisation", option, chooser("", true), chooser("Hospitalisation", false), box), works},
		{"the field holds another value", act("select_option", at, chooser("", false), chooser("Transfert", false), labelled("Hospitalisation")), fails(validation.WrongTarget)},
		{"the list is open, and nothing chosen", act("select_option", at, chooser("", false), chooser("", true), labelled("Hospitalisation")), fails(validation.WrongTarget)},
		{"the option below was taken", click("Hospitalisation", image.Pt(90, 229), chooser("", true), chooser("Transfert", false), box), fails(validation.WrongTarget)},
		{"nothing happened", act("select_option", at, chooser("", false), chooser("", false), labelled("Hospitalisation")), fails(validation.WrongTarget)},
		{"the value stood there already", act("select_option", at, chooser("Hospitalisation", false), chooser("Hospitalisation", false), labelled("Hospitalisation")), works},
	})
}
