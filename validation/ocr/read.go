package ocr

import (
	"context"
	"fmt"
	"image"
)

// Read returns the lines that stand in region.
func (p *Pool) Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]Line, error) {
	region = region.Intersect(picture.Bounds())
	if region.Empty() {
		return nil, nil
	}
	pl := enlarge(grey(picture, region), 3)
	reads, err := p.recognise(ctx, pl, modeSparse)
	if err != nil {
		return nil, fmt.Errorf("read region %v: %w", region, err)
	}
	var lines []Line
	last := -1
	for _, r := range reads {
		w := r.Word
		w.Box = image.Rect(w.Box.Min.X/3, w.Box.Min.Y/3, (w.Box.Max.X+2)/3, (w.Box.Max.Y+2)/3).Add(region.Min)
		if r.line != last {
			lines = append(lines, Line{})
			last = r.line
		}
		l := &lines[len(lines)-1]
		l.Words = append(l.Words, w)
		l.Box = l.Box.Union(w.Box)
	}
	return lines, nil
}

func grey(picture *image.RGBA, region image.Rectangle) *plane {
	pl := newPlane(region)
	for y := range pl.height() {
		row := pl.row(y)
		pix := picture.Pix[picture.PixOffset(region.Min.X, region.Min.Y+y):]
		for x := range row {
			c := pix[4*x : 4*x+3]
			row[x] = byte((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2])) / 1000)
		}
	}
	return pl
}

func enlarge(src *plane, k int) *plane {
	dst := newPlane(image.Rect(0, 0, src.width()*k, src.height()*k))
	for y := range dst.height() {
		row := dst.row(y)
		from := src.row(y / k)
		for x := range row {
			row[x] = from[x/k]
		}
	}
	return dst
}

// ReadLine reads a box that is known to hold a single line; the zero Line when it holds none.
func (p *Pool) ReadLine(ctx context.Context, picture *image.RGBA, box image.Rectangle) (Line, error) {
	lines, err := p.Read(ctx, picture, box)
	if err != nil || len(lines) == 0 {
		return Line{}, err
	}
	l := lines[0]
	for _, m := range lines[1:] {
		l.Words = append(l.Words, m.Words...)
		l.Box = l.Box.Union(m.Box)
	}
	return l, nil
}
