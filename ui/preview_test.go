package ui

import (
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// TestPreview paints every page in both languages, both themes and three sizes into the folder VIGIE_PREVIEW, for a
// person to look at.
func TestPreview(t *testing.T) {
	out := os.Getenv("VIGIE_PREVIEW")
	if out == "" {
		t.Skip("VIGIE_PREVIEW names no folder for the pictures")
	}
	dir := corpus(t)
	only := os.Getenv("VIGIE_PREVIEW_ONLY")
	for _, size := range []fyne.Size{{Width: 1024, Height: 640}, {Width: 1280, Height: 800}, {Width: 1920, Height: 1080}} {
		for _, language := range []string{LanguageEnglish, LanguageFrench} {
			for _, colors := range []string{ThemeLight, ThemeDark} {
				for scene, arrange := range scenes {
					name := fmt.Sprintf("%s-%s-%s-%.0f", scene, language, colors, size.Width)
					if ok, _ := filepath.Match(only, name); only != "" && !ok {
						continue
					}
					t.Run(name, func(t *testing.T) {
						b := newBench(t, size, memory{prefLanguage: language, prefTheme: colors})
						b.archive.Dir = dir
						arrange(b, dir)
						b.capture(filepath.Join(out, name+".png"))
					})
				}
			}
		}
	}
}

// capture paints the window.
func (b *bench) capture(path string) {
	b.t.Helper()
	b.queue.run()
	file, err := os.Create(path)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := png.Encode(file, b.window.Canvas().Capture()); err != nil {
		b.t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		b.t.Fatal(err)
	}
}

// scenes are the states of the window that are looked at.
var scenes = map[string]func(b *bench, dir string){
	"start":   func(*bench, string) {},
	"paused":  func(b *bench, dir string) { b.scene(dir, replay.PhasePaused) },
	"running": func(b *bench, dir string) { b.scene(dir, replay.PhaseRunning) },
	"region": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.typedRune('z')
		b.settled(b.live.steps)
	},
	"slider": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.typedRune('2')
		b.settled(b.live.steps)
	},
	"blink": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.typedRune('3')
		b.settled(b.live.steps)
	},
	"difference": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.typedRune('4')
		b.settled(b.live.steps)
	},
	"abort": func(b *bench, dir string) { b.scene(dir, replay.PhasePaused); b.typedRune('a') },
	"retry": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.live.bar.view.harm = t("harm.save")
		b.typedRune('t')
	},
	"texts": func(b *bench, dir string) {
		reports := b.reports(dir)
		e := &reports[len(reports)-1].Assessment.Findings[0].Evidence
		e.Read, e.Expected = "Compte rendu operatoire du 02/06/2026, IPP 25003284", "Compte rendu opératoire du 02/06/2026, IPP 25003264"
		b.play(stage.Live("a", "Demo_urgence_3_db", "lea-01", 168, replay.PhasePaused, reports))
		b.settled(b.live.steps)
	},
	"keys":  func(b *bench, dir string) { b.scene(dir, replay.PhasePaused); b.typedRune('?') },
	"close": func(b *bench, dir string) { b.scene(dir, replay.PhasePaused); b.askClose() },
	"checklist": func(b *bench, dir string) {
		reports := b.reports(dir)
		reports[len(reports)-1].Event.Context.Checklist = []string{"Identité du patient vérifiée", "Bon côté", "Prescription relue par un médecin"}
		b.play(stage.Live("a", "Demo_urgence_3_db", "lea-01", 168, replay.PhasePaused, reports))
		b.settled(b.live.steps)
	},
	"banners": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.ShowTrouble(BannerOCRMissing, errors.New("fra.traineddata"))
		b.ShowBanner(BannerPortTaken, "127.0.0.1:7789")
	},
	"elsewhere": func(b *bench, dir string) {
		b.scene(dir, replay.PhasePaused)
		b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
		b.settled(b.live.steps)
	},
	"sent": func(b *bench, dir string) {
		reports := b.reports(dir)
		last := reports[len(reports)-1]
		last.Decisions = append(last.Decisions, replay.Decision{Seq: 99, Action: replay.DoRetry, By: replay.BySupervisor, Who: "anna", At: stage.At, Note: "L'onglet était sous la barre d'adresse."})
		b.play(stage.Live("a", "Demo_urgence_3_db", "lea-01", 168, replay.PhaseRunning, reports))
		b.settled(b.live.steps)
	},
	"sessions": func(b *bench, _ string) {
		b.archive.Stored = stage.Archived(40)
		b.goTo(pageSessions)
		b.queue.until(b.t, "the list", func() bool { return len(b.sessions.found) > 0 })
	},
	"exporting": func(b *bench, _ string) {
		b.archive.Stored = stage.Archived(40)
		b.goTo(pageSessions)
		b.queue.until(b.t, "the list", func() bool { return len(b.sessions.found) > 0 })
		b.sessions.move(2)
		b.hold = make(chan struct{})
		b.export(b.sessions.found[0], ExportReport, "/home/anna/Documents/vigie.html")
		b.queue.until(b.t, "its progress", func() bool { return b.running[0].done == 1 })
		b.askExport(b.sessions.found[1])
	},
	"deleting": func(b *bench, _ string) {
		b.archive.Stored = stage.Archived(40)
		b.goTo(pageSessions)
		b.queue.until(b.t, "the list", func() bool { return len(b.sessions.found) > 0 })
		b.sessions.move(2)
		b.workErr = errors.New("steps.jsonl line 3: action.type: is missing")
		b.importBundle("/home/anna/lot-2026-05-08-urgences-et-imagerie.zip")
		b.queue.until(b.t, "its end", func() bool { return b.ended(1) })
		b.askDelete(b.sessions.found[1])
	},
	"nosessions": func(b *bench, _ string) {
		b.goTo(pageSessions)
		b.queue.until(b.t, "the list", func() bool { return b.sessions.message.Text == t("sessions.empty") })
	},
	"stored": func(b *bench, dir string) {
		b.archive.Stored = stage.Archived(3)
		b.archive.Kept["stored-0"] = b.reports(dir)
		b.goTo(pageSessions)
		b.queue.until(b.t, "the list", func() bool { return len(b.sessions.found) > 0 })
		b.sessions.open(0)
		b.queue.until(b.t, "the session", func() bool { return len(b.sessions.reports) > 0 })
		b.settled(b.sessions.steps)
	},
	"settings":          func(b *bench, _ string) { b.goTo(pageSettings) },
	"agents":            func(b *bench, _ string) { b.settingsAt(1) },
	"validation":        func(b *bench, _ string) { b.settingsAt(2) },
	"judge-off":         func(b *bench, dir string) { b.judged(dir, replay.JudgeOff) },
	"judge-unreachable": func(b *bench, dir string) { b.judged(dir, replay.JudgeUnreachable) },
	"judge-no_model":    func(b *bench, dir string) { b.judged(dir, replay.JudgeNoModel) },
	"judge-no_vision":   func(b *bench, dir string) { b.judged(dir, replay.JudgeNoVision) },
	"judge-elsewhere":   func(b *bench, dir string) { b.judged(dir, replay.JudgeElsewhere) },
	"judge-loading":     func(b *bench, dir string) { b.judged(dir, replay.JudgeLoading) },
	"judge-ready":       func(b *bench, dir string) { b.judged(dir, replay.JudgeReady) },
	"judge-busy":        func(b *bench, dir string) { b.judged(dir, replay.JudgeBusy) },
	"judge-broken":      func(b *bench, dir string) { b.judged(dir, replay.JudgeBroken) },
	"judge":             func(b *bench, _ string) { b.settingsAt(3) },
	"judge-models":      func(b *bench, _ string) { b.judgeTried() },
	"notices":           func(b *bench, _ string) { b.settingsAt(4) },
	"storage":           func(b *bench, _ string) { b.settingsAt(5) },
}

