package check_test

import (
	"image"
	"image/color"
	"testing"

	"vigie/validation"
)

// saving is a bar of buttons of which one says what another says, and more; one of them may have been carried out.
func saving(done string) *sheet {
	s := blank().write("Compte rendu", 40, 50).button("Enregistrer", image.Rect(40, 90, 160, 126)).button("Enregistrer et fermer", image.Rect(180, 90, 360, 126))
	return s.write(done, 40, 300)
}

// TestLongerLabel: the click fell on a label that begins like the wanted one, which stands beside it.
func TestLongerLabel(t *testing.T) {
	short, long := image.Pt(100, 108), image.Pt(270, 108)
	alone := blank().button("Enregistrer et fermer", image.Rect(180, 90, 360, 126))
	judged(t, []sight{
		{"the button itself", click("Enregistrer", short, saving(""), saving("Version 4 du compte rendu"), role("button")), works},
		{"the button that does more", click("Enregistrer", long, saving(""), saving("Version 4 du compte rendu"), role("button")), fails(validation.WrongTarget)},
		{"the button that does more, as wanted", click("Enregistrer et fermer", long, saving(""), saving("Version 4 du compte rendu"), role("button")), works},
		{"the only button that says it", click("Enregistrer", long, alone, alone.but(func(s *sheet) { s.write("Version 4", 40, 300) }), role("button")), works},
	})
}

// diets are two buttons of a choice, one of whose labels begins like the other; the one at on is chosen, and may have the focus.
func diets(on int, focus bool) *sheet {
	s := blank()
	for i, text := range []string{"Sans sel", "Sans sel strict"} {
		y := tickY(i)
		shade := blue
		if focus {
			shade = color.RGBA{R: blue.R * 3 / 4, G: blue.G * 3 / 4, B: blue.B * 3 / 4, A: 255}
		}
		s.frame(image.Rect(40, y, 56, y+16), rule, white).write(text, 66, y+13)
		if i == on {
			s.frame(image.Rect(40, y, 56, y+16), shade, white).fill(image.Rect(44, y+4, 52, y+12), shade)
		}
	}
	return s
}

// TestToggleRedrawn: a box that was ticked before only took another shade under the pointer.
func TestToggleRedrawn(t *testing.T) {
	framed := func(on bool) *sheet {
		s := blank().tick("unchecked", 40, tickY(0), on)
		for x := 62; x < 140; x += 3 {
			s.fill(image.Rect(x, tickY(0)-2, x+1, tickY(0)-1), ink).fill(image.Rect(x, tickY(0)+18, x+1, tickY(0)+19), ink)
		}
		return s
	}
	plain := blank().tick("unchecked", 40, tickY(0), false)
	label := image.Pt(100, tickY(0)+8)
	judged(t, []sight{
		{"it was chosen", click("Sans sel strict", tickAt(1), diets(0, false), diets(1, false), role("radio")), works},
		{"a longer label was chosen", click("Sans sel", tickAt(1), diets(-1, false), diets(1, false), role("radio")), fails(validation.WrongTarget)},
		{"only its shade changed", click("Sans sel", tickAt(0), diets(0, false), diets(0, true), role("radio")), fails(validation.NoVisualChange)},
		{"ticked by its label, which has the focus now, and says a word of its own", click("unchecked", label, plain, framed(true), role("checkbox")), works},
		{"only the label has the focus now", click("unchecked", label, plain, framed(false), role("checkbox")), fails(validation.NoVisualChange)},
	})
}

// menuPage is a page in a browser, with a menu bar right under the browser's rows.
func menuPage(open bool) *sheet {
	s := surfed("orme.example/dossiers").fill(image.Rect(0, 84, 900, 90), color.RGBA{R: 205, G: 221, B: 233, A: 255})
	s.frame(image.Rect(-1, 90, 901, 118), rule, color.RGBA{R: 247, G: 247, B: 247, A: 255}).write("Fichier", 30, 109).write("Boîtes", 120, 109)
	if open {
		s.frame(image.Rect(112, 118, 240, 176), ink, white).write("slow loading", 124, 140).write("action bar", 124, 164)
	}
	return s
}

// TestMenuBarOfPage: a page's own menu bar is not the browser's, and what can be chosen in its menu is not what the page says.
func TestMenuBarOfPage(t *testing.T) {
	judged(t, []sight{
		{"its menu opened", click("Boîtes", image.Pt(140, 104), menuPage(false), menuPage(true), role("button")), works},
		{"nothing opened", click("Boîtes", image.Pt(140, 104), menuPage(false), menuPage(false), role("button")), fails(validation.NoVisualChange)},
	})
}

// TestTraces: what the pointer does by coming and going is nothing that the page did.
func TestTraces(t *testing.T) {
	page := blank().button("Valider", image.Rect(40, 90, 160, 126)).letter("Mentions légales", 600, 500, blue, regular)
	left := blank().button("Valider", image.Rect(40, 90, 160, 126)).letter("Mentions légales", 600, 500, color.RGBA{R: 90, G: 140, B: 230, A: 255}, regular)
	bar := func(shade uint8) *sheet {
		return page.but(func(s *sheet) {
			s.fill(image.Rect(180, 60, 192, 400), color.RGBA{R: shade, G: shade, B: shade, A: 255})
		})
	}
	judged(t, []sight{
		{"a link far away lost its shade", click("Valider", image.Pt(100, 108), left, page, role("button")), fails(validation.NoVisualChange)},
		{"the page answered", click("Valider", image.Pt(100, 108), left, page.but(func(s *sheet) { s.write("Dossier validé", 40, 300) }), role("button")), works},
		{"only the scrollbar under the point", click("Valider", image.Pt(186, 108), bar(190), bar(120), role("button")), fails(validation.NoVisualChange)},
	})
}
