//go:build tour

package ui

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fyne.io/fyne/v2"

	"vigie/replay"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// What a person waits for, measured in a real window on pictures of 2560 by 1600: make tour MEASURE=1 prints it. With
// MEASURE=frames it leaves out the paging, with MEASURE=pages it only pages, through pictures of the usual size, and with
// MEASURE=floor it measures the renderer without anything of ours.

// measure prints the figures.
func (w *tourist) measure() error {
	if os.Getenv("MEASURE") == "pages" {
		if err := w.usualPictures(); err != nil {
			return err
		}
	} else if err := w.largePictures(); err != nil {
		return err
	}
	steps, err := strconv.Atoi(os.Getenv("MEASURE_STEPS"))
	if err != nil {
		steps = 1000
	}
	w.reports = w.reports[:0]
	for i := range steps {
		e := replay.Event{SessionID: "a", ID: "m" + strconv.Itoa(i), StepIndex: i + 1, Attempt: 1, Action: validation.Action{Type: "click_anchor", ByText: "Imagerie"}}
		// The archive knows a picture by the last part of its name: these are a thousand pictures to the window.
		e.Screenshots = replay.Screenshots{Before: strconv.Itoa(i) + "/before.png", After: []string{strconv.Itoa(i) + "/after.png"}}
		w.reports = append(w.reports, stage.Report(e, stage.At, validation.Complete))
	}
	w.on(func() {
		w.size = fyne.NewSize(1920, 1080)
		w.window.Resize(w.size)
		w.show(stage.Live("a", "Demo_urgence_3_db", "lea-01", steps, replay.PhaseRunning, w.reports))
	})
	if _, err := w.until((*tourist).livePictures); err != nil {
		return err
	}
	fmt.Printf("%d processors, window %v, pictures %v\n", runtime.NumCPU(), w.size, w.live.steps.pane.after.Picture())
	if os.Getenv("MEASURE") == "pages" {
		return w.paging()
	}
	if os.Getenv("MEASURE") == "floor" {
		return w.floor()
	}
	if err := w.switching(); err != nil {
		return err
	}
	if path := os.Getenv("MEASURE_PROFILE"); path != "" {
		file, err := os.Create(path)
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // a profile that is cut off shows itself
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	for _, mode := range []compareMode{compareBeside, compareSlider, compareDifference} {
		w.on(func() { w.live.steps.pane.look(mode); w.live.steps.pane.fit() })
		if _, err := w.until((*tourist).livePictures); err != nil {
			return err
		}
		w.frames(mode)
	}
	if os.Getenv("MEASURE") == "frames" {
		return nil
	}
	return w.paging()
}

// usualPictures takes two pictures of the demo's screens as they are.
func (w *tourist) usualPictures() error {
	dir, err := os.MkdirTemp("", "vigie-measure")
	if err != nil {
		return err
	}
	for name, from := range map[string]string{"before.png": "01-1-before.png", "after.png": "02-1-after.png"} {
		data, err := os.ReadFile(filepath.Join(w.archive.Dir, from))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return err
		}
	}
	w.archive.Dir = dir
	return nil
}

// largePictures makes two pictures of 2560 by 1600 of the demo's screens, laid side by side.
func (w *tourist) largePictures() error {
	dir, err := os.MkdirTemp("", "vigie-measure")
	if err != nil {
		return err
	}
	for name, from := range map[string]string{"before.png": "01-1-before.png", "after.png": "02-1-after.png"} {
		file, err := os.Open(filepath.Join(w.archive.Dir, from))
		if err != nil {
			return err
		}
		tile, err := png.Decode(file)
		if err != nil {
			return err
		}
		_ = file.Close() // read only
		large := image.NewRGBA(image.Rect(0, 0, 2560, 1600))
		for y := 0; y < 1600; y += tile.Bounds().Dy() {
			for x := 0; x < 2560; x += tile.Bounds().Dx() {
				draw.Draw(large, tile.Bounds().Add(image.Pt(x, y)), tile, tile.Bounds().Min, draw.Src)
			}
		}
		out, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := png.Encode(out, large); err != nil {
			return err
		}
		if err := out.Close(); err != nil {
			return err
		}
	}
	w.archive.Dir = dir
	return nil
}

// until waits until a condition holds, and returns how long that took.
func (w *tourist) until(ready func(*tourist) bool) (time.Duration, error) {
	began, done := time.Now(), false
	for !done {
		if time.Since(began) > patience {
			return 0, fmt.Errorf("nothing came within %v", patience)
		}
		time.Sleep(time.Millisecond)
		w.on(func() { done = ready(w) })
	}
	return time.Since(began), nil
}

