package judge

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// Sizes of the pictures that a model is shown, in pixels and bytes.
const (
	maxPair  = 1280 // longest side of the region before and after, side by side
	maxWhole = 1024 // longest side of the whole screen
	// minSide and maxRatio keep out the shapes on which some servers' picture readers fail.
	minSide  = 112
	maxRatio = 5
	maxPNG   = 256 << 10
	maxImage = 384 << 10
)

// picture is what is sent, encoded.
type picture struct {
	what string // "region" or "screen", and how its parts lie
	kind string // "png" or "jpeg"
	size image.Point
	data []byte
}

// encodePicture encodes a picture as PNG, or as JPEG where that would be large; a picture that is too large even then is
// made smaller.
func encodePicture(what string, img *image.RGBA) (picture, error) {
	img = padded(img)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, img); err != nil {
		return picture{}, fmt.Errorf("encode the picture of the %s: %w", what, err)
	}
	if out.Len() <= maxPNG {
		return picture{what, "png", img.Rect.Size(), out.Bytes()}, nil
	}
	for _, quality := range []int{88, 75, 60} {
		out = bytes.Buffer{}
		if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
			return picture{}, fmt.Errorf("encode the picture of the %s: %w", what, err)
		}
		if out.Len() <= maxImage {
			return picture{what, "jpeg", img.Rect.Size(), out.Bytes()}, nil
		}
	}
	return encodePicture(what, scaled(img, img.Rect, img.Rect.Size().Div(2)))
}

// padded is the picture with grey around it where it is too small or too narrow.
func padded(img *image.RGBA) *image.RGBA {
	size := img.Rect.Size()
	w, h := max(size.X, minSide, (size.Y+maxRatio-1)/maxRatio), max(size.Y, minSide, (size.X+maxRatio-1)/maxRatio)
	if w == size.X && h == size.Y {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.NewUniform(frameColor), image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Max: size}.Add(image.Pt((w-size.X)/2, (h-size.Y)/2)), img, img.Rect.Min, draw.Src)
	return out
}

// scaled is a part of a picture, resampled to a size.
func scaled(img *image.RGBA, part image.Rectangle, size image.Point) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, max(1, size.X), max(1, size.Y)))
	scaler := draw.Interpolator(draw.CatmullRom)
	if size == part.Size() {
		scaler = draw.NearestNeighbor
	}
	scaler.Scale(out, out.Rect, img, part, draw.Src, nil)
	return out
}

// within is a size brought down to a longest side.
func within(size image.Point, longest int) image.Point {
	side := max(size.X, size.Y)
	if side <= longest {
		return size
	}
	return image.Pt(max(1, size.X*longest/side), max(1, size.Y*longest/side))
}
