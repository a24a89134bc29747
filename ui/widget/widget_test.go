package widget

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	_ = os.Setenv("LANG", "en_US.UTF-8")
	os.Exit(m.Run())
}

// fixCRC makes a PNG's header pass its check after it was changed.
func fixCRC(data []byte) []byte {
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return data
}

func TestSignsAreDrawn(t *testing.T) {
	test.NewTempApp(t)
	row := container.New(Columns{Gap: 6})
	for kind := NoSign; kind <= Changed; kind++ {
		row.Add(NewSign(kind, theme.ColorNameForeground, 24))
	}
	w := test.NewTempWindow(t, row)
	w.Resize(fyne.NewSize(490, 40))
	test.AssertImageMatches(t, "signs.png", w.Canvas().Capture())
}

func TestABarIsDrawn(t *testing.T) {
	test.NewTempApp(t)
	b := NewBar(8)
	b.Set(0.7, Part{0.5, theme.ColorNameSuccess}, Part{0.25, theme.ColorNameWarning}, Part{0.5, theme.ColorNameError})
	w := test.NewTempWindow(t, b)
	w.Resize(fyne.NewSize(160, 30))
	test.AssertImageMatches(t, "bar.png", w.Canvas().Capture())
}

// marked is a theme with the overlays' colours.
type marked struct{ fyne.Theme }

func (m marked) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	switch name {
	case ColorHalo:
		return color.Gray{Y: 0xD0}
	case ColorDecided:
		return color.NRGBA{B: 200, A: 255}
	case ColorWords:
		return color.NRGBA{G: 120, A: 255}
	case ColorActed:
		return color.NRGBA{R: 200, A: 255}
	case ColorLooked, ColorDialog, ColorPlanned, ColorChanged:
		return color.NRGBA{R: 120, B: 120, A: 255}
	default:
		return m.Theme.Color(name, v)
	}
}

func TestAScreenshotIsDrawnWithItsMarks(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(marked{test.NewTheme()})
	s := NewShot(newWarmLoader(t, encoded(t, 640, 360), image.Pt(320, 180)))
	w := test.NewTempWindow(t, s)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(320, 180))
	s.Present(Source{Hash: "h"}, "", Overlay{
		Boxes: []Box{
			{Decided, image.Rect(100, 60, 260, 140)},
			{Looked, image.Rect(80, 40, 300, 160)},
			{Words, image.Rect(120, 80, 200, 100)},
			{Dialog, image.Rect(340, 160, 560, 300)},
			{Words, image.Rectangle{}},
		},
		Planned: &Spot{.2, .7}, Acted: &Spot{.28, .3},
	})
	if !s.Ready() || s.Picture() != image.Pt(640, 360) {
		t.Fatal("the picture that is kept ready is not shown at once")
	}
	test.AssertImageMatches(t, "shot.png", w.Canvas().Capture())
	s.ShowOverlay(false)
	test.AssertImageMatches(t, "shot-bare.png", w.Canvas().Capture())
}

func TestAScreenshotTellsItsOwnerHowItIsViewed(t *testing.T) {
	test.NewTempApp(t)
	s := NewShot(newWarmLoader(t, encoded(t, 640, 360), image.Pt(320, 180)))
	var views []View
	s.OnView = func(v View) { views = append(views, v) }
	test.NewTempWindow(t, s).SetPadded(false)
	s.Resize(fyne.NewSize(320, 180))
	s.Present(Source{Hash: "h"}, "", Overlay{})
	s.DoubleTapped(&fyne.PointEvent{Position: fyne.NewPos(160, 90)})
	s.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: 16}})
	s.DoubleTapped(&fyne.PointEvent{})
	s.Fit()
	want := []View{{1, .5, .5}, {1, .475, .5}, {}}
	if len(views) != len(want) || views[0] != want[0] || views[1] != want[1] || views[2] != want[2] {
		t.Errorf("views %v, want %v", views, want)
	}
}

func TestTextThatIsTooLongEndsInAnEllipsis(t *testing.T) {
	test.NewTempApp(t)
	for _, text := range []string{"Ouvrir l'onglet Imagerie", "éééééééééééééé", "短い文ではない文です"} {
		width := fyne.MeasureText(text, 13, fyne.TextStyle{}).Width
		if got := shorten(text, width, 13, fyne.TextStyle{}); got != text {
			t.Errorf("%q fits, and is %q", text, got)
		}
		got := shorten(text, width*0.6, 13, fyne.TextStyle{})
		if fyne.MeasureText(got, 13, fyne.TextStyle{}).Width > width*0.6 || len([]rune(got)) < 3 {
			t.Errorf("%q was shortened to %q", text, got)
		}
	}
	if got := shorten("x", 0, 13, fyne.TextStyle{}); got != "x" {
		t.Errorf("before the layout, x is %q", got)
	}
}

