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

// control is what a setting is changed with.
type control struct {
	object fyne.CanvasObject
	// show shows a value, and whether it can be changed.
	show func(v settingView)
}

// settingRow is a setting: its name and control, its sentence, and a line that says where its value comes from.
type settingRow struct {
	w       *Window
	key     settings.Key
	control control
	refused error
	applied bool
	sign    *own.Sign
	note    *own.Text
	reset   *own.Button
	root    fyne.CanvasObject
}

// nameWidth is how wide the names of settings are.
const nameWidth = 226

// settingColumns are the name, the control, and the way back to the default, whose place is kept while it is not there.
var settingColumns = own.Columns{Widths: []float32{nameWidth, -1, 116}, Gap: 10}

// newSettingRow makes a row around a control.
func (w *Window) newSettingRow(key settings.Key, c func(r *settingRow) control) *settingRow {
	r := &settingRow{w: w, key: key, sign: own.NewSign(own.Dash, colorQuiet, 13)}
	r.note = own.NewText("").Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
	r.reset = own.NewButton(t("set.reset"), theme.ContentUndoIcon(), w.keys, r.resetIt)
	r.control = c(r)
	text := settingTexts[key]
	name := own.NewText(t(text.name)).Bold().Shrinking()
	note := container.New(own.Columns{Widths: []float32{13, -1}, Gap: 6}, r.sign, r.note)
	r.root = container.NewVBox(
		container.New(settingColumns, name, r.control.object, container.NewStack(r.reset)),
		besideName(helpLabel(t(text.help))), besideName(own.Sized(0, 18, note)), own.Sized(0, 6, spacer()))
	r.refresh()
	w.settingRows = append(w.settingRows, r)
	return r
}

// besideName sets an object in line with the controls.
func besideName(object fyne.CanvasObject) fyne.CanvasObject {
	return container.New(own.Columns{Widths: []float32{nameWidth, -1}, Gap: 10}, spacer(), object)
}

// helpLabel is a sentence under a setting; a long one takes a second line.
func helpLabel(text string) fyne.CanvasObject {
	label := paragraph(text)
	label.SizeName = theme.SizeNameCaptionText
	label.Importance = widget.LowImportance
	return flush(label)
}

// refresh shows the setting as it is.
func (r *settingRow) refresh() {
	v := viewSetting(r.w.p.Settings.State(r.key), r.w.refusalText(r.refused), r.applied)
	r.control.show(v)
	r.sign.Set(v.note.sign, v.note.color)
	r.note.Set(v.note.word, v.note.color)
	show(r.reset, !v.locked && !v.isDefault)
}

// offer checks a value while it is written, and says in place what is wrong with it.
func (r *settingRow) offer(text string) {
	_, r.refused = r.Parse(text)
	r.applied = false
	v := viewSetting(r.w.p.Settings.State(r.key), r.w.refusalText(r.refused), false)
	r.sign.Set(v.note.sign, v.note.color)
	r.note.Set(v.note.word, v.note.color)
	if r.refused == nil && text != v.text {
		r.sign.Set(own.Dots, colorQuiet)
		r.note.Set(t("set.enter"), colorQuiet)
	}
}

// Parse reads a value as it is written.
func (r *settingRow) Parse(text string) (any, error) {
	d, _ := settings.DefinitionOf(r.key)
	return d.Parse(text)
}

// change puts a value in force, away from Fyne's goroutine. A value that holds already is left alone.
func (r *settingRow) change(value any) {
	if valueText(value) == valueText(r.w.p.Settings.Values().Of(r.key)) {
		return
	}
	r.do(func(ctx context.Context) error { return r.w.p.Settings.Change(ctx, r.key, value, r.w.p.Who) })
}

func (r *settingRow) resetIt() {
	r.do(func(ctx context.Context) error { return r.w.p.Settings.Reset(ctx, r.key, r.w.p.Who) })
}

func (r *settingRow) do(work func(ctx context.Context) error) {
	r.w.background(func(ctx context.Context) {
		err := work(ctx)
		r.w.p.Dispatch(func() {
			if err != nil {
				r.w.p.Log.Warn("setting refused", "setting", r.key, "error", err)
			}
			r.refused, r.applied = err, err == nil
			r.refresh()
		})
	})
}

// grew lays the section out anew after a control has become higher or lower.
func (r *settingRow) grew() {
	if r.w.settings != nil {
		r.w.settings.relayout()
	}
}

// showSettings shows all settings as they are, after one was changed here or elsewhere.
func (w *Window) showSettings() {
	for _, r := range w.settingRows {
		r.refresh()
	}
}
