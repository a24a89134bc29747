package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
)

// card says what the validator makes of a step, and why.
type card struct {
	sign       *own.Sign
	word       *own.Text
	confidence *own.Text
	category   *own.Text
	body       *fyne.Container
	scroll     *container.Scroll
	slot       *fyne.Container // above the rest; what is in it belongs to others
	copyIt     *own.Button
	shown      *replay.Report
	root       fyne.CanvasObject
}

// newCard makes an empty card. toClipboard puts a text on the clipboard.
func newCard(keys *own.Keys, toClipboard func(string)) *card {
	c := &card{
		sign: own.NewSign(own.Dash, colorQuiet, 26), word: own.NewText("").Bold().Sized(theme.SizeNameHeadingText).Shrinking(),
		confidence: own.NewText("").Bold().Sized(theme.SizeNameSubHeadingText).Aligned(fyne.TextAlignTrailing), category: own.NewText("").Bold().Shrinking(),
		body: container.NewVBox(), slot: container.NewVBox(),
	}
	c.copyIt = own.NewButton(t("card.copy"), theme.ContentCopyIcon(), keys, func() {
		if c.shown != nil {
			toClipboard(reportJSON(c.shown))
			c.copyIt.SetText(t("card.copied"))
		}
	})
	head := container.New(own.Columns{Widths: []float32{28, -1, 44}, Gap: 8}, c.sign, c.word, c.confidence)
	top := own.NewPanel(container.NewVBox(own.Sized(0, 30, head), own.Sized(0, 20, c.category)), "", 10, 6, 0)
	c.scroll = container.NewVScroll(own.NewPanel(container.NewVBox(c.slot, c.body), "", 10, 4, 0))
	foot := own.NewPanel(c.copyIt, "", 6, 4, 0)
	c.root = own.NewPanel(container.NewBorder(top, foot, nil, nil, c.scroll), colorCard, 0, 0, 0)
	c.show(nil)
	return c
}

// show shows a report's card; nil shows an empty one.
func (c *card) show(r *replay.Report) {
	if r != nil && r == c.shown {
		return
	}
	same := r != nil && c.shown != nil && r.Event.ID == c.shown.Event.ID
	c.shown = r
	if c.copyIt.Text != t("card.copy") {
		c.copyIt.SetText(t("card.copy"))
	}
	if r == nil {
		c.fill(cardView{mark: mark{own.Dash, colorQuiet, ""}, reason: t("card.empty")})
		c.copyIt.Disable()
		return
	}
	c.copyIt.Enable()
	c.fill(viewCard(r))
	if !same {
		c.scroll.ScrollToTop()
	}
}

func (c *card) fill(v cardView) {
	c.sign.Set(v.mark.sign, v.mark.color)
	c.word.Set(v.mark.word, v.mark.color)
	c.confidence.SetText(v.confidence)
	c.category.SetText(v.category)
	c.body.Objects = cardBody(v)
	c.arrange()
}

// arrange gives everything its room, after its content has changed.
func (c *card) arrange() {
	show(c.slot, holdsSomething(c.slot.Objects))
	c.slot.Refresh()
	c.body.Refresh()
	c.scroll.Content.Refresh()
	c.scroll.Refresh()
}

// holdsSomething says whether any of the objects takes room: a box without one would still take its own distance.
func holdsSomething(objects []fyne.CanvasObject) bool {
	return slices.ContainsFunc(objects, func(o fyne.CanvasObject) bool { return o.Visible() && o.MinSize().Height > 0 })
}

// cardBody are the parts of a card under its head.
func cardBody(v cardView) []fyne.CanvasObject {
	parts := []fyne.CanvasObject{flush(paragraph(v.reason))}
	if v.lights[0].word != "" {
		parts = append(parts, lightsBox(v.lights))
	}
	if v.read != "" || v.expected != "" {
		parts = append(parts, textsBox(v.read, v.expected))
	}
	if len(v.decisions) > 0 {
		parts = append(parts, heading(t("card.decisions")))
		for _, d := range v.decisions {
			parts = append(parts, decisionBox(d))
		}
	}
	if len(v.notes) > 0 {
		parts = append(parts, heading(t("card.notes")))
		for _, note := range v.notes {
			parts = append(parts, flush(paragraph(note)))
		}
	}
	if len(v.checks) > 0 {
		parts = append(parts, heading(t("card.checks")))
		for n, check := range v.checks {
			parts = append(parts, checkBox(check, n > 0))
		}
	}
	if v.wire != "" {
		parts = append(parts, caption(v.wire))
	}
	return parts
}

