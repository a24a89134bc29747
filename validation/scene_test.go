package validation

import (
	"errors"
	"image"
	"image/color"
	"testing"

	"vigie/validation/screen"
)

func TestPointIsBroughtBackToItsMonitor(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      Point
		monitor *Monitor
		want    image.Point
		moved   bool
		inside  bool
	}{
		{"inside, no monitor", Point{.25, .5}, nil, image.Pt(50, 50), false, true},
		{"inside, on a monitor beside the main one", Point{.25, .5}, &Monitor{X: -200, Width: 200, Height: 100}, image.Pt(50, 50), false, true},
		{"left of the main monitor", Point{-.75, .5}, &Monitor{X: -200, Width: 200, Height: 100}, image.Pt(50, 50), true, true},
		{"right of it", Point{1.25, .5}, &Monitor{X: 200, Width: 200, Height: 100}, image.Pt(50, 50), true, true},
		{"above it", Point{.25, -.5}, &Monitor{Y: -100, Width: 200, Height: 100}, image.Pt(50, 50), true, true},
		{"in desktop pixels of a monitor twice as large as its picture", Point{-.75, .5}, &Monitor{X: -400, Width: 400, Height: 200}, image.Pt(50, 50), true, true},
		{"outside, no monitor", Point{1.5, .5}, nil, image.Pt(300, 50), false, false},
		{"outside, on the main monitor", Point{1.5, .5}, &Monitor{Width: 200, Height: 100}, image.Pt(300, 50), false, false},
		{"outside, on another monitor than the one shown", Point{2.5, .5}, &Monitor{X: 200, Width: 200, Height: 100}, image.Pt(500, 50), false, false},
		{"outside, of a monitor without a size", Point{-.75, .5}, &Monitor{X: -200}, image.Pt(-150, 50), false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			step := Step{Action: Action{Type: "click", At: &c.at}, Context: Context{Monitor: c.monitor}, After: []*screen.Picture{blank(200, 100)}}
			s := NewScene(&step, nil, Options{})
			at, known := s.At()
			if at != c.want || !known || s.Moved() != c.moved || s.Inside() != c.inside {
				t.Errorf("at %v (known %v), moved %v, inside %v; want %v, %v, %v", at, known, s.Moved(), s.Inside(), c.want, c.moved, c.inside)
			}
		})
	}
}

func TestActedPointWinsOverThePlannedOne(t *testing.T) {
	step := Step{Action: Action{Type: "click", At: &Point{.1, .1}}, Result: Result{Actual: &Point{.5, .5}}, After: []*screen.Picture{blank(200, 100)}}
	if at, _ := NewScene(&step, nil, Options{}).At(); at != image.Pt(100, 50) {
		t.Errorf("at %v, want where the agent acted", at)
	}
	step.Action.At, step.Result.Actual = nil, nil
	if _, known := NewScene(&step, nil, Options{}).At(); known {
		t.Error("a point is known that nobody reported")
	}
}

func TestLogicalPixels(t *testing.T) {
	for _, c := range []struct {
		scale  float64
		px     int
		radius int
	}{{0, 10, 80}, {1, 10, 80}, {1.25, 13, 100}, {1.5, 15, 120}, {2, 20, 160}, {-3, 10, 80}} {
		step := clickStep(t)
		step.Scale = c.scale
		if s := NewScene(step, nil, Options{}); s.Px(10) != c.px || s.Radius() != c.radius {
			t.Errorf("scale %v: 10 px are %d, the radius %d; want %d, %d", c.scale, s.Px(10), s.Radius(), c.px, c.radius)
		}
	}
	if s := NewScene(clickStep(t), nil, Options{Radius: 40}); s.Radius() != 40 {
		t.Errorf("radius %d, want the option's 40", s.Radius())
	}
}

func TestPicturesAreDecodedOnlyWhereTheRowLooksAtThem(t *testing.T) {
	step := clickStep(t)
	step.Action.Type = "extract_text"
	if s := NewScene(step, nil, Options{}); s.Before() != nil || s.After() != nil || step.After[0].DecodeTime() != 0 {
		t.Error("pictures were decoded for a check of data")
	}
}

