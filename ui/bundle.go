package ui

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	own "vigie/ui/widget"
)

// chooseBundle lets the person choose a bundle to import.
func (w *Window) chooseBundle() {
	open := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err != nil {
			w.showError("sessions.not_chosen", err)
			return
		}
		if file == nil {
			return
		}
		w.importBundle(w.pathOf(file))
	}, w.window)
	open.SetFilter(storage.NewExtensionFileFilter([]string{".zip", ".json"}))
	w.showFiles(open, t("sessions.import"))
}

// chosenFile is a file that a person chose in a dialog, to read or to write.
type chosenFile interface {
	io.Closer
	URI() fyne.URI
}

// pathOf is where a chosen file lies. Fyne opened it; who reads or writes it opens it anew.
func (w *Window) pathOf(file chosenFile) string {
	if err := file.Close(); err != nil {
		w.p.Log.Debug("close the chosen file", "error", err)
	}
	return file.URI().Path()
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
	name := filepath.Base(path)
	w.goTo(pageSessions)
	words := jobWords{
		title: "sessions.importing", about: func() gaps { return gaps{"Name": name} },
		said: func(err error) mark { return w.imported(name, err) },
	}
	w.start(words,
		func(ctx context.Context, told progress) error { return w.p.Import(ctx, path, told) },
		func(error) { w.sessions.refresh() })
}

// imported says what became of an import.
func (w *Window) imported(name string, err error) mark {
	switch {
	case errors.Is(err, context.Canceled):
		return mark{own.Dash, colorQuiet, t("sessions.import_cancelled", gaps{"Name": name})}
	case err != nil:
		return mark{own.Cross, colorFailed, t("sessions.import_failed", gaps{"Name": name, "Error": w.why(err)})}
	}
	return mark{own.Check, colorComplete, t("sessions.imported", gaps{"Name": name})}
}