// settingsAt shows a section of the settings, one of them refused and one changed.
func (b *bench) settingsAt(n int) {
	b.goTo(pageSettings)
	b.settings.choose(n)
	b.settings.refuse(settings.OCRRadius, "7000")
	b.settings.refuse(settings.JudgeHost, "elsewhere")
	for key, value := range map[settings.Key]any{settings.ValidatorShadow: true, settings.NotifyRepeatS: 60, settings.Roots: []string{"/srv/documents/patients"}} {
		if err := b.p.Settings.Change(b.t.Context(), key, value, "anna"); err != nil {
			b.t.Fatal(err)
		}
	}
	b.queue.until(b.t, "the languages", func() bool { return b.p.Settings.Values().NotifyRepeatS == 60 })
	b.window.Canvas().Capture()
	b.queue.run()
}

// refuse writes a value that is refused.
func (p *settingsPage) refuse(key settings.Key, text string) {
	for _, r := range p.w.settingRows {
		if r.key == key {
			r.control.object.(*fyne.Container).Objects[0].(*field).SetText(text)
		}
	}
}

// settled waits for the pictures.
func (b *bench) settled(s *stepView) {
	b.t.Helper()
	b.window.Canvas().Capture() // lays everything out
	b.queue.until(b.t, "the pictures", func() bool { return s.pane.before.Ready() && s.pane.after.Ready() })
}

// scene shows two sessions with real screenshots.
func (b *bench) scene(dir string, phase replay.Phase) {
	reports := b.reports(dir)
	second := stage.Live("b", "Facturation_T2A_quotidienne", "lea-02", 46, replay.PhaseRunning, reports[:7])
	b.play(stage.Live("a", "Demo_urgence_3_db", "lea-01", 168, phase, reports), second)
	b.settled(b.live.steps)
}

// reports are invented verdicts on real steps.
func (b *bench) reports(dir string) []*replay.Report {
	b.t.Helper()
	events, err := stage.Events(dir, 40)
	if err != nil {
		b.t.Fatal(err)
	}
	var all []*replay.Report
	for i, e := range events {
		v := validation.Complete
		if i%9 == 4 {
			v = validation.Continue
		}
		if i%13 == 6 || i == len(events)-1 {
			v = validation.Terminate
		}
		all = append(all, stage.Report(e, stage.At.Add(time.Duration(i)*1500*time.Millisecond), v))
	}
	return all
}

// judged shows a session beside a judge in a state.
func (b *bench) judged(dir, status string) {
	b.p.Judge = func() replay.JudgeState {
		return replay.JudgeState{Status: status, Model: "qwen2.5vl:7b", Last: 2140 * time.Millisecond}
	}
	b.scene(dir, replay.PhaseRunning)
	b.tick()
}

// judgeTried shows the judge's settings with the server's models and a trial.
func (b *bench) judgeTried() {
	b.p.JudgeDesk = threeModels()
	b.p.Judge = func() replay.JudgeState {
		return replay.JudgeState{
			Status: replay.JudgeNoModel, Model: "qwen2.5vl:7b",
			Says: validation.Say("judge_is_no_model", "host", "http://127.0.0.1:11434", "command", "ollama pull qwen2.5vl:7b"),
		}
	}
	b.build()
	b.goTo(pageSettings)
	b.settings.choose(3)
	for _, text := range []string{t("settings.judge.models"), t("settings.judge.try")} {
		button := b.judgeButtons()[text]
		button.OnTapped()
		b.queue.until(b.t, "the server", func() bool { return !button.Disabled() })
	}
	b.window.Canvas().Capture()
	b.queue.run()
}
