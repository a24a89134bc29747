package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"html/template"
	"image"
	"image/jpeg"

	"golang.org/x/image/draw"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/screen"
)

// Sizes of the pictures in a report, in pixels of their longest side. Where something is to be looked at closely they are
// large; in a long session, what just worked is small, so that the file stays one that a browser opens.
const (
	largeSide = 1400
	usualSide = 1000
	smallSide = 520
	manySteps = 200
)

// quality is the JPEG quality: text of 11 pixels stays readable.
const quality = 78

// errNoPictures is why a report without pictures has none.
var errNoPictures = errors.New("left out")

// album makes the pictures of a report. Each is embedded once, where it is first shown; later it is referred to by its
// number.
type album struct {
	ctx     context.Context
	read    func(ctx context.Context, hash string) ([]byte, error)
	cache   *screen.Cache
	many    bool
	numbers map[rendition]int
}

// rendition is a picture at a size.
type rendition struct {
	hash string
	side int
}

// pictureView is one picture of a step. Where Error is set, there is none.
type pictureView struct {
	Title         string
	Error         string
	Number        int          // of the embedded picture
	Data          template.URL // empty when it was embedded before
	X, Y          int          // of the part that is shown, in the picture's pixels
	Width, Height int
	Shapes        []shape
	Detail        bool
	Ring          float64 // radius of the points' marks
}

// viewPictures are the pictures before and after, and the region that decided at full size where a look is needed.
func viewPictures(w *words, a *album, r *replay.Report) []pictureView {
	side := a.side(r)
	after, title := afterOf(w, r)
	all := []pictureView{
		a.whole(w, w.own("before"), r.Event.Screenshots.Before, side, shapesOf(r, true)),
		a.whole(w, title, after, side, shapesOf(r, false)),
	}
	if !needsALook(r) {
		return all
	}
	for i, on := range []string{"before", "after"} {
		hash := []string{r.Event.Screenshots.Before, after}[i]
		if region := decided(r, on); !region.Empty() && hash != "" {
			if v, ok := a.detail(w, hash, region, shapesOf(r, on == "before")); ok {
				all = append(all, v)
			}
		}
	}
	return all
}

// side is the longest side of a step's pictures.
func (a *album) side(r *replay.Report) int {
	switch {
	case needsALook(r):
		return largeSide
	case a.many:
		return smallSide
	}
	return usualSide
}

// afterOf is the after picture that proved the effect, else the last one, and its title.
func afterOf(w *words, r *replay.Report) (hash, title string) {
	after := r.Event.Screenshots.After
	if len(after) == 0 {
		return "", w.own("after")
	}
	n := len(after)
	if a := r.Assessment; a != nil && len(a.Findings) > 0 {
		if by := a.Findings[0].Evidence.ShownBy; by >= 1 && by <= len(after) {
			n = by
		}
	}
	if len(after) == 1 {
		return after[0], w.own("after")
	}
	return after[n-1], w.own("after_of", n, len(after))
}

// decided is the region that decided, on one of the pictures; empty when there is none.
func decided(r *replay.Report, on string) image.Rectangle {
	if r.Assessment == nil || len(r.Assessment.Findings) == 0 {
		return image.Rectangle{}
	}
	for _, region := range r.Assessment.Findings[0].Regions {
		if region.Role == validation.RoleDecided && (region.On == on || region.On == "" && on == "after") {
			return region.Box
		}
	}
	return image.Rectangle{}
}

// whole is a whole picture, reduced.
func (a *album) whole(w *words, title, hash string, side int, shapes []shape) pictureView {
	v := pictureView{Title: title}
	if hash == "" {
		v.Error = w.own("none")
		return v
	}
	img, err := a.pixels(hash)
	if err != nil {
		v.Error = w.own("unreadable")
		return v
	}
	v.Width, v.Height = img.Rect.Dx(), img.Rect.Dy()
	v.Shapes, v.Ring = placed(shapes, img.Rect.Size()), float64(max(v.Width, v.Height))/110
	key := rendition{hash, side}
	number, known := a.numbers[key]
	if !known {
		number = len(a.numbers) + 1
		a.numbers[key] = number
		v.Data = encode(reduced(img, side))
	}
	v.Number = number
	return v
}

// detail is the part of a picture around a region, at full size.
func (a *album) detail(w *words, hash string, region image.Rectangle, shapes []shape) (v pictureView, ok bool) {
	img, err := a.pixels(hash)
	if err != nil {
		return v, false // said where the whole picture is
	}
	part := around(region, img.Rect)
	if part.Empty() {
		return v, false
	}
	cut := image.NewRGBA(image.Rectangle{Max: part.Size()})
	draw.Draw(cut, cut.Rect, img, part.Min, draw.Src)
	number := len(a.numbers) + 1
	a.numbers[rendition{hash, -number}] = number
	return pictureView{
		Title: w.own("detail"), Number: number, Data: encode(cut), X: part.Min.X, Y: part.Min.Y, Width: part.Dx(), Height: part.Dy(),
		Shapes: placed(shapes, img.Rect.Size()), Detail: true, Ring: 9,
	}, true
}

// The part that a detail shows at least and at most, in pixels, and how much around the region.
const (
	leastWide, leastHigh = 360, 140
	mostWide, mostHigh   = 900, 420
	margin               = 24
)

// around is a part of a picture in whose middle a region lies.
func around(region, picture image.Rectangle) image.Rectangle {
	middle := image.Pt((region.Min.X+region.Max.X)/2, (region.Min.Y+region.Max.Y)/2)
	half := image.Pt(
		min(mostWide, max(leastWide, region.Dx()+2*margin))/2, min(mostHigh, max(leastHigh, region.Dy()+2*margin))/2)
	return image.Rectangle{Min: middle.Sub(half), Max: middle.Add(half)}.Intersect(picture)
}

func (a *album) pixels(hash string) (*image.RGBA, error) {
	if a.read == nil {
		return nil, errNoPictures
	}
	data, err := a.read(a.ctx, hash)
	if err != nil {
		return nil, err
	}
	picture, err := a.cache.Load(data)
	if err != nil {
		return nil, err
	}
	return picture.RGBA()
}

// reduced makes a picture's longest side at most side pixels.
func reduced(img *image.RGBA, side int) *image.RGBA {
	size := img.Rect.Size()
	longest := max(size.X, size.Y)
	if longest <= side {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, max(1, size.X*side/longest), max(1, size.Y*side/longest)))
	draw.BiLinear.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out
}

// encode is a picture as a data URI.
func encode(img *image.RGBA) template.URL {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		return "" // only a picture of more than 65,535 pixels on a side can't be, and reduced has seen to that
	}
	return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(b.Bytes())) //nolint:gosec // our own bytes
}
