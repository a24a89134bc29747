package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// BannerKind is a state that the person should know about. Each is shown once, with what to do about it.
type BannerKind string

// The states.
const (
	BannerPortTaken    BannerKind = "banner.port_taken"    // detail: the address that is used instead
	BannerNotListening BannerKind = "banner.not_listening" // with its cause
	BannerStoreLocked  BannerKind = "banner.store_locked"
	BannerStoreNewer   BannerKind = "banner.store_newer"
	BannerStoreFailed  BannerKind = "banner.store_failed" // with its cause
	BannerDiskFull     BannerKind = "banner.disk_full"
	BannerOCRMissing   BannerKind = "banner.ocr_missing" // with its cause
)

// mild are the states with which everything still works.
var mild = map[BannerKind]bool{BannerPortTaken: true}

// banner is a state that is shown above all pages.
type banner struct {
	kind   BannerKind // the key of its text
	detail string
	cause  error // nil where none is told
}

// ShowBanner shows a state above all pages until [Window.HideBanner] or until the person closes it. It may be called
// from any goroutine.
func (w *Window) ShowBanner(kind BannerKind, detail string) {
	w.p.Dispatch(func() {
		w.dropBanner(kind)
		w.banners = append(w.banners, banner{kind: kind, detail: detail})
		w.showBanners()
	})
}

// ShowTrouble shows a state with the error that is its cause, as [Window.ShowBanner] does.
func (w *Window) ShowTrouble(kind BannerKind, cause error) {
	w.p.Dispatch(func() { w.showCause(kind, cause) })
}

// showError shows that something did not work: a text with a gap for the cause. It runs on Fyne's goroutine.
func (w *Window) showError(text string, cause error) {
	w.p.Log.Warn("it did not work", "what", text, "error", cause)
	w.showCause(BannerKind(text), cause)
}

func (w *Window) showCause(kind BannerKind, cause error) {
	w.dropBanner(kind)
	w.banners = append(w.banners, banner{kind: kind, cause: cause})
	w.showBanners()
}

// HideBanner ends a state. It may be called from any goroutine.
func (w *Window) HideBanner(kind BannerKind) {
	w.p.Dispatch(func() {
		w.dropBanner(kind)
		w.showBanners()
	})
}

func (w *Window) dropBanner(kind BannerKind) {
	kept := w.banners[:0]
	for _, b := range w.banners {
		if b.kind != kind {
			kept = append(kept, b)
		}
	}
	w.banners = kept
}

func (w *Window) showBanners() {
	w.bannerBox.Objects = nil
	for _, b := range w.banners {
		w.bannerBox.Add(w.newBanner(b))
	}
	w.bannerBox.Refresh()
	w.root.Refresh()
}

func (w *Window) newBanner(b banner) fyne.CanvasObject {
	sign, color := own.Cross, colorFailed
	if mild[b.kind] {
		sign, color = own.Dots, colorContinue
	}
	closeIt := own.NewButton(t("banner.close"), theme.CancelIcon(), w.keys, func() { w.HideBanner(b.kind) })
	buttons := container.NewHBox(closeIt)
	data := gaps{"Detail": b.detail}
	if b.cause != nil {
		data["Error"] = w.why(b.cause)
		buttons.Objects = []fyne.CanvasObject{w.copyError(b.cause), closeIt}
	}
	text := paragraph(t(string(b.kind), data))
	line := container.NewBorder(nil, nil, container.NewCenter(own.NewSign(sign, color, 18)), container.NewCenter(buttons), text)
	return own.NewPanel(line, colorAlert, 12, 2, 0)
}
