package ui

import (
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// compareMode is how the pictures before and after are compared.
type compareMode uint8

const (
	compareBeside     compareMode = iota // side by side
	compareSlider                        // on each other, with a line between them that can be moved
	compareBlink                         // on each other, in turn
	compareDifference                    // what changed, tinted over the after picture
)

// pictures are the pictures before and after a step, panned and zoomed together.
type pictures struct {
	mode       compareMode
	view       picturesView
	split      float32 // of the width, where the slider stands
	above      bool    // before stands above after, where they stand beside each other
	held       bool    // that does not change, whatever the size
	beforeName *own.Text
	afterName  *own.Text
	changeSign fyne.CanvasObject // before the words on what changed
	before     *own.Shot
	after      *own.Shot
	divider    *own.Divider
	blink      *fyne.Animation
	root       *fyne.Container
}

// blinkTime is how long before and after are shown together in one turn.
const blinkTime = 1400 * time.Millisecond

func newPictures(loader *own.Loader) *pictures {
	p := &pictures{
		split: 0.5, beforeName: caption(""), afterName: caption(""),
		changeSign: own.NewPanel(own.NewSign(own.Changed, own.ColorChanged, 14), colorLegend, 2, 1, 3), before: own.NewShot(loader), after: own.NewShot(loader), divider: own.NewDivider(),
	}
	p.before.OnView, p.after.OnView = p.after.SetView, p.before.SetView
	p.before.Failed, p.after.Failed = notShown, notShown
	p.after.OnShown = func(own.Rendered) { p.name() }
	p.divider.OnDragged = p.drag
	p.blink = &fyne.Animation{Duration: blinkTime, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear, Tick: p.turn}
	p.root = container.New(pictureLayout{p}, p.beforeName, p.afterName, p.after, p.before, p.divider, p.changeSign)
	return p
}

// notShown is what stands where a picture cannot be shown.
func notShown(err error) string {
	if errors.Is(err, own.ErrSizes) {
		return t("pane.sizes")
	}
	return t("pane.failed")
}

// show shows a step's pictures.
func (p *pictures) show(v picturesView) {
	p.view = v
	p.present()
}

// present hands each picture what it shows in the mode.
func (p *pictures) present() {
	v := &p.view
	after := own.Source{Hash: v.after}
	if p.mode == compareDifference {
		after.Before = v.before
		if v.before == "" {
			after = own.Source{}
		}
	}
	p.before.Present(own.Source{Hash: v.before}, v.message(v.before), v.overBefore)
	p.after.Present(after, v.message(after.Hash), v.overAfter)
	p.arrange()
}

// compare changes how the pictures are compared.
func (p *pictures) compare(mode compareMode) {
	if p.mode == mode {
		return
	}
	p.mode = mode
	p.present()
}

// arrange shows what belongs to the mode.
func (p *pictures) arrange() {
	p.blink.Stop()
	show(p.before, p.mode != compareDifference)
	show(p.after, true)
	show(p.divider, p.mode == compareSlider)
	show(p.beforeName, true)
	show(p.afterName, true)
	show(p.changeSign, p.mode == compareDifference)
	p.before.ShowShare(0, 1)
	p.after.ShowShare(0, 1)
	p.name()
	switch p.mode {
	case compareSlider:
		p.before.ShowShare(0, p.split)
		p.after.ShowShare(p.split, 1)
	case compareBlink:
		p.turn(0)
		p.blink.Start()
	}
	p.root.Refresh()
}

// stop ends what moves by itself: the pictures are not shown any more.
func (p *pictures) stop() { p.blink.Stop() }

// name says above the pictures what they are.
func (p *pictures) name() {
	before, after := t("pane.before"), p.view.afterName
	if p.mode == compareDifference {
		before, after = p.changeName(), ""
	}
	p.beforeName.SetText(before)
	p.afterName.SetText(after)
	p.nameSides()
}

// nameSides writes the after picture's name at the right where one name line stands above both.
func (p *pictures) nameSides() {
	align := fyne.TextAlignTrailing
	if p.mode == compareBeside {
		align = fyne.TextAlignLeading
	}
	p.afterName.Aligned(align).Refresh()
}

// changeName says how much has changed.
func (p *pictures) changeName() string {
	shown := p.after.Shown()
	switch change := shown.Change; {
	case shown.Image == nil:
		return t("pane.difference")
	case len(change.Areas) == 0:
		return t("pane.same")
	default:
		return counted("pane.changed_one", "pane.changed", len(change.Areas), gaps{"Share": number(max(change.Share*100, 0.01), 2)})
	}
}

// turn shows before and after in turn.
func (p *pictures) turn(done float32) {
	first := done < 0.5
	if p.mode != compareBlink || p.before.Visible() == first && p.beforeName.Visible() == first && p.afterName.Visible() != first {
		return
	}
	show(p.before, first)
	show(p.beforeName, first)
	show(p.afterName, !first)
}

// drag moves the line of the slider.
func (p *pictures) drag(by float32) {
	if width := p.after.Size().Width; width > 0 {
		p.slide(by / width)
	}
}

// slide moves the line of the slider by a share of the width.
func (p *pictures) slide(by float32) {
	if p.mode != compareSlider {
		return
	}
	p.split = max(0, min(1, p.split+by))
	p.before.ShowShare(0, p.split)
	p.after.ShowShare(p.split, 1)
	p.root.Refresh()
}

// pictureLayout lays out the names and pictures of a mode.
type pictureLayout struct{ p *pictures }

func (l pictureLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p := l.p
	if p.mode == compareBeside {
		if !p.held {
			p.above = standAbove(size, p.above)
		}
		cell, second := pairCells(size, p.above)
		put(p.beforeName, p.before, fyne.Position{}, cell)
		put(p.afterName, p.after, second, cell)
		return
	}
	put(p.beforeName, p.before, fyne.Position{}, size)
	put(p.afterName, p.after, fyne.Position{}, size)
	if p.mode == compareDifference {
		p.changeSign.Resize(fyne.NewSquareSize(captionHeight))
		p.beforeName.Move(fyne.NewPos(captionHeight+4, 0))
	}
	p.divider.Move(fyne.NewPos(size.Width*p.split-own.DividerWidth/2, captionHeight))
	p.divider.Resize(fyne.NewSize(own.DividerWidth, size.Height-captionHeight))
}

// put places a picture with its name above it.
func put(name, picture fyne.CanvasObject, at fyne.Position, size fyne.Size) {
	name.Move(at)
	name.Resize(fyne.NewSize(size.Width, captionHeight))
	picture.Move(at.AddXY(0, captionHeight))
	picture.Resize(size.SubtractWidthHeight(0, captionHeight))
}

func (pictureLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 160) }

