package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

var saveButton = image.Rect(40, 90, 170, 124)

// document is a letter with a button that saves.
func document() *sheet {
	return blank().write("Courrier au médecin traitant", 40, 50).button("Enregistrer", saveButton).
		button("Fermer", image.Rect(190, 90, 290, 124)).write("Cher confrère,", 60, 220).write("Votre patiente va mieux.", 60, 250)
}

// toast is the document with a message in the corner.
func toast(text string) *sheet {
	return document().but(func(s *sheet) {
		s.fill(image.Rect(520, 470, 524, 530), blue).write(text, 540, 505)
	})
}

func TestSave(t *testing.T) {
	at := mid(saveButton)
	judged(t, []sight{
		{"a message says that it is saved", click("Enregistrer", at, document(), toast("Document enregistré")), works},
		{"in English", press("ctrl+s", document(), toast("All changes saved")), works},
		{"the message of another save still stands there", click("Enregistrer", at, toast("Document enregistré"), toast("Document enregistré")), open},
		{"the message counts only as a whole word", press("ctrl+s", document(), toast("Les enregistreurs sont prêts")), open},
		{"an error says that it is not", click("Enregistrer", at, document(), toast("Erreur d'enregistrement")), fails(validation.WrongTarget)},
		{"an error beside a success", press("ctrl+s", document(), toast("Enregistré, mais échec de l'envoi")), fails(validation.WrongTarget)},
		{"not saved", press("ctrl+s", document(), toast("Document non enregistré")), fails(validation.WrongTarget)},
		{"a field is required", click("Enregistrer", at, document(), toast("Ce champ est obligatoire")), fails(validation.WrongTarget)},
		{"a field asks for a valid value", click("Enregistrer", at, document(), toast("Saisissez une date valide.")), fails(validation.WrongTarget)},
		{"a valid value was taken", click("Enregistrer", at, document(), toast("Date valide, courrier enregistré")), works},
		{"still saving", click("Enregistrer", at, document(), toast("Enregistrement en cours…")), loading},
		{"nothing at all, nobody can tell", press("ctrl+s", document(), document()), open},
		{"beside the button", click("Enregistrer", image.Pt(240, 107), document(), toast("Document enregistré")), fails(validation.WrongTarget)},
		{"beside the reported button", click("Enregistrer", image.Pt(600, 300), document(), toast("Document enregistré"), about(func(c *validation.Context) { c.SaveButton = &saveButton })), fails(validation.WrongTarget)},
		{"the agent asks for a name", press("ctrl+s", document(), document().but(func(s *sheet) { s.dialog("Enregistrer sous", "Nom du fichier :") })), fails(validation.UnexpectedDialog)},
		{"in another application", press("ctrl+s", document(), document(), drives("Orme"), titled("Messagerie", "Messagerie")), fails(validation.WrongApplication)},
	})
}

func TestSaveBurst(t *testing.T) {
	judged(t, []sight{
		{"the message came and went between two pictures", press("ctrl+s", document(), document(), burst(document(), toast("Document enregistré"))), works},
		{"an error came and went", press("ctrl+s", document(), document(), burst(toast("Échec de l'enregistrement"))), fails(validation.WrongTarget)},
		{"three pictures, and nothing on any", press("ctrl+s", document(), document(), burst(document(), document())), fails(validation.NoVisualChange)},
	})
}

func TestSaveMarker(t *testing.T) {
	clean := document()
	dirty := document().but(func(s *sheet) { s.fill(image.Rect(8, 40, 14, 46), red) })
	judged(t, []sight{
		{"the star left the title", press("ctrl+s", dirty, clean, titled("*courrier.odt - Orme", "courrier.odt - Orme")), works},
		{"the dot left the title", press("ctrl+s", dirty, clean, titled("● courrier.odt - Orme", "courrier.odt - Orme")), works},
		{"the star between the names left the title", press("ctrl+s", dirty, clean, titled("courrier.txt * Orme", "courrier.txt - Orme")), works},
		{"the star between the names stays", press("ctrl+s", dirty, dirty, titled("courrier.txt * Orme", "courrier.txt * Orme")), fails(validation.NoVisualChange)},
		{"the word stays in the title", press("ctrl+s", dirty, dirty, titled("courrier.odt [modifié] - Orme", "courrier.odt [modifié] - Orme")), fails(validation.NoVisualChange)},
		{"the star stays in the title", press("ctrl+s", dirty, dirty, titled("*courrier.odt - Orme", "*courrier.odt - Orme")), fails(validation.NoVisualChange)},
		{"there never was a mark", press("ctrl+s", clean, clean, titled("courrier.odt - Orme", "courrier.odt - Orme")), open},
		{"the mark went with its document", press("ctrl+s", dirty, mailbox(), titled("*courrier.odt", "Messages reçus")), open},
	})
}
