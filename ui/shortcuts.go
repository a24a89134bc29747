package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// shortcut is a key with what it does.
type shortcut struct{ key, does string }

// shortcutGroup is a group of keys under a heading.
type shortcutGroup struct {
	title string
	keys  []shortcut
}

// shortcuts are all keys of the window, as the sheet shows them.
func shortcuts() []shortcutGroup {
	return []shortcutGroup{
		{t("keys.decide"), []shortcut{
			{"R", t("keys.resume")},
			{"T", t("keys.retry")},
			{"C", t("keys.recheck")},
			{"A", t("keys.abort")},
			{t("keys.enter"), t("keys.enter_does")},
		}},
		{t("keys.steps"), []shortcut{
			{t("keys.arrows"), t("keys.arrows_does")},
			{"N  P", t("keys.problems")},
			{"F", t("keys.follow")},
			{t("keys.page_updown"), t("keys.sessions")},
		}},
		{t("keys.pictures"), []shortcut{
			{"1  2  3  4", t("keys.modes")},
			{"<  >", t("keys.slide")},
			{"+  -", t("keys.zoom")},
			{t("keys.shift_arrows"), t("keys.pan")},
			{"0", t("keys.fit")},
			{"X", t("keys.one")},
			{"Z", t("keys.region")},
			{"O", t("keys.marks")},
			{"M", t("keys.cover")},
		}},
		{t("keys.window"), []shortcut{
			{"G", t("keys.pages")},
			{t("keys.tab"), t("keys.tab_does")},
			{t("keys.space"), t("keys.space_does")},
			{t("keys.escape"), t("keys.escape_does")},
			{"F1  ?", t("keys.sheet")},
		}},
		{t("rail.sessions"), []shortcut{
			{"/", t("keys.search")}, {"I", t("keys.import")}, {"E", t("keys.export")}, {t("keys.delete"), t("keys.delete_does")},
		}},
	}
}

// showShortcuts opens the sheet of all keys.
func (w *Window) showShortcuts() {
	groups := shortcuts()
	left := container.NewVBox(groupBox(groups[0]), groupBox(groups[1]), groupBox(groups[4]))
	right := container.NewVBox(groupBox(groups[2]), groupBox(groups[3]))
	closeIt := own.NewButton(t("keys.close"), nil, w.keys, w.closeModal)
	title := own.NewText(t("keys.title")).Bold().Sized(theme.SizeNameHeadingText)
	head := container.New(own.Columns{Widths: []float32{-1, 0}, Gap: 8}, title, closeIt)
	body := container.NewHBox(own.Sized(sheetColumn, 0, left), own.Sized(20, 0, spacer()), own.Sized(sheetColumn, 0, right))
	w.openModal(container.NewVBox(head, body), closeIt)
}

// sheetColumn is the width of each half of the sheet.
const sheetColumn = 404

func groupBox(g shortcutGroup) fyne.CanvasObject {
	box := container.NewVBox(own.NewText(g.title).Bold().Colored(colorQuiet))
	for _, s := range g.keys {
		key := own.NewPanel(own.NewText(s.key).Bold().Sized(theme.SizeNameCaptionText).Aligned(fyne.TextAlignCenter), theme.ColorNameButton, 6, 2, 3)
		box.Add(container.New(own.Columns{Widths: []float32{118, -1}, Gap: 10}, key, own.NewText(s.does).Shrinking()))
	}
	box.Add(own.Sized(1, 6, spacer()))
	return box
}
