package widget

import (
	"image"
	"math"
	"testing"
)

var (
	area    = image.Pt(400, 200)
	picture = image.Pt(1600, 800)
)

func TestFrame(t *testing.T) {
	for name, c := range map[string]struct {
		view          View
		area, picture image.Point
		want          Frame
	}{
		"a large picture fits":                      {View{}, area, picture, Frame{.25, 0, 0}},
		"a small picture is not enlarged":           {View{}, area, image.Pt(100, 100), Frame{1, 150, 50}},
		"a tall picture stands in the middle":       {View{}, area, image.Pt(400, 800), Frame{.25, 150, 0}},
		"one to one in the middle":                  {View{1, .5, .5}, area, picture, Frame{1, -600, -300}},
		"one to one at the corner shows no outside": {View{1, 0, 0}, area, picture, Frame{1, 0, 0}},
		"one to one at the far corner":              {View{1, 1, 1}, area, picture, Frame{1, -1200, -600}},
		"no picture":                                {View{}, area, image.Point{}, Frame{1, 200, 100}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.view.Frame(c.area, c.picture); got != c.want {
				t.Errorf("frame %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	for name, c := range map[string]struct {
		view View
		want image.Rectangle
	}{
		"fitted: all":         {View{}, image.Rectangle{Max: picture}},
		"one to one: a part":  {View{1, .5, .5}, image.Rect(600, 300, 1000, 500)},
		"enlarged: less":      {View{4, .5, .5}, image.Rect(750, 375, 850, 425)},
		"at the edge: inside": {View{1, 1, 1}, image.Rect(1200, 600, 1600, 800)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.view.Frame(area, picture).Visible(area, picture); got != c.want {
				t.Errorf("part %v, want %v", got, c.want)
			}
		})
	}
}

func TestZoomKeepsThePointUnderThePointer(t *testing.T) {
	for _, start := range []View{{}, {1, .5, .5}, {2, .4, .6}} {
		const x, y = 150.0, 90.0
		f := start.Frame(area, picture)
		px, py := (x-f.OriginX)/f.Zoom, (y-f.OriginY)/f.Zoom
		g := start.Zoomed(area, picture, 1.5, x, y).Frame(area, picture)
		if dx, dy := px*g.Zoom+g.OriginX-x, py*g.Zoom+g.OriginY-y; math.Abs(dx) > 1 || math.Abs(dy) > 1 {
			t.Errorf("from %+v, the point moved by %.1f, %.1f", start, dx, dy)
		}
	}
}

func TestZoomEnds(t *testing.T) {
	v := View{}
	for range 100 {
		v = v.Zoomed(area, picture, 2, 10, 10)
	}
	if v.Zoom != maxZoom {
		t.Errorf("zoom %v, want %v", v.Zoom, float64(maxZoom))
	}
	for range 100 {
		v = v.Zoomed(area, picture, .5, 10, 10)
	}
	if v != (View{}) {
		t.Errorf("view %+v, want the whole picture", v)
	}
}

func TestADragMovesThePictureWithThePointerAndStopsAtTheEdge(t *testing.T) {
	v := View{1, .5, .5}
	moved := v.Moved(area, picture, 30, -20)
	a, b := v.Frame(area, picture), moved.Frame(area, picture)
	if b.OriginX-a.OriginX != 30 || b.OriginY-a.OriginY != -20 {
		t.Errorf("moved by %v, %v", b.OriginX-a.OriginX, b.OriginY-a.OriginY)
	}
	far := v.Moved(area, picture, 1e6, 1e6)
	if back := far.Moved(area, picture, -10, 0).Frame(area, picture); back.OriginX != -10 {
		t.Errorf("after a drag beyond the edge, dragging back by 10 moves to %v", back.OriginX)
	}
	if got := (View{}).Moved(area, picture, 5, 5); got != (View{}) {
		t.Errorf("a fitted picture moved to %+v", got)
	}
}

func TestAroundShowsARegionWhole(t *testing.T) {
	for _, region := range []image.Rectangle{image.Rect(100, 100, 260, 180), image.Rect(0, 0, 40, 20), image.Rect(1500, 700, 1600, 800)} {
		v := Around(area, picture, region)
		if part := v.Frame(area, picture).Visible(area, picture); !region.In(part) || v.Zoom > 2 {
			t.Errorf("region %v: part %v at zoom %v", region, part, v.Zoom)
		}
	}
	if v := Around(area, picture, image.Rectangle{}); v != (View{}) {
		t.Errorf("no region: %+v", v)
	}
}
