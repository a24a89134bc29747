package check_test

import (
	"context"
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
)

// entry is a form with two fields.
func entry(surname, town string) *sheet {
	return blank().write("Inscription", 40, 50).field("Nom de naissance", surname, 40, 110).field("Commune", town, 40, 190)
}

// loose is a form with one field that has no name.
func loose(text string) *sheet {
	return entry("", "").frame(fieldBox(480, 190), rule, white).write(text, 490, 210)
}

// frameless is a form whose field is only a place under its label.
func frameless(text string) *sheet {
	return blank().write("Inscription", 40, 50).write("Nom de naissance", 40, 102).write(text, 44, 130).write("Commune", 560, 102)
}

// starred is a form whose labels share a word, with a sign that they must be filled.
func starred(first, last string) *sheet {
	return blank().write("Patient", 40, 50).field("First name *", first, 40, 110).field("Last name *", last, 40, 190)
}

// lookup is a search field over a list with a column of towns.
func lookup(sought string) *sheet {
	return blank().write("Annuaire", 40, 50).field("Rechercher", sought, 40, 110).field("Commune", "", 40, 190)
}

// notes is a form with a large field.
func notes(lines ...string) *sheet {
	s := blank().write("Observations", 40, 92).frame(image.Rect(40, 100, 860, 420), rule, white)
	for i, l := range lines {
		s.write(l, 54, 130+26*i)
	}
	return s
}

func TestTyped(t *testing.T) {
	at := mid(fieldBox(40, 110))
	fill := func(text string, before, after *sheet, more ...detail) func() *validation.Step {
		return act("type_text", at, before, after, append([]detail{types(text), labelled("Nom de naissance")}, more...)...)
	}
	long := []string{"La patiente se plaint de douleurs depuis hier soir,", "sans fièvre ni vomissement. Examen normal par ailleurs."}
	judged(t, []sight{
		{"the text stands in the field", fill("Lefèvre", entry("", ""), entry("Lefèvre", "")), works},
		{"the caret stands behind the last letter", fill("Lefèvre", entry("", ""), entry("Lefèvre", "").but(func(s *sheet) { s.caret(51+width("Lefèvre", regular), 116) })), works},
		{"a number", fill("4711-2", entry("", ""), entry("4711-2", "")), works},
		{"caps lock was on", fill("Martine Lefort", entry("", ""), entry("mARTINE lEFORT", "")), fails(validation.SchemaInvalid)},
		{"caps lock was on, and the first letter looks like another", fill("Lefèvre", entry("", ""), entry("lEFÈVRE", "")), fails(validation.SchemaInvalid)},
		{"the field writes in capitals", fill("Martine Lefort", entry("", ""), entry("MARTINE LEFORT", "")), works},
		{"the field writes in capitals, the first letter looks like another", fill("Lefèvre", entry("", ""), entry("LEFÈVRE", "")), works},
		{"it replaced what stood there", fill("Lefèvre", entry("Martin", ""), entry("Lefèvre", "")), works},
		{"it went into the field of another label", act("type_text", mid(fieldBox(40, 190)), entry("", ""), entry("", "Lefèvre"), types("Lefèvre"), labelled("Nom de naissance"), words("Saisir le texte")), fails(validation.WrongTarget)},
		{"it went into the field whose hint is the label", act("type_text", mid(fieldBox(40, 190)), entry("", "jj/mm/aaaa"), entry("", "12/04/1961"), types("12/04/1961"), labelled("jj/mm/aaaa"), words("Saisir la date")), works},
		{"it went into a field without a name, and the label has another", act("type_text", mid(fieldBox(480, 190)), loose(""), loose("Lefèvre"), types("Lefèvre"), labelled("Commune"), words("Saisir le texte")), fails(validation.WrongTarget)},
		{"the field shows no frame, and stands under its label", act("type_text", image.Pt(330, 125), frameless(""), frameless("Lefèvre"), types("Lefèvre"), labelled("Nom de naissance"), words("Saisir le texte")), works},
		{"it was typed twice", fill("Lefèvre", entry("", ""), entry("LefèvreLefèvre", "")), fails(validation.SchemaInvalid)},
		{"two words were typed twice", fill("Anne Roy", entry("", ""), entry("Anne RoyAnne Roy", "")), fails(validation.SchemaInvalid)},
		{"a text that repeats itself was typed once", fill("Baden-Baden", entry("", ""), entry("Baden-Baden", "")), works},
		{"it went into the other field", fill("Lefèvre", entry("", ""), entry("", "Lefèvre")), fails(validation.OCRTextMissing)},
		{"nothing was typed", fill("Lefèvre", entry("", ""), entry("", "")), fails(validation.OCRTextMissing)},
		{"only the caret came", fill("Lefèvre", entry("", ""), entry("", "").but(func(s *sheet) { s.caret(50, 116) })), fails(validation.OCRTextMissing)},
		{"the end is missing", fill("Lefèvre-Dumont", entry("", ""), entry("Lefèvre-Du", "")), fails(validation.SchemaInvalid)},
		{"the letters with accents got lost", fill("Frédéric Lefèvre", entry("", ""), entry("Frdric Lefvre", "")), fails(validation.SchemaInvalid)},
		{"the keyboard has another layout", fill("12 rue du Moulin", entry("", ""), entry("12 rue du ;oulin", "")), failed},
		{"one digit is another", fill("Passage 4711", entry("", ""), entry("Passage 4717", "")), fails(validation.SchemaInvalid)},
		{"one letter is another", fill("MARTINE", entry("", ""), entry("MARTINA", "")), fails(validation.SchemaInvalid)},
		{"two letters changed places in a long text", fill("Rééducation à domicile", entry("", ""), entry("Rééducatoin à domicile", "")), fails(validation.SchemaInvalid)},
		{"two letters that look alike changed places", fill("Docteur Bénézech", entry("", ""), entry("Docteur Bénézehc", "")), fails(validation.SchemaInvalid)},
		{"a letter is missing in a long text", fill("Kinésithérapeute libéral", entry("", ""), entry("Kinésithéapeute libéral", "")), fails(validation.SchemaInvalid)},
		{"a letter too many in a long text", fill("Kinésithérapeute libéral", entry("", ""), entry("Kinésithérapeute libérals", "")), fails(validation.SchemaInvalid)},
		{"one letter is another, in a large field", act("type_text", image.Pt(450, 160), notes(long[0]), notes(long[0], "sans fièvre ni vomissement. Exanen normal par ailleurs."), types(long[1])), failed},
		{"one letter is another, and the caret stands behind the text", fill("MARTINE", entry("", ""), entry("MARTINA", "").but(func(s *sheet) { s.caret(51+width("MARTINA", regular), 116) })), fails(validation.SchemaInvalid)},
		{"two digits changed places", fill("01/02/2026", entry("", ""), entry("02/01/2026", "")), failed},
		{"a letter was typed twice", fill("Martine Lefort", entry("", ""), entry("Martine Lefoort", "")), failed},
		{"one word is missing", fill("rue du vieux moulin", entry("", ""), entry("rue du moulin", "")), failed},
		{"another text stands there", fill("Lefèvre", entry("", ""), entry("Bonjour", "")), fails(validation.OCRTextMissing)},
		{"it was added to what stood there", fill("Lefèvre", entry("Martin", ""), entry("Martin Lefèvre", "")), fails(validation.WrongTarget)},
		{"the last line of a long text", act("type_text", image.Pt(300, 200), notes(), notes(long...), types(long[0]+" "+long[1])), works},
		{"a long text of which one line is missing", act("type_text", image.Pt(300, 200), notes(), notes(long[1]), types(long[0]+" "+long[1])), fails(validation.OCRTextMissing)},
		{"into the address bar", act("type_text", image.Pt(300, 62), surfed("orme.example/dossiers"), surfed("lefevre"), types("Lefèvre"), labelled("Nom")), fails(validation.WrongApplication)},
		{"no place is known, the text came somewhere", press("ctrl+v", entry("", ""), entry("Lefèvre", ""), types("Lefèvre")), works},
		{"no place is known, nothing came", press("ctrl+v", entry("", ""), entry("", ""), types("Lefèvre")), fails(validation.OCRTextMissing)},
		{"in the field that the step's words do not name", fill("Lefèvre", entry("", ""), entry("Lefèvre", ""), words("Saisir la commune dans Commune")), fails(validation.WrongTarget)},
		{"in the search field, by a step that names what it filters by", fill("Lefort", lookup(""), lookup("Lefort"), words("Filtrer par commune")), works},
		{"in the field beside, with a star at its name", fill("Okonkwo", starred("", ""), starred("Okonkwo", ""), words("Type the last name")), fails(validation.WrongTarget)},
		{"in the field with a star at its name", fill("Okonkwo", starred("", ""), starred("Okonkwo", ""), words("Type the first name")), works},
		{"in the search field, by a step that fills another", fill("Lefort", lookup(""), lookup("Lefort"), words("Saisir la commune")), fails(validation.WrongTarget)},
	})
}

