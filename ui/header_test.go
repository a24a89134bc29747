package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"vigie/replay"
	"vigie/ui/internal/stage"
	"vigie/validation"
)

func TestTheSmallestWindowSaysWhichSessionItShows(t *testing.T) {
	small := fyne.NewSize(minWidth, minHeight)
	for _, language := range []string{LanguageFrench, LanguageEnglish} {
		b := newBench(t, small, memory{prefLanguage: language, prefTheme: ThemeLight})
		l := stage.Live("a", "Demo_urgence_3_db", "lea-01", 46, replay.PhasePaused, steps(4, validation.Terminate))
		b.play(l)
		b.window.Canvas().Capture() // lays everything out
		if b.live.header.title.Shortened() {
			t.Errorf("%s: a live session's title is cut", language)
		}
		b.goTo(pageSessions)
		b.sessions.openSession(l.Summary)
		b.window.Canvas().Capture()
		if h := b.sessions.header; h.title.Shortened() || h.agent.Shortened() {
			t.Errorf("%s: a stored session's title is cut", language)
		}
	}
}
