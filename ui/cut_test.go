package ui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// cutter finds text that is cut off on what is laid out.
type cutter struct {
	ours  []*regexp.Regexp // the window's own texts, which are never shortened; what fills their gaps may be
	found []string
}

// newCutter takes the window's own texts in a language.
func newCutter(texts map[string]string) *cutter {
	c := &cutter{}
	for key, text := range texts {
		if userTexts[key] || strings.HasPrefix(key, "kind.") { // a step's kind stands beside its verdict, and whole on the card
			continue
		}
		if filled := gap.ReplaceAllString(text, ""); len(strings.TrimSpace(filled)) > 3 {
			c.ours = append(c.ours, regexp.MustCompile("^"+quotedGap.ReplaceAllString(regexp.QuoteMeta(text), ".{0,12}")+"$"))
		}
	}
	return c
}

// quotedGap is a gap of a text after its special characters were quoted.
var quotedGap = regexp.MustCompile(`\\\{\\\{\\\.\w+\\\}\\\}`)

// userTexts are texts that are mostly what others wrote.
var userTexts = map[string]bool{"error.page": true, "pane.title": true, "decision.title": true, "notice.title": true, "notice.reason": true}

// isOurs says whether a text is one of the window's own.
func (c *cutter) isOurs(text string) bool {
	for _, pattern := range c.ours {
		if pattern.MatchString(text) {
			return true
		}
	}
	return false
}

// box is where an object lies on the window.
type box struct {
	at   fyne.Position
	size fyne.Size
}

// inside says whether a box lies within another one, but for a hair.
func (b box) inside(outer box) bool {
	const hair = 1.5
	return b.at.X >= outer.at.X-hair && b.at.Y >= outer.at.Y-hair &&
		b.at.X+b.size.Width <= outer.at.X+outer.size.Width+hair && b.at.Y+b.size.Height <= outer.at.Y+outer.size.Height+hair
}

// walk looks at an object and all that is in it. within is the room that it may take; an unlimited one inside of what
// scrolls.
func (c *cutter) walk(object fyne.CanvasObject, at fyne.Position, within box) {
	if !object.Visible() || object.Size().IsZero() {
		return
	}
	here := box{at.Add(object.Position()), object.Size()}
	c.look(object, here, within)
	switch o := object.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			c.walk(child, here.at, within)
		}
	case *container.Scroll:
		c.walk(o.Content, here.at, box{fyne.NewPos(-1e6, -1e6), fyne.NewSize(2e6, 2e6)})
	case *own.Shot, *widget.Entry, *own.Entry:
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			c.walk(child, here.at, within)
		}
	}
}

// look notes whether an object's text is cut off.
func (c *cutter) look(object fyne.CanvasObject, here, within box) {
	const hair = 1.5
	text, least := textOf(object)
	if text == "" {
		return
	}
	if shown, ok := object.(*own.Text); ok && shown.Shortened() {
		if c.isOurs(text) {
			c.note("shortened", text, here, least)
		}
		return
	}
	if least.Width > here.size.Width+hair || least.Height > here.size.Height+hair {
		c.note("cut off", text, here, least)
	}
	if !here.inside(within) {
		c.note("outside", text, here, least)
	}
}

func (c *cutter) note(what, text string, here box, least fyne.Size) {
	c.found = append(c.found, fmt.Sprintf("%s: %q at %v has %v, needs %v", what, text, here.at, here.size, least))
}

// textOf is an object's text, with the room that it needs; empty for an object without text of its own.
func textOf(object fyne.CanvasObject) (string, fyne.Size) {
	switch o := object.(type) {
	case *own.Text:
		return o.Content(), o.MinSize()
	case *widget.Label:
		return o.Text, o.MinSize()
	case *own.Button:
		return o.Text, o.MinSize()
	case *widget.Button:
		return o.Text, o.MinSize()
	case *own.Tick:
		return o.Text, o.MinSize()
	case *own.Segment:
		return o.Text(), o.MinSize()
	case *own.Marked:
		return strings.Join(o.Lines(), " "), o.MinSize()
	default:
		return "", fyne.Size{}
	}
}

// cutOff are the texts that are cut off on a canvas, in the window's language.
func cutOff(c fyne.Canvas, texts map[string]string) []string {
	cut := newCutter(texts)
	whole := box{size: c.Size()}
	cut.walk(c.Content(), fyne.Position{}, whole)
	for _, top := range c.Overlays().List() {
		cut.walk(top, fyne.Position{}, whole)
	}
	return cut.found
}

func TestNothingIsCutOffInTheSmallestWindow(t *testing.T) {
	for _, language := range []string{LanguageEnglish, LanguageFrench} {
		t.Run(language, func(t *testing.T) {
			b := newBench(t, fyne.NewSize(minWidth, minHeight), memory{prefLanguage: language, prefTheme: ThemeDark})
			t.Cleanup(func() { _ = speak(LanguageEnglish) })
			look := func(what string) {
				b.window.Canvas().Capture()
				for _, found := range cutOff(b.window.Canvas(), texts(t, language)) {
					t.Errorf("%s: %s", what, found)
				}
			}
			look("the start")
			b.play(paused("a", 3), running("b", 4))
			b.later(time.Second)
			look("a pause")
			for _, key := range "234" {
				b.typedRune(key)
				look("pictures " + string(key))
			}
			b.typedRune('a')
			look("the question before an abort")
			b.live.bar.cancel()
			b.live.bar.view.harm = tr("harm.save")
			b.typedRune('t')
			look("the question before a retry")
			b.typedRune('?')
			look("the sheet of keys")
			b.closeModal()
			b.askClose()
			look("the question before closing")
		})
	}
}

func TestCutTextIsFound(t *testing.T) {
	test.NewTempApp(t)
	ours := map[string]string{"x": "Attendre une personne", "y": "Étape {{.Step}} sur {{.Total}}"}
	for name, c := range map[string]struct {
		object fyne.CanvasObject
		width  float32
		want   int
	}{
		"a text that fits":                    {own.NewText("Attendre"), 300, 0},
		"a text that is too wide":             {own.NewText("Attendre une personne"), 60, 1},
		"our own text with an ellipsis":       {own.NewText("Attendre une personne").Shrinking(), 60, 1},
		"our own text with filled gaps":       {own.NewText("Étape 40 sur 168").Shrinking(), 40, 1},
		"a patient's name with an ellipsis":   {own.NewText("MARTIN Élodie, née le 12/03/1961").Shrinking(), 60, 0},
		"a button that is too narrow":         {own.NewButton("Attendre", nil, nil, nil), 20, 1},
		"a wide text in something that rolls": {container.NewHScroll(own.NewText("Attendre une personne")), 60, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := test.NewTempWindow(t, container.New(own.Fixed{}, c.object))
			w.SetPadded(false)
			w.Resize(fyne.NewSize(c.width, 40))
			c.object.Resize(fyne.NewSize(c.width, 40))
			cut := newCutter(ours)
			cut.walk(c.object, fyne.Position{}, box{size: fyne.NewSize(c.width, 40)})
			if len(cut.found) != c.want {
				t.Errorf("found %q, want %d", cut.found, c.want)
			}
		})
	}
}
