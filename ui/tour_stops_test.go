//go:build tour

package ui

import (
	"context"
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
	"vigie/validation/mask"
)

// stops are all screens.
func stops() []stop {
	return slices.Concat(liveStops(), judgeStops(), bannerStops(), sessionStops(), workStops(), settingStops())
}

func live(name string, act func(*tourist)) stop { return stop{name, act, (*tourist).livePictures} }

func liveStops() []stop {
	return []stop{
		{"start", func(w *tourist) { w.show() }, (*tourist).arrived},
		live("running", func(w *tourist) { w.show(w.live1(replay.PhaseRunning), w.live2()) }),
		live("paused", func(w *tourist) { w.show(w.live1(replay.PhasePaused), w.live2()) }),
		live("slider", func(w *tourist) { w.typedRune('2') }),
		live("blink", func(w *tourist) { w.typedRune('3') }),
		live("difference", func(w *tourist) { w.typedRune('4') }),
		live("region", func(w *tourist) { w.typedRune('1'); w.typedRune('z') }),
		live("zone", func(w *tourist) {
			w.typedRune('0')
			w.typedRune('m')
			w.live.steps.pane.zones.drawn(own.Area{X0: .55, Y0: .12, X1: .8, Y1: .3})
		}),
		live("zone-refused", func(w *tourist) { z := w.live.steps.pane.zones; z.sides[2].SetText("140"); z.cover() }),
		{"zone-done", func(w *tourist) { z := w.live.steps.pane.zones; z.sides[2].SetText("80"); z.cover() }, func(w *tourist) bool {
			return w.live.steps.pane.zones.note.Content() == t("set.zones.done")
		}},
		live("abort", func(w *tourist) { w.live.steps.pane.zones.close(); w.typedRune('a') }),
		live("retry", func(w *tourist) { w.live.bar.cancel(); w.live.bar.view.harm = t("harm.save"); w.typedRune('t') }),
		live("elsewhere", func(w *tourist) { w.live.bar.cancel(); w.move(-1, false) }),
		live("checklist", func(w *tourist) { w.show(w.checklist()) }),
		live("decided", func(w *tourist) { w.show(w.decidedOn()) }),
		live("silent", func(w *tourist) {
			l := w.live1(replay.PhaseRunning)
			l.LastHeard = stage.At
			w.show(l)
		}),
		live("no-pictures", func(w *tourist) {
			w.show(w.changed(func(r *replay.Report) { r.Event.Screenshots = replay.Screenshots{} }))
		}),
		live("bad-picture", func(w *tourist) {
			w.show(w.changed(func(r *replay.Report) {
				r.Event.Screenshots = replay.Screenshots{Before: "gone.png", After: []string{"session.json"}}
			}))
		}),
		live("keys", func(w *tourist) { w.showShortcuts() }),
		live("two", func(w *tourist) { w.show(w.live1(replay.PhasePaused), w.live2()) }),
		live("close", func(w *tourist) { w.askClose() }),
	}
}

// changed is the paused session with its last report changed.
func (w *tourist) changed(change func(*replay.Report)) replay.Live {
	return stage.Live("a", "Demo_urgence_3_db", "lea-01", 46, replay.PhasePaused, w.last(change))
}

// judgeStops are the states of the judge, and what it said.
func judgeStops() []stop {
	var all []stop
	for _, s := range []replay.JudgeState{
		{Status: replay.JudgeChecking, Says: validation.Say("judge_is_checking", "host", "http://127.0.0.1:11434")},
		{Status: replay.JudgeUnreachable, Says: validation.Say("judge_is_unreachable", "host", "http://127.0.0.1:11434")},
		{Status: replay.JudgeNoVision, Model: "gemma3:1b", Says: validation.Say("judge_is_no_vision", "model", "gemma3:1b", "command", "ollama pull qwen2.5vl:3b")},
		{Status: replay.JudgeBusy, Model: "qwen2.5vl:3b", Last: 2140 * time.Millisecond},
		{Status: replay.JudgeBroken, Model: "qwen2.5vl:3b", Says: validation.Say("judge_is_broken", "model", "qwen2.5vl:3b", "until", "14:06:11")},
	} {
		all = append(all, live("judge-"+s.Status, func(w *tourist) {
			w.judge = s
			w.show(w.live1(replay.PhasePaused), w.live2())
			for _, fill := range w.refills {
				fill()
			}
		}))
	}
	return append(all, live("judge-said", func(w *tourist) {
		w.show(w.changed(func(r *replay.Report) {
			a := *r.Assessment
			a.Findings = append(a.Findings[:1:1], validation.Finding{
				Check: "llm_judge", Verdict: validation.Terminate, Confidence: .86, Elapsed: 2140 * time.Millisecond, Budget: 30 * time.Second,
				Reason: validation.Say("judge_no", "model", "qwen2.5vl:3b"),
				Evidence: validation.Evidence{Judge: &validation.Testimony{
					Model: "qwen2.5vl:3b", Took: 2140 * time.Millisecond, Thoughts: "The address bar is focused and the tab Imagerie is not active.",
				}},
			})
			r.Assessment = &a
		}))
	}))
}

