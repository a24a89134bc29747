package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Segment is one choice of a row of them, or a small button where nothing is chosen. Space presses it.
type Segment struct {
	Pressable
	text   string
	chosen bool
}

// NewSegment returns a segment that is not chosen.
func NewSegment(text string, keys *Keys, tapped func()) *Segment {
	s := &Segment{Pressable: MakePressable(keys, tapped), text: text}
	s.ExtendBaseWidget(s)
	return s
}

// Text is what stands on the segment.
func (s *Segment) Text() string { return s.text }

// Choose draws the segment as chosen or not.
func (s *Segment) Choose(chosen bool) {
	if s.chosen != chosen {
		s.chosen = chosen
		s.Refresh()
	}
}

// Chosen says whether the segment is drawn as chosen.
func (s *Segment) Chosen() bool { return s.chosen }

// CreateRenderer draws the segment. A chosen one has another ground, bold letters and a line under them.
func (s *Segment) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	r := &segmentRenderer{
		segment: s, ground: canvas.NewRectangle(nil), under: canvas.NewRectangle(nil),
		ring: NewRing(), text: NewText(s.text).Sized(theme.SizeNameCaptionText).Aligned(fyne.TextAlignCenter).Shrinking(),
	}
	r.ground.CornerRadius = 4
	r.objects = []fyne.CanvasObject{r.ground, r.text, r.under, r.ring.Object()}
	r.Refresh()
	return r
}

const (
	segmentHeight = 24
	segmentPad    = 8
)

type segmentRenderer struct {
	segment *Segment
	ground  *canvas.Rectangle
	under   *canvas.Rectangle
	ring    Ring
	text    *Text
	objects []fyne.CanvasObject
}

func (r *segmentRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.ring.Layout(size)
	height := r.text.MinSize().Height
	r.text.Move(fyne.NewPos(segmentPad/2, (size.Height-height)/2))
	r.text.Resize(fyne.NewSize(size.Width-segmentPad, height))
	r.under.Move(fyne.NewPos(segmentPad, size.Height-4))
	r.under.Resize(fyne.NewSize(size.Width-2*segmentPad, 2))
}

func (r *segmentRenderer) Refresh() {
	s := r.segment
	ground, text := theme.ColorNameButton, theme.ColorNameForeground
	if s.chosen {
		ground, text = theme.ColorNamePrimary, theme.ColorNameForegroundOnPrimary
	}
	r.ground.FillColor = theme.Color(ground)
	r.ground.StrokeWidth = 0
	if s.hovered {
		r.ground.StrokeWidth, r.ground.StrokeColor = 1, theme.Color(theme.ColorNamePrimary)
	}
	r.ring.Show(s.focused, text)
	r.under.FillColor = theme.Color(text)
	r.under.Hidden = !s.chosen
	r.text.style.Bold = s.chosen
	r.text.Set(s.text, text)
	r.text.Refresh()
	r.ground.Refresh()
	r.under.Refresh()
}

// MinSize has room for bold letters, so that choosing moves nothing.
func (r *segmentRenderer) MinSize() fyne.Size {
	text := fyne.MeasureText(r.segment.text, theme.Size(theme.SizeNameCaptionText), fyne.TextStyle{Bold: true})
	return fyne.NewSize(text.Width+2*segmentPad, segmentHeight)
}

func (r *segmentRenderer) Objects() []fyne.CanvasObject { return r.objects }
func (r *segmentRenderer) Destroy()                     {}
