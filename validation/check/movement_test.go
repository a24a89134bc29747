package check_test

import (
	"fmt"
	"image"
	"testing"

	"vigie/validation"
)

// chapter is a page scrolled down by a number of lines.
func chapter(from int) *sheet {
	s := blank()
	for i := range 12 {
		s.write(fmt.Sprintf("Ligne %d du compte rendu", from+i), 60, 40+42*i)
	}
	if from > 20 {
		s.letter("Conclusion", 400, 300, ink, bold)
	}
	return s
}

func TestScroll(t *testing.T) {
	at := image.Pt(450, 300)
	judged(t, []sight{
		{"the anchor came into view", act("scroll", at, chapter(1), chapter(30), labelled("Conclusion")), works},
		{"the view moved, the anchor is not there", act("scroll", at, chapter(1), chapter(8), labelled("Conclusion")), fails(validation.OCRTextMissing)},
		{"the view stands", act("scroll", at, chapter(1), chapter(1), labelled("Conclusion")), fails(validation.NoVisualChange)},
		{"at the end already, the anchor in view", act("scroll", at, chapter(30), chapter(30), labelled("Conclusion")), works},
		{"no anchor is named, the view moved", act("scroll", at, chapter(1), chapter(8)), works},
		{"no anchor is named, the view stands", act("scroll", at, chapter(1), chapter(1)), fails(validation.NoVisualChange)},
		{"page down moved the view", press("page_down", chapter(1), chapter(8)), works},
		{"page down did nothing", press("page_down", chapter(1), chapter(1)), fails(validation.NoVisualChange)},
		{"page down scrolled another application", press("page_down", chapter(1), mailbox(), drives("Orme"), titled("Orme", "Messagerie")), fails(validation.WrongApplication)},
	})
}

func TestFocus(t *testing.T) {
	at := mid(fieldBox(40, 110))
	ring := func(y int) *sheet {
		return entry("", "").but(func(s *sheet) {
			s.fill(fieldBox(40, y).Inset(-2), blue).fill(fieldBox(40, y), white)
		})
	}
	caret := entry("", "").but(func(s *sheet) { s.caret(50, 116) })
	focus := func(label string, at image.Point, before, after *sheet) func() *validation.Step {
		return act("focus_anchor", at, before, after, labelled(label))
	}
	judged(t, []sight{
		{"a caret came into the field", focus("Nom de naissance", at, entry("", ""), caret), works},
		{"a frame came around the field", focus("Nom de naissance", at, entry("", ""), ring(110)), works},
		{"a click into a field", click("Nom de naissance", at, entry("", ""), ring(110), role("input")), works},
		{"nothing happened", focus("Nom de naissance", at, entry("", ""), entry("", "")), fails(validation.NoVisualChange)},
		{"the frame came around the other field, at the point", focus("Nom de naissance", mid(fieldBox(40, 190)), entry("", ""), ring(190)), fails(validation.WrongTarget)},
		{"the frame came around the other field, not at the point", focus("Nom de naissance", at, entry("", ""), ring(190)), fails(validation.NoVisualChange)},
		{"outside of the picture", focus("Nom de naissance", image.Pt(60, 900), entry("", ""), ring(110)), fails(validation.WrongTarget)},
	})
}

func TestHover(t *testing.T) {
	at := mid(imprimer)
	hint := func(text string) *sheet {
		return form().but(func(s *sheet) {
			s.frame(image.Rect(at.X, at.Y+26, at.X+30+width(text, regular), at.Y+52), ink, ink)
			s.letter(text, at.X+14, at.Y+44, white, regular)
		})
	}
	tip := about(func(c *validation.Context) { c.Tooltip = "Imprimer le dossier" })
	lit := form().but(func(s *sheet) { s.plate("Imprimer", imprimer, rule, shade(200), ink) })
	judged(t, []sight{
		{"the expected hint came", act("move", at, form(), hint("Imprimer le dossier"), labelled("Imprimer"), tip), works},
		{"another hint came", act("move", at, form(), hint("Fermer la page"), labelled("Imprimer"), tip), fails(validation.NoVisualChange)},
		{"no hint came", act("move", at, form(), form(), labelled("Imprimer"), tip), fails(validation.NoVisualChange)},
		{"the button looks hovered", act("move", at, form(), lit, labelled("Imprimer")), works},
		{"nothing happened", act("move", at, form(), form(), labelled("Imprimer")), fails(validation.NoVisualChange)},
	})
}

// board has two columns, with a card in one of them.
func board(x, y int, more ...string) *sheet {
	s := blank()
	for i, name := range []string{"En attente", "Terminé"} {
		s.frame(image.Rect(40+420*i, 60, 420+420*i, 520), rule, panel).write(name, 56+420*i, 88)
	}
	s.frame(image.Rect(x, y, x+300, y+44), rule, white).write("Radio du genou", x+20, y+28)
	for i, m := range more {
		s.frame(image.Rect(80, 400+50*i, 380, 444+50*i), rule, white).write(m, 100, 428+50*i)
	}
	return s
}

func TestDrag(t *testing.T) {
	from, to := image.Pt(140, 142), image.Pt(640, 142)
	drag := func(before, after *sheet, more ...detail) func() *validation.Step {
		return act("drag", from, before, after, append([]detail{labelled("Radio du genou"), dropAt(to)}, more...)...)
	}
	judged(t, []sight{
		{"the card lies in the other column", drag(board(80, 120), board(500, 120)), works},
		{"the card stays where it was", drag(board(80, 120), board(80, 120)), fails(validation.NoVisualChange)},
		{"the card fell somewhere else", drag(board(80, 120), board(80, 320)), fails(validation.WrongTarget)},
		{"another card went", act("drag", image.Pt(140, 422), board(80, 120, "Prise de sang"), board(80, 120).but(func(s *sheet) {
			s.frame(image.Rect(500, 120, 800, 164), rule, white).write("Prise de sang", 520, 148)
		}), labelled("Radio du genou"), dropAt(to)), fails(validation.WrongTarget)},
	})
}

func TestMenu(t *testing.T) {
	at := image.Pt(80, 275)
	menu := func(items ...string) *sheet {
		return form().but(func(s *sheet) {
			s.frame(image.Rect(at.X, at.Y, at.X+190, at.Y+20+32*len(items)), rule, white)
			for i, item := range items {
				s.write(item, at.X+16, at.Y+30+32*i)
			}
		})
	}
	items := about(func(c *validation.Context) { c.MenuItems = []string{"Renommer", "Supprimer"} })
	right := func(after *sheet, more ...detail) func() *validation.Step {
		return act("right_click", at, form(), after, append([]detail{labelled("Allergies connues")}, more...)...)
	}
	judged(t, []sight{
		{"the menu came with its items", right(menu("Ouvrir", "Renommer", "Supprimer"), items), works},
		{"a menu came, no items are named", right(menu("Ouvrir", "Renommer", "Supprimer")), works},
		{"a menu without a frame came", right(form().but(func(s *sheet) {
			s.fill(image.Rect(80, 275, 300, 400), paper).write("Renommer", 96, 310).write("Supprimer", 96, 342).write("Partager", 96, 374)
		})), works},
		{"the menu of another row came", act("right_click", at, form(), menu("Ouvrir", "Renommer", "Supprimer"), items, labelled("Traitements")), fails(validation.WrongTarget)},
		{"another menu came", right(menu("Retour", "Actualiser", "Inspecter"), items), fails(validation.WrongTarget)},
		{"no menu came", right(form(), items), fails(validation.NoVisualChange)},
	})
}
