package ocr

import (
	"context"
	"fmt"
	"image"
)

// Read returns the lines that stand in region, from top to bottom. It finds the lines by their pixels and gives each to
// Tesseract by itself, enlarged, as black on white.
func (p *Pool) Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]Line, error) {
	region = region.Intersect(picture.Bounds())
	if region.Empty() {
		return nil, nil
	}
	t, segments := look(picture, region)
	defer t.release()
	var lines []Line
	for i := range segments {
		line, err := p.readSegment(ctx, picture, t, &segments[i])
		if err != nil {
			return nil, fmt.Errorf("read region %v: %w", region, err)
		}
		line = line.inside(region)
		if len(line.Words) > 0 {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// Limits of doubt: mean confidences below which a line is read a second time.
const (
	// doubtful asks for another scale: what is read at less enlargement errs in other places.
	doubtful = 0.75
	// lost asks for reading without Tesseract's own search for a line.
	lost = 0.4
	// rescale is the second reading's scale.
	rescale = 0.7
)

// readSegment reads a segment, and once more when the first reading is in doubt; the more confident one counts.
func (p *Pool) readSegment(ctx context.Context, picture *image.RGBA, t *terrain, s *segment) (Line, error) {
	across := s.across(ctx)
	first := t.develop(picture, s, s.scale(), across)
	line, err := p.readPrint(ctx, first, s.mode())
	sure := line.confidence()
	if err != nil || sure >= doubtful || !s.wordy() {
		return line, err
	}
	again, m := first, modeRaw
	if sure >= lost {
		again, m = t.develop(picture, s, s.scale()*rescale, across), modeLine
	}
	second, err := p.readPrint(ctx, again, m)
	if err == nil && second.confidence() > sure {
		return second, nil
	}
	return line, err
}

// wordy tells that the segment looks like writing, not like an icon.
func (s *segment) wordy() bool { return len(s.blobs) >= 3 || s.box.Dx() >= 2*s.box.Dy() }

// confidence is the mean of the words' confidences, 0 without words.
func (l Line) confidence() float64 {
	if len(l.Words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range l.Words {
		sum += w.Confidence
	}
	return sum / float64(len(l.Words))
}

// mode is how the segment is read: one or two signs as a word, in which Tesseract expects no line of writing.
func (s *segment) mode() mode {
	if len(s.blobs) == 1 && s.box.Dx() <= 3*s.box.Dy() {
		return modeWord
	}
	return modeLine
}

func (p *Pool) readPrint(ctx context.Context, pr *print, m mode) (Line, error) {
	reads, err := p.recognise(ctx, pr.plane, m)
	if err != nil {
		return Line{}, err
	}
	var line Line
	for _, r := range reads {
		r.Box = pr.box(r.Box)
		line.Words = append(line.Words, r.Word)
		line.Box = line.Box.Union(r.Box)
	}
	return line, nil
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

// inside is the line without the words that the region's edge cuts by more than a stroke.
func (l Line) inside(region image.Rectangle) Line {
	if l.Box.In(region) {
		return l
	}
	var kept Line
	for _, w := range l.Words {
		if slack := max(2, w.Box.Dy()/4); w.Box.Min.X >= region.Min.X-slack && w.Box.Max.X <= region.Max.X+slack {
			kept.Words = append(kept.Words, w)
			kept.Box = kept.Box.Union(w.Box)
		}
	}
	return kept
}
