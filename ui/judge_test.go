package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"vigie/replay"
)

func TestEachStateOfTheJudgeHasItsSignAndWord(t *testing.T) {
	for _, language := range []string{LanguageEnglish, LanguageFrench} {
		b := newBench(t, fyne.NewSize(1280, 800), memory{prefLanguage: language, prefTheme: ThemeLight})
		var words []string
		for _, status := range replay.JudgeStatuses {
			b.p.Judge = func() replay.JudgeState { return replay.JudgeState{Status: status} }
			b.tick()
			m := viewJudge(replay.JudgeState{Status: status})
			if m.sign == 0 || m.word == "" || m.word == judgeMarks[status].word || slices.Contains(words, m.word) {
				t.Errorf("%s: %q is shown as %+v", language, status, m)
			}
			words = append(words, m.word)
		}
	}
}

func TestTheJudgesLastTimeIsShownWhereItCanBeAsked(t *testing.T) {
	b := newBench(t, fyne.NewSize(1280, 800), nil)
	for status, want := range map[string]string{
		replay.JudgeReady: tr("judge.ready") + " · 2.1 s", replay.JudgeBusy: tr("judge.busy") + " · 2.1 s",
		replay.JudgeBroken: tr("judge.broken"), "": tr("judge.checking"), "new": tr("judge.checking"),
	} {
		if got := viewJudge(replay.JudgeState{Status: status, Last: 2140 * time.Millisecond}).word; got != want {
			t.Errorf("%q: %q, want %q", status, got, want)
		}
	}
	b.setLanguage(LanguageFrench)
	if got := viewJudge(replay.JudgeState{Status: replay.JudgeReady, Last: 2140 * time.Millisecond}).word; got != tr("judge.ready")+" · 2,1 s" {
		t.Errorf("in French: %q", got)
	}
}

// A window without a judge says that it is off, and not that it is fine.
func TestAWindowWithoutAJudge(t *testing.T) {
	b := newBench(t, fyne.NewSize(1280, 800), nil)
	if got := b.judgeState().Status; got != replay.JudgeOff {
		t.Errorf("status %q", got)
	}
}