// switching measures how long it takes until the pictures of another step are there.
func (w *tourist) switching() error {
	var cold, warm []time.Duration
	spent := processorTime()
	for i := range 10 {
		for _, c := range []struct {
			step int
			to   *[]time.Duration
		}{{i * 7, &cold}, {i*7 + 1, nil}, {i * 7, &warm}} {
			w.on(func() { w.pickStep("m" + strconv.Itoa(c.step)) })
			took, err := w.until((*tourist).livePictures)
			if err != nil {
				return err
			}
			if c.to != nil {
				*c.to = append(*c.to, took)
			}
		}
	}
	fmt.Printf("another step, cold: %s\nanother step, kept: %s; processor time of both and a third one %v\n",
		spread(cold), spread(warm), ((processorTime() - spent) / time.Duration(len(cold))).Round(time.Millisecond))
	return nil
}

// frames measures the time from one frame to the next while the pictures are zoomed and panned in each of them.
func (w *tourist) frames(mode compareMode) {
	pane := w.live.steps.pane
	for name, act := range map[string]func(n int){
		"still":   func(int) {},
		"repaint": func(int) { w.window.Canvas().Refresh(w.live.bar.root) }, // nothing changes, all is drawn
		"pan": func(n int) {
			if n == 0 {
				pane.after.OneToOne(.3, .3)
			}
			pane.after.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: -4, DY: -2}})
		},
		"zoom": func(n int) {
			if n == 0 {
				pane.fit()
			}
			up := float32(5)
			if n%80 >= 40 {
				up = -5
			}
			pane.after.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(300, 200)}, Scrolled: fyne.Delta{DY: up}})
		},
	} {
		w.measureFilm(fmt.Sprintf("frames, mode %d, %-7s", mode+1, name), act)
	}
}

// film acts once before each of many frames, and returns the times between them.
func (w *tourist) film(act func(n int)) []time.Duration {
	const count = 60
	var times []time.Duration
	done := make(chan struct{})
	var last time.Time
	n := 0
	a := &fyne.Animation{Duration: time.Hour, Curve: fyne.AnimationLinear}
	a.Tick = func(float32) {
		if n > count {
			return
		}
		now := time.Now()
		if n > 0 {
			times = append(times, now.Sub(last))
		}
		last = now
		act(n)
		if n++; n > count {
			close(done)
		}
	}
	w.on(a.Start)
	<-done
	w.on(a.Stop)
	return times
}

// paging shows all steps one after the other, and prints now and then what memory that leaves.
func (w *tourist) paging() error {
	w.on(func() { w.live.steps.pane.look(compareBeside) })
	debug.SetGCPercent(40) // as the program has it
	began := time.Now()
	for i := range w.reports {
		if i%max(1, len(w.reports)/6) == 0 {
			w.memory(i)
		}
		w.on(func() { w.pickStep("m" + strconv.Itoa(i)) })
		if _, err := w.until((*tourist).livePictures); err != nil {
			return err
		}
	}
	w.memory(len(w.reports))
	fmt.Printf("paged through %d steps in %v\n", len(w.reports), time.Since(began).Round(time.Second))
	return nil
}

// memory prints what is resident, and what of it is Go's: in use, and free but not given back.
func (w *tourist) memory(steps int) {
	var kept int
	w.on(func() { kept = w.loader.Used() })
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	own := m.Sys - m.HeapReleased
	fmt.Printf("after %4d steps: resident %d MB; Go has %d MB (in use %d, idle %d), the rest is %d MB; pixels kept %d MB\n",
		steps, rss()>>20, own>>20, m.HeapInuse>>20, (m.HeapIdle-m.HeapReleased)>>20, (rss()-int(own))>>20, kept>>20) //nolint:gosec // megabytes
}

// processorTime is what the process has used of all processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// rss is the memory that the process has resident, in bytes; 0 where the system does not say.
func rss() int {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	if err != nil {
		return 0
	}
	return pages * os.Getpagesize()
}

// spread is the middle, the 95th percentile and the longest of times.
func spread(all []time.Duration) string {
	slices.Sort(all)
	at := func(share float64) time.Duration {
		return all[int(share*float64(len(all)-1))].Round(100 * time.Microsecond)
	}
	return fmt.Sprintf("median %v, 95 %% %v, longest %v (%d)", at(.5), at(.95), at(1), len(all))
}
