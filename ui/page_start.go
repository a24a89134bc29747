package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// newStartPage says what this is and how to begin.
func (w *Window) newStartPage() fyne.CanvasObject {
	demo := own.NewButton(t("start.demo"), theme.MediaPlayIcon(), w.keys, w.p.PlayDemo)
	demo.Importance = widget.HighImportance
	load := own.NewButton(t("start.import"), theme.FolderOpenIcon(), w.keys, w.chooseBundle)
	title := paragraph(t("start.title"))
	title.TextStyle.Bold = true
	title.SizeName = theme.SizeNameHeadingText
	body := container.NewVBox(
		flush(title), flush(paragraph(t("start.sub"))), container.NewHBox(demo, load), own.Sized(0, 10, spacer()),
		own.NewText(t("start.connect")).Bold().Sized(theme.SizeNameSubHeadingText),
		w.copyRow(t("start.address"), w.p.Address, false), w.copyRow(t("start.token"), w.p.Token, true))
	if w.p.Address() == "" { // a banner says why nothing listens
		demo.Disable()
	} else {
		body.Add(w.exampleBox())
	}
	return container.NewVScroll(container.New(centred{width: 860}, own.NewPanel(body, colorCard, 24, 16, 8)))
}

// exampleBox is the example of an agent, with a button that copies it.
func (w *Window) exampleBox() fyne.CanvasObject {
	lines := container.NewVBox()
	for _, line := range strings.Split(example(w.p.Address(), "…"), "\n") {
		lines.Add(own.Sized(0, 19, own.NewText(line).Mono().Shrinking()))
	}
	var copyIt *own.Button
	copyIt = own.NewButton(t("start.copy"), theme.ContentCopyIcon(), w.keys, func() {
		w.toClipboard(example(w.p.Address(), w.p.Token()))
		copyIt.SetText(t("start.copied"))
	})
	return container.NewVBox(own.NewPanel(lines, theme.ColorNameInputBackground, 10, 8, 4), container.NewHBox(copyIt))
}

// example starts a session and reports a step, by curl.
func example(address, token string) string {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	return strings.Join([]string{
		"URL=" + address + `/v1/sessions; AUTH="Authorization: Bearer ` + token + `"`,
		`curl -H "$AUTH" $URL --json '{"session_id": "test-1", "workflow": "Test"}'`,
		`curl -H "$AUTH" "$URL/test-1/steps?wait=20s" -F before=@before.png -F after=@after.png \`,
		`  -F 'event={"id": "s1", "step_index": 1, "attempt": 1, "result": {"success": true},`,
		`    "action": {"type": "click", "by_text": "OK", "x_pct": 0.5, "y_pct": 0.5}}'`,
	}, "\n")
}

// copyRow is a value with its name and a button that copies it. A secret is hidden until it is asked for.
func (w *Window) copyRow(name string, value func() string, secret bool) fyne.CanvasObject {
	text := own.NewText("").Mono().Shrinking()
	copyIt := own.NewButton(t("settings.copy"), theme.ContentCopyIcon(), w.keys, func() { w.toClipboard(value()) })
	buttons := container.NewHBox(copyIt)
	open := !secret
	fill := func() {
		text.SetText(concealed(value(), open))
		setEnabled(copyIt, value() != "")
	}
	if secret {
		var reveal *own.Button
		reveal = own.NewButton(t("settings.reveal"), theme.VisibilityIcon(), w.keys, func() {
			open = !open
			word, icon := t("settings.reveal"), theme.VisibilityIcon()
			if open {
				word, icon = t("settings.conceal"), theme.VisibilityOffIcon()
			}
			reveal.Text, reveal.Icon = word, icon
			reveal.Refresh()
			fill()
		})
		buttons.Add(reveal)
	}
	fill()
	w.refills = append(w.refills, fill)
	return container.New(own.Columns{Widths: []float32{nameWidth, -1, 0}, Gap: 10}, own.NewText(name).Bold(), text, buttons)
}

// concealed is a value as it is shown.
func concealed(value string, open bool) string {
	switch {
	case value == "":
		return t("settings.none")
	case open:
		return value
	default:
		return strings.Repeat("•", min(24, len(value)))
	}
}

// centred gives its objects a width at most, in the middle, with room above.
type centred struct{ width float32 }

func (c centred) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(c.width, size.Width-24)
	for _, object := range objects {
		object.Move(fyne.NewPos((size.Width-width)/2, 12))
		object.Resize(fyne.NewSize(width, object.MinSize().Height))
	}
}

func (c centred) MinSize(objects []fyne.CanvasObject) fyne.Size {
	height := float32(0)
	for _, object := range objects {
		height = max(height, object.MinSize().Height+24)
	}
	return fyne.NewSize(400, height)
}
