package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// switchRow is a setting that is on or off.
func (w *Window) switchRow(key settings.Key) fyne.CanvasObject {
	return w.newSettingRow(key, func(r *settingRow) control {
		shown := false // the tick's own change is no change of the setting
		tick := own.NewTick("", w.keys, func(on bool) {
			if on != shown {
				r.change(on)
			}
		})
		return control{object: tick, show: func(v settingView) {
			shown = v.value.(bool)
			tick.Text = spokenValue(shown)
			tick.SetChecked(shown)
			setEnabled(tick, !v.locked)
			tick.Refresh()
		}}
	}).root
}

// setEnabled enables or disables a widget.
func setEnabled(object fyne.Disableable, yes bool) {
	if yes {
		object.Enable()
	} else {
		object.Disable()
	}
}

// fieldRow is a setting that is written: a number, a name, an address.
func (w *Window) fieldRow(key settings.Key, width float32) fyne.CanvasObject {
	return w.newSettingRow(key, func(r *settingRow) control {
		f := newField(r)
		unit := own.NewText("").Colored(colorQuiet)
		if name := settingTexts[key].unit; name != "" {
			unit.SetText(t(name))
		}
		row := container.New(own.Columns{Widths: []float32{width, -1}, Gap: 8}, f, unit)
		return control{object: row, show: f.show}
	}).root
}

// field is an entry whose value counts on Enter, or when it is left. Arrows up and down change a number by a step. Escape
// brings back the value that holds.
type field struct {
	own.Entry
	row  *settingRow
	held string // the value that holds, as it is written
}

func newField(r *settingRow) *field {
	f := &field{row: r}
	f.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	f.OnChanged = func(text string) {
		if text != f.held {
			r.offer(text)
		}
	}
	f.OnSubmitted = func(string) { f.apply() }
	f.OnEscape = f.giveUp
	f.ExtendBaseWidget(f)
	return f
}

// show shows the value that holds, unless a person writes another one or it was refused.
func (f *field) show(v settingView) {
	writing := f.Text != f.held && f.row.refused != nil
	f.held = v.text
	if !writing {
		f.SetText(v.text)
	}
	setEnabled(f, !v.locked)
}

// apply puts the written value in force, or says why not.
func (f *field) apply() {
	value, err := f.row.Parse(f.Text)
	f.row.refused = err
	if err != nil {
		f.row.offer(f.Text)
		return
	}
	if f.Text = valueText(value); f.Text == f.held {
		f.row.refresh()
		return
	}
	f.row.change(value)
}

func (f *field) giveUp() {
	f.row.refused, f.row.applied = nil, false
	f.SetText(f.held)
	f.row.refresh()
}

// FocusLost puts the written value in force.
func (f *field) FocusLost() {
	f.Entry.FocusLost()
	if f.Text != f.held {
		f.apply()
	}
}

// TypedKey takes the arrows of a number.
func (f *field) TypedKey(event *fyne.KeyEvent) {
	step := map[fyne.KeyName]float64{fyne.KeyUp: 1, fyne.KeyDown: -1}[event.Name]
	if step != 0 && f.step(step) {
		return
	}
	f.Entry.TypedKey(event)
}

// step changes a number by so many steps, within its limits, and says whether it is a number.
func (f *field) step(steps float64) bool {
	value, err := f.row.Parse(f.Text)
	if err != nil {
		return false
	}
	d, _ := settings.DefinitionOf(f.row.key)
	switch n := value.(type) {
	case int:
		f.SetText(valueText(int(min(d.Max, max(d.Min, float64(n)+steps*d.Step)))))
	case float64:
		f.SetText(valueText(roundTo(min(d.Max, max(d.Min, n+steps*d.Step)))))
	default:
		return false
	}
	return true
}

// roundTo takes off what adding fractions leaves behind: 0.1+0.2 is 0.3.
func roundTo(v float64) float64 { return float64(int(v*1000+.5)) / 1000 }
