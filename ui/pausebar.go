package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	own "vigie/ui/widget"
)

const pauseHeight = 70

// onAlert is the colour of what the bar warns of.
const onAlert = theme.ColorNameForeground

// question is what the bar asks before it gives an order.
type question uint8

const (
	askNothing question = iota
	askAbort            // ends the replay, and wants a reason
	askRetry            // may do a thing twice
)

// pauseBar is the bar under the pictures. It holds the buttons of a decision while the step on screen waits for a
// person, and says what goes on otherwise. Its height never changes.
type pauseBar struct {
	view     pauseView
	asked    question
	ticked   int
	points   []string // of the checklist that is shown
	decide   func(action, note string)
	showStep func(event string)
	unfocus  func()
	focus    func(fyne.Focusable)
	// ticksChanged tells who shows the checklist that it has another size.
	ticksChanged func()

	panel   *own.Panel
	sign    *own.Sign
	text    *own.Text
	detail  *own.Text
	words   *fyne.Container // both
	note    *own.Entry
	reason  *own.Entry
	buttons *fyne.Container
	right   *fyne.Container
	ask     map[string]*own.Button // by action
	yes     *own.Button
	yesT    *own.Button
	back    *own.Button
	elsew   *own.Button
	ticks   *fyne.Container // the checklist, which stands on the card
	keys    *own.Keys
	root    fyne.CanvasObject
}

func newPauseBar(keys *own.Keys, decide func(action, note string), showStep func(event string)) *pauseBar {
	b := &pauseBar{
		decide: decide, showStep: showStep, keys: keys, unfocus: func() {}, focus: func(fyne.Focusable) {}, ticksChanged: func() {},
		sign: own.NewSign(own.Dash, colorQuiet, 22), text: own.NewText("").Bold().Sized(theme.SizeNameSubHeadingText).Shrinking(),
		detail: own.NewText("").Colored(colorQuiet).Shrinking(), note: own.NewEntry(t("pause.note")),
		reason: own.NewEntry(t("pause.reason")), ask: make(map[string]*own.Button), ticks: container.NewVBox(),
	}
	b.makeButtons()
	b.note.OnEscape = func() { b.unfocus() }
	b.reason.OnEscape = b.cancel
	b.reason.OnChanged = func(string) { b.showYes() }
	b.buttons = container.New(own.Columns{Gap: 8})
	b.right = container.New(own.Columns{Widths: []float32{-1}, Gap: 8}, b.note)
	b.words = container.New(lines{}, b.text, b.detail)
	line := container.New(own.Columns{Widths: []float32{28, -5, -4, 0}, Gap: 10}, b.sign, own.Sized(0, 48, b.words), b.right, b.buttons)
	b.panel = own.NewPanel(line, colorCard, 12, 4, 0)
	b.root = own.Sized(0, pauseHeight, b.panel)
	b.show(pauseView{text: t("pause.nothing")})
	return b
}

func (b *pauseBar) makeButtons() {
	for action, key := range map[string]string{
		replay.DoResume: t("pause.resume"), replay.DoRetry: t("pause.retry"),
		replay.DoRecheck: t("pause.recheck"), replay.DoAbort: t("pause.abort"),
	} {
		b.ask[action] = own.NewButton(key, nil, b.keys, func() { b.press(action) })
	}
	b.yes = own.NewButton(t("pause.abort_yes"), nil, b.keys, b.confirm)
	b.yes.Importance = widget.DangerImportance
	b.yesT = own.NewButton(t("pause.retry_yes"), nil, b.keys, b.confirm)
	b.yesT.Importance = widget.WarningImportance
	b.back = own.NewButton(t("pause.back"), nil, b.keys, b.cancel)
	b.elsew = own.NewButton(t("pause.show"), nil, b.keys, func() { b.showStep(b.view.waiting) })
}

// show shows what is to be decided. A question that was asked for another step is forgotten, and so is its note.
func (b *pauseBar) show(v pauseView) {
	another := v.event != b.view.event || v.session != b.view.session
	if another {
		b.note.SetText("")
	}
	if another || v.face == faceAsk && !slices.Equal(v.checklist, b.points) {
		b.setTicks(v.checklist)
	}
	if v.event != b.view.event || v.face != faceAsk {
		b.asked = askNothing
		b.reason.SetText("")
	}
	b.view = v
	b.update()
}

func (b *pauseBar) update() {
	v := b.view
	color := colorCard
	if v.face == faceAsk || v.face == faceElse {
		color = colorAlert
	}
	b.panel.SetColor(color)
	b.sign.Set(v.mark.sign, v.mark.color)
	b.text.SetText(v.text)
	b.explain(v.detail, colorQuiet)
	if asks := v.face == faceAsk; asks != b.ticks.Visible() {
		show(b.ticks, asks)
		b.ticksChanged()
	}
	b.setButtons()
}

