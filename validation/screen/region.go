package screen

import (
	"cmp"
	"image"
	"math/bits"
	"slices"
)

// Class says what a changed region most likely is.
type Class int

// The classes of changed regions. The zero value is no class.
const (
	ClassContent Class = iota + 1 // anything else: the application drew something
	ClassCaret                    // a blinking text caret
	ClassPointer                  // the mouse pointer came or went
	ClassClock                    // digits in a corner ticked
	ClassSpinner                  // something small and square that turns
)

// String is the class's name.
func (c Class) String() string {
	switch c {
	case ClassContent:
		return "content"
	case ClassCaret:
		return "caret"
	case ClassPointer:
		return "pointer"
	case ClassClock:
		return "clock"
	case ClassSpinner:
		return "spinner"
	}
	return "unknown"
}

// Region is a connected part of the screen that changed.
type Region struct {
	Box    image.Rectangle // the smallest box around its changed pixels
	Pixels int             // how many pixels in it changed
	Class  Class
}

// RegionOptions tune Regions. The zero value is usable.
type RegionOptions struct {
	// Tolerance is that of Change; 0 is DefaultTolerance, below 0 any difference counts.
	Tolerance int
	// Merge is the distance in logical pixels up to which changed pixels belong to one region; 0 is 8.
	Merge int
	// Scale is the number of pixels in a logical pixel; 0 is 1.
	Scale float64
	// Pointers are the places where the mouse pointer stood before and stands after.
	Pointers []image.Point
}

func (o RegionOptions) withDefaults() RegionOptions {
	switch {
	case o.Tolerance == 0:
		o.Tolerance = DefaultTolerance
	case o.Tolerance < 0:
		o.Tolerance = 0
	}
	if o.Merge <= 0 {
		o.Merge = 8
	}
	if o.Scale <= 0 {
		o.Scale = 1
	}
	return o
}

// px is n logical pixels in pixels of the screenshot.
func (o RegionOptions) px(n int) int { return int(float64(n)*o.Scale + 0.5) }

// Regions returns the connected regions that changed inside box, the one with the most changed pixels first; none when
// nothing changed. The error is an ErrSizes or an ErrOutside.
func Regions(before, after *image.RGBA, box image.Rectangle, opts RegionOptions) ([]Region, error) {
	opts = opts.withDefaults()
	m, err := Change(before, after, box, opts.Tolerance)
	if err != nil {
		return nil, err
	}
	regions := m.connected(opts.px(opts.Merge))
	c := classifier{before, after, m, opts}
	for i := range regions {
		regions[i].Class = c.classify(regions[i])
	}
	c.findMovedPointer(regions)
	return regions, nil
}

// Count returns the changed pixels of regions whose class is one of classes.
func Count(regions []Region, classes ...Class) int {
	n := 0
	for _, r := range regions {
		if slices.Contains(classes, r.Class) {
			n += r.Pixels
		}
	}
	return n
}

// run is a stretch of one row of cells in which changed cells are no further apart than the merge distance.
type run struct {
	row, from, to int // cells, to exclusive
	box           image.Rectangle
	pixels        int
	parent        int // of the union-find forest
}

// connected joins the changed cells that are at most gap pixels apart (to a cell's precision).
func (m *Mask) connected(gap int) []Region {
	if m.Changed == 0 {
		return nil
	}
	reach := (gap + cell - 1) / cell
	runs := m.runs(reach)
	join(runs, reach)
	byRoot := map[int]*Region{}
	for i := range runs {
		root := find(runs, i)
		r := byRoot[root]
		if r == nil {
			r = &Region{}
			byRoot[root] = r
		}
		r.Box, r.Pixels = r.Box.Union(runs[i].box), r.Pixels+runs[i].pixels
	}
	regions := make([]Region, 0, len(byRoot))
	for _, r := range byRoot {
		regions = append(regions, *r)
	}
	slices.SortFunc(regions, func(a, b Region) int {
		return cmp.Or(cmp.Compare(b.Pixels, a.Pixels), cmp.Compare(a.Box.Min.Y, b.Box.Min.Y), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
	})
	return regions
}

// runs collects the runs row by row, from left to right.
func (m *Mask) runs(reach int) []run {
	var runs []run
	for i, c := range m.cells {
		if c == 0 {
			continue
		}
		row, col := i/m.cols, i%m.cols
		last := len(runs) - 1
		if last < 0 || runs[last].row != row || col-runs[last].to > reach {
			last++
			runs = append(runs, run{row: row, from: col, parent: last})
		}
		r := &runs[last]
		r.to, r.box, r.pixels = col+1, r.box.Union(m.tight(i, c)), r.pixels+bits.OnesCount16(c)
	}
	return runs
}

// join unites the runs of rows that are at most reach apart and whose columns are, too. For each run only the window of
// the earlier rows in reach is looked at.
func join(runs []run, reach int) {
	start := 0
	for i := range runs {
		for runs[i].row-runs[start].row > reach+1 {
			start++
		}
		for j := start; j < i && runs[j].row < runs[i].row; j++ {
			if runs[j].from-runs[i].to <= reach && runs[i].from-runs[j].to <= reach {
				runs[find(runs, j)].parent = find(runs, i)
			}
		}
	}
}

// find returns the root of run i, halving the path on the way.
func find(runs []run, i int) int {
	for runs[i].parent != i {
		runs[i].parent = runs[runs[i].parent].parent
		i = runs[i].parent
	}
	return i
}