// paragraph is text that wraps.
func paragraph(text string) *widget.Label {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	return label
}

// flush takes a label's own padding away at the left and right, so that its text stands in line with what is above.
func flush(label *widget.Label) fyne.CanvasObject { return container.New(flushed{}, label) }

type flushed struct{}

func (flushed) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	pad := theme.InnerPadding()
	for _, object := range objects {
		object.Move(fyne.NewPos(-pad, -pad/2))
		object.Resize(size.AddWidthHeight(2*pad, pad))
	}
}

func (flushed) MinSize(objects []fyne.CanvasObject) fyne.Size {
	pad := theme.InnerPadding()
	return objects[0].MinSize().SubtractWidthHeight(2*pad, pad)
}

func heading(text string) fyne.CanvasObject {
	return container.NewVBox(widget.NewSeparator(), own.NewText(text).Bold().Colored(colorQuiet).Sized(theme.SizeNameCaptionText))
}

func lightsBox(lights [3]mark) fyne.CanvasObject {
	box := container.NewVBox()
	for n, name := range []string{t("light.sent"), t("light.seen"), t("light.proved")} {
		box.Add(container.New(own.Columns{Widths: []float32{18, 62, -1}, Gap: 6},
			own.NewSign(lights[n].sign, lights[n].color, 14), own.NewText(name).Bold(), own.NewText(lights[n].word).Shrinking()))
	}
	return box
}

// textsBox sets what was read under what was expected, with what differs marked, and says whether anything does.
func textsBox(read, expected string) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator())
	if expected == "" {
		box.Add(namedText(t("card.read"), []own.Span{{Text: cut(read)}}))
		return box
	}
	inRead, inExpected := markDifference(read, expected)
	if read == "" {
		inRead = []own.Span{{Text: t("card.nothing_read")}}
	}
	box.Add(namedText(t("card.expected"), inExpected))
	box.Add(namedText(t("card.read"), inRead))
	sign, color, words := own.Check, colorComplete, t("card.same_text")
	if read == "" || differs(inRead) || differs(inExpected) {
		sign, color, words = own.Cross, colorFailed, t("card.other_text")
	}
	box.Add(container.New(own.Columns{Widths: []float32{64, 12, -1}, Gap: 6}, spacer(), own.NewSign(sign, color, 12), caption(words)))
	return box
}

// namedText is a text with its name before it.
func namedText(name string, text []own.Span) fyne.CanvasObject {
	return container.NewBorder(nil, nil, container.NewVBox(own.Sized(66, 20, own.NewText(name).Bold())), nil, own.NewMarked(text, colorFailed))
}

func decisionBox(d decisionView) fyne.CanvasObject {
	title := own.NewText(d.title).Shrinking()
	if d.byPerson {
		title.Bold()
	}
	if d.note == "" {
		return title
	}
	return container.NewVBox(title, flush(paragraph(t("card.quote", gaps{"Text": d.note}))))
}

// checkBox is one check: sign, name and confidence; its time against its budget; its sentence, where it is not the
// card's own.
func checkBox(v checkView, withReason bool) fyne.CanvasObject {
	head := container.New(own.Columns{Widths: []float32{16, -1, 0}, Gap: 6},
		own.NewSign(v.mark.sign, v.mark.color, 12), own.NewText(v.name).Shrinking(), own.NewText(v.confidence))
	bar := own.NewBar(5)
	color := colorComplete
	if v.over {
		color = colorContinue
	}
	bar.Set(0, own.Part{Share: min(1, v.share), Color: color})
	times := container.New(own.Columns{Widths: []float32{16, -1, 0}, Gap: 6}, spacer(), bar, own.NewText(v.time).Sized(theme.SizeNameCaptionText).Colored(colorQuiet))
	box := container.NewVBox(head, times)
	if v.measure != "" {
		box.Add(indented(caption(v.measure)))
	}
	if withReason && v.reason != "" {
		box.Add(indented(flush(paragraph(v.reason))))
	}
	for _, note := range v.notes {
		box.Add(indented(flush(paragraph(note))))
	}
	return box
}

func indented(object fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, nil, own.Sized(18, 1, spacer()), nil, object)
}

// spacer takes a column of its own and draws nothing.
func spacer() fyne.CanvasObject { return own.Sized(1, 1, own.NewText("")) }
