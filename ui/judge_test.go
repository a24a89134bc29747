package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/settings"
	own "vigie/ui/widget"
	"vigie/validation"
)

// server is a model server as the window sees it.
type server struct {
	models []replay.JudgeModel
	trial  replay.JudgeTrial
	err    error
}

func (s *server) JudgeModels(context.Context) ([]replay.JudgeModel, error) { return s.models, s.err }
func (s *server) TryJudge(context.Context) (replay.JudgeTrial, error)      { return s.trial, s.err }

// threeModels are one that sees, one that does not and one that runs elsewhere.
func threeModels() *server {
	return &server{
		models: []replay.JudgeModel{
			{Name: "gemma3:1b", Bytes: 815e6},
			{Name: "qwen2.5vl:3b", Bytes: 3_200_000_000, Vision: true},
			{Name: "qwen3-vl:235b-cloud", Vision: true, Elsewhere: true},
		},
		trial: replay.JudgeTrial{Model: "qwen2.5vl:3b", Answer: "yes", Thoughts: "A green square is in the middle.", Right: true, Took: 2140 * time.Millisecond},
	}
}

// judgeButtons are the buttons of the judge's settings, by their text.
func (b *bench) judgeButtons() map[string]*own.Button {
	found := map[string]*own.Button{}
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *own.Button:
			found[o.Text] = o
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child)
			}
		}
	}
	walk(b.settings.bodies[3])
	return found
}

func TestAModelIsChosenFromTheServersList(t *testing.T) {
	b := newBench(t, fyne.NewSize(1280, 800), nil)
	b.p.JudgeDesk = threeModels()
	b.build()
	b.judgeButtons()[tr("settings.judge.models")].OnTapped()
	sees := tr("settings.judge.sees", gaps{"Name": "qwen2.5vl:3b", "Gigabytes": "3.2"})
	b.queue.until(t, "the models", func() bool { return b.judgeButtons()[sees] != nil })
	for _, useless := range []string{tr("settings.judge.blind", gaps{"Name": "gemma3:1b"}), tr("settings.judge.elsewhere", gaps{"Name": "qwen3-vl:235b-cloud"})} {
		if button := b.judgeButtons()[useless]; button == nil || !button.Disabled() {
			t.Errorf("%q: %v, want a button that cannot be pressed", useless, button)
		}
	}
	b.judgeButtons()[sees].OnTapped()
	b.queue.until(t, "the choice", func() bool { return b.p.Settings.Values().JudgeModel == "qwen2.5vl:3b" })
	if got := b.p.Settings.State(settings.JudgeModel).Source; got != settings.FromKept && got != settings.FromDefault {
		t.Errorf("source %q", got)
	}
}

func TestWhatCameOfATrial(t *testing.T) {
	newBench(t, fyne.NewSize(1280, 800), nil)
	right := threeModels().trial
	wrong := right
	wrong.Right, wrong.Answer = false, "no"
	for _, c := range []struct {
		name  string
		trial replay.JudgeTrial
		err   error
		sign  own.SignKind
		says  []string
	}{
		{"right", right, nil, own.Check, []string{"qwen2.5vl:3b", "2.1", "A green square"}},
		{"wrong", wrong, nil, own.Cross, []string{"no", "2.1"}},
		{"no answer", replay.JudgeTrial{}, errors.New("connection refused"), own.Cross, []string{"No answer"}},
		{"nothing", replay.JudgeTrial{}, nil, own.Cross, nil},
	} {
		m := (&Window{}).viewTrial(c.trial, c.err)
		if m.sign != c.sign {
			t.Errorf("%s: sign %v", c.name, m.sign)
		}
		for _, part := range c.says {
			if !strings.Contains(m.word, part) {
				t.Errorf("%s: %q lacks %q", c.name, m.word, part)
			}
		}
	}
}

// Whatever the server does, the buttons can be pressed again afterwards.
func TestAServerThatFailsIsAskedAgain(t *testing.T) {
	b := newBench(t, fyne.NewSize(1280, 800), nil)
	desk := threeModels()
	desk.err = errors.New("connection refused")
	b.p.JudgeDesk = desk
	b.build()
	for _, text := range []string{tr("settings.judge.models"), tr("settings.judge.try")} {
		button := b.judgeButtons()[text]
		button.OnTapped()
		if !button.Disabled() {
			t.Errorf("%q can be pressed twice at once", text)
		}
		b.queue.until(t, "the answer", func() bool { return !button.Disabled() })
	}
}

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

// What the model said stands on the card in quotes, whether it decided or not.
func TestTheModelsWordsStandOnTheCard(t *testing.T) {
	newBench(t, fyne.NewSize(1280, 800), nil)
	said := validation.Finding{Check: validation.CheckJudge, Evidence: validation.Evidence{Judge: &validation.Testimony{Model: "qwen2.5vl:3b", Thoughts: "The tab is dark.", Took: 2140 * time.Millisecond}}}
	if diff := cmp.Diff([]string{"qwen2.5vl:3b, after 2.1 s: “The tab is dark.”"}, judgeWords([]validation.Finding{{Check: validation.CheckOCRRegion}, said})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	said.Evidence.Judge.Thoughts = ""
	if got := judgeWords([]validation.Finding{said}); len(got) != 1 || got[0] != tr("card.judge_silent", gaps{"Model": "qwen2.5vl:3b", "Seconds": "2.1"}) {
		t.Errorf("without a reason: %q", got)
	}
	if got := judgeWords([]validation.Finding{{Check: validation.CheckOCRRegion}}); got != nil {
		t.Errorf("without a model: %q", got)
	}
}
