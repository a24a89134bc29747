package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"vigie/replay/settings"
)

// judgeSection are the settings of the vision model.
func (w *Window) judgeSection() fyne.CanvasObject {
	return container.NewVBox(
		w.switchRow(settings.JudgeEnabled), w.fieldRow(settings.JudgeHost, 320), w.fieldRow(settings.JudgeModel, 320),
		w.switchRow(settings.JudgeAskTwice), w.fieldRow(settings.JudgeTimeoutS, 110))
}
