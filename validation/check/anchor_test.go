package check_test

import (
	"image"
	"strings"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// waited is a page that is at work, its ring turned by quarters.
func waited(quarter int, text string) *sheet {
	return blank().write("Résultats du laboratoire", 40, 60).but(func(s *sheet) { spinner(s, image.Pt(450, 280), quarter) }).write(text, 400, 330)
}

func TestAnchor(t *testing.T) {
	done := blank().write("Résultats du laboratoire", 40, 60).write("Hémoglobine 13,2 g/dl", 60, 200)
	middle := image.Pt(450, 280)
	hemo := labelled("Hémoglobine")
	judged(t, []sight{
		{"the awaited text is there", act("wait", middle, waited(0, ""), done, hemo), works},
		{"the awaited text was there already", act("wait", middle, done, done, hemo), works},
		{"a ring still turns", act("wait", image.Pt(120, 195), waited(0, ""), waited(1, ""), hemo), loading},
		{"a ring turns at the very point", act("wait", middle, waited(0, ""), waited(1, ""), hemo), loading},
		{"it says that it loads", act("wait", middle, waited(0, "Chargement…"), waited(0, "Chargement…"), hemo), loading},
		{"nothing moves, and the text is not there", act("wait", middle, form(), form(), hemo), fails(validation.OCRTextMissing)},
		{"no picture before, the text is there", act("wait", middle, done, done, hemo, alone), works},
		{"the text to verify is there", act("verify_element_exists", middle, done, done, hemo), works},
		{"the text to verify is not there", act("verify_element_exists", middle, done, done, labelled("Glycémie")), fails(validation.OCRTextMissing)},
		{"the whole text to verify is there", act("verify_text_content", middle, done, done, shows("Hémoglobine 13,2 g/dl")), works},
		{"another value stands there", act("verify_text_content", middle, done, done, shows("Hémoglobine 12,3 g/dl")), fails(validation.OCRTextMissing)},
		{"a part of a word is not the text", act("verify_text_content", middle, done, done, shows("labo")), fails(validation.OCRTextMissing)},
	})
}

func TestEvidence(t *testing.T) {
	blurred := blank()
	shot := func(s *sheet, more ...detail) func() *validation.Step {
		return act("screenshot_evidence", image.Pt(1, 1), s, s, more...)
	}
	judged(t, []sight{
		{"the right application is in front, by its title", shot(form(), drives("Orme"), titled("Orme", "Orme - Dossier")), works},
		{"the right application is in front, by the screen's first rows", shot(blank().write("Orme - Dossier du patient", 20, 24), drives("Orme")), works},
		{"another application is in front", shot(mailbox(), drives("Orme"), titled("Orme", "Messagerie")), fails(validation.WrongApplication)},
		{"no title, and its name is nowhere", shot(mailbox(), drives("Orme")), open},
		{"no application is named", shot(form()), works},
	})
	step := shot(blurred, drives("Orme"), titled("Orme", "Orme"))()
	f, err := check.Evidence{}.Check(t.Context(), validation.NewScene(step, reader, validation.Options{}))
	if err != nil || f.Verdict != validation.Complete || len(f.Evidence.Notes) != 1 || !strings.Contains(f.Evidence.Notes[0].In("en"), "blurred") {
		t.Errorf("a blurred picture: %v, notes %v, error %v; want COMPLETE with a warning", f.Verdict, f.Evidence.Notes, err)
	}
}

func TestTitle(t *testing.T) {
	at := mid(valider)
	page := func(text string) *sheet {
		return surfed("orme.example/dossiers").but(func(s *sheet) { s.write(text, 40, 320) })
	}
	opens := func(kind string, after *sheet, more ...detail) func() *validation.Step {
		return act(kind, at, blank(), after, append([]detail{reaches("Orme")}, more...)...)
	}
	judged(t, []sight{
		{"the application opened", opens("open_app", form(), titled("Bureau", "Orme - Accueil")), works},
		{"the page opened", opens("open_url", page(""), titled("Nouvel onglet", "Orme - Accueil")), works},
		{"not open yet", opens("open_app", blank(), titled("Bureau", "Bureau")), loading},
		{"another application opened", opens("open_app", mailbox(), titled("Bureau", "Messagerie")), fails(validation.WrongApplication)},
		{"an error page, by its title", opens("open_url", page("Réessayer"), titled("Nouvel onglet", "404 Not Found")), fails(validation.WrongApplication)},
		{"an error page under the right title", opens("open_url", page("Ce site est inaccessible"), titled("Nouvel onglet", "Orme")), fails(validation.WrongApplication)},
		{"the title is only the address so far", opens("open_url", page(""), titled("Nouvel onglet", "orme.example/dossiers")), loading},
		{"a double click opened the window", act("double_click", at, form(), answered(), labelled("Valider"), reaches("Dossier 4711"), titled("Orme", "Dossier 4711 - Orme")), works},
		{"a double click opened another window", act("double_click", at, form(), answered(), labelled("Valider"), reaches("Dossier 4711"), titled("Orme", "Dossier 4712 - Orme")), fails(validation.WrongTarget)},
		{"a double click opened nothing", act("double_click", at, form(), form(), labelled("Valider"), reaches("Dossier 4711"), titled("Orme", "Orme")), fails(validation.NoVisualChange)},
	})
}
