package check_test

import (
	"testing"

	"vigie/validation"
)

func TestLoading(t *testing.T) {
	at := mid(valider)
	busy := form().but(func(s *sheet) { s.write("Chargement en cours…", 520, 300) })
	judged(t, []sight{
		{"it says that it loads", click("Valider", at, form(), busy), loading},
		{"the same words in running text", click("Valider", at, form(), form().but(func(s *sheet) { s.write("Les travaux en cours de la ville sont expliqués ici", 480, 300) })), works},
		{"the loading text was there before", click("Valider", at, busy, busy.but(func(s *sheet) { s.write("Dossier validé", 520, 400) })), works},
		{"the loading text went", click("Valider", at, busy, answered()), works},
	})
}

func TestAgentsWord(t *testing.T) {
	refused := func(text string) detail {
		return func(s *validation.Step) { s.Result.Success, s.Result.Error = false, text }
	}
	judged(t, []sight{
		{"it failed, and there is nothing to see", click("Valider", mid(valider), form(), form(), refused("element not found")), failed},
		{"it failed, though something changed", click("Valider", mid(valider), form(), answered(), refused("element not found")), failed},
		{"it timed out, but the expected text is there", click("Valider", mid(valider), form(), answered(), shows("Aucune anomalie"), refused("timeout")), works},
		{"it has no handler for the action", click("Valider", mid(valider), form(), answered(), refused("unknown action")), fails(validation.UnsupportedAction)},
		{"it succeeded, it says, and nothing changed", click("Valider", mid(valider), form(), form()), fails(validation.NoVisualChange)},
	})
}
