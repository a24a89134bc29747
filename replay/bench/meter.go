package bench

import (
	"context"
	"image"
	"runtime"
	"time"

	"vigie/validation"
	"vigie/validation/ocr"
)

// Cost is what a piece of work took. The zero value is that of no work.
type Cost struct {
	Elapsed time.Duration
	Reading time.Duration // the part of Elapsed that was spent inside the text reader
	Bytes   uint64        // allocated on Go's heap
	Objects uint64        // allocated on Go's heap
}

// Meter measures pieces of work. It stands between the checks and their text reader, whose time it counts. It is not safe
// for concurrent use: two pieces of work at once would count each other's allocations.
type Meter struct {
	reader  ocr.Reader
	reading time.Duration
	checks  map[string][]Cost
}

var _ ocr.Reader = (*Meter)(nil)

// NewMeter returns a meter that reads with reader.
func NewMeter(reader ocr.Reader) *Meter {
	return &Meter{reader: reader, checks: map[string][]Cost{}}
}

// Measure does a piece of work and returns what it took. Reading the counters is not part of it.
func (m *Meter) Measure(work func()) Cost {
	var before, after runtime.MemStats
	reading := m.reading
	runtime.ReadMemStats(&before)
	start := time.Now()
	work()
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	return Cost{
		Elapsed: elapsed, Reading: m.reading - reading,
		Bytes: after.TotalAlloc - before.TotalAlloc, Objects: after.Mallocs - before.Mallocs,
	}
}

// Read reads the lines in a region, and counts the time.
func (m *Meter) Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]ocr.Line, error) {
	defer m.count(time.Now())
	return m.reader.Read(ctx, picture, region)
}

// ReadLine reads the one line in a box, and counts the time.
func (m *Meter) ReadLine(ctx context.Context, picture *image.RGBA, box image.Rectangle) (ocr.Line, error) {
	defer m.count(time.Now())
	return m.reader.ReadLine(ctx, picture, box)
}

func (m *Meter) count(start time.Time) { m.reading += time.Since(start) }

// Checkers returns the checkers with each of their calls measured.
func (m *Meter) Checkers(checkers []validation.Checker) []validation.Checker {
	measured := make([]validation.Checker, len(checkers))
	for i, c := range checkers {
		measured[i] = measuredChecker{c, m}
	}
	return measured
}

// measuredChecker is a checker whose calls are measured.
type measuredChecker struct {
	validation.Checker
	meter *Meter
}

// Check looks at the scene.
func (c measuredChecker) Check(ctx context.Context, scene *validation.Scene) (f validation.Finding, err error) {
	cost := c.meter.Measure(func() { f, err = c.Checker.Check(ctx, scene) })
	c.meter.checks[c.Name()] = append(c.meter.checks[c.Name()], cost)
	return f, err
}
