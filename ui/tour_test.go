//go:build tour

package ui

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// The tour shows every screen in a real window, in both languages and both themes, and takes a picture of each. It fails
// on text that is cut off, on a warning of Fyne about threads, and on a panic. make tour runs it.

// stop is a screen of the tour.
type stop struct {
	name string
	// act leads there; ready says when all is there. Both run on Fyne's goroutine.
	act   func(*tourist)
	ready func(*tourist) bool
}

// tourist is a window on the tour.
type tourist struct {
	*Window
	watch   *stage.Watch
	archive *stage.Archive
	reports []*replay.Report
	wanted  *replay.Snapshot
	out     string
	size    fyne.Size
	cut     []string
	judge   replay.JudgeState
	ends    chan error // of the long work
}

func init() { tour = runTour }

// runTour goes on the tour where VIGIE_TOUR names a folder for the pictures.
func runTour() int {
	out := os.Getenv("VIGIE_TOUR")
	if out == "" {
		return -1
	}
	var said bytes.Buffer
	log.SetOutput(io.MultiWriter(os.Stderr, &said))
	a := app.NewWithID("app.vigie.tour")
	w, err := newTourist(a, out)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, cancel := context.WithCancel(context.Background())
	var background sync.WaitGroup
	a.Lifecycle().SetOnStarted(func() {
		background.Go(func() { w.Run(ctx) })
		background.Go(func() { err = w.goOn(); cancel(); fyne.Do(a.Quit) })
	})
	a.Run()
	cancel()
	background.Wait()
	return report(w, err, said.String())
}

// noFolders is what Fyne says where a home has no folders for music or videos: the choice of a file leaves them out.
const noFolders = "Getting favorite locations"

// report says what is wrong, and returns the exit code.
func report(w *tourist, err error, said string) int {
	wrong := w.cut
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	for _, line := range strings.Split(said, "\n") {
		if strings.Contains(line, "Error in Fyne call thread") || strings.Contains(line, "Fyne error") && !strings.Contains(line, noFolders) {
			wrong = append(wrong, line)
		}
	}
	for _, line := range wrong {
		fmt.Fprintln(os.Stderr, "wrong:", line)
	}
	if len(wrong) > 0 {
		return 1
	}
	return 0
}

func newTourist(a fyne.App, out string) (*tourist, error) {
	demo := filepath.Join("..", "assets", "demo")
	events, err := stage.Events(demo, 40)
	if err != nil {
		return nil, err
	}
	set, err := settings.Load(context.Background(), nil,
		settings.Override{Key: settings.OCRRadius, Source: settings.FromFlag, Name: "--ocr-radius", Value: 60})
	if err != nil {
		return nil, err
	}
	w := &tourist{watch: stage.NewWatch(), archive: &stage.Archive{Dir: demo, Kept: map[string][]*replay.Report{}}, out: out, size: fyne.NewSize(1280, 800)}
	for i, e := range events {
		v := validation.Complete
		if i%5 == 3 {
			v = validation.Continue
		}
		if i == len(events)-1 {
			v = validation.Terminate
		}
		w.reports = append(w.reports, stage.Report(e, stage.At.Add(time.Duration(i)*1500*time.Millisecond), v))
	}
	w.archive.Stored, w.archive.Kept["stored-0"] = stage.Archived(60), w.reports
	w.Window = New(Params{
		App: a, Watch: w.watch, Archive: w.archive, PlayDemo: func() {}, Import: func(ctx context.Context, _ string, told progress) error { return w.work(ctx, told) },
		Export: func(ctx context.Context, _, _, _, _ string, told progress) error { return w.work(ctx, told) },
		Delete: func(ctx context.Context, _ string) error { return w.work(ctx, nil) },
		Judge:  func() replay.JudgeState { return w.judge }, JudgeDesk: threeModels(),
		Zones:    twoZones{"Demo_urgence_3_db": {{X0: .6, X1: 1, Y1: .06, Name: "patient"}, {X0: .1, Y0: .9, X1: .3, Y1: 1}}},
		Settings: set, Languages: func() []string { return []string{"deu", "eng", "fra"} }, RenewToken: func() error { return nil },
		Address: func() string { return "127.0.0.1:7788" }, Token: func() string { return "6f1d0c9b7a5e4f3d2c1b" },
		Reason: func(error) Reason { return Reason{Kind: ReasonStoreDamaged, Line: 1203} }, // a long one
		Notify: func(string, string, bool) {}, Dispatch: func(f func()) { fyne.Do(f) }, Preferences: memory{}, Who: "anna",
		Now: func() time.Time { return stage.At.Add(102 * time.Second) },
	})
	return w, nil
}

// goOn goes on the tour, or measures.
func (w *tourist) goOn() error {
	if os.Getenv("MEASURE") != "" {
		return w.measure()
	}
	return w.visit()
}

// visit makes all stops: in every language and theme at the usual size, and in some at others.
func (w *tourist) visit() error {
	for _, r := range w.rounds() {
		w.on(func() {
			w.size = r.size
			w.setLanguage(r.language)
			w.setTheme(r.theme)
			w.window.Resize(r.size)
		})
		for _, s := range stops() {
			if err := w.stopAt(s, fmt.Sprintf("%.0f-%s-%s-%s", r.size.Width, r.language, r.theme, s.name), r.language); err != nil {
				return err
			}
		}
	}
	return nil
}