func TestWidgetsHandOnTheKeysTheyDoNotUse(t *testing.T) {
	test.NewTempApp(t)
	var keys []fyne.KeyName
	var runes []rune
	k := &Keys{Key: func(e *fyne.KeyEvent) { keys = append(keys, e.Name) }, Rune: func(r rune) { runes = append(runes, r) }}
	pressed := 0
	b := NewButton("b", nil, k, func() { pressed++ })
	l := NewList(k, func() int { return 1 }, func() fyne.CanvasObject { return NewText("") }, func(int, fyne.CanvasObject) {})
	for _, w := range []fyne.Focusable{b, l, NewTick("c", k, nil)} {
		w.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		w.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
		w.TypedRune('r')
	}
	if pressed != 0 || len(keys) != 6 || string(runes) != "rrr" {
		t.Errorf("pressed %d, keys %v, characters %q", pressed, keys, string(runes))
	}
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	b.TypedRune(' ')
	if pressed != 1 || len(runes) != 3 {
		t.Errorf("space pressed the button %d times", pressed)
	}
}

func TestColumnsShareWhatIsLeft(t *testing.T) {
	objects := []fyne.CanvasObject{NewText(""), NewText(""), NewText("")}
	Columns{Widths: []float32{50, -1, -2}, Gap: 10}.Layout(objects, fyne.NewSize(370, 20))
	got := [3]float32{objects[0].Size().Width, objects[1].Size().Width, objects[2].Size().Width}
	if got != [3]float32{50, 100, 200} {
		t.Errorf("widths %v", got)
	}
	Columns{Widths: []float32{50, -1, -2}, Gap: 10}.Layout(objects, fyne.NewSize(10, 20))
	if objects[1].Size().Width < 0 {
		t.Error("a column has a negative width")
	}
}

func TestAPanNeedsAnotherPartOnlyNearItsEdge(t *testing.T) {
	test.NewTempApp(t)
	data := encoded(t, 2000, 1000)
	todo := make(chan func(), 10)
	l := startLoader(t, 64<<20, func(context.Context, string) ([]byte, error) { return data, nil }, func(f func()) { todo <- f })
	s := NewShot(l)
	settle := func() {
		for !s.Ready() {
			(<-todo)()
		}
	}
	s.OnView = func(View) {}
	test.NewTempWindow(t, s).SetPadded(false)
	s.Resize(fyne.NewSize(300, 200))
	s.Present(Source{Hash: "h"}, "", Overlay{})
	settle()
	for _, c := range []struct {
		name string
		dx   float32
		same bool
	}{{"a first move after zooming", -10, false}, {"a small move", -10, true}, {"another one", -10, true}, {"a far move", -200, false}} {
		if c.name == "a first move after zooming" {
			s.OneToOne(.3, .3)
			settle()
		}
		before := s.Shown().Image
		s.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: c.dx}})
		settle()
		if same := s.Shown().Image == before; same != c.same {
			t.Errorf("%s: the part is the same: %v, want %v", c.name, same, c.same)
		}
		seen := s.View().Frame(s.Area(), s.Picture()).Visible(s.Area(), s.Picture())
		if !seen.In(s.Shown().Part) {
			t.Errorf("%s: %v is seen, %v is there", c.name, seen, s.Shown().Part)
		}
	}
}

func TestAPictureThatFailedSaysSoUntilAnotherPartOfItIsWanted(t *testing.T) {
	test.NewTempApp(t)
	data, broken := encoded(t, 2000, 1000), true
	todo := make(chan func(), 10)
	fetch := func(context.Context, string) ([]byte, error) {
		if broken {
			return nil, io.ErrUnexpectedEOF
		}
		return data, nil
	}
	s := NewShot(startLoader(t, 64<<20, fetch, func(f func()) { todo <- f }))
	s.Failed = func(err error) string { return "not shown: " + err.Error() }
	test.NewTempWindow(t, s).SetPadded(false)
	s.Resize(fyne.NewSize(300, 200))
	s.Present(Source{Hash: "h"}, "", Overlay{})
	(<-todo)()
	s.Present(Source{Hash: "h"}, "", Overlay{}) // as a window does with each report
	if want := "not shown: read picture h: unexpected EOF"; s.Message() != want || !s.Ready() {
		t.Errorf("%q, ready: %v, want %q, ready", s.Message(), s.Ready(), want)
	}
	broken = false
	s.OneToOne(.5, .5)
	(<-todo)()
	if s.Message() != "" || s.Shown().Image == nil {
		t.Errorf("after another view: %q, shown: %v, want the picture and no message", s.Message(), s.Shown().Image != nil)
	}
}

