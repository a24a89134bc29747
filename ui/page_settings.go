package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// choice is a value of a setting and its name.
type choice struct{ value, name string }

// section is a part of the settings page.
type section struct {
	name string
	make func() fyne.CanvasObject
}

// settingsPage shows one section of the settings at a time, and the names of all beside it.
type settingsPage struct {
	w      *Window
	names  []*own.Button
	bodies []fyne.CanvasObject
	scroll *container.Scroll
	root   fyne.CanvasObject
}

// sections are the parts of the settings page.
func (w *Window) sections() []section {
	return []section{
		{t("settings.window"), w.windowSection},
		{t("settings.agents"), w.agentsSection},
		{t("settings.validation"), w.validationSection},
		{t("settings.judge"), w.judgeSection},
		{t("settings.notices"), w.noticesSection},
		{t("settings.storage"), w.storageSection},
	}
}

func (w *Window) newSettingsPage() *settingsPage {
	p := &settingsPage{w: w}
	w.settingRows = nil
	var names, bodies []fyne.CanvasObject // laid out once, and not anew with each that is added
	for n, s := range w.sections() {
		button := own.NewButton(s.name, nil, w.keys, func() { p.choose(n) })
		button.Alignment = widget.ButtonAlignLeading
		title := own.NewText(s.name).Bold().Sized(theme.SizeNameHeadingText)
		body := container.NewVBox(title, own.Sized(0, 6, spacer()), s.make())
		p.names, p.bodies = append(p.names, button), append(p.bodies, container.New(narrow{width: 860}, body))
		names, bodies = append(names, button), append(bodies, p.bodies[n])
	}
	p.mark(w.section)
	p.scroll = container.NewVScroll(container.NewStack(bodies...)) // as high as the section on screen
	left := own.Sized(190, 0, own.NewPanel(container.NewVBox(names...), "", 10, 12, 0))
	p.root = frame(nil, nil, left, nil, own.NewPanel(p.scroll, colorCard, 0, 0, 0))
	return p
}

// choose shows a section.
func (p *settingsPage) choose(n int) {
	p.mark(n)
	p.scroll.ScrollToTop()
	p.scroll.Refresh()
}

// mark makes a section the one that is shown.
func (p *settingsPage) mark(n int) {
	p.w.section = n
	for i, body := range p.bodies {
		show(body, i == n)
		importance := widget.LowImportance
		if i == n {
			importance = widget.HighImportance
		}
		if p.names[i].Importance != importance {
			p.names[i].Importance = importance
			p.names[i].Refresh()
		}
	}
}

// relayout lays the section on screen out anew.
func (p *settingsPage) relayout() {
	p.bodies[p.w.section].Refresh()
	p.scroll.Refresh()
}

// key goes to the section before or after.
func (p *settingsPage) key(name fyne.KeyName) {
	step := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyLeft: -1, fyne.KeyDown: 1, fyne.KeyRight: 1}[name]
	if next := p.w.section + step; step != 0 && next >= 0 && next < len(p.bodies) {
		p.choose(next)
	}
}

func (w *Window) windowSection() fyne.CanvasObject {
	system := choice{ThemeSystem, t("settings.system")}
	languages := []choice{system, {LanguageEnglish, "English"}, {LanguageFrench, "Français"}}
	themes := []choice{system, {ThemeLight, t("settings.light")}, {ThemeDark, t("settings.dark")}}
	return container.NewVBox(
		w.chooser(t("settings.language"), t("settings.language.help"), languages, w.languageChoice(), w.setLanguage),
		own.Sized(0, 12, spacer()),
		w.chooser(t("settings.theme"), t("settings.theme.help"), themes, w.themeChoice(), w.setTheme))
}

func (w *Window) validationSection() fyne.CanvasObject {
	return container.NewVBox(
		w.switchRow(settings.ValidatorEnabled), w.switchRow(settings.ValidatorShadow), w.fieldRow(settings.OCRRadius, 110),
		w.fieldRow(settings.Escalation, 110), w.languagesRow(), w.rootsRow())
}

func (w *Window) noticesSection() fyne.CanvasObject {
	return container.NewVBox(
		w.switchRow(settings.NotifyEnabled), w.fieldRow(settings.NotifyRepeatS, 110), w.switchRow(settings.NotifySound))
}

func (w *Window) storageSection() fyne.CanvasObject {
	box := container.NewVBox(w.fieldRow(settings.RetentionDays, 110), w.fieldRow(settings.RetentionMegabytes, 110))
	if w.p.Zones != nil {
		box.Add(w.newZonesRow().root)
	}
	return box
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
		container.New(own.Columns{Widths: []float32{nameWidth, -1}, Gap: 10}, own.NewText(name).Bold(), row), besideName(helpLabel(help)))
}

// oneOf is value, or the first of allowed when it is none of them: the preferences come from outside.
func oneOf(value string, allowed ...string) string {
	if slices.Contains(allowed, value) {
		return value
	}
	return allowed[0]
}

// narrow gives its object a width at most, at the left, with room around it.
type narrow struct{ width float32 }

func (n narrow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, object := range objects {
		object.Move(fyne.NewPos(24, 16))
		object.Resize(fyne.NewSize(min(n.width, size.Width-48), object.MinSize().Height))
	}
}

func (n narrow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	height := float32(0)
	for _, object := range objects {
		height = max(height, object.MinSize().Height+40)
	}
	return fyne.NewSize(400, height)
}
