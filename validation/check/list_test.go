package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// names is a list whose rows answer over their whole width.
func names(selected int) *sheet {
	s := blank().write("Clients", 40, 50)
	for i, n := range []string{"Garnier et Fils", "Vidal Optique", "Imprimerie Noël", "Traiteur Aubert"} {
		box := image.Rect(30, 80+34*i, 870, 114+34*i)
		c := ink
		if i == selected {
			s.fill(box, blue)
			c = white
		}
		s.letter(n, 44, box.Min.Y+22, c, regular)
	}
	return s
}

// icons are three icons with their captions.
func icons() *sheet {
	s := blank()
	for i, n := range []string{"Agenda", "Courrier", "Patients"} {
		x := 80 + 160*i
		s.fill(image.Rect(x-20, 80, x+20, 120), blue).fill(image.Rect(x-7, 93, x+7, 107), white).write(n, x-width(n, regular)/2, 142)
	}
	return s
}

func TestListRow(t *testing.T) {
	at := image.Pt(80, 131)
	judged(t, []sight{
		{"the row is selected now", click("Vidal Optique", at, names(0), names(1)), works},
		{"the row was selected already", click("Vidal Optique", at, names(1), names(1)), works},
		{"the row stays as it was", click("Vidal Optique", at, names(-1), names(-1)), fails(validation.NoVisualChange)},
		{"the row below is selected, and the point lies on it", click("Vidal Optique", image.Pt(80, 165), names(0), names(2)), fails(validation.WrongTarget)},
		{"the row is selected now, by a point right of its text", click("Vidal Optique", image.Pt(200, 131), names(0), names(1)), works},
	})
}

// TestRowBesideText: a point on a row beside its text counts where the row answers.
func TestRowBesideText(t *testing.T) {
	elsewhere := names(-1).but(func(s *sheet) { s.button("Trier", image.Rect(600, 400, 700, 434)) })
	judged(t, []sight{
		{"the row is selected", click("Vidal Optique", image.Pt(300, 131), names(-1), names(1)), works},
		{"only something far away changed", click("Vidal Optique", image.Pt(300, 131), names(-1), elsewhere), open},
		{"the row was selected already", click("Vidal Optique", image.Pt(300, 131), names(1), names(1)), works},
	})
}

func TestIcon(t *testing.T) {
	opened := icons().but(func(s *sheet) { s.frame(result, rule, white).write("Agenda de la semaine", 500, 240) })
	judged(t, []sight{
		{"the icon above its caption", click("Agenda", image.Pt(80, 100), icons(), opened), works},
		{"the icon of another caption", click("Agenda", image.Pt(240, 100), icons(), opened), fails(validation.WrongTarget)},
	})
}

// TestFirstChoiceOfABox: the button that a box proposes differs from the other one as an active tab does, and is none.
func TestFirstChoiceOfABox(t *testing.T) {
	box := blank().frame(dialogBox, rule, white).letter("Supprimer les rendez-vous annulés ?", 300, 230, ink, bold).
		write("Garder", 410, 341).fill(yes.Add(image.Pt(80, 0)), blue).letter("Supprimer", 488, 341, white, regular)
	judged(t, []sight{
		{"a click on it did nothing", click("Supprimer", image.Pt(525, 336), box, box), fails(validation.NoVisualChange)},
	})
}
