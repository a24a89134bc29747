package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// grown is a box with a field, which made room for a message.
func grown(message string, c func(s *sheet, text string, x, y int)) *sheet {
	return form().but(func(s *sheet) {
		s.dialog("Rendez-vous", "Confirmer le rendez-vous ?")
		if message != "" {
			s.fill(image.Rect(271, 290, 629, 369), white).button("Confirmer", yes.Add(image.Pt(0, 12))).button("Annuler", no.Add(image.Pt(0, 12)))
			c(s, message, 290, 305)
		}
	})
}

func inRed(s *sheet, text string, x, y int)   { s.letter(text, x, y, red, regular) }
func inBlack(s *sheet, text string, x, y int) { s.write(text, x, y) }

// spread is a form of three fields with a message under each, which moved its button down.
func spread(message string, c func(s *sheet, text string, x, y int)) *sheet {
	s, y := blank().write("Inscription", 40, 50), 90
	for _, name := range []string{"Nom", "Commune", "Téléphone"} {
		s.field(name, "", 40, y)
		if message != "" {
			c(s, message, 44, y+52)
			y += 32
		}
		y += 68
	}
	return s.button("Envoyer", image.Rect(40, y+10, 150, y+42))
}

// note is the form with a note in a corner.
func note(text string) *sheet {
	return form().but(func(s *sheet) {
		s.frame(image.Rect(560, 480, 880, 524), ink, ink).letter(text, 576, 507, white, regular)
	})
}

// TestMessage: what an application answers in words.
func TestMessage(t *testing.T) {
	at := mid(valider)
	confirm := func(after *sheet) func() *validation.Step {
		return click("Confirmer", mid(yes), grown("", inRed), after)
	}
	judged(t, []sight{
		{"the box asks for what is missing, and grew", confirm(grown("Le téléphone est obligatoire", inBlack)), failed},
		{"the box says something in red, and stays", confirm(grown("Plus aucun lit dans ce service", inRed)), failed},
		{"every field asks for what is missing, and the button moved", click("Envoyer", image.Pt(95, 320), spread("", inRed), spread("Champ obligatoire", inRed)), failed},
		{"every field bears a hint, and the button moved", click("Envoyer", image.Pt(95, 320), spread("", inBlack), spread("Transmis au secrétariat", inBlack)), works},
		{"the box closed", confirm(form()), works},
		{"another box follows, with its usual warning", confirm(form().but(func(s *sheet) { s.dialog("Suppression", "This cannot be undone.") })), works},
		{"a note says that rights are missing", click("Valider", at, form(), note("Vous n'avez pas les droits")), failed},
		{"a note says that it was done", click("Valider", at, form(), note("Opération effectuée")), works},
		{"a box asks whether to leave without saving", click("Imprimer", mid(imprimer), form(), form().but(func(s *sheet) {
			s.dialog("Modifications", "Quitter sans enregistrer ?")
		})), fails(validation.UnexpectedDialog)},
		{"a box asks for the reason of a refusal", click("Refuser", mid(valider), form().but(func(s *sheet) { s.button("Refuser", valider) }), form().but(func(s *sheet) {
			s.button("Refuser", valider).dialog("Motif du refus", "Pourquoi est-elle refusée ?")
		})), works},
		{"the button says that it is at work", click("Valider", at, form(), form().but(func(s *sheet) {
			s.plate("Chargement...", valider, rule, panel, ink)
		})), loading},
		{"the button says that it saves", click("Valider", at, form(), form().but(func(s *sheet) {
			s.plate("Envoi...", valider, rule, panel, ink)
		})), loading},
	})
}

// TestNote: what comes beside the pointer is a hint or an answer, by what it says.
func TestNote(t *testing.T) {
	at := mid(valider)
	beside := func(text string) *sheet {
		return form().but(func(s *sheet) {
			s.frame(image.Rect(at.X+10, at.Y+24, at.X+210, at.Y+52), ink, ink).letter(text, at.X+20, at.Y+43, white, regular)
		})
	}
	judged(t, []sight{
		{"a hint", click("Valider", at, form(), beside("Contrôle la demande")), fails(validation.NoVisualChange)},
		{"an answer", click("Valider", at, form(), beside("Opération effectuée")), works},
	})
}
