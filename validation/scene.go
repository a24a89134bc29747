package validation

import (
	"context"
	"image"
	"time"

	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// Scene is a step with what was seen of it so far: each look at the screen is taken once, when first asked for. It is
// for one goroutine.
type Scene struct {
	*Step
	// Kind is the workflow name of the action; Role the anchor's role, given or inferred.
	Kind, Role   string
	RoleInferred bool

	row         Row
	reader      ocr.Reader
	radius      int
	before      *image.RGBA
	after       []*image.RGBA
	decodeErr   error
	decodeTime  time.Duration
	at          image.Point
	hasAt       bool
	moved       bool
	scale       float64
	changes     map[int][]screen.Region
	reads       map[readKey]ocr.Line
	lines       map[readKey][]image.Rectangle
	dialogAfter image.Rectangle
	doubts      []screen.Doubt
	notes       []Sentence
	asked       bool // a judge was asked; without one, looking again at a condition changes nothing
	memo        map[string]any
}

type readKey struct {
	picture  *image.RGBA
	region   image.Rectangle
	byLetter bool
}

// NewScene returns the scene of a step, with the pictures decoded that its row of the matrix needs.
func NewScene(step *Step, reader ocr.Reader, options Options) *Scene {
	s := &Scene{
		Step: step, reader: reader, radius: options.Radius, changes: map[int][]screen.Region{},
		reads: map[readKey]ocr.Line{}, lines: map[readKey][]image.Rectangle{}, memo: map[string]any{},
	}
	if s.radius <= 0 {
		s.radius = DefaultRadius
	}
	s.Kind, s.Role = KindOf(step.Action)
	if s.Role == "" && s.Kind == "click_anchor" {
		s.Role = inferRole(step)
		s.RoleInferred = s.Role != ""
	}
	s.row = RowOf(s.Kind, s.Role, step.Action.Keys)
	s.decode()
	return s
}

// WithBefore is the same scene with another picture before: what the screen is taken to have shown when the agent acted.
// What was looked at so far is forgotten, but for the lines that were read.
func (s *Scene) WithBefore(before *image.RGBA) *Scene {
	other := *s
	other.before = before
	other.changes, other.memo = map[int][]screen.Region{}, map[string]any{}
	return &other
}

// Infer gives the scene a role that only the picture told.
func (s *Scene) Infer(role string) {
	s.Role, s.RoleInferred = role, true
}

// decode decodes the pictures that the row needs and finds the acted point on them.
func (s *Scene) decode() {
	if !s.row.NeedsPictures {
		return
	}
	start := time.Now()
	s.before = s.pixels(s.Step.Before)
	for _, p := range s.Step.After {
		if img := s.pixels(p); img != nil {
			s.after = append(s.after, img)
		}
	}
	s.decodeTime = time.Since(start)
	s.locate()
	s.scale = s.Step.Scale
	if s.scale <= 0 {
		s.scale = s.guessScale()
	}
}

func (s *Scene) pixels(p *screen.Picture) *image.RGBA {
	if p == nil {
		return nil
	}
	img, err := p.RGBA()
	if err != nil {
		s.decodeErr = err
		return nil
	}
	return img
}

func (s *Scene) decodeError() string {
	if s.decodeErr == nil {
		return ""
	}
	return s.decodeErr.Error()
}

// locate finds the pixel where the agent acted. A position in desktop pixels' fractions, of a monitor that does not
// start at the desktop's origin, is brought back to the monitor where that puts it inside the picture.
func (s *Scene) locate() {
	p, img := s.Point(), s.After()
	if p == nil || img == nil {
		return
	}
	s.at, s.hasAt = p.On(img.Rect.Size()), true
	m := s.Context.Monitor
	if s.at.In(img.Rect) || m == nil || m.X == 0 && m.Y == 0 || m.Width == 0 || m.Height == 0 {
		return
	}
	q := Point{X: p.X - float64(m.X)/float64(m.Width), Y: p.Y - float64(m.Y)/float64(m.Height)}
	if shifted := q.On(img.Rect.Size()); shifted.In(img.Rect) {
		s.at, s.moved = shifted, true
	}
}

// Before is the picture before the action; nil when there is none, or when it cannot be decoded.
func (s *Scene) Before() *image.RGBA { return s.before }

// After is the last picture after the action; nil when there is none.
func (s *Scene) After() *image.RGBA {
	if len(s.after) == 0 {
		return nil
	}
	return s.after[len(s.after)-1]
}

// Afters are all pictures after the action, oldest first: a burst.
func (s *Scene) Afters() []*image.RGBA { return s.after }

// Comparable says whether before and after are there and of one size.
func (s *Scene) Comparable() bool {
	return s.before != nil && s.After() != nil && s.before.Rect == s.After().Rect
}

// At is the pixel where the agent acted; false when it is not known. It may lie outside the picture.
func (s *Scene) At() (image.Point, bool) { return s.at, s.hasAt }

// Moved says that the reported position was outside the picture and was brought back by the monitor's origin.
func (s *Scene) Moved() bool { return s.moved }

// Inside says whether the acted point is known and lies in the picture.
func (s *Scene) Inside() bool { return s.hasAt && s.After() != nil && s.at.In(s.After().Rect) }

// Scale is the number of screenshot pixels in a logical pixel: the reported one, else a guess.
func (s *Scene) Scale() float64 { return s.scale }

// Px is n logical pixels in pixels of the screenshot.
func (s *Scene) Px(n int) int { return int(float64(n)*s.scale + .5) }

// Radius is the radius, in pixels, of the region that is read at a point.
func (s *Scene) Radius() int { return s.Px(s.radius) }

// Label is the anchor's label as the workflow has it; empty when it has none.
func (s *Scene) Label() string { return s.Action.ByText }

// Chord is the shortcut's keys, modifiers first, as in "ctrl+s".
func (s *Scene) Chord() string { return chordOf(s.Action.Keys) }

// Changes are the regions that changed between the picture before and the i-th after, caret and pointer included; nil
// when the two cannot be compared.
func (s *Scene) Changes(i int) []screen.Region {
	if regions, ok := s.changes[i]; ok {
		return regions
	}
	var regions []screen.Region
	if s.before != nil && i < len(s.after) && s.before.Rect == s.after[i].Rect {
		opts := screen.RegionOptions{Scale: s.scale, Merge: mergeWithin}
		if s.hasAt {
			opts.Pointers = []image.Point{s.at}
		}
		regions, _ = screen.Regions(s.before, s.after[i], s.before.Rect, opts)
	}
	s.changes[i] = regions
	return regions
}

// mergeWithin is the distance in logical pixels up to which changed pixels belong together: a tooltip is not its pointer.
const mergeWithin = 5

// Read reads the text in a region of one of the scene's pictures. Each line is read once, whichever regions it lies in.
func (s *Scene) Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]ocr.Line, error) {
	return s.ReadThose(ctx, picture, region, func(image.Rectangle) bool { return true })
}

