package ui

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
)

// pictured is a window whose step has the pictures that the archive holds.
func pictured(t *testing.T) *bench {
	t.Helper()
	b := newBench(t, usual, nil)
	b.archive.Dir = t.TempDir()
	stage.Paint(t, b.archive.Dir, "before.png", image.Pt(640, 400))
	stage.Paint(t, b.archive.Dir, "after.png", image.Pt(640, 400), image.Rect(100, 100, 140, 120))
	reports := steps(3, validation.Terminate)
	reports[2].Event.Screenshots = replay.Screenshots{Before: "before.png", After: []string{"after.png"}}
	b.play(stage.Live("a", "x", "y", 46, replay.PhasePaused, reports))
	b.settled(b.live.steps)
	return b
}

func TestKeysChangeHowPicturesAreCompared(t *testing.T) {
	b := pictured(t)
	p := b.live.steps.pane
	for _, c := range []struct {
		key            string
		mode           compareMode
		before, slider bool
	}{
		{"2", compareSlider, true, true},
		{"3", compareBlink, false, false}, // where nothing moves, a turn ends with the after picture
		{"4", compareDifference, false, false},
		{"1", compareBeside, true, false},
		{"é", compareSlider, true, true},
		{"\"", compareBlink, false, false},
		{"'", compareDifference, false, false},
		{"&", compareBeside, true, false},
	} {
		test.TypeOnCanvas(b.window.Canvas(), c.key)
		if p.mode != c.mode || p.before.Visible() != c.before || p.divider.Visible() != c.slider || !p.modes[c.mode].Chosen() {
			t.Errorf("key %s: mode %d, before %v, slider %v", c.key, p.mode, p.before.Visible(), p.divider.Visible())
		}
		if !p.after.Visible() || !p.afterName.Visible() {
			t.Errorf("key %s: the after picture is not there", c.key)
		}
	}
}

func TestPicturesKeepTheirPlacesWhileALineOfNewsComes(t *testing.T) {
	for name, c := range map[string]struct {
		width, height float32
		already, want bool
	}{
		"room for two, one above the other":    {652, 520, false, true},
		"wide and low":                         {1200, 400, false, false},
		"one above the other, a little larger": {652, 480, false, false},
		"it stands so already":                 {652, 480, true, true},
		"it stands so, and would be smaller":   {652, 380, true, false},
	} {
		if got := standAbove(fyne.NewSize(c.width, c.height), c.already); got != c.want {
			t.Errorf("%s: above %v, want %v", name, got, c.want)
		}
	}
}

func TestTheDifferenceSaysHowMuchChanged(t *testing.T) {
	b := pictured(t)
	test.TypeOnCanvas(b.window.Canvas(), "4")
	b.settled(b.live.steps)
	if got, want := b.live.steps.pane.beforeName.Content(), "Changed: 0.31 % of the picture, in 1 place"; got != want {
		t.Errorf("the pane says %q, want %q", got, want)
	}
}

func TestPicturesThatCannotBeComparedSaySo(t *testing.T) {
	b := pictured(t)
	stage.Paint(t, b.archive.Dir, "small.png", image.Pt(64, 40))
	reports := steps(4, validation.Terminate)
	reports[3].Event.Screenshots = replay.Screenshots{Before: "small.png", After: []string{"after.png"}}
	b.play(stage.Live("a", "x", "y", 46, replay.PhasePaused, reports))
	test.TypeOnCanvas(b.window.Canvas(), "4")
	b.settled(b.live.steps)
	if got, want := b.live.steps.pane.after.Message(), tr("pane.sizes"); got != want {
		t.Errorf("the pane says %q, want %q", got, want)
	}
}

func TestBlinkingShowsOneAfterTheOther(t *testing.T) {
	b := pictured(t)
	test.TypeOnCanvas(b.window.Canvas(), "3")
	p := b.live.steps.pane
	var got []bool
	for _, done := range []float32{0, 0.4, 0.5, 0.9, 0} {
		p.turn(done)
		got = append(got, p.before.Visible(), p.beforeName.Visible() == p.before.Visible(), p.afterName.Visible() != p.before.Visible())
	}
	want := []bool{true, true, true, true, true, true, false, true, true, false, true, true, true, true, true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("before picture, its name, the other's absence (-want +got):\n%s", diff)
	}
}

func TestTheSliderIsMovedByKeysAndByDragging(t *testing.T) {
	b := pictured(t)
	p := b.live.steps.pane
	test.TypeOnCanvas(b.window.Canvas(), ">")
	if p.split != 0.5 {
		t.Errorf("the slider moved to %v while there is none", p.split)
	}
	test.TypeOnCanvas(b.window.Canvas(), "2>>")
	p.divider.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: -p.after.Size().Width * 0.3}})
	if p.split < 0.299 || p.split > 0.301 {
		t.Errorf("the slider is at %v, want 0.3", p.split)
	}
	p.divider.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: -9999}})
	if p.split != 0 {
		t.Errorf("the slider left the picture: %v", p.split)
	}
}

func TestKeysZoomAndPanBothPictures(t *testing.T) {
	b := pictured(t)
	p := b.live.steps.pane
	test.TypeOnCanvas(b.window.Canvas(), "x")
	test.TypeOnCanvas(b.window.Canvas(), "++")
	zoomed := p.after.View()
	if zoomed.Zoom < 1.5 || p.before.View() != zoomed {
		t.Errorf("views %v and %v, want one and the same of 1.56", p.before.View(), zoomed)
	}
	b.shifted = func() bool { return true }
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if v := p.before.View(); v.X <= zoomed.X || b.shown.Event.ID != "sc" {
		t.Errorf("view %v after %v, step %s: want a view further to the right of the same step", v, zoomed, b.shown.Event.ID)
	}
	b.shifted = func() bool { return false }
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if v := p.after.View(); v != (own.View{}) {
		t.Errorf("another step is shown at %v, want whole", v)
	}
}