type round struct {
	size            fyne.Size
	language, theme string
}

func (w *tourist) rounds() []round {
	small, usual, large := fyne.NewSize(minWidth, minHeight), fyne.NewSize(1280, 800), fyne.NewSize(1920, 1080)
	all := []round{
		{usual, LanguageFrench, ThemeLight},
		{usual, LanguageFrench, ThemeDark},
		{usual, LanguageEnglish, ThemeLight},
		{usual, LanguageEnglish, ThemeDark},
		{small, LanguageFrench, ThemeLight},
		{small, LanguageEnglish, ThemeDark},
		{large, LanguageFrench, ThemeDark},
		{large, LanguageEnglish, ThemeLight},
	}
	if os.Getenv("FYNE_SCALE") == "2" {
		return []round{{small, LanguageFrench, ThemeLight}, {small, LanguageEnglish, ThemeDark}}
	}
	return all
}

// on runs a function on Fyne's goroutine and waits for it.
func (w *tourist) on(f func()) {
	done := make(chan struct{})
	fyne.Do(func() { f(); close(done) })
	<-done
}

const (
	patience = 30 * time.Second
	painted  = 250 * time.Millisecond // until what was changed is on the screen
)

// stopAt leads to a screen, looks for text that is cut off, and takes a picture.
func (w *tourist) stopAt(s stop, name, language string) error {
	w.on(func() { s.act(w) })
	for limit, ready := time.Now().Add(patience), s.ready == nil; !ready; {
		if time.Now().After(limit) {
			return fmt.Errorf("%s: the screen was not complete after %v", name, patience)
		}
		time.Sleep(20 * time.Millisecond)
		w.on(func() { ready = s.ready(w) })
	}
	time.Sleep(painted)
	all, err := readTexts(language)
	if err != nil {
		return err
	}
	var area fyne.Size
	w.on(func() {
		for _, cut := range cutOff(w.window.Canvas(), all) {
			w.cut = append(w.cut, name+": "+cut)
		}
		x, y := w.window.Canvas().PixelCoordinateForPosition(fyne.NewPos(w.size.Width, w.size.Height))
		area = fyne.NewSize(float32(x), float32(y))
	})
	return w.picture(name, area)
}

var unsafeName = regexp.MustCompile(`[^a-z0-9-]`)

// picture takes a picture of the screen's upper left, where the window is.
func (w *tourist) picture(name string, area fyne.Size) error {
	if err := os.MkdirAll(w.out, 0o755); err != nil {
		return err
	}
	file := filepath.Join(w.out, unsafeName.ReplaceAllString(name, "_")+".png")
	if os.Getenv("FYNE_SCALE") == "2" {
		file = strings.TrimSuffix(file, ".png") + "-scale2.png"
	}
	out, err := exec.Command("import", "-silent", "-window", "root", "-crop", fmt.Sprintf("%.0fx%.0f+0+0", area.Width, area.Height), "+repage", file).CombinedOutput()
	if err != nil {
		return fmt.Errorf("take a picture of %s: %w: %s", name, err, out)
	}
	return nil
}

// show shows live sessions.
func (w *tourist) show(sessions ...replay.Live) {
	w.closeModal()
	w.goTo(pageLive)
	w.selection = selection{follow: true}
	w.wanted = &replay.Snapshot{Sessions: sessions}
	w.watch.Show(w.wanted)
}

// arrived says whether the window shows what it was given.
func (w *tourist) arrived() bool { return w.snapshot == w.wanted }

func (w *tourist) livePictures() bool {
	p := w.live.steps.pane
	return w.arrived() && p.before.Ready() && p.after.Ready()
}

func (w *tourist) live1(phase replay.Phase) replay.Live {
	return stage.Live("a", "Demo_urgence_3_db", "lea-01", 46, phase, w.reports)
}

func (w *tourist) live2() replay.Live {
	return stage.Live("b", "Facturation_T2A_quotidienne", "lea-02", 46, replay.PhaseRunning, w.reports[:3])
}

// last is a copy of the reports whose last one was changed.
func (w *tourist) last(change func(*replay.Report)) []*replay.Report {
	all := append([]*replay.Report(nil), w.reports...)
	last := *all[len(all)-1]
	change(&last)
	all[len(all)-1] = &last
	return all
}

func (w *tourist) checklist() replay.Live {
	points := []string{"Identité du patient vérifiée", "Bon côté", "Prescription relue par un médecin du service"}
	return stage.Live("a", "Demo_urgence_3_db", "lea-01", 46, replay.PhasePaused, w.last(func(r *replay.Report) { r.Event.Context.Checklist = points }))
}

func (w *tourist) decidedOn() replay.Live {
	d := replay.Decision{Seq: 99, Action: replay.DoRetry, By: replay.BySupervisor, Who: "anna", At: stage.At, Note: "L'onglet était sous la barre d'adresse."}
	return stage.Live("a", "Demo_urgence_3_db", "lea-01", 46, replay.PhaseRunning, w.last(func(r *replay.Report) { r.Decisions = append(r.Decisions[:len(r.Decisions):len(r.Decisions)], d) }))
}
