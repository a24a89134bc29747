//go:build preview

// Preview shows the window with invented replays over the corpus's screenshots, to look at it:
//
//	go run -tags preview ./ui/internal/preview -scene paused -language fr -theme dark -size 1024x640
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"vigie/replay"
	"vigie/ui"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

func main() {
	scene := flag.String("scene", "paused", "start, paused, running, sent or stored")
	language := flag.String("language", "system", "system, en or fr")
	theme := flag.String("theme", "system", "system, light or dark")
	size := flag.String("size", "1280x800", "width x height in Fyne's units")
	banners := flag.Bool("banners", false, "show banners")
	flag.Parse()

	corpus := os.Getenv("VIGIE_CORPUS")
	if corpus == "" {
		corpus = "../shared/corpus"
	}
	dir := corpus + "/web/dev"
	snapshot, err := scenes(*scene, dir)
	if err != nil {
		log.Fatal(err)
	}
	watch := stage.NewWatch()
	watch.Show(snapshot)
	a := app.NewWithID("org.vigie.preview")
	a.Preferences().SetString("language", *language)
	a.Preferences().SetString("theme", *theme)
	archive := &stage.Archive{Dir: dir, Stored: stage.Archived(40), Kept: map[string][]*replay.Report{}}
	if len(snapshot.Sessions) > 0 {
		archive.Kept["stored-0"] = snapshot.Sessions[0].Reports
	}
	w := ui.New(ui.Params{
		App: a, Watch: watch, Archive: archive, PlayDemo: func() {}, Import: func(string) error { return nil },
		Address: func() string { return "127.0.0.1:7788" }, Token: func() string { return "6f1d0c9b7a5e4f3d2c1b" },
		Notify:   func(title, text string) { fmt.Println("notify:", title, "|", text) },
		Dispatch: fyne.Do, Preferences: a.Preferences(), Who: "anna",
		Now: func() time.Time { return stage.At.Add(102 * time.Second).Add(time.Since(began)) },
	})
	watch.OnDecide = func(o replay.Order) error { fmt.Printf("order: %+v\n", o); return nil }
	var width, height float32
	if _, err := fmt.Sscanf(*size, "%gx%g", &width, &height); err != nil {
		log.Fatal(err)
	}
	w.Fyne().Resize(fyne.NewSize(width, height))
	if *banners {
		w.ShowBanner(ui.BannerOCRMissing, "fra.traineddata")
		w.ShowBanner(ui.BannerPortTaken, "127.0.0.1:7789")
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	a.Lifecycle().SetOnStarted(func() { go func() { w.Run(ctx); close(done) }() })
	a.Run()
	stop()
	<-done
}

var began = time.Now()

func scenes(name, dir string) (*replay.Snapshot, error) {
	if name == "start" {
		return &replay.Snapshot{}, nil
	}
	events, err := stage.Events(dir, 60)
	if err != nil {
		return nil, err
	}
	var reports []*replay.Report
	for i, e := range events {
		v := validation.Complete
		if i%9 == 4 {
			v = validation.Continue
		}
		if i%13 == 6 || i == len(events)-1 {
			v = validation.Terminate
		}
		reports = append(reports, stage.Report(e, stage.At.Add(time.Duration(i)*1500*time.Millisecond), v))
	}
	phase := replay.PhasePaused
	if name == "running" {
		phase = replay.PhaseRunning
	}
	if name == "sent" {
		last := reports[len(reports)-1]
		phase = replay.PhaseRunning
		last.Decisions = append(last.Decisions, replay.Decision{Seq: 99, Action: replay.DoRetry, By: replay.BySupervisor, Who: "anna", At: stage.At, Note: "L'onglet était sous la barre d'adresse."})
	}
	first := stage.Live("a", "Demo_urgence_3_db", "lea-01", 168, phase, reports)
	first.Announced = 0
	second := stage.Live("b", "Facturation_T2A_quotidienne", "lea-02", 46, replay.PhaseRunning, reports[:7])
	return &replay.Snapshot{Sessions: []replay.Live{first, second}}, nil
}
