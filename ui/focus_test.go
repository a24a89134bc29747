package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	own "vigie/ui/widget"
)

// ringOf is the ring of a control on what is laid out; nil where none is drawn.
func ringOf(o fyne.CanvasObject) *canvas.Rectangle {
	for _, object := range test.LaidOutObjects(o) {
		if r, ok := object.(*canvas.Rectangle); ok && r.StrokeWidth == 2 && r.FillColor == nil && r.Visible() {
			return r
		}
	}
	return nil
}

func TestEveryControlThatHasTheFocusShowsIt(t *testing.T) {
	for name, page := range map[string]page{"live": pageLive, "sessions": pageSessions, "settings": pageSettings} {
		b := stored(t, 3)
		b.goTo(page)
		c := b.window.Canvas()
		seen := 0
		for range 60 {
			c.FocusNext()
			focused, ok := c.Focused().(fyne.CanvasObject)
			if !ok {
				continue
			}
			switch focused.(type) {
			case *own.Button, *own.Segment, *railItem, *headCell:
				seen++
				if ringOf(focused) == nil {
					t.Errorf("%s: %T has the focus, and nothing shows it", name, focused)
				}
				c.Unfocus()
				if ringOf(focused) != nil {
					t.Errorf("%s: %T shows a focus that it has not", name, focused)
				}
				c.Focus(focused.(fyne.Focusable))
			}
		}
		if seen < 5 {
			t.Errorf("%s: only %d controls were reached", name, seen)
		}
	}
}

func TestTheFocusStaysWhenLanguageOrColoursChange(t *testing.T) {
	b := newBench(t, usual, memory{prefLanguage: LanguageEnglish, prefTheme: ThemeDark})
	b.goTo(pageSettings)
	c := b.window.Canvas()
	for range 60 {
		c.FocusNext()
		if button, ok := c.Focused().(*own.Button); ok && button.Text == "Français" {
			break
		}
	}
	b.setLanguage(LanguageFrench)
	b.setTheme(ThemeLight)
	if button, ok := c.Focused().(*own.Button); !ok || button.Text != "Français" {
		t.Errorf("%T has the focus", c.Focused())
	}
}
