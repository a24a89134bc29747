package ui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// languagesRow lets the person tick the languages that are read. Those that are chosen but not installed stand there too, to
// be taken away.
func (w *Window) languagesRow() fyne.CanvasObject {
	return w.newSettingRow(settings.OCRLanguages, func(r *settingRow) control {
		box := container.New(layout.NewRowWrapLayout())
		var installed []string
		fill := func(v settingView) { fillLanguages(box, r, v, installed) }
		w.background(func(context.Context) {
			names := w.p.Languages()
			w.p.Dispatch(func() { installed = names; r.refresh() })
		})
		return control{object: box, show: fill}
	}).root
}

// fillLanguages makes the ticks. An order among languages is kept: the first is the likeliest.
func fillLanguages(box *fyne.Container, r *settingRow, v settingView, installed []string) {
	chosen := v.value.([]string)
	box.Objects = nil
	for _, name := range append(slices.Clone(chosen), installed...) {
		if slices.ContainsFunc(box.Objects, func(o fyne.CanvasObject) bool { return o.(*own.Tick).Text == languageName(name) }) {
			continue
		}
		on := slices.Contains(chosen, name)
		tick := own.NewTick(languageName(name), r.w.keys, nil)
		tick.Checked = on
		tick.OnChanged = func(bool) {
			if next := toggled(chosen, name); len(next) > 0 {
				r.change(next)
			} else {
				_, r.refused = r.Parse("")
				r.refresh()
			}
		}
		setEnabled(tick, !v.locked)
		box.Add(tick)
	}
	box.Refresh()
	r.grew()
}

// toggled is a list with a name taken out, or put at its end.
func toggled(list []string, name string) []string {
	if i := slices.Index(list, name); i >= 0 {
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	return append(slices.Clone(list), name)
}

// languageNames are the names of languages that people here read; others are called as Tesseract calls them.
var languageNames = map[string]string{
	"fra": "language.fra", "eng": "language.eng", "deu": "language.deu", "spa": "language.spa", "ita": "language.ita",
}

func languageName(name string) string {
	if key, ok := languageNames[name]; ok {
		return t(key)
	}
	return name
}

// rootsRow lets the person open folders to checks.
func (w *Window) rootsRow() fyne.CanvasObject {
	return w.newSettingRow(settings.Roots, func(r *settingRow) control {
		box := container.NewVBox()
		add := own.NewButton(t("set.roots.add"), theme.FolderNewIcon(), w.keys, func() { w.chooseRoot(r) })
		return control{object: container.NewVBox(box, container.NewHBox(add)), show: func(v settingView) {
			setEnabled(add, !v.locked)
			box.Objects = nil
			for _, folder := range v.value.([]string) {
				box.Add(rootLine(r, v, folder))
			}
			box.Refresh()
			r.grew()
		}}
	}).root
}

// rootLine is a folder with a button that takes it away.
func rootLine(r *settingRow, v settingView, folder string) fyne.CanvasObject {
	remove := own.NewButton(t("set.roots.remove"), theme.ContentRemoveIcon(), r.w.keys, func() {
		r.change(toggled(v.value.([]string), folder))
	})
	setEnabled(remove, !v.locked)
	return container.New(own.Columns{Widths: []float32{-1, 0}, Gap: 8}, own.NewText(folder).Mono().Shrinking(), remove)
}

// chooseRoot lets the person choose a folder.
func (w *Window) chooseRoot(r *settingRow) {
	open := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			r.refused = err
			r.refresh()
			return
		}
		if folder != nil {
			chosen := r.w.p.Settings.Values().Roots
			if !slices.Contains(chosen, folder.Path()) {
				r.change(append(slices.Clone(chosen), folder.Path()))
			}
		}
	}, w.window)
	w.showFiles(open, t("set.roots.add"))
}