func TestPicturesWithoutFullAlphaAreMultiplied(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	m.SetNRGBA(0, 0, color.NRGBA{R: 200, G: 100, B: 50, A: 255})
	m.SetNRGBA(1, 0, color.NRGBA{R: 200, G: 100, B: 50, A: 128})
	var buffer bytes.Buffer
	if err := png.Encode(&buffer, m); err != nil {
		t.Fatal(err)
	}
	got, err := decode(buffer.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := []uint8{200, 100, 50, 255, 100, 50, 25, 128}
	if diff := cmp.Diff(want, got.Pix); diff != "" {
		t.Errorf("pixels (-want +got):\n%s", diff)
	}
}

func TestTheChosenRowStaysInSightWhenTheListGetsSmaller(t *testing.T) {
	test.NewTempApp(t)
	l := NewList(&Keys{}, func() int { return 40 }, func() fyne.CanvasObject { return NewText("row") }, func(int, fyne.CanvasObject) {})
	w := test.NewTempWindow(t, container.NewWithoutLayout(l))
	w.Resize(fyne.NewSize(300, 400))
	bottom := func() float32 { return float32(l.chosen+1)*l.pitch - l.GetScrollOffset() }
	l.Resize(fyne.NewSize(200, 300))
	l.Select(39)
	l.Resize(fyne.NewSize(200, 200))
	if at := bottom(); at > 200+theme.Padding() {
		t.Errorf("the chosen row ends at %v of 200", at)
	}
	l.ScrollToTop()
	l.Resize(fyne.NewSize(200, 150))
	if l.GetScrollOffset() != 0 {
		t.Error("a person who looked elsewhere was taken away")
	}
}

// press types a space as a keyboard does: the key, then the character, each to what has the focus then.
func press(c fyne.Canvas) {
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	c.Focused().TypedRune(' ')
}

func TestTheSpaceThatPressesAButtonIsNotWrittenIntoWhatItOpens(t *testing.T) {
	entry := NewEntry("")
	w := test.NewTempWindow(t, entry)
	c := w.Canvas()
	k := &Keys{Key: func(*fyne.KeyEvent) {}, Rune: func(rune) {}}
	button := NewButton("b", nil, k, func() { c.Focus(entry) })
	w.SetContent(container.NewVBox(button, entry))
	c.Focus(button)
	press(c)
	if c.Focused() != fyne.Focusable(entry) || entry.Text != "" {
		t.Errorf("%T has the focus, the entry holds %q", c.Focused(), entry.Text)
	}
	pressed := 0
	p := MakePressable(k, func() { pressed++ })
	if p.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace}); pressed != 0 {
		t.Error("the key presses it, and its character is still to come")
	}
	if p.TypedRune(' '); pressed != 1 {
		t.Errorf("pressed %d times", pressed)
	}
}

func TestATextKeepsItsEndWhereThereIsRoomForHalfOfTheRest(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		name       string
		begin, end string
		width      float32
		want       string
	}{
		{"all fits", "Demo", " · lea-01", 400, "Demo · lea-01"},
		{"the beginning gives way", "Dossier des urgences et imagerie", " · lea-01", 230, "… · lea-01"},
		{"a long end gives way itself", "Dossier", " · an agent with a very long name of its own", 120, "…"},
		{"no end", "Dossier des urgences et imagerie", "", 120, "…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := NewText("").Shrinking()
			text.SetParts(c.begin, c.end)
			text.Resize(fyne.NewSize(c.width, 20))
			line := test.WidgetRenderer(text).Objects()[0].(*canvas.Text)
			if !strings.HasSuffix(line.Text, c.want) || line.MinSize().Width > c.width {
				t.Errorf("%q, %v wide", line.Text, line.MinSize().Width)
			}
			if text.Content() != c.begin+c.end {
				t.Errorf("content %q", text.Content())
			}
		})
	}
}
