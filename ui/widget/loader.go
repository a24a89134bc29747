package widget

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // screenshots are PNG or JPEG
	_ "image/png"  // screenshots are PNG or JPEG
	"sync"
	"time"
)

// maxPixels bounds what is decoded for the window; a screenshot is far smaller.
const maxPixels = 64 << 20

// Source says what picture is wanted.
type Source struct {
	// Hash names the picture; empty means none.
	Hash string
	// Before names the picture that it is compared with: the difference of the two is wanted then. Empty means the
	// picture itself.
	Before string
}

// pictureKey names a rendered part of a picture; the zero part and size mean the whole picture as it was decoded.
type pictureKey struct {
	source Source
	part   image.Rectangle
	size   image.Point
}

// known is what is remembered of a picture longer than its pixels.
type known struct {
	size   image.Point
	change Change
}

// Rendered is a part of a picture at the size at which it is drawn.
type Rendered struct {
	// Image is tight: it starts at (0, 0) and has no padding, because the painter ignores a stride.
	Image *image.RGBA
	// Part is the part of the picture that Image shows, in picture pixels.
	Part image.Rectangle
	// Picture is the size of the whole picture.
	Picture image.Point
	// Change is what differs, where the source is a difference.
	Change Change
}

// Loader decodes and scales pictures on its own goroutines and keeps what it made in a cache bounded in bytes.
type Loader struct {
	fetch    func(ctx context.Context, hash string) ([]byte, error)
	dispatch func(func())
	cache    *Cache[pictureKey]

	mu      sync.Mutex
	known   map[Source]known // pictures that were decoded once
	waiting map[any]*job     // the newest wish of each owner
	queue   []any            // owners with a wish, the oldest first
	wake    chan struct{}
}

type job struct {
	source Source
	view   View
	area   image.Point
	spare  float64
	done   func(Rendered, error)
}

// NewLoader returns a loader that reads encoded pictures by fetch, hands results back through dispatch and keeps at most
// limit bytes of pixels.
func NewLoader(fetch func(ctx context.Context, hash string) ([]byte, error), dispatch func(func()), limit int) *Loader {
	return &Loader{
		fetch: fetch, dispatch: dispatch, cache: NewCache[pictureKey](limit),
		known: make(map[Source]known), waiting: make(map[any]*job), wake: make(chan struct{}, 1),
	}
}

// Run works until ctx ends, with two workers: the pictures before and after are made side by side.
func (l *Loader) Run(ctx context.Context) {
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() { l.work(ctx) })
	}
	workers.Wait()
}

// Request asks for what a view shows of a picture in an area of device pixels, and for a spare share of that beyond each
// side where the view is enlarged. A later request of the same owner replaces an earlier one. done is called on the
// dispatcher, for the last request only; for an earlier one too where that is made already and shows the same picture,
// because it is nearer to what is wanted than what is on the screen.
func (l *Loader) Request(owner any, source Source, view View, area image.Point, spare float64, done func(Rendered, error)) {
	l.mu.Lock()
	if _, queued := l.waiting[owner]; !queued {
		l.queue = append(l.queue, owner)
	}
	l.waiting[owner] = &job{source: source, view: view, area: area, spare: spare, done: done}
	l.mu.Unlock()
	l.knock()
}

// Cancel forgets the owner's request.
func (l *Loader) Cancel(owner any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, owner)
}

// Used is the number of bytes of pixels that the loader keeps.
func (l *Loader) Used() int { return l.cache.Used() }

func (l *Loader) knock() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *Loader) work(ctx context.Context) {
	for {
		owner, next := l.next()
		if next == nil {
			select {
			case <-ctx.Done():
				return
			case <-l.wake:
				continue
			}
		}
		l.knock() // the other worker looks for more
		began := time.Now()
		rendered, err := l.render(ctx, next)
		if ctx.Err() != nil {
			return
		}
		l.dispatch(func() { l.deliver(owner, next, rendered, err) })
		if next.view.Zoom != 0 {
			rest(ctx, time.Since(began))
		}
	}
}

// rest waits after a part was made that took a time: while the person zooms, most of the processors' time is the frames'.
func rest(ctx context.Context, took time.Duration) {
	const times, longest = 2, 100 * time.Millisecond
	select {
	case <-ctx.Done():
	case <-time.After(min(longest, times*took)):
	}
}

// next takes the oldest owner's wish off the queue. The wish stays in waiting until it is delivered.
func (l *Loader) next() (any, *job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) > 0 {
		owner := l.queue[0]
		l.queue = l.queue[1:]
		if j := l.waiting[owner]; j != nil {
			return owner, j
		}
	}
	return nil, nil
}

// deliver hands a result on, unless its owner has asked for another picture in the meantime. What was asked for since is
// next.
func (l *Loader) deliver(owner any, j *job, rendered Rendered, err error) {
	l.mu.Lock()
	current, ok := l.waiting[owner]
	late := ok && current != j
	if late {
		l.queue = append(l.queue, owner)
		ok = err == nil && current.source == j.source
	} else {
		delete(l.waiting, owner)
	}
	l.mu.Unlock()
	if late {
		l.knock()
	}
	if ok {
		j.done(rendered, err)
	}
}

