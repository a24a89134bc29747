//go:build tour

package ui

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// What a frame costs the renderer alone, with nothing of ours in the window: MEASURE=floor make tour prints it. Fyne draws
// the whole window in every frame in which anything changes.

// floorScene is a content of the window; changing is what is handed to the renderer anew in each frame, if anything.
type floorScene struct {
	name     string
	objects  []fyne.CanvasObject
	changing *canvas.Image
}

// floorScenes are one kind of thing each, at a size of the window.
func floorScenes(size fyne.Size) []floorScene {
	round := flat(size)
	round.CornerRadius = 3
	again := noise(canvas.ImageScaleFastest)
	return []floorScene{
		{"nothing", nil, nil},
		{"1 rectangle as large as the window", []fyne.CanvasObject{flat(size)}, nil},
		{"2 rectangles as large as the window", []fyne.CanvasObject{flat(size), flat(size)}, nil},
		{"1 rounded rectangle as large as the window", []fyne.CanvasObject{round}, nil},
		{"500 lines", grid(500, shortLine), nil},
		{"200 texts", grid(200, shortText), nil},
		{"picture of 1200 by 800", []fyne.CanvasObject{noise(canvas.ImageScaleFastest)}, nil},
		{"picture of 1200 by 800, filtered", []fyne.CanvasObject{noise(canvas.ImageScaleSmooth)}, nil},
		{"picture of 1200 by 800, another in each frame", []fyne.CanvasObject{again}, again},
	}
}

func flat(size fyne.Size) *canvas.Rectangle {
	r := canvas.NewRectangle(color.NRGBA{R: 200, G: 210, B: 220, A: 255})
	r.Resize(size)
	return r
}

func shortLine(at fyne.Position) fyne.CanvasObject {
	l := canvas.NewLine(color.Black)
	l.StrokeWidth, l.Position1, l.Position2 = 2, at, at.AddXY(12, 12)
	return l
}

func shortText(at fyne.Position) fyne.CanvasObject {
	t := canvas.NewText(fmt.Sprintf("Some text %.0f", at.X+at.Y), color.Black)
	t.Move(at)
	t.Resize(t.MinSize())
	return t
}

func noise(scale canvas.ImageScale) *canvas.Image {
	pixels := image.NewRGBA(image.Rect(0, 0, 1200, 800))
	for i := range pixels.Pix {
		pixels.Pix[i] = uint8(i*i>>3) | uint8(255*b2i(i%4 == 3)) //nolint:gosec // any byte will do
	}
	picture := &canvas.Image{ScaleMode: scale, FillMode: canvas.ImageFillStretch, Image: pixels}
	picture.Resize(fyne.NewSize(1200, 800))
	return picture
}

func b2i(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// grid is n things in rows and columns.
func grid(n int, thing func(at fyne.Position) fyne.CanvasObject) []fyne.CanvasObject {
	all := make([]fyne.CanvasObject, n)
	for i := range all {
		all[i] = thing(fyne.NewPos(float32(i%15)*120, float32(i/15)*20))
	}
	return all
}

// floor measures frames of each scene, in which a dot moves.
func (w *tourist) floor() error {
	for _, s := range floorScenes(w.size) {
		dot := flat(fyne.NewSize(4, 4))
		w.on(func() { w.window.SetContent(container.NewWithoutLayout(append(s.objects, dot)...)) })
		time.Sleep(painted)
		w.measureFilm("floor, "+s.name, func(n int) {
			dot.Move(fyne.NewPos(float32(n), float32(n)))
			dot.Refresh()
			if s.changing != nil {
				s.changing.Refresh()
			}
		})
	}
	return nil
}

// measureFilm prints how long frames take and what they cost.
func (w *tourist) measureFilm(name string, act func(n int)) {
	spent := processorTime()
	times := w.film(act)
	each := (processorTime() - spent) / time.Duration(len(times))
	fmt.Printf("%s: %s; processor time of each %v\n", name, spread(times), each.Round(100*time.Microsecond))
}
