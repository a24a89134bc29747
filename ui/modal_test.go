package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"vigie/replay"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

// said is all text of what stands in front of everything; empty when nothing does.
func (b *bench) said() string {
	top := b.window.Canvas().Overlays().Top()
	if top == nil {
		return ""
	}
	var all []string
	for _, object := range test.LaidOutObjects(top) {
		if label, ok := object.(*widget.Label); ok {
			all = append(all, label.Text)
		}
	}
	return strings.Join(all, "|")
}

func TestClosingAsksWhileReplaysGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		sessions []replay.Live
		want     string
		closed   bool
	}{
		"nothing goes on":             {nil, "", true},
		"one is over":                 {[]replay.Live{stage.Live("a", "x", "y", 2, replay.PhaseFinished, steps(2, validation.Complete))}, "", true},
		"one waits":                   {[]replay.Live{paused("a", 2)}, "1 replay is paused. It stays paused, and waits for you when Vigie runs again.", false},
		"one waits, another one runs": {[]replay.Live{paused("a", 2), running("b", 2)}, tr("close.paused_one", gaps{"Count": 1}) + "|" + tr("close.running_one", gaps{"Count": 1}), false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, usual, nil)
			b.play(c.sessions...)
			closed := false
			b.window.SetOnClosed(func() { closed = true })
			b.askClose()
			if got := b.said(); got != c.want || closed != c.closed {
				t.Errorf("the window says %q, closed %v: want %q, %v", got, closed, c.want, c.closed)
			}
		})
	}
}

func TestWhatStandsInFrontIsClosedByEscapeAndDecidesNothing(t *testing.T) {
	for name, open := range map[string]func(b *bench){
		"the question before closing": func(b *bench) { b.askClose() },
		"the sheet of keys":           func(b *bench) { b.typedKey(&fyne.KeyEvent{Name: fyne.KeyF1}) },
		"the sheet by its sign":       func(b *bench) { test.TypeOnCanvas(b.window.Canvas(), "?") },
	} {
		t.Run(name, func(t *testing.T) {
			b := waiting(t)
			open(b)
			if b.said() == "" && b.window.Canvas().Overlays().Top() == nil {
				t.Fatal("nothing stands in front")
			}
			test.TypeOnCanvas(b.window.Canvas(), "rtca")
			b.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			b.none()
			b.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if b.window.Canvas().Overlays().Top() != nil {
				t.Error("Escape left it there")
			}
			test.TypeOnCanvas(b.window.Canvas(), "r")
			b.ordered(1)
		})
	}
}

func TestEveryKeyOfTheSheetHasOneMeaning(t *testing.T) {
	seen := map[string]bool{}
	for _, group := range shortcuts() {
		for _, s := range group.keys {
			if seen[s.key] || s.does == "" {
				t.Errorf("key %q stands on the sheet twice, or does nothing", s.key)
			}
			seen[s.key] = true
		}
	}
}

func TestKeysGoToPagesAndSessions(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(paused("a", 3), running("b", 2))
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if b.selection.session != "b" {
		t.Errorf("session %q is shown, want b", b.selection.session)
	}
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyPageUp})
	if b.selection.session != "a" {
		t.Errorf("session %q is shown, want a", b.selection.session)
	}
	var pages []page
	for range 3 {
		test.TypeOnCanvas(b.window.Canvas(), "g")
		pages = append(pages, b.page)
	}
	if pages[0] != pageSessions || pages[1] != pageSettings || pages[2] != pageLive {
		t.Errorf("pages %v", pages)
	}
}

// tray is a tray that remembers.
type tray struct {
	menu *fyne.Menu
	icon string
	sets int
}

func (m *tray) SetSystemTrayMenu(menu *fyne.Menu)    { m.menu = menu; m.sets++ }
func (m *tray) SetSystemTrayIcon(icon fyne.Resource) { m.icon = icon.Name() }

func TestTheTrayListsWhoWaitsAndBringsItUp(t *testing.T) {
	b := newBench(t, usual, nil)
	m := &tray{}
	b.p.Tray = m
	b.play(running("b", 2), paused("a", 3))
	b.goTo(pageSettings)
	first := m.menu.Items[0]
	if first.Label != "Demo_urgence_3_db: step 3 waits for you" || len(m.menu.Items) != 4 {
		t.Fatalf("the menu has %d entries, the first is %q", len(m.menu.Items), first.Label)
	}
	first.Action()
	if b.page != pageLive || b.selection.session != "a" {
		t.Errorf("page %d, session %q: want the paused one", b.page, b.selection.session)
	}
	was := m.sets
	b.play(running("b", 2), paused("a", 3))
	if m.sets != was {
		t.Error("the menu was made again though nothing changed")
	}
	b.play(running("b", 2))
	if len(m.menu.Items) != 2 {
		t.Errorf("the menu has %d entries, want to open and to quit", len(m.menu.Items))
	}
}

func TestTheBarSaysWhatComesNextAndWhenItEnds(t *testing.T) {
	for name, c := range map[string]struct {
		total   int
		timeout float64
		action  string
		text    string
		detail  string
	}{
		"one of many":           {46, 0, "", "Paused 00:12 – waits for you", "If you resume: step 4 of 46"},
		"the last one":          {3, 0, "", "Paused 00:12 – waits for you", "If you resume: the replay is done"},
		"nobody knows how many": {0, 0, "", "Paused 00:12 – waits for you", "If you resume: step 4"},
		"it ends by itself":     {46, 60, replay.DoAbort, "Paused 00:12 – ends in 00:48", "If you resume: step 4 of 46"},
		"a time without an end": {46, 60, "", "Paused 00:12 – waits for you", "If you resume: step 4 of 46"},
	} {
		t.Run(name, func(t *testing.T) {
			l := paused("a", 3)
			l.Session.StepTotal, l.Session.PauseTimeoutS, l.Session.PauseTimeoutAct = c.total, c.timeout, c.action
			v := viewPause(&l, l.Reports[2], order{}, l.PausedSince.Add(12*time.Second))
			if v.text != c.text || v.detail != c.detail {
				t.Errorf("the bar says %q, %q: want %q, %q", v.text, v.detail, c.text, c.detail)
			}
		})
	}
}