// explain says a second line under the first; without one the first stands in the middle.
func (b *pauseBar) explain(detail string, color fyne.ThemeColorName) {
	b.detail.Set(detail, color)
	if there := detail != ""; there != b.detail.Visible() {
		show(b.detail, there)
		b.words.Refresh()
	}
}

// setButtons puts the buttons that can be pressed now into their place.
func (b *pauseBar) setButtons() {
	var want []fyne.CanvasObject
	entry := spacer()
	switch {
	case b.view.face == faceElse:
		want = []fyne.CanvasObject{b.elsew}
	case b.view.face != faceAsk:
	case b.asked == askAbort:
		b.text.SetText(t("pause.abort_sure"))
		b.explain(t("pause.abort_hint"), onAlert)
		want, entry = []fyne.CanvasObject{b.back, b.yes}, b.reason
	case b.asked == askRetry:
		b.text.SetText(t("pause.retry_sure"))
		b.explain(b.view.harm, onAlert)
		want = []fyne.CanvasObject{b.back, b.yesT}
	default:
		want = []fyne.CanvasObject{b.ask[replay.DoResume], b.ask[replay.DoRetry], b.ask[replay.DoRecheck], b.ask[replay.DoAbort]}
		entry = b.note
	}
	b.place(want, entry)
	b.showYes()
	b.lockResume()
}

// place sets buttons and entry, if they are not there already: a button that is being pressed must stay itself.
func (b *pauseBar) place(buttons []fyne.CanvasObject, entry fyne.CanvasObject) {
	same := sameObjects(b.buttons.Objects, buttons) && len(b.right.Objects) == 1 && b.right.Objects[0] == entry
	if same {
		return
	}
	b.buttons.Objects, b.right.Objects = buttons, []fyne.CanvasObject{entry}
	b.panel.Refresh()
}

func sameObjects(a, b []fyne.CanvasObject) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// setTicks makes the checklist of pause_for_human.
func (b *pauseBar) setTicks(points []string) {
	b.ticked, b.points, b.ticks.Objects = 0, points, nil
	if len(points) > 0 {
		b.ticks.Add(heading(t("pause.checklist")))
	}
	for _, point := range points {
		b.ticks.Add(newTickRow(point, b.keys, func(on bool) {
			if on {
				b.ticked++
			} else {
				b.ticked--
			}
			b.lockResume()
		}))
	}
	b.ticks.Refresh()
	b.ticksChanged()
}

// lockResume keeps Resume disabled until every point is ticked.
func (b *pauseBar) lockResume() {
	resume, locked := b.ask[replay.DoResume], b.ticked < len(b.view.checklist)
	if locked != resume.Disabled() {
		if locked {
			resume.Disable()
		} else {
			resume.Enable()
		}
	}
	if b.view.face == faceAsk && b.asked == askNothing && len(b.view.checklist) > 0 {
		b.explain(t("pause.tick_first", gaps{"Done": b.ticked, "Total": len(b.view.checklist)}), onAlert)
	}
}

// showYes lets Abort be confirmed once there is a reason.
func (b *pauseBar) showYes() {
	if empty := strings.TrimSpace(b.reason.Text) == ""; empty != b.yes.Disabled() {
		if empty {
			b.yes.Disable()
		} else {
			b.yes.Enable()
		}
	}
}

// press is a button or its key. It asks first where there is something to ask.
func (b *pauseBar) press(action string) {
	switch {
	case b.view.face != faceAsk:
	case b.asked == askRetry && action == replay.DoRetry:
		b.confirm()
	case b.asked != askNothing, b.ask[action].Disabled():
	case action == replay.DoAbort:
		b.asked = askAbort
		b.reason.SetText(b.note.Text)
		b.update()
		b.focus(b.reason)
	case action == replay.DoRetry && b.view.harm != "":
		b.asked = askRetry
		b.update()
	default:
		b.decide(action, strings.TrimSpace(b.note.Text))
	}
}

// confirm answers the question that was asked.
func (b *pauseBar) confirm() {
	switch b.asked {
	case askAbort:
		if reason := strings.TrimSpace(b.reason.Text); reason != "" {
			b.decide(replay.DoAbort, reason)
		}
	case askRetry:
		b.decide(replay.DoRetry, strings.TrimSpace(b.note.Text))
	}
}

// cancel takes the question back.
func (b *pauseBar) cancel() {
	if b.asked != askNothing {
		b.asked = askNothing
		b.update()
	}
	b.unfocus()
}