func TestBurstKeepsTheReadablePictures(t *testing.T) {
	step := clickStep(t)
	damaged, err := screen.Load(blank(100, 100).Bytes()[:60])
	if err != nil {
		t.Fatal(err)
	}
	last := blank(100, 100)
	step.After = append(step.After, damaged, last)
	s := NewScene(step, nil, Options{})
	if want, _ := last.RGBA(); len(s.Afters()) != 2 || s.After() != want || !s.Comparable() {
		t.Errorf("%d pictures, comparable %v; want the two that can be read", len(s.Afters()), s.Comparable())
	}
	step.Before = blank(90, 100)
	if NewScene(step, nil, Options{}).Comparable() {
		t.Error("pictures of different sizes are comparable")
	}
}

// page has two lines of strokes that look like text.
func page() *screen.Picture {
	img := canvas(300, 120)
	writing(img, image.Pt(20, 20), 12)
	writing(img, image.Pt(20, 70), 9)
	return pictureOf(img)
}

func TestEachLineIsReadOnce(t *testing.T) {
	step := Step{Action: Action{Type: "click", At: &Point{.5, .5}}, After: []*screen.Picture{page()}}
	reader := &countingReader{reads: map[image.Rectangle]int{}}
	s := NewScene(&step, reader, Options{})
	whole := s.After().Rect
	for _, region := range []image.Rectangle{whole, whole, image.Rect(0, 0, 300, 50), whole.Inset(-50)} {
		if _, err := s.Read(t.Context(), s.After(), region); err != nil {
			t.Fatal(err)
		}
	}
	if len(reader.reads) != 2 {
		t.Errorf("boxes %v were read, want two lines", reader.reads)
	}
	for box, n := range reader.reads {
		if n != 1 {
			t.Errorf("line %v was read %d times", box, n)
		}
	}
}

func TestReadingThatFailedIsTriedAgain(t *testing.T) {
	step := Step{Action: Action{Type: "click"}, After: []*screen.Picture{page()}}
	reader := &countingReader{reads: map[image.Rectangle]int{}, err: errors.New("no model")}
	s := NewScene(&step, reader, Options{})
	if _, err := s.Read(t.Context(), s.After(), s.After().Rect); !errors.Is(err, reader.err) {
		t.Errorf("error %v, want the reader's", err)
	}
	reader.err = nil
	if lines, err := s.Read(t.Context(), s.After(), s.After().Rect); err != nil || len(lines) != 2 {
		t.Errorf("%d lines, error %v; want both lines", len(lines), err)
	}
}

func TestBeforeAndAfterAreReadApart(t *testing.T) {
	step := Step{Action: Action{Type: "click"}, Before: page(), After: []*screen.Picture{page()}}
	reader := &countingReader{reads: map[image.Rectangle]int{}}
	s := NewScene(&step, reader, Options{})
	for _, img := range []*image.RGBA{s.Before(), s.After()} {
		if _, err := s.Read(t.Context(), img, img.Rect); err != nil {
			t.Fatal(err)
		}
	}
	for box, n := range reader.reads {
		if n != 2 {
			t.Errorf("line %v was read %d times of two pictures", box, n)
		}
	}
}

func TestChangesAreFoundOnce(t *testing.T) {
	changed := canvas(100, 100)
	fill(changed, image.Rect(20, 20, 60, 50), color.RGBA{200, 30, 30, 255})
	step := Step{Action: Action{Type: "click"}, Before: blank(100, 100), After: []*screen.Picture{pictureOf(changed)}}
	s := NewScene(&step, nil, Options{})
	first, again := s.Changes(0), s.Changes(0)
	if len(first) != 1 || &first[0] != &again[0] || !first[0].Box.Overlaps(image.Rect(20, 20, 60, 50)) {
		t.Errorf("changes %v, then %v; want one box, found once", first, again)
	}
	if got := s.Changes(1); got != nil {
		t.Errorf("changes of a picture that is not there: %v", got)
	}
	if got := NewScene(clickStep(t), nil, Options{}).Changes(0); len(got) != 0 {
		t.Errorf("changes of equal pictures: %v", got)
	}
}

func TestSharedLookIsTakenOnce(t *testing.T) {
	s, made := NewScene(clickStep(t), nil, Options{}), 0
	look := func() int { made++; return made }
	if a, b, c := Once(s, "bars", look), Once(s, "bars", look), Once(s, "tabs", look); a != 1 || b != 1 || c != 2 {
		t.Errorf("looks %d, %d, %d; want the first kept and another for another name", a, b, c)
	}
}
