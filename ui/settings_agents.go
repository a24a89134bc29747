package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// agentsSection is what an agent needs to connect, and who may.
func (w *Window) agentsSection() fyne.CanvasObject {
	box := container.NewVBox(
		w.copyRow(t("settings.address"), w.p.Address, false), besideName(helpLabel(t("settings.address.help"))),
		w.copyRow(t("settings.token"), w.p.Token, true), besideName(helpLabel(t("settings.token.help"))),
		w.renewRow(), own.Sized(0, 12, spacer()))
	if w.p.Fingerprint != nil && w.p.Fingerprint() != "" {
		box.Add(w.copyRow(t("settings.fingerprint"), w.p.Fingerprint, false))
		box.Add(besideName(helpLabel(t("settings.fingerprint.help"))))
	}
	box.Add(w.switchRow(settings.ListenRemote))
	return box
}

// renewRow renews the token. It asks first, in place: every agent must be given the new one.
func (w *Window) renewRow() fyne.CanvasObject {
	note := own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
	ask := own.NewButton(t("settings.renew"), theme.ViewRefreshIcon(), w.keys, nil)
	yes := own.NewButton(t("settings.renew.yes"), theme.ConfirmIcon(), w.keys, nil)
	yes.Importance = widget.WarningImportance
	no := own.NewButton(t("settings.renew.no"), theme.CancelIcon(), w.keys, nil)
	asking := func(on bool) {
		show(ask, !on)
		show(yes, on)
		show(no, on)
		note.Set("", colorQuiet)
		if on {
			note.Set(t("settings.renew.asks"), colorContinue)
		}
	}
	ask.OnTapped = func() { asking(true) }
	no.OnTapped = func() { asking(false) }
	yes.OnTapped = func() {
		asking(false)
		w.renewToken(note)
	}
	asking(false)
	return besideName(container.NewVBox(container.NewHBox(ask, yes, no), own.Sized(0, 18, note)))
}

// renewToken renews it away from Fyne's goroutine, and says what became of it.
func (w *Window) renewToken(note *own.Text) {
	w.background(func(context.Context) {
		err := w.p.RenewToken()
		w.p.Dispatch(func() {
			if err != nil {
				w.p.Log.Error("token not renewed", "error", err)
				note.Set(t("settings.renew.failed", gaps{"Error": w.why(err)}), colorFailed)
				return
			}
			note.Set(t("settings.renew.done"), colorComplete)
			for _, fill := range w.refills {
				fill()
			}
		})
	})
}
