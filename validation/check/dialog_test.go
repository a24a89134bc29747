package check_test

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// asked is the form with a box in front, the page around it darker.
func asked() *sheet {
	return form().but(func(s *sheet) { s.dialog("Suppression", "Supprimer le dossier 4711 ?") })
}

// floating is the form with a window in front of it.
func floating() *sheet {
	return form().but(func(s *sheet) { s.window("Suppression", "Supprimer le dossier 4711 ?") })
}

// faded is b half way on its way to a.
func faded(a, b *sheet) *sheet {
	return a.but(func(s *sheet) {
		for i := range s.img.Pix {
			s.img.Pix[i] = uint8((int(a.img.Pix[i]) + int(b.img.Pix[i])) / 2)
		}
	})
}

// onGrey is a screen of which all that is not a box in front has a grey ground.
func onGrey(s *sheet) *sheet {
	return s.but(func(c *sheet) {
		for i := 0; i < len(c.img.Pix); i += 4 {
			if c.img.Pix[i] == paper.R {
				copy(c.img.Pix[i:], []uint8{170, 170, 170})
			}
		}
	})
}

func TestDialogClosed(t *testing.T) {
	confirm := func(before, after *sheet, more ...detail) func() *validation.Step {
		return click("Confirmer", mid(yes), before, after, append([]detail{role("dialog_button")}, more...)...)
	}
	judged(t, []sight{
		{"the box is gone", confirm(asked(), form()), works},
		{"the box is gone, the page behind is another", confirm(asked(), answered()), works},
		{"the window in front is gone", confirm(floating(), form()), works},
		{"the reported box is gone", confirm(asked(), form(), dialogAt(dialogBox)), works},
		{"the box stays", confirm(asked(), asked()), fails(validation.NoVisualChange)},
		{"the box stays, its button looks hovered", confirm(asked(), asked().but(func(s *sheet) { s.plate("Confirmer", yes, rule, shade(205), ink) })), fails(validation.NoVisualChange)},
		{"the reported box stays, the page behind changed", confirm(asked(), asked().but(func(s *sheet) { s.write("Suivant", 700, 500) }), dialogAt(dialogBox)), fails(validation.NoVisualChange)},
		{"the other button of the box", click("Confirmer", mid(no), asked(), form(), role("dialog_button")), fails(validation.WrongTarget)},
		{"another box follows", confirm(asked(), form().but(func(s *sheet) { s.dialog("Motif", "Pourquoi le supprimer ?") })), works},
		{"half faded", confirm(onGrey(asked()), faded(onGrey(asked()), onGrey(form()))), loading},
		{"another application's window came", confirm(asked(), mailbox(), drives("Orme"), titled("Orme", "Messagerie")), fails(validation.WrongApplication)},
		{"nobody named the button a dialog's", click("Confirmer", mid(yes), asked(), form()), works},
		{"nobody named it so, and the box stays", click("Confirmer", mid(yes), asked(), asked()), fails(validation.NoVisualChange)},
		{"alt+f4 closed the window in front", press("alt+f4", floating(), form()), works},
		{"alt+f4 brought a box that asks", press("alt+f4", form(), asked()), fails(validation.UnexpectedDialog)},
		{"alt+f4 did nothing", press("alt+f4", form(), form()), fails(validation.NoVisualChange)},
	})
}

func TestEscape(t *testing.T) {
	judged(t, []sight{
		{"the box is gone", press("escape", asked(), form()), works},
		{"the reported box is gone", press("escape", asked(), form(), dialogAt(dialogBox)), works},
		{"the reported box stays", press("escape", asked(), asked(), dialogAt(dialogBox)), fails(validation.NoVisualChange)},
		{"a box should close, and nothing did", press("escape", asked(), asked(), words("Fermer la boîte de dialogue")), fails(validation.NoVisualChange)},
		{"the box stays, a button of the page behind has the focus", press("escape", asked(), asked().but(func(s *sheet) {
			s.frame(image.Rect(290, 108, 404, 146), blue, shade(113)).letter("Imprimer", 312, 132, ink, regular)
		})), failed},
		{"nothing was open: nothing to prove", press("escape", form(), form()), works},
	})
}

// behind is the form with a button where a box comes up.
func behind(label string) *sheet { return form().button(label, image.Rect(330, 320, 560, 352)) }

func TestDialogPresence(t *testing.T) {
	menu := form().but(func(s *sheet) {
		s.frame(image.Rect(100, 130, 300, 240), rule, white).write("Ouvrir", 116, 160).write("Renommer", 116, 190).write("Supprimer", 116, 220)
	})
	at := mid(valider)
	looked(t, check.DialogPresence{}, []sight{
		{"nothing but a text came", click("Valider", at, form(), form().but(func(s *sheet) { s.write("Dossier validé", 500, 300) }), role("save")), open},
		{"a box where saving brings none", click("Valider", at, form(), asked(), role("save")), fails(validation.UnexpectedDialog)},
		{"a box while typing", act("type_text", at, form(), asked(), types("12")), fails(validation.UnexpectedDialog)},
		{"a box after a button, which may bring one", click("Valider", at, form(), asked()), open},
		{"the box that was expected", click("Valider", at, form(), asked(), role("save"), shows("Supprimer le dossier")), open},
		{"a menu beside the point", click("Valider", at, form(), menu), open},
		{"the box was there before", click("Confirmer", mid(yes), asked(), asked(), role("save")), open},
		{"the window over the button is called as the button", click("Configurer la suppression", mid(yes), behind("Configurer la suppression"), behind("Configurer la suppression").window("Suppression", "Combien de jours garder ?")), open},
		{"another window came over the button", click("Imprimer la liste", mid(yes), behind("Imprimer la liste"), behind("Imprimer la liste").window("Suppression", "Combien de jours garder ?")), fails(validation.UnexpectedDialog)},
		{"the window of another application over the point", click("Annuler", mid(yes), form(), floating(), drives("Orme"), titled("Orme", "Mise à jour")), fails(validation.WrongApplication)},
		{"a box instead of the other tab", click("Imagerie", tabAt(1), tabs(0, underlined), tabs(0, underlined).but(func(s *sheet) {
			s.dialog("Modifications", "Quitter sans enregistrer ?")
		}), role("tab")), fails(validation.UnexpectedDialog)},
	})
}

// TestDialogIsHandedOn: where a box came up, the next step starts from its place; and it may be the agent's to handle.
func TestDialogIsHandedOn(t *testing.T) {
	step := press("ctrl+s", document(), document().but(func(s *sheet) { s.dialog("Enregistrer sous", "Nom du fichier :") }))()
	step.CanHandleDialogs = true
	a := check.New(check.Params{Reader: reader}).Validate(t.Context(), step)
	if got := a.Dialog.Intersect(dialogBox); got.Dx()*got.Dy()*10 < dialogBox.Dx()*dialogBox.Dy()*9 {
		t.Errorf("the dialog is handed on as %v, want %v", a.Dialog, dialogBox)
	}
	if a.Route.Action != validation.RouteHandoff {
		t.Errorf("route %q, want %q", a.Route.Action, validation.RouteHandoff)
	}
}
