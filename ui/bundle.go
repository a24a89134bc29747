package ui

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
)

// chooseBundle lets the person choose a bundle to import.
func (w *Window) chooseBundle() {
	open := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err != nil {
			w.ShowBanner(BannerOther, t("sessions.import_failed", gaps{"Error": err}))
			return
		}
		if file == nil {
			return
		}
		path := file.URI().Path()
		if err := file.Close(); err != nil {
			w.p.Log.Debug("close the chosen file", "error", err)
		}
		w.importBundle(path)
	}, w.window)
	open.SetFilter(storage.NewExtensionFileFilter([]string{".zip", ".json"}))
	open.Resize(w.window.Canvas().Size())
	open.Show()
}

// dropped imports the bundles that were dropped on the window.
func (w *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	for _, uri := range uris {
		w.importBundle(uri.Path())
	}
}

// importBundle imports a bundle away from Fyne's goroutine and says what became of it.
func (w *Window) importBundle(path string) {
	if filepath.Base(path) == "session.json" {
		path = filepath.Dir(path) // a bundle that is a folder
	}
	w.ShowBanner(BannerOther, t("sessions.importing"))
	w.background(func(context.Context) {
		err := w.p.Import(path)
		w.p.Dispatch(func() { w.imported(path, err) })
	})
}

func (w *Window) imported(path string, err error) {
	if err != nil {
		w.p.Log.Warn("import of a bundle failed", "path", path, "error", err)
		w.ShowBanner(BannerOther, t("sessions.import_failed", gaps{"Error": err}))
		return
	}
	w.HideBanner(BannerOther)
	w.goTo(pageSessions)
}