// ReadThose reads those lines in a region of a picture whose boxes are worth it: reading is what costs time.
func (s *Scene) ReadThose(ctx context.Context, picture *image.RGBA, region image.Rectangle, worth func(box image.Rectangle) bool) ([]ocr.Line, error) {
	var lines []ocr.Line
	for _, box := range s.Lines(picture, region) {
		if !worth(box) {
			continue
		}
		line, err := s.ReadLine(ctx, picture, box)
		if err != nil {
			return nil, err
		}
		if len(line.Words) > 0 {
			lines = append(lines, line)
		}
	}
	return lines, nil
}

// Lines are the boxes of the text lines in a region, found by their pixels, without reading them.
func (s *Scene) Lines(picture *image.RGBA, region image.Rectangle) []image.Rectangle {
	region = region.Intersect(picture.Rect)
	key := readKey{picture: picture, region: region}
	if boxes, ok := s.lines[key]; ok {
		return boxes
	}
	boxes := ocr.FindLines(picture, region)
	s.lines[key] = boxes
	return boxes
}

// ReadLine reads a box that holds a single line, once; an empty Line when it holds none.
func (s *Scene) ReadLine(ctx context.Context, picture *image.RGBA, box image.Rectangle) (ocr.Line, error) {
	key := readKey{picture: picture, region: box, byLetter: ocr.IsByLetter(ctx)}
	if line, ok := s.reads[key]; ok {
		return line, nil
	}
	line, err := s.reader.ReadLine(ctx, picture, box)
	if err == nil {
		s.reads[key] = line
	}
	return line, err
}

// SetDialog notes the box of a dialog in the last after picture: the next step starts from it.
func (s *Scene) SetDialog(box image.Rectangle) { s.dialogAfter = box }

// Once returns the value that make makes, made once for each name: the looks that several checks share.
func Once[T any](s *Scene, name string, make func() T) T {
	if v, ok := s.memo[name]; ok {
		return v.(T)
	}
	v := make()
	s.memo[name] = v
	return v
}
