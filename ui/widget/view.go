package widget

import (
	"image"
	"math"
)

// View is which part of a screenshot is shown, and how large. The zero View fits the whole picture into its area.
// Before and after share one View, so that they pan and zoom together.
type View struct {
	// Zoom is device pixels per picture pixel; 0 fits the picture into the area.
	Zoom float64
	// X and Y are the picture's point in the middle of the area, as a fraction 0…1 of its width and height. They mean
	// nothing while Zoom is 0.
	X, Y float64
}

// The limits of zooming.
const (
	minZoom = 0.05
	maxZoom = 8
)

// fitZoom is the zoom at which a picture fits into an area; a small picture is not enlarged beyond one to one.
func fitZoom(area, picture image.Point) float64 {
	if picture.X <= 0 || picture.Y <= 0 {
		return 1
	}
	return math.Min(1, math.Min(float64(area.X)/float64(picture.X), float64(area.Y)/float64(picture.Y)))
}

// Frame is where a picture lies in its area at a zoom: picture pixel p is drawn at Origin + p·Zoom, in device pixels.
type Frame struct {
	Zoom             float64
	OriginX, OriginY float64
}

// Frame places a picture in an area, both in pixels. The picture is centred where it is smaller than the area, and
// covers the area where it is larger.
func (v View) Frame(area, picture image.Point) Frame {
	zoom := v.Zoom
	if zoom == 0 {
		zoom = fitZoom(area, picture)
	}
	return Frame{
		Zoom:    zoom,
		OriginX: origin(float64(area.X), float64(picture.X)*zoom, v.X),
		OriginY: origin(float64(area.Y), float64(picture.Y)*zoom, v.Y),
	}
}

// origin is where a picture of a drawn length begins in an area, with its point at (0…1) in the area's middle.
func origin(area, drawn, at float64) float64 {
	if drawn <= area {
		return math.Round((area - drawn) / 2)
	}
	return math.Round(math.Max(area-drawn, math.Min(0, area/2-at*drawn)))
}

// Visible is the part of the picture that the area shows, in picture pixels.
func (f Frame) Visible(area, picture image.Point) image.Rectangle {
	r := image.Rect(
		int(math.Floor(-f.OriginX/f.Zoom)), int(math.Floor(-f.OriginY/f.Zoom)),
		int(math.Ceil((float64(area.X)-f.OriginX)/f.Zoom)), int(math.Ceil((float64(area.Y)-f.OriginY)/f.Zoom)),
	)
	return r.Intersect(image.Rectangle{Max: picture})
}

// Place is where a part of the picture is drawn, in device pixels of the area.
func (f Frame) Place(part image.Rectangle) (x, y, w, h float64) {
	return f.OriginX + float64(part.Min.X)*f.Zoom, f.OriginY + float64(part.Min.Y)*f.Zoom,
		float64(part.Dx()) * f.Zoom, float64(part.Dy()) * f.Zoom
}

// Moved is the view after a drag by dx, dy device pixels.
func (v View) Moved(area, picture image.Point, dx, dy float64) View {
	if v.Zoom == 0 || picture.X <= 0 || picture.Y <= 0 {
		return v
	}
	f := v.Frame(area, picture)
	return f.lookAt(area, picture, float64(area.X)/2-dx, float64(area.Y)/2-dy)
}

// Zoomed is the view after zooming by factor with the area's point x, y, in device pixels, staying where it is.
func (v View) Zoomed(area, picture image.Point, factor, x, y float64) View {
	f := v.Frame(area, picture)
	zoom := math.Max(minZoom, math.Min(maxZoom, f.Zoom*factor))
	if zoom <= fitZoom(area, picture) {
		return View{}
	}
	px, py := (x-f.OriginX)/f.Zoom, (y-f.OriginY)/f.Zoom
	next := Frame{Zoom: zoom, OriginX: x - px*zoom, OriginY: y - py*zoom}
	return next.lookAt(area, picture, float64(area.X)/2, float64(area.Y)/2)
}

// Around is the view that shows a region of the picture with room about it, at most twice its size.
func Around(area, picture image.Point, region image.Rectangle) View {
	if region.Empty() || picture.X <= 0 || picture.Y <= 0 {
		return View{}
	}
	const room = 1.6 // the region takes this part of the area, so that its surroundings can be recognised
	zoom := math.Min(float64(area.X)/(float64(region.Dx())*room), float64(area.Y)/(float64(region.Dy())*room))
	zoom = math.Min(2, zoom)
	if zoom <= fitZoom(area, picture) {
		return View{}
	}
	middle := region.Min.Add(region.Max).Div(2)
	return View{Zoom: zoom, X: float64(middle.X) / float64(picture.X), Y: float64(middle.Y) / float64(picture.Y)}
}

// lookAt is the view at the frame's zoom that has the area's point x, y in the middle, clamped so that the next drag
// starts from what is shown.
func (f Frame) lookAt(area, picture image.Point, x, y float64) View {
	return View{
		Zoom: f.Zoom,
		X:    clampMiddle((x-f.OriginX)/f.Zoom/float64(picture.X), float64(area.X)/f.Zoom/float64(picture.X)),
		Y:    clampMiddle((y-f.OriginY)/f.Zoom/float64(picture.Y), float64(area.Y)/f.Zoom/float64(picture.Y)),
	}
}

// clampMiddle keeps a middle at (0…1) so far from the edges that a window of the given share shows no outside.
func clampMiddle(at, share float64) float64 {
	if share >= 1 {
		return 0.5
	}
	return math.Max(share/2, math.Min(1-share/2, at))
}