// blindfold is a reader that must not be asked.
type blindfold struct{ t *testing.T }

func (b blindfold) Read(context.Context, pixels, image.Rectangle) ([]ocr.Line, error) {
	b.t.Error("text was read")
	return nil, nil
}

func (b blindfold) ReadLine(context.Context, pixels, image.Rectangle) (ocr.Line, error) {
	b.t.Error("text was read")
	return ocr.Line{}, nil
}

type pixels = *image.RGBA

func TestSecret(t *testing.T) {
	at := mid(fieldBox(40, 110))
	dots := entry("", "").but(func(s *sheet) {
		for i := range 9 {
			s.fill(image.Rect(50+12*i, 121, 57+12*i, 128), ink)
		}
	})
	tests := []sight{
		{"dots came into the field", act("type_secret", at, entry("", ""), dots), works},
		{"the field stayed empty", act("type_secret", at, entry("", ""), entry("", "")), fails(validation.NoVisualChange)},
		{"only the caret came", act("type_secret", at, entry("", ""), entry("", "").but(func(s *sheet) { s.caret(50, 116) })), fails(validation.NoVisualChange)},
		{"the dots came into the other field", act("type_secret", mid(fieldBox(40, 190)), entry("", ""), dots), fails(validation.NoVisualChange)},
		{"a toast elsewhere is no dot", act("type_secret", at, entry("", ""), entry("", "").but(func(s *sheet) { s.write("Bienvenue", 600, 480) })), fails(validation.NoVisualChange)},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			a := check.New(check.Params{Reader: blindfold{t}}).Validate(t.Context(), c.step())
			if got := answer(a.Verdict, a.Category); got != c.want {
				t.Errorf("%s, want %s: %v", got, c.want, a.Reason)
			}
			for _, f := range a.Findings {
				if f.Evidence.Read != "" || f.Evidence.Expected != "" || len(f.Evidence.Words) > 0 {
					t.Errorf("the finding of %s carries text", f.Check)
				}
			}
		})
	}
}
