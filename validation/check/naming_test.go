package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// person is a form whose labels share a word.
func person(family, given string) *sheet {
	return blank().write("Admission", 40, 50).field("Family name", family, 40, 110).field("Given name", given, 340, 110)
}

// account is a form with fields for a name and for a secret, which shows dots.
func account(name string, dots int) *sheet {
	s := blank().write("Compte", 40, 50).field("Identifiant", name, 40, 110).field("Code", "", 40, 190)
	for i := range dots {
		x := 54 + 9*i
		s.fill(image.Rect(x, 202, x+5, 207), ink)
	}
	return s
}

// table is a list with the same link in each row.
func table(open string) *sheet {
	s := blank().write("Dépenses", 40, 50)
	for i, n := range []string{"Toiture", "Menuiseries", "Chaufferie", "Peinture"} {
		y := 110 + 34*i
		s.write(n, 44, y).letter("Ouvrir", 700, y, blue, regular).fill(image.Rect(30, y+11, 870, y+12), panel)
	}
	if open != "" {
		s.frame(result, rule, white).write("Dépense "+open, 500, 300)
	}
	return s
}

// TestNamedField: of two labels that share a word with the step's, the one that has all its words is meant.
func TestNamedField(t *testing.T) {
	into := func(x int, label string, after *sheet) func() *validation.Step {
		return act("type_text", mid(fieldBox(x, 110)), person("", ""), after, types("Harrington"), words(label))
	}
	judged(t, []sight{
		{"the field that is named", into(40, "Type the family name", person("Harrington", "")), works},
		{"the field beside, of which one word is named", into(340, "Type the family name", person("", "Harrington")), fails(validation.WrongTarget)},
		{"an article is written together with the name", act("type_text", mid(fieldBox(40, 110)), account("", 0), account("m.leroy", 0), types("m.leroy"), words("Saisir l’identifiant")), works},
		{"and it names another field", act("type_text", mid(fieldBox(40, 190)), account("", 0), account("", 0).but(func(s *sheet) { s.write("m.leroy", 50, 210) }), types("m.leroy"), words("Saisir l’identifiant")), fails(validation.WrongTarget)},
	})
}

// TestSecretShown: a secret shows as dots, and not as writing; the focus alone fills nothing.
func TestSecretShown(t *testing.T) {
	at := mid(fieldBox(40, 190))
	typed := func(p image.Point, after *sheet) func() *validation.Step {
		return act("type_secret", p, account("", 0), after)
	}
	judged(t, []sight{
		{"dots in the field", typed(at, account("", 8)), works},
		{"writing in the field beside", typed(mid(fieldBox(40, 110)), account("Zeste-71", 0)), fails(validation.WrongTarget)},
		{"the field only took another ground", typed(at, account("", 0).but(func(s *sheet) {
			s.frame(fieldBox(40, 190), rule, panel).caret(50, 196)
		})), fails(validation.NoVisualChange)},
	})
}

// TestRowByWord: where each row has the same link, a word of the step tells the row.
func TestRowByWord(t *testing.T) {
	open := func(y int, after *sheet) func() *validation.Step {
		return click("Ouvrir", image.Pt(722, y), table(""), after, words("Ouvrir la dépense Chaufferie"))
	}
	judged(t, []sight{
		{"the row that is named", open(173, table("Chaufferie")), works},
		{"the row below", open(207, table("Peinture")), fails(validation.WrongTarget)},
	})
}
