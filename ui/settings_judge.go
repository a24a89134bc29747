package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// judgeSection are the settings of the vision model, how it is, and a way to try it.
func (w *Window) judgeSection() fyne.CanvasObject {
	box := container.NewVBox(
		w.judgeStateRow(), w.switchRow(settings.JudgeEnabled), w.fieldRow(settings.JudgeHost, 320), w.fieldRow(settings.JudgeModel, 320))
	if w.p.JudgeDesk != nil {
		box.Add(w.modelsRow())
		box.Add(w.trialRow())
	}
	box.Add(w.switchRow(settings.JudgeAskTwice))
	box.Add(w.fieldRow(settings.JudgeTimeoutS, 110))
	return box
}

// judgeStateRow says how the judge is, and what a person does about it.
func (w *Window) judgeStateRow() fyne.CanvasObject {
	sign, word := own.NewSign(own.Dash, colorQuiet, 13), own.NewText("").Bold().Shrinking()
	says := paragraph("")
	says.SizeName = theme.SizeNameCaptionText
	w.follow(func(s replay.JudgeState) {
		m := viewJudge(s)
		sign.Set(m.sign, m.color)
		word.Set(m.word, theme.ColorNameForeground)
		if text := s.Says.In(spoken()); text != says.Text {
			says.SetText(text)
		}
	})
	mark := container.New(own.Columns{Widths: []float32{13, -1}, Gap: 6}, sign, word)
	name := own.NewText(t("settings.judge.state")).Bold()
	return container.NewVBox(
		container.New(own.Columns{Widths: []float32{nameWidth, -1}, Gap: 10}, name, mark), besideName(flush(says)), own.Sized(0, 6, spacer()))
}

// modelsRow lists the models on the server when that is asked for; those that can see are buttons that choose them.
func (w *Window) modelsRow() fyne.CanvasObject {
	models := container.New(layout.NewRowWrapLayout())
	note := own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
	var ask *own.Button
	ask = own.NewButton(t("settings.judge.models"), theme.ListIcon(), w.keys, func() {
		note.Set(t("settings.judge.asking"), colorQuiet)
		ask.Disable()
		w.background(func(ctx context.Context) {
			all, err := w.p.JudgeDesk.JudgeModels(ctx)
			w.p.Dispatch(func() {
				ask.Enable()
				w.showModels(models, note, all, err)
			})
		})
	})
	return besideName(container.NewVBox(container.NewHBox(ask), models, own.Sized(0, 18, note)))
}

// showModels fills the list, or says why there is none.
func (w *Window) showModels(box *fyne.Container, note *own.Text, all []replay.JudgeModel, err error) {
	box.Objects = nil
	switch {
	case err != nil:
		note.Set(t("settings.judge.failed", gaps{"Error": w.why(err)}), colorFailed)
	case len(all) == 0:
		note.Set(t("settings.judge.none"), colorContinue)
	default:
		note.Set(t("settings.judge.choose"), colorQuiet)
	}
	for _, m := range all {
		button := own.NewButton(modelText(m), theme.VisibilityOffIcon(), w.keys, func() { w.chooseModel(m.Name) })
		if m.Vision && !m.Elsewhere {
			button.Icon = theme.VisibilityIcon()
		} else {
			button.Disable()
		}
		box.Add(button)
	}
	box.Refresh()
	w.settings.relayout()
}

// modelText is a model's name with its size, or with what makes it useless here.
func modelText(m replay.JudgeModel) string {
	switch {
	case m.Elsewhere:
		return t("settings.judge.elsewhere", gaps{"Name": m.Name})
	case !m.Vision:
		return t("settings.judge.blind", gaps{"Name": m.Name})
	}
	return t("settings.judge.sees", gaps{"Name": m.Name, "Gigabytes": decimal(float64(m.Bytes) / 1e9)})
}

// chooseModel makes a model the one that is asked.
func (w *Window) chooseModel(name string) {
	w.background(func(ctx context.Context) {
		if err := w.p.Settings.Change(ctx, settings.JudgeModel, name, w.p.Who); err != nil {
			w.p.Log.Warn("setting refused", "setting", settings.JudgeModel, "error", err)
		}
		w.p.Dispatch(w.showSettings)
	})
}

// trialRow tries the model, and shows its answer and how long that took.
func (w *Window) trialRow() fyne.CanvasObject {
	sign := own.NewSign(own.Dash, colorQuiet, 13)
	note := paragraph("")
	note.SizeName = theme.SizeNameCaptionText
	note.Importance = widget.MediumImportance
	answer := container.New(own.Columns{Widths: []float32{13, -1}, Gap: 6}, sign, flush(note))
	show(answer, false)
	var try *own.Button
	try = own.NewButton(t("settings.judge.try"), theme.MediaPlayIcon(), w.keys, func() {
		sign.Set(own.Dots, colorContinue)
		note.SetText(t("settings.judge.trying"))
		try.Disable()
		show(answer, true)
		w.settings.relayout()
		w.background(func(ctx context.Context) {
			trial, err := w.p.JudgeDesk.TryJudge(ctx)
			w.p.Dispatch(func() {
				try.Enable()
				m := w.viewTrial(trial, err)
				sign.Set(m.sign, m.color)
				note.SetText(m.word)
				w.settings.relayout()
			})
		})
	})
	return besideName(container.NewVBox(container.NewHBox(try), answer, own.Sized(0, 6, spacer())))
}

// viewTrial is what came of a test, in words.
func (w *Window) viewTrial(trial replay.JudgeTrial, err error) mark {
	about := gaps{"Model": trial.Model, "Seconds": decimal(trial.Took.Seconds()), "Answer": trial.Answer, "Thoughts": trial.Thoughts}
	switch {
	case err != nil:
		return mark{own.Cross, colorFailed, t("settings.judge.failed", gaps{"Error": w.why(err)})}
	case !trial.Right:
		return mark{own.Cross, colorFailed, t("settings.judge.wrong", about)}
	}
	return mark{own.Check, colorComplete, t("settings.judge.right", about)}
}
