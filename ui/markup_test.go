package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"vigie/replay"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// TestStructure holds the window's parts against what was looked at and found good.
func TestStructure(t *testing.T) {
	b := newBench(t, usual, memory{prefLanguage: LanguageFrench, prefTheme: ThemeLight})
	b.play(paused("a", 3), running("b", 2))
	b.later(time.Second)
	bar := b.live.bar
	test.AssertObjectRendersToMarkup(t, "strip.xml", b.live.strip.root)
	test.AssertObjectRendersToMarkup(t, "card.xml", b.live.steps.card.root)
	test.AssertObjectRendersToMarkup(t, "pause-waits.xml", bar.root)
	bar.press(replay.DoAbort)
	test.AssertObjectRendersToMarkup(t, "pause-abort.xml", bar.root)
	bar.cancel()
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	test.AssertObjectRendersToMarkup(t, "pause-elsewhere.xml", bar.root)
	b.play(stage.Live("a", "x", "y", 46, replay.PhaseRunning, steps(4, validation.Complete)))
	b.followLive()
	test.AssertObjectRendersToMarkup(t, "pause-calm.xml", bar.root)
}
