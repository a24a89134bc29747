package widget

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Text is one line of text in a theme's colour and size, without padding. Where it is too long for its place and may
// shrink, it ends in an ellipsis.
type Text struct {
	widget.BaseWidget
	text      string
	end       string // of text, that is shown even where the rest is shortened
	color     fyne.ThemeColorName
	size      fyne.ThemeSizeName
	style     fyne.TextStyle
	align     fyne.TextAlign
	shrinking bool
}

// NewText returns a text in the foreground colour at the usual size.
func NewText(text string) *Text {
	t := &Text{text: text, color: theme.ColorNameForeground, size: theme.SizeNameText}
	t.ExtendBaseWidget(t)
	return t
}

// Colored sets the text's colour and returns it.
func (t *Text) Colored(color fyne.ThemeColorName) *Text { t.color = color; return t }

// Sized sets the text's size and returns it.
func (t *Text) Sized(size fyne.ThemeSizeName) *Text { t.size = size; return t }

// Bold makes the text bold and returns it.
func (t *Text) Bold() *Text { t.style.Bold = true; return t }

// Mono makes the text monospaced and returns it.
func (t *Text) Mono() *Text { t.style.Monospace = true; return t }

// Aligned sets where the text stands in its place and returns it.
func (t *Text) Aligned(align fyne.TextAlign) *Text { t.align = align; return t }

// Shrinking lets the text be shorter than it is long, and returns it.
func (t *Text) Shrinking() *Text { t.shrinking = true; return t }

// Set changes text and colour; nothing happens when they are those already.
func (t *Text) Set(text string, color fyne.ThemeColorName) {
	if t.text == text && t.color == color {
		return
	}
	t.text, t.color = text, color
	t.Refresh()
}

// SetText changes the text; nothing happens when it is that already.
func (t *Text) SetText(text string) { t.Set(text, t.color) }

// SetParts changes the text to two parts, of which the second one stays whole where it leaves room for half of the first.
func (t *Text) SetParts(begin, end string) {
	t.end = end
	t.SetText(begin + end)
}

// Content is the whole text, even where only its beginning is shown.
func (t *Text) Content() string { return t.text }

// Shortened says whether only the text's beginning is shown.
func (t *Text) Shortened() bool {
	return t.shrinking && fyne.MeasureText(t.text, theme.Size(t.size), t.style).Width > t.Size().Width && t.Size().Width > 0
}

// CreateRenderer draws the text.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	t.ExtendBaseWidget(t)
	line := canvas.NewText("", theme.Color(t.color))
	r := &textRenderer{text: t, line: line, objects: []fyne.CanvasObject{line}}
	r.style()
	line.Text = t.text
	return r
}

type textRenderer struct {
	text    *Text
	line    *canvas.Text
	objects []fyne.CanvasObject
	least   fyne.Size // of what is measured: text, size and style
	of      measured
}

// measured is what the size of a text depends on.
type measured struct {
	text  string
	size  float32
	style fyne.TextStyle
}

func (r *textRenderer) style() {
	r.line.Color = theme.Color(r.text.color)
	r.line.TextSize = theme.Size(r.text.size)
	r.line.TextStyle = r.text.style
	r.line.Alignment = r.text.align
}

func (r *textRenderer) Layout(size fyne.Size) {
	r.line.Text = r.text.text
	if r.text.shrinking {
		r.line.Text = r.shortened(size.Width)
	}
	r.line.Resize(size)
}

// shortened is as much of the text as fits into a width.
func (r *textRenderer) shortened(width float32) string {
	measure := func(text string) float32 { return fyne.MeasureText(text, r.line.TextSize, r.line.TextStyle).Width }
	begin, whole := strings.CutSuffix(r.text.text, r.text.end)
	if whole && r.text.end != "" && measure(r.text.text) > width {
		if left := width - measure(r.text.end); left >= measure(begin)/2 {
			return shorten(begin, left, r.line.TextSize, r.line.TextStyle) + r.text.end
		}
	}
	return shorten(r.text.text, width, r.line.TextSize, r.line.TextStyle)
}

func (r *textRenderer) Refresh() {
	r.style()
	r.Layout(r.text.Size())
	r.line.Refresh()
}

// MinSize measures a text once: Fyne asks for it several times in each frame.
func (r *textRenderer) MinSize() fyne.Size {
	if now := (measured{r.text.text, r.line.TextSize, r.line.TextStyle}); r.of != now {
		r.of, r.least = now, fyne.MeasureText(now.text, now.size, now.style)
	}
	size := r.least
	if r.text.shrinking {
		size.Width = min(size.Width, r.line.TextSize*2)
	}
	return size
}

func (r *textRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *textRenderer) Destroy()                     {}

// shorten returns text, or as much of its beginning as fits into width with an ellipsis.
func shorten(text string, width, size float32, style fyne.TextStyle) string {
	if width <= 0 || fyne.MeasureText(text, size, style).Width <= width {
		return text
	}
	low, high := 0, len(text)
	for low < high {
		middle := (low + high + 1) / 2
		for middle < high && !utf8.RuneStart(text[middle]) {
			middle++
		}
		if fyne.MeasureText(text[:middle]+"…", size, style).Width <= width {
			low = middle
		} else {
			high = (low + high + 1) / 2
			high--
		}
	}
	for low > 0 && low < len(text) && !utf8.RuneStart(text[low]) {
		low--
	}
	return strings.TrimRight(text[:low], " ·,") + "…"
}
