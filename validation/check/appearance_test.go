package check_test

import (
	"image"
	"testing"

	"vigie/validation"
)

// inverted is the sheet in the colours of a dark theme.
func inverted(s *sheet) *sheet {
	return s.but(func(c *sheet) {
		for i := 0; i < len(c.img.Pix); i += 4 {
			for j := range 3 {
				c.img.Pix[i+j] = 255 - c.img.Pix[i+j]
			}
		}
	})
}

// enlarged is the sheet with two pixels for one, each way.
func enlarged(s *sheet) *sheet {
	b := s.img.Rect
	out := &sheet{image.NewRGBA(image.Rect(0, 0, b.Dx()*2, b.Dy()*2))}
	for y := range b.Dy() * 2 {
		for x := range b.Dx() * 2 {
			out.img.SetRGBA(x, y, s.img.RGBAAt(x/2, y/2))
		}
	}
	return out
}

// double says that the screen has two pixels for one.
func double(s *validation.Step) { s.Scale = 2 }

func TestDarkTheme(t *testing.T) {
	judged(t, []sight{
		{"the right button, and a panel came", click("Valider", mid(valider), inverted(form()), inverted(answered())), works},
		{"the wrong button", click("Valider", mid(annuler), inverted(form()), inverted(answered())), fails(validation.WrongTarget)},
		{"the right button, and nothing came", click("Valider", mid(valider), inverted(form()), inverted(form())), fails(validation.NoVisualChange)},
		{"the line moved under the tab", click("Imagerie", tabAt(1), inverted(tabs(0, underlined)), inverted(tabs(1, underlined)), role("tab")), works},
		{"the line under the tab does not move", click("Imagerie", tabAt(1), inverted(tabs(0, underlined)), inverted(tabs(0, underlined)), role("tab")), fails(validation.NoVisualChange)},
		{"the box was ticked", click("Recevoir des rappels", tickAt(1), inverted(consents()), inverted(consents(1)), role("checkbox"), words("Cocher")), works},
		{"the tick was taken away, where it was wanted", click("Recevoir des rappels", tickAt(1), inverted(consents(1)), inverted(consents()), role("checkbox"), words("Cocher")), fails(validation.WrongTarget)},
		{"the text stands in the field", act("type_text", mid(fieldBox(40, 110)), inverted(entry("", "")), inverted(entry("Lefèvre", "")), types("Lefèvre")), works},
		{"a message says that it is saved", press("ctrl+s", inverted(document()), inverted(toast("Document enregistré"))), works},
	})
}

func TestDoubleScale(t *testing.T) {
	judged(t, []sight{
		{"the right button, and a panel came", click("Valider", mid(valider), enlarged(form()), enlarged(answered()), double), works},
		{"the wrong button", click("Valider", mid(annuler), enlarged(form()), enlarged(answered()), double), fails(validation.WrongTarget)},
		{"the line moved under the tab", click("Imagerie", tabAt(1), enlarged(tabs(0, underlined)), enlarged(tabs(1, underlined)), role("tab"), double), works},
		{"the text stands in the field", act("type_text", mid(fieldBox(40, 110)), enlarged(entry("", "")), enlarged(entry("Lefèvre", "")), types("Lefèvre"), double), works},
		{"the box was ticked", click("Recevoir des rappels", tickAt(1), enlarged(consents()), enlarged(consents(1)), role("checkbox"), double), works},
		{"the button only looks hovered", click("Valider", mid(valider), enlarged(form()), enlarged(form().but(func(s *sheet) { s.plate("Valider", valider, rule, shade(210), ink) })), double), fails(validation.NoVisualChange)},
	})
}