const (
	captionHeight = 18
	pairGap       = 8
	pictureShape  = 16.0 / 9 // what screenshots look like
	muchLarger    = 1.25
)

// standAbove says whether two pictures are much larger one above the other than side by side. Those that stand so already
// stay while they are larger at all: a line of news above them must not make them change places.
func standAbove(size fyne.Size, already bool) bool {
	beside, _ := pairCells(size, false)
	above, _ := pairCells(size, true)
	factor := float32(muchLarger)
	if already {
		factor = 1
	}
	return pictureWidth(above) > factor*pictureWidth(beside)
}

// pairCells are the size of two cells, each with a name above it, and where the second begins.
func pairCells(size fyne.Size, above bool) (cell fyne.Size, second fyne.Position) {
	if above {
		cell = fyne.NewSize(size.Width, (size.Height-pairGap)/2)
		return cell, fyne.NewPos(0, cell.Height+pairGap)
	}
	cell = fyne.NewSize((size.Width-pairGap)/2, size.Height)
	return cell, fyne.NewPos(cell.Width+pairGap, 0)
}

// pictureWidth is how wide a screenshot is drawn in a cell.
func pictureWidth(cell fyne.Size) float32 {
	return min(cell.Width, (cell.Height-captionHeight)*pictureShape)
}

func caption(text string) *own.Text {
	return own.NewText(text).Sized(theme.SizeNameCaptionText).Colored(colorQuiet).Shrinking()
}
