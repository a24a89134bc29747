package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// openModal shows content in front of everything. Escape closes it; Enter does nothing.
func (w *Window) openModal(content fyne.CanvasObject, first fyne.Focusable) {
	w.closeModal()
	w.modal = widget.NewModalPopUp(container.NewPadded(content), w.window.Canvas())
	w.modal.Show()
	w.modal.Resize(w.modal.MinSize()) // texts that wrap know their height only now
	if first != nil {
		w.window.Canvas().Focus(first)
	}
}

// closeModal closes what openModal has opened.
func (w *Window) closeModal() {
	if w.modal != nil {
		w.modal.Hide()
		w.modal = nil
	}
}

// modalKey handles the keys while something stands in front of everything.
func (w *Window) modalKey(event *fyne.KeyEvent) {
	if event.Name == fyne.KeyEscape && w.files != nil {
		w.files.Hide()
		return
	}
	if event.Name == fyne.KeyEscape || event.Name == fyne.KeyF1 {
		w.closeModal()
	}
}

// modalWidth is how wide a question is that stands in front of everything.
const modalWidth = 460

// askClose is the window's close button. While a session goes on it asks first, and says what becomes of the session.
func (w *Window) askClose() {
	waiting, running := openSessions(w.snapshot)
	if waiting+running == 0 {
		w.window.Close()
		return
	}
	w.window.Show()
	lines := container.NewVBox(own.NewText(t("close.sure")).Bold().Sized(theme.SizeNameSubHeadingText))
	if waiting > 0 {
		lines.Add(flush(paragraph(counted("close.paused_one", "close.paused", waiting, gaps{}))))
	}
	if running > 0 {
		lines.Add(flush(paragraph(counted("close.running_one", "close.running", running, gaps{}))))
	}
	stay := own.NewButton(t("close.stay"), nil, w.keys, w.closeModal)
	leave := own.NewButton(t("close.leave"), nil, w.keys, w.window.Close)
	leave.Importance = widget.DangerImportance
	lines.Add(container.New(own.Columns{Widths: []float32{-1, 0, 0}, Gap: 8}, spacer(), stay, leave))
	w.openModal(own.Sized(modalWidth, 0, lines), stay)
}
