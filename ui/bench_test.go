package ui

import (
	"strconv"
	"testing"

	"fyne.io/fyne/v2"

	"vigie/replay"
	"vigie/ui/internal/stage"
	own "vigie/ui/widget"
	"vigie/validation"
)

// manySteps are reports of a long session.
func manySteps(n int) []*replay.Report {
	all := make([]*replay.Report, n)
	for i := range all {
		all[i] = stage.Report(replay.Event{
			SessionID: "a", ID: "m" + strconv.Itoa(i), StepIndex: i + 1, Attempt: 1, Action: validation.Action{Type: "click_anchor", ByText: "Imagerie"},
		}, stage.At, validation.Complete)
	}
	return all
}

// longList is a list of 10,000 steps in a window.
func longList(b *testing.B) (*stepList, []*replay.Report) {
	b.Helper()
	w := newBench(b, usual, nil)
	list := newStepList(&own.Keys{}, func(string) {}, func() {})
	w.window.SetContent(list.root)
	w.window.Resize(fyne.NewSize(240, 800))
	reports := manySteps(10_001)
	list.show(reports[:10_000], "m9999", true)
	return list, reports
}

// BenchmarkTheNextOf10000Steps shows a session that has one more step each time, and one less.
func BenchmarkTheNextOf10000Steps(b *testing.B) {
	list, reports := longList(b)
	n := 10_000
	for b.Loop() {
		n = 20_001 - n
		list.show(reports[:n], reports[n-1].Event.ID, true)
	}
}

// BenchmarkScrollThrough10000Steps scrolls by three rows.
func BenchmarkScrollThrough10000Steps(b *testing.B) {
	list, _ := longList(b)
	offset := float32(0)
	for b.Loop() {
		if offset += 3 * 46; offset > 9_900*46 {
			offset = 0
		}
		list.list.ScrollToOffset(offset)
	}
}
