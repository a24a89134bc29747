package ui

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"

	"fyne.io/fyne/v2"
)

// digits are the shapes of 0…9 and of a plus, in squares of 3 by 5, the rows from the top, the left square in the highest
// bit.
var digits = [11][5]uint8{
	{7, 5, 5, 5, 7},
	{2, 6, 2, 2, 7},
	{7, 1, 7, 4, 7},
	{7, 1, 3, 1, 7},
	{5, 5, 7, 1, 1},
	{7, 4, 7, 1, 7},
	{7, 4, 7, 5, 7},
	{7, 1, 1, 2, 2},
	{7, 5, 7, 5, 7},
	{7, 5, 7, 1, 7},
	{0, 2, 7, 2, 0},
}

// most is the highest count that is drawn as a digit; more than that are a plus.
const most = 9

// Colours of a badge. They stand out on any desktop, whatever the window's theme.
var (
	badgeGround = color.RGBA{R: 0xB3, G: 0x26, B: 0x1E, A: 0xFF}
	badgeText   = color.RGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}
)

// badge draws a count, or a plus for more than 9, in the lower right of an icon. A count of 0 leaves the icon as it is.
func badge(icon image.Image, count int) image.Image {
	if count <= 0 {
		return icon
	}
	size := icon.Bounds().Size()
	made := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(made, made.Bounds(), icon, icon.Bounds().Min, draw.Src)
	side := size.X * 5 / 8
	disc := image.Rect(size.X-side, size.Y-side, size.X, size.Y)
	fillDisc(made, disc)
	square := side / 9
	at := image.Pt((disc.Min.X+disc.Max.X-3*square)/2, (disc.Min.Y+disc.Max.Y-5*square)/2)
	for y, row := range digits[min(count, most+1)] {
		for x := range 3 {
			if row>>(2-x)&1 == 1 {
				corner := at.Add(image.Pt(x*square, y*square))
				draw.Draw(made, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(square, square))}, image.NewUniform(badgeText), image.Point{}, draw.Src)
			}
		}
	}
	return made
}

// fillDisc draws a disc with a light rim.
func fillDisc(to *image.RGBA, r image.Rectangle) {
	middle, radius := r.Min.Add(r.Max).Div(2), r.Dx()/2
	rim := max(1, radius/9)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			switch d := (x-middle.X)*(x-middle.X) + (y-middle.Y)*(y-middle.Y); {
			case d <= (radius-rim)*(radius-rim):
				to.SetRGBA(x, y, badgeGround)
			case d <= radius*radius:
				to.SetRGBA(x, y, badgeText)
			}
		}
	}
}

// badged is an icon as a resource with a count.
func badged(icon fyne.Resource, count int) (fyne.Resource, error) {
	if count <= 0 {
		return icon, nil
	}
	decoded, err := png.Decode(bytes.NewReader(icon.Content()))
	if err != nil {
		return nil, fmt.Errorf("decode the icon: %w", err)
	}
	var made bytes.Buffer
	if err := png.Encode(&made, badge(decoded, count)); err != nil {
		return nil, fmt.Errorf("draw %d on the icon: %w", count, err)
	}
	return fyne.NewStaticResource("vigie-"+strconv.Itoa(min(count, most+1))+".png", made.Bytes()), nil
}

// showBadge shows on the window's and the tray's icon how many sessions wait, and lists them in the tray.
func (w *Window) showBadge() {
	w.showTray()
	count, icon := pausedCount(w.snapshot), w.p.App.Icon()
	if count == w.badged || icon == nil {
		return
	}
	w.badged = count
	w.background(func(context.Context) {
		made, err := badged(icon, count)
		if err != nil {
			w.p.Log.Warn("the icon shows no number", "error", err)
			return
		}
		w.p.Dispatch(func() { w.setIcon(count, made) })
	})
}

// setIcon sets the icon that was drawn for a count, unless another one is shown by now.
func (w *Window) setIcon(count int, icon fyne.Resource) {
	if count != w.badged {
		return
	}
	w.window.SetIcon(icon)
	if w.p.Tray != nil {
		w.p.Tray.SetSystemTrayIcon(icon)
	}
}
