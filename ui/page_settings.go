package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// choice is a value of a setting and its name.
type choice struct{ value, name string }

// newSettingsPage shows the settings of the window and what an agent needs.
func (w *Window) newSettingsPage() fyne.CanvasObject {
	system := choice{ThemeSystem, t("settings.system")}
	languages := []choice{system, {LanguageEnglish, "English"}, {LanguageFrench, "Français"}}
	themes := []choice{system, {ThemeLight, t("settings.light")}, {ThemeDark, t("settings.dark")}}
	body := container.NewVBox(
		own.NewText(t("settings.title")).Bold().Sized(theme.SizeNameHeadingText),
		w.chooser(t("settings.language"), t("settings.language.help"), languages, w.languageChoice(), w.setLanguage),
		w.chooser(t("settings.theme"), t("settings.theme.help"), themes, w.themeChoice(), w.setTheme),
		widget.NewSeparator(),
		w.copyRow(t("settings.address"), w.p.Address, false), helped(t("settings.address.help")),
		w.copyRow(t("settings.token"), w.p.Token, true), helped(t("settings.token.help")),
	)
	if w.p.Fingerprint != nil && w.p.Fingerprint() != "" {
		body.Add(w.copyRow(t("settings.fingerprint"), w.p.Fingerprint, false))
		body.Add(helped(t("settings.fingerprint.help")))
	}
	return container.NewVScroll(container.New(centred{width: 860}, own.NewPanel(body, colorCard, 24, 16, 8)))
}

// chooser is a setting with a few values. They are buttons beside each other, so that all can be seen.
func (w *Window) chooser(name, help string, choices []choice, chosen string, set func(string)) fyne.CanvasObject {
	row := container.NewHBox()
	for _, c := range choices {
		button := own.NewButton(c.name, nil, w.keys, func() { set(c.value) })
		if c.value == chosen {
			button.Importance = widget.HighImportance
			button.Icon = theme.ConfirmIcon()
		}
		row.Add(button)
	}
	return container.NewVBox(
		container.New(own.Columns{Widths: []float32{170, -1}, Gap: 10}, own.NewText(name).Bold(), row),
		helped(help))
}

// helped is the sentence under a setting, in line with its value.
func helped(help string) fyne.CanvasObject {
	return container.New(own.Columns{Widths: []float32{170, -1}, Gap: 10}, spacer(), caption(help))
}

// oneOf is value, or the first of allowed when it is none of them: the preferences come from outside.
func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return value
	}
	return allowed[0]
}