// bannerStops are the states that the person should know about.
func bannerStops() []stop {
	with := func(name string, all ...banner) stop {
		return live("banner-"+name, func(w *tourist) {
			w.show(w.live1(replay.PhasePaused), w.live2())
			w.banners = all
			w.showBanners()
		})
	}
	return []stop{
		with("port", banner{kind: BannerPortTaken, detail: "127.0.0.1:7789"}, banner{kind: BannerOCRMissing, cause: errors.New("fra.traineddata")}),
		with("locked", banner{kind: BannerStoreLocked}),
		with("newer", banner{kind: BannerStoreNewer}),
		with("failed", banner{kind: BannerStoreFailed, cause: errors.New("input/output error")}, banner{kind: BannerDiskFull}),
		with("deaf", banner{kind: BannerNotListening, cause: errors.New("cannot assign requested address")}),
		{"banner-start", func(w *tourist) { w.show() }, (*tourist).arrived},
	}
}

// sessionStops are the kept sessions.
func sessionStops() []stop {
	listed := func(w *tourist) bool { return w.sessions.read && len(w.sessions.found) > 0 }
	return []stop{
		{"sessions-none", func(w *tourist) {
			w.banners = nil
			w.showBanners()
			w.archive.Stored = nil
			w.goTo(pageSessions)
		}, func(w *tourist) bool { return w.sessions.read && len(w.sessions.found) == 0 }},
		{"sessions", func(w *tourist) { w.archive.Stored = stage.Archived(60); w.goTo(pageSessions) }, listed},
		{"sessions-nothing-found", func(w *tourist) { w.sessions.filters.search.SetText("Radiologie") }, func(w *tourist) bool { return len(w.sessions.found) == 0 }},
		{"stored", func(w *tourist) { w.sessions.filters.search.SetText(""); w.sessions.openSession(w.archive.Stored[0]) }, func(w *tourist) bool {
			p := w.sessions.steps.pane
			return len(w.sessions.reports) > 0 && p.before.Ready() && p.after.Ready()
		}},
		{"export-question", func(w *tourist) { w.askExport(&w.archive.Stored[0]) }, nil},
		{"delete-question", func(w *tourist) { w.askDelete(&w.archive.Stored[0]) }, nil},
		{"delete-live", func(w *tourist) { w.askDelete(&w.archive.Stored[4]) }, nil},
		{"choose-file", func(w *tourist) { w.closeModal(); w.sessions.close(); w.chooseBundle() }, func(w *tourist) bool { return w.files != nil }},
	}
}

// workStops are imports, exports and deletions: while they go on, and what came of them.
func workStops() []stop {
	return []stop{
		{"work-running", func(w *tourist) {
			w.files.Hide()
			w.importBundle("/home/anna/urgences-2026-05-08.zip")
			w.export(&w.archive.Stored[0], ExportReport, "/home/anna/Demo_urgence_3_db-20260508-140311.html")
			w.deleteSession(&w.archive.Stored[1])
		}, func(w *tourist) bool { return len(w.running) == 3 && w.running[0].total > 0 && w.running[1].total > 0 }},
		{"work-cancelled", func(w *tourist) {
			for _, j := range w.running {
				j.cancel()
			}
		}, (*tourist).workEnded},
		{"work-failed", func(w *tourist) { w.again(errors.New("steps.jsonl: line 17: no field \"action\"")) }, (*tourist).workEnded},
		{"work-done", func(w *tourist) { w.again(nil) }, (*tourist).workEnded},
	}
}

// again does the work once more, with an end.
func (w *tourist) again(err error) {
	w.running = nil
	w.ends = make(chan error, 3)
	for range 3 {
		w.ends <- err
	}
	w.importBundle("/home/anna/urgences-2026-05-08.zip")
	w.export(&w.archive.Stored[0], ExportReport, "/home/anna/Demo_urgence_3_db-20260508-140311.html")
	w.deleteSession(&w.archive.Stored[1])
}

func (w *tourist) workEnded() bool {
	for _, j := range w.running {
		if !j.ended {
			return false
		}
	}
	return true
}

// work is an import, an export or a deletion that goes on until it is cancelled or told to end.
func (w *tourist) work(ctx context.Context, told progress) error {
	if told != nil {
		told(17, 46)
	}
	select {
	case err := <-w.ends:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// settingStops are the sections of the settings, with what was refused and what is locked.
func settingStops() []stop {
	section := func(n int) func(*tourist) {
		return func(w *tourist) {
			w.running, w.ends = nil, nil
			w.showJobs()
			w.goTo(pageSettings)
			w.settings.choose(n)
		}
	}
	return []stop{
		{"settings-window", section(0), nil},
		{"settings-agents", section(1), nil},
		{"settings-validation", section(2), nil},
		{"settings-refused", func(w *tourist) {
			for _, r := range w.settingRows {
				if r.key == settings.Escalation {
					r.offer("1,5")
				}
			}
		}, nil},
		{"settings-judge", section(3), nil},
		{"settings-judge-tried", func(w *tourist) {
			w.pressIn(t("settings.judge.models"))
			w.pressIn(t("settings.judge.try"))
		}, nil},
		{"settings-notices", section(4), nil},
		{"settings-storage", section(5), nil},
	}
}

// pressIn presses the settings' button with a text.
func (w *tourist) pressIn(text string) {
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *own.Button:
			if o.Text == text {
				o.OnTapped()
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		}
	}
	walk(w.settings.bodies[w.section])
}

// twoZones are zones in memory.
type twoZones map[string][]mask.Zone

func (z twoZones) All() map[string][]mask.Zone { return z }

func (z twoZones) Add(context.Context, string, mask.Zone) error { return nil }

func (z twoZones) Remove(context.Context, string, int) error { return nil }
