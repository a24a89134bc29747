package validation

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// pictureOf encodes and loads what was drawn.
func pictureOf(img image.Image) *screen.Picture {
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		panic(err)
	}
	p, err := screen.Load(data.Bytes())
	if err != nil {
		panic(err)
	}
	return p
}

// blank is a white picture of w×h pixels.
func blank(w, h int) *screen.Picture { return pictureOf(canvas(w, h)) }

func canvas(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

// fill paints a box.
func fill(img *image.RGBA, box image.Rectangle, c color.Color) {
	draw.Draw(img, box, image.NewUniform(c), image.Point{}, draw.Src)
}

// writing draws strokes that look like a line of text of 12 pixels' height.
func writing(img *image.RGBA, at image.Point, letters int) {
	for i := range letters {
		x := at.X + 8*i
		fill(img, image.Rect(x, at.Y, x+2, at.Y+12), color.Black)
		fill(img, image.Rect(x, at.Y, x+5, at.Y+2), color.Black)
		fill(img, image.Rect(x, at.Y+6, x+5, at.Y+8), color.Black)
	}
}

// found is a checker's finding.
func found(check string, verdict Verdict, confidence float64, category Category) Finding {
	return Finding{Check: check, Verdict: verdict, Confidence: confidence, Category: category, Reason: Say("screen_changed")}
}

// fakeCheck is a checker that answers by a function.
type fakeCheck struct {
	name  string
	check func(*Scene) (Finding, error)
}

func (c fakeCheck) Name() string { return c.name }

func (c fakeCheck) Check(_ context.Context, s *Scene) (Finding, error) { return c.check(s) }

// says is a checker that always finds the same.
func says(f Finding) Checker {
	return fakeCheck{f.Check, func(*Scene) (Finding, error) { return f, nil }}
}

// fakeJudge is a judge that answers by a function.
type fakeJudge func(*Step, []Finding) (Finding, error)

func (j fakeJudge) Ask(_ context.Context, s *Step, findings []Finding) (Finding, error) {
	return j(s, findings)
}

// countingReader counts how often each box is read.
type countingReader struct {
	reads map[image.Rectangle]int
	err   error
}

func (r *countingReader) Read(context.Context, *image.RGBA, image.Rectangle) ([]ocr.Line, error) {
	panic("a scene reads line by line")
}

func (r *countingReader) ReadLine(_ context.Context, _ *image.RGBA, box image.Rectangle) (ocr.Line, error) {
	r.reads[box]++
	if r.err != nil {
		return ocr.Line{}, r.err
	}
	return ocr.Line{Box: box, Words: []ocr.Word{{Text: "mot", Box: box, Confidence: .9}}}, nil
}

// clickStep is a reported click in the middle of a white screen.
func clickStep(t *testing.T) *Step {
	t.Helper()
	return &Step{
		Action: Action{Type: "click", ByText: "Imagerie", At: &Point{.5, .5}}, Result: Result{Success: true},
		Before: blank(100, 100), After: []*screen.Picture{blank(100, 100)},
	}
}
