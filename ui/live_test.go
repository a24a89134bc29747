package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/settings"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

func running(id string, n int) replay.Live {
	return stage.Live(id, "Demo_urgence_3_db", "lea-01", 46, replay.PhaseRunning, steps(n, validation.Complete))
}

func TestSettle(t *testing.T) {
	three, four := running("a", 3), running("a", 4)
	other := paused("b", 2)
	empty := stage.Live("e", "x", "y", 0, replay.PhaseRunning, nil)
	for name, c := range map[string]struct {
		was  selection
		now  []replay.Live
		want selection
	}{
		"the first session is shown at its newest step": {selection{follow: true}, []replay.Live{three}, selection{"a", "sc", true}},
		"a new step is followed":                        {selection{"a", "sc", true}, []replay.Live{four}, selection{"a", "sd", true}},
		"a picked step stays":                           {selection{"a", "sb", false}, []replay.Live{four}, selection{"a", "sb", false}},
		"another session pauses: nothing moves":         {selection{"a", "sc", true}, []replay.Live{other, three}, selection{"a", "sc", true}},
		"the shown session is gone: the paused one":     {selection{"x", "sc", false}, []replay.Live{other, three}, selection{"b", "sb", true}},
		"no session is left":                            {selection{"a", "sc", false}, nil, selection{follow: true}},
		"a session without a step":                      {selection{follow: true}, []replay.Live{empty}, selection{"e", "", true}},
		"the picked step is not there any more":         {selection{"a", "zz", false}, []replay.Live{three}, selection{"a", "sc", true}},
	} {
		t.Run(name, func(t *testing.T) {
			got := settle(c.was, &replay.Snapshot{Sessions: c.now})
			if got != c.want {
				t.Errorf("selection %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestArrowsPickAndFGoesBackToTheNewest(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(running("a", 4))
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	b.play(running("a", 5))
	if b.shown.Event.ID != "sb" {
		t.Fatalf("step %q is shown, want the picked one", b.shown.Event.ID)
	}
	test.TypeOnCanvas(b.window.Canvas(), "f")
	b.play(running("a", 6))
	if b.shown.Event.ID != "sf" {
		t.Errorf("step %q is shown, want the newest", b.shown.Event.ID)
	}
}

func TestNAndPGoToProblems(t *testing.T) {
	b := newBench(t, usual, nil)
	reports := steps(6, validation.Complete)
	reports[1], reports[3] = stage.Report(reports[1].Event, stage.At, validation.Terminate), stage.Report(reports[3].Event, stage.At, validation.Continue)
	b.play(stage.Live("a", "x", "y", 46, replay.PhaseRunning, reports))
	var seen []string
	for _, key := range []string{"p", "p", "p", "n", "n"} {
		test.TypeOnCanvas(b.window.Canvas(), key)
		seen = append(seen, b.shown.Event.ID)
	}
	if diff := cmp.Diff([]string{"sd", "sb", "sb", "sd", "sd"}, seen); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

func TestNotificationsComeOncePerPause(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(paused("a", 3))
	got := <-b.notes
	if !strings.HasPrefix(got, "Demo_urgence_3_db waits for you|Step 3, Imagerie: ") {
		t.Errorf("notification %q", got)
	}
	b.play(paused("a", 3))
	b.play(running("a", 4))
	again := paused("a", 5)
	since := again.PausedSince.Add(time.Minute)
	again.PausedSince = &since
	b.play(again)
	if got := <-b.notes; !strings.Contains(got, "Step 5") {
		t.Errorf("second notification %q, want the one for step 5", got)
	}
}

func TestANotificationIsRepeatedUntilSomebodyAnswers(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(paused("a", 3))
	<-b.notes
	b.later(119 * time.Second)
	b.tick()
	b.later(2 * time.Second)
	b.tick()
	if got := <-b.notes; !strings.Contains(got, "Step 3") {
		t.Errorf("notification %q, want the one for step 3 once more", got)
	}
	b.play(running("a", 4))
	b.later(time.Hour)
	b.tick()
	b.play(paused("a", 5))
	if got := <-b.notes; !strings.Contains(got, "Step 5") {
		t.Errorf("notification %q, want the one for step 5", got)
	}
}

func TestNotificationsFollowTheSettings(t *testing.T) {
	at := stage.At
	key := keyOf(&paused0, "")
	snapshot := &replay.Snapshot{Sessions: []replay.Live{paused0, running("b", 2)}}
	for name, c := range map[string]struct {
		told   map[orderKey]time.Time
		repeat time.Duration
		want   int
	}{
		"a new pause":                       {nil, time.Minute, 1},
		"told a moment ago":                 {map[orderKey]time.Time{key: at.Add(-time.Second)}, time.Minute, 0},
		"told a minute ago":                 {map[orderKey]time.Time{key: at.Add(-time.Minute)}, time.Minute, 1},
		"told an hour ago, never repeated":  {map[orderKey]time.Time{key: at.Add(-time.Hour)}, 0, 0},
		"told of another pause of the same": {map[orderKey]time.Time{{session: "a", since: 1}: at}, time.Minute, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, told := notices(c.told, snapshot, c.repeat, at)
			if len(got) != c.want || len(told) != 1 {
				t.Errorf("%d notifications, %d remembered: want %d and 1", len(got), len(told), c.want)
			}
		})
	}
	b := newBench(t, usual, nil)
	for key, value := range map[settings.Key]any{settings.NotifySound: true, settings.NotifyRepeatS: 30} {
		if err := b.p.Settings.Change(t.Context(), key, value, "anna"); err != nil {
			t.Fatal(err)
		}
	}
	b.play(paused("a", 3))
	if got := <-b.notes; !strings.HasSuffix(got, "|sound") {
		t.Errorf("notification %q, want one with a sound", got)
	}
}

var paused0 = paused("a", 3)

func TestTheTitleBarCountsWhoWaits(t *testing.T) {
	b := newBench(t, usual, nil)
	for _, c := range []struct {
		sessions []replay.Live
		want     string
	}{
		{[]replay.Live{running("a", 1)}, "Vigie"},
		{[]replay.Live{paused("b", 2), paused("c", 2), running("a", 1)}, "(2) Vigie – waiting for you"},
		{nil, "Vigie"},
	} {
		b.play(c.sessions...)
		if got := b.window.Title(); got != c.want {
			t.Errorf("title %q, want %q", got, c.want)
		}
	}
}

func TestNothingJumpsWhenAStepArrives(t *testing.T) {
	b := newBench(t, fyne.NewSize(minWidth, minHeight), nil)
	b.play(running("a", 1))
	where := func() []fyne.Size {
		return []fyne.Size{b.live.header.root.Size(), b.live.steps.root.Size(), b.live.bar.root.Size(), b.live.steps.pane.before.Size(), b.live.steps.card.root.Size()}
	}
	want := where()
	for name, l := range map[string]replay.Live{"a step": running("a", 2), "a pause": paused("a", 3), "a second session": running("b", 2)} {
		b.play(l)
		if diff := cmp.Diff(want, where()); diff != "" {
			t.Errorf("sizes after %s (-before +after):\n%s", name, diff)
		}
	}
}

func TestTheLanguageChangesAtOnceAndKeepsWhatIsShown(t *testing.T) {
	b := newBench(t, usual, nil)
	b.play(paused("a", 3))
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	b.setLanguage(LanguageFrench)
	if got := b.live.bar.ask[replay.DoResume].Text; got != "Poursuivre  R" {
		t.Errorf("Resume is called %q", got)
	}
	if b.shown.Event.ID != "sb" || b.live.steps.card.word.Content() != "Réussi" {
		t.Errorf("step %q, %q: want step sb, Réussi", b.shown.Event.ID, b.live.steps.card.word.Content())
	}
}

func TestEverythingFitsIntoTheSmallestWindow(t *testing.T) {
	for _, language := range []string{LanguageEnglish, LanguageFrench} {
		b := newBench(t, fyne.NewSize(minWidth, minHeight), memory{prefLanguage: language, prefTheme: ThemeDark})
		b.play(paused("a", 3), running("b", 4))
		for n, shown := range b.pages {
			b.goTo([]pageID{pageLive, pageSessions, pageSettings}[n])
			if least := b.root.MinSize(); least.Width > minWidth || least.Height > minHeight {
				t.Errorf("%s: page %d needs %v, want at most %dx%d", language, n, least, minWidth, minHeight)
			}
			if shown.Size().Width > minWidth {
				t.Errorf("%s: page %d is %v wide", language, n, shown.Size().Width)
			}
		}
	}
	_ = speak(LanguageEnglish)
}

type pageID = page
