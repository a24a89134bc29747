package check_test

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// form is a page with three buttons and a list.
func form() *sheet {
	return blank().
		write("Dossier du patient", 40, 60).
		button("Valider", valider).button("Annuler", annuler).button("Imprimer", imprimer).
		write("Antécédents", 40, 240).write("Allergies connues", 40, 280).write("Traitements", 40, 320)
}

var (
	valider  = image.Rect(40, 110, 150, 144)
	annuler  = image.Rect(166, 110, 276, 144)
	imprimer = image.Rect(292, 110, 402, 144)
	result   = image.Rect(480, 200, 860, 500)
)

// answered is the form after it did something: a panel came.
func answered() *sheet {
	return form().but(func(s *sheet) {
		s.frame(result, rule, white).write("Résultat de la demande", 500, 240).write("Aucune anomalie relevée", 500, 280)
	})
}

// browser draws the rows of a browser over a page: a tab, and an address.
func browser(s *sheet, address string) {
	s.fill(image.Rect(0, 0, 900, 84), panel)
	s.frame(image.Rect(12, 8, 240, 40), panel, white).write("Orme - Accueil", 28, 30)
	s.fill(image.Rect(0, 40, 900, 84), white).frame(image.Rect(110, 47, 790, 77), panel, panel).write(address, 126, 67)
	s.fill(image.Rect(0, 84, 900, 85), rule)
}

// surfed is a page in a browser, with words of browsers in its own text.
func surfed(address string) *sheet {
	return blank().but(func(s *sheet) {
		browser(s, address)
		s.write("Knowledge base : Microsoft Edge", 40, 180).button("Sécurité Windows", image.Rect(40, 220, 240, 256)).button("Valider", image.Rect(260, 220, 380, 256))
	})
}

func TestLabelAtPoint(t *testing.T) {
	looked(t, check.OCRRegion{}, []sight{
		{"the label stands under the point", click("Valider", mid(valider), form(), answered()), works},
		{"written in capitals, without accents", click("ANTECEDENTS", image.Pt(80, 235), form(), answered()), works},
		{"at the button's edge, beside the letters", click("Valider", image.Pt(46, 116), form(), answered()), works},
		{"the label of the button beside", click("Valider", mid(annuler), form(), answered()), fails(validation.WrongTarget)},
		{"the label of the line above", click("Antécédents", image.Pt(80, 275), form(), answered()), fails(validation.WrongTarget)},
		{"bare ground under the label", click("Traitements", image.Pt(80, 400), form(), answered()), open},
		{"bare ground between two buttons and the list", click("Annuler", image.Pt(220, 172), form(), answered()), fails(validation.WrongTarget)},
		{"a part of a longer word is not the label", click("Imp", mid(imprimer), form(), answered()), fails(validation.WrongTarget)},
		{"one word of a longer label under the point", click("Allergies connues", image.Pt(140, 275), form(), answered()), works},
		{"the label is nowhere, the point right of another line's text", click("Facturation", image.Pt(230, 275), form(), answered()), fails(validation.WrongTarget)},
		{"the label is nowhere, the point on another button's padding", click("Facturation", image.Pt(46, 116), form(), answered()), fails(validation.WrongTarget)},
		{"the label is a sign, the point on a long word", click("7", image.Pt(90, 235), form(), answered()), fails(validation.WrongTarget)},
		{"the label is nowhere", click("Facturation", image.Pt(700, 60), form(), answered()), open},
		{"outside of the picture", click("Valider", image.Pt(950, 120), form(), answered()), fails(validation.WrongTarget)},
		{"no label is known", click("", mid(valider), form(), answered()), open},
		{"the label was there before and is gone now", click("Valider", mid(valider), form(), blank()), works},
		{"the label is there now, and was not before", click("Résultat de la demande", image.Pt(560, 235), form(), answered()), open},
		{"white letters on a coloured button", click("Valider", mid(valider), coloured(), answered()), works},
	})
}

func coloured() *sheet {
	return form().but(func(s *sheet) { s.plate("Valider", valider, blue, blue, white) })
}

func TestBrowserBars(t *testing.T) {
	page := surfed("orme.example/dossiers/4711")
	looked(t, check.OCRRegion{}, []sight{
		{"the point lies in the address bar", click("Valider", image.Pt(300, 62), page, page), fails(validation.WrongApplication)},
		{"the point lies on the browser's tab", click("Accueil", image.Pt(80, 25), page, page), fails(validation.WrongApplication)},
		{"the same words in the page's own text", click("Knowledge base", image.Pt(80, 175), page, page), works},
		{"a page's button named as the system's window", click("Sécurité Windows", image.Pt(140, 238), page, page), works},
		{"an address in the page's text", click("Valider", image.Pt(320, 238), linked(), linked()), works},
	})
}

// linked is a page without a browser that shows an address as a text.
func linked() *sheet {
	return blank().write("Voir www.orme.example pour en savoir plus", 40, 200).button("Valider", image.Rect(260, 220, 380, 256))
}

func TestClick(t *testing.T) {
	hidden := form().but(func(s *sheet) { s.dialog("Session", "Votre session expire bientôt") })
	judged(t, []sight{
		{"the right button, and a panel came", click("Valider", mid(valider), form(), answered()), works},
		{"the right button, and nothing came", click("Valider", mid(valider), form(), form()), fails(validation.NoVisualChange)},
		{"the wrong button, and a panel came", click("Valider", mid(annuler), form(), answered()), fails(validation.WrongTarget)},
		{"the wrong button, and nothing came", click("Valider", mid(annuler), form(), form()), fails(validation.WrongTarget)},
		{"the expected text came", click("Valider", mid(valider), form(), answered(), shows("Aucune anomalie")), works},
		{"something else than the expected text came", click("Valider", mid(valider), form(), answered(), shows("Ordonnance signée")), fails(validation.WrongTarget)},
		{"beside the label, but the expected text came", click("Valider", image.Pt(80, 200), form(), answered(), shows("Aucune anomalie")), works},
		{"the button brought a box, as buttons may", click("Valider", mid(valider), form(), hidden), works},
		{"another application came in front", click("Valider", mid(valider), form(), mailbox(), drives("Orme"), titled("Orme - Dossier", "Messagerie")), fails(validation.WrongApplication)},
		{"a login page took the application's place", click("Valider", mid(valider), form(), answered(), titled("Orme - Dossier", "Connexion")), fails(validation.WrongApplication)},
		{"the login page was wanted", click("Valider", mid(valider), form(), answered(), titled("Orme - Dossier", "Connexion"), words("Ouvrir la page de connexion")), works},
		{"a failure was reported", click("Valider", mid(valider), form(), form().but(func(s *sheet) { s.letter("Échec : serveur injoignable", 480, 300, red, regular) })), failed},
		{"a field is required, it says", click("Valider", mid(valider), form(), form().but(func(s *sheet) { s.letter("Ce champ est obligatoire", 40, 180, red, regular) })), failed},
		{"in the address bar", click("Valider", image.Pt(300, 62), surfed("orme.example/dossiers"), surfed("orme.example/dossiers/2")), fails(validation.WrongApplication)},
	})
}

// mailbox is another application, over the whole screen.
func mailbox() *sheet {
	return blank().fill(blank().img.Rect, panel).write("Messages reçus", 60, 90).write("Brouillons", 60, 130).
		write("Réunion de service", 320, 90).write("Ordre du jour", 320, 130)
}
