package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// TestFirstChoiceOfASwitch: a part of a switch that is filled may be chosen; a button alone is filled by the pointer's passing.
func TestFirstChoiceOfASwitch(t *testing.T) {
	left, right := image.Rect(40, 170, 160, 204), image.Rect(160, 170, 280, 204)
	parts := func(chosen bool) *sheet {
		s := blank().write("Type de passage", 40, 150).plate("Urgence", left, blue, white, blue).plate("Consultation", right, blue, white, blue)
		if chosen {
			s.plate("Urgence", left, blue, blue, white)
		}
		return s
	}
	alone := func(filled bool) *sheet {
		if filled {
			return blank().plate("Urgence", left, blue, blue, white)
		}
		return blank().plate("Urgence", left, blue, white, blue)
	}
	judged(t, []sight{
		{"the part is filled", click("Urgence", mid(left), parts(false), parts(true), role("button")), works},
		{"nothing is", click("Urgence", mid(left), parts(false), parts(false), role("button")), fails(validation.NoVisualChange)},
		{"a button with nothing beside it is filled", click("Urgence", mid(left), alone(false), alone(true), role("button")), fails(validation.NoVisualChange)},
	})
}

// TestFieldsRing: a frame that lights up tells of the focus where the text in it stands as a field's content does.
func TestFieldsRing(t *testing.T) {
	box := fieldBox(40, 110)
	ring := func(s *sheet) *sheet { return s.but(func(s *sheet) { light(s, box) }) }
	filled, button := blank().field("", "Identifiant", 40, 110), blank().button("Identifiant", box)
	judged(t, []sight{
		{"a text at the left", act("click", mid(box), filled, ring(filled)), works},
		{"a text in the middle", act("click", mid(box), button, ring(button)), fails(validation.NoVisualChange)},
	})
}

// light draws a blue frame around a box, two pixels thick.
func light(s *sheet, box image.Rectangle) {
	s.fill(image.Rect(box.Min.X-2, box.Min.Y-2, box.Max.X+2, box.Min.Y), blue).fill(image.Rect(box.Min.X-2, box.Max.Y, box.Max.X+2, box.Max.Y+2), blue)
	s.fill(image.Rect(box.Min.X-2, box.Min.Y, box.Min.X, box.Max.Y), blue).fill(image.Rect(box.Max.X, box.Min.Y, box.Max.X+2, box.Max.Y), blue)
}

// TestSearchFieldThatGrows: a search field that takes room with the focus is not named by what stood beside it.
func TestSearchFieldThatGrows(t *testing.T) {
	small, large := image.Rect(500, 40, 700, 72), image.Rect(420, 40, 700, 72)
	menu := func(at int, box image.Rectangle, ground byte) *sheet {
		return blank().write("Rapports", at, 61).frame(box, rule, shade(ground))
	}
	judged(t, []sight{
		{"over the menu's place", act("focus_anchor", mid(small), menu(290, small, 250), menu(60, large, 220), labelled("Recherche")), works},
		{"another field than the one named beside it", act("focus_anchor", mid(small), menu(400, small, 250), menu(400, small, 220), labelled("Recherche")), fails(validation.WrongTarget)},
	})
}