// render makes what a job asks for, from the cache where it can.
func (l *Loader) render(ctx context.Context, j *job) (Rendered, error) {
	if kept, ok := l.Peek(j.source, j.view, j.area); ok {
		return kept, nil
	}
	whole, err := l.whole(ctx, j.source)
	if err != nil {
		return Rendered{}, err
	}
	size := whole.Bounds().Size()
	part, key := plan(j.source, j.view, j.area, size, j.spare)
	scaled := scale(whole, part, key.size)
	if j.view.Zoom == 0 {
		l.cache.Add(key, scaled) // parts while panning are cheap and many
	}
	of, _ := l.recall(j.source)
	return Rendered{Image: scaled, Part: part, Picture: size, Change: of.change}, nil
}

// whole returns a picture's pixels, decoded or compared once as long as the cache keeps them.
func (l *Loader) whole(ctx context.Context, source Source) (*image.RGBA, error) {
	key := pictureKey{source: source}
	if kept := l.cache.Get(key); kept != nil {
		return kept, nil
	}
	made, change, err := l.open(ctx, source)
	if err != nil {
		return nil, err
	}
	l.cache.Add(key, made)
	l.remember(source, known{size: made.Bounds().Size(), change: change})
	return made, nil
}

// open reads and decodes a picture, or compares two.
func (l *Loader) open(ctx context.Context, source Source) (*image.RGBA, Change, error) {
	if source.Before != "" {
		return l.compare(ctx, source)
	}
	data, err := l.fetch(ctx, source.Hash)
	if err != nil {
		return nil, Change{}, fmt.Errorf("read picture %.12s: %w", source.Hash, err)
	}
	decoded, err := decode(data)
	if err != nil {
		return nil, Change{}, fmt.Errorf("decode picture %.12s: %w", source.Hash, err)
	}
	return decoded, Change{}, nil
}

// compare makes the difference of two pictures.
func (l *Loader) compare(ctx context.Context, source Source) (*image.RGBA, Change, error) {
	before, err := l.whole(ctx, Source{Hash: source.Before})
	if err != nil {
		return nil, Change{}, err
	}
	after, err := l.whole(ctx, Source{Hash: source.Hash})
	if err != nil {
		return nil, Change{}, err
	}
	return difference(before, after)
}

// decode turns a PNG or JPEG into tight pixels, after a look at the size in its header.
func decode(data []byte) (*image.RGBA, error) {
	head, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if head.Width <= 0 || head.Height <= 0 || head.Width > maxPixels/head.Height {
		return nil, fmt.Errorf("%dx%d pixels exceed the limit of %d", head.Width, head.Height, maxPixels)
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	switch m := decoded.(type) {
	case *image.RGBA:
		if tight(m.Rect, m.Stride) {
			return m, nil
		}
	case *image.NRGBA:
		if tight(m.Rect, m.Stride) {
			return multiplied(m), nil
		}
	}
	whole := image.NewRGBA(image.Rectangle{Max: decoded.Bounds().Size()})
	draw.Draw(whole, whole.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	return whole, nil
}

func tight(r image.Rectangle, stride int) bool { return r.Min == (image.Point{}) && stride == 4*r.Dx() }

// multiplied is a picture with its colours multiplied by its alpha, in the same memory: most have none that is not full.
func multiplied(m *image.NRGBA) *image.RGBA {
	for i := 0; i < len(m.Pix); i += 4 {
		p := m.Pix[i : i+4 : i+4]
		if a := uint32(p[3]); a != 255 {
			for c := range 3 {
				p[c] = uint8((uint32(p[c])*a + 127) / 255) //nolint:gosec // at most 255
			}
		}
	}
	return &image.RGBA{Pix: m.Pix, Stride: m.Stride, Rect: m.Rect}
}

// Peek returns what a view shows of a picture in an area when it is kept ready, without decoding or scaling.
func (l *Loader) Peek(source Source, view View, area image.Point) (Rendered, bool) {
	of, ok := l.recall(source)
	if !ok || view.Zoom != 0 {
		return Rendered{}, false
	}
	part, key := plan(source, view, area, of.size, 0)
	scaled := l.cache.Get(key)
	return Rendered{Image: scaled, Part: part, Picture: of.size, Change: of.change}, scaled != nil
}

// maxKnown bounds how many pictures are remembered.
const maxKnown = 50_000

func (l *Loader) remember(source Source, of known) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.known) >= maxKnown {
		clear(l.known)
	}
	l.known[source] = of
}

func (l *Loader) recall(source Source) (known, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of, ok := l.known[source]
	return of, ok
}

// plan is the part of a picture that is made for a view, with a spare share beyond each side where it is enlarged, and
// the key of its rendition.
func plan(source Source, view View, area, picture image.Point, spare float64) (image.Rectangle, pictureKey) {
	frame := view.Frame(area, picture)
	part := frame.Visible(area, picture)
	if view.Zoom != 0 {
		part = grow(part, picture, spare)
	}
	_, _, w, h := frame.Place(part)
	return part, pictureKey{source: source, part: part, size: image.Pt(max(1, int(w+0.5)), max(1, int(h+0.5)))}
}

// grow is a part of a picture with a share of its size more at every side, as far as the picture goes.
func grow(part image.Rectangle, picture image.Point, share float64) image.Rectangle {
	x, y := int(share*float64(part.Dx())), int(share*float64(part.Dy()))
	part.Min, part.Max = part.Min.Sub(image.Pt(x, y)), part.Max.Add(image.Pt(x, y))
	return part.Intersect(image.Rectangle{Max: picture})
}
