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
	BannerNotListening BannerKind = "banner.not_listening" // detail: the error
	BannerStoreLocked  BannerKind = "banner.store_locked"
	BannerStoreNewer   BannerKind = "banner.store_newer"
	BannerStoreFailed  BannerKind = "banner.store_failed" // detail: the error
	BannerDiskFull     BannerKind = "banner.disk_full"
	BannerOCRMissing   BannerKind = "banner.ocr_missing" // detail: the error
	BannerOther        BannerKind = "banner.other"       // detail: the whole sentence
)

// mild are the states with which everything still works.
var mild = map[BannerKind]bool{BannerPortTaken: true}

// banner is a state that is shown above all pages.
type banner struct {
	kind   BannerKind
	detail string
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
	text := paragraph(t(string(b.kind), gaps{"Detail": b.detail}))
	line := container.NewBorder(nil, nil, container.NewCenter(own.NewSign(sign, color, 18)), container.NewCenter(closeIt), text)
	return own.NewPanel(line, colorAlert, 12, 2, 0)
}
