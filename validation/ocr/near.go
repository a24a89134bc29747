package ocr

import (
	"context"
	"fmt"
	"image"
	"math"
	"slices"
)

// ReadNear reads the lines of a region one by one, the nearest to the point first, until enough says so of the lines read so
// far. It spares the reading of what stands around a label: most labels are the first line. A nil enough reads them all.
func (p *Pool) ReadNear(ctx context.Context, picture *image.RGBA, region image.Rectangle, at image.Point, enough func([]Line) bool) ([]Line, error) {
	region = region.Intersect(picture.Bounds())
	if region.Empty() {
		return nil, nil
	}
	t, segments := look(picture, region)
	defer t.release()
	at = at.Sub(t.region.Min)
	slices.SortStableFunc(segments, func(a, b segment) int {
		return int(16 * (distanceTo(a.box, at) - distanceTo(b.box, at)))
	})
	var lines []Line
	for i := range segments {
		line, err := p.readSegment(ctx, picture, t, &segments[i])
		if err != nil {
			return nil, fmt.Errorf("read near %v: %w", at.Add(t.region.Min), err)
		}
		if line = line.inside(region); len(line.Words) == 0 {
			continue
		}
		if lines = append(lines, line); enough != nil && enough(lines) {
			break
		}
	}
	return lines, nil
}

// distanceTo is how far the point lies from the box, 0 inside; rows count double, since a label stands beside its widget.
func distanceTo(box image.Rectangle, at image.Point) float64 {
	dx := max(box.Min.X-at.X, at.X-box.Max.X+1, 0)
	dy := max(box.Min.Y-at.Y, at.Y-box.Max.Y+1, 0)
	return math.Hypot(float64(dx), 2*float64(dy))
}
