package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"vigie/replay"
	own "vigie/ui/widget"
	"vigie/validation"
)

// judgeMarks are the judge's states as the header shows them: sign, colour and the word's key.
var judgeMarks = map[string]mark{
	replay.JudgeOff:         {own.Dash, colorQuiet, "judge.off"},
	replay.JudgeChecking:    {own.Dots, colorQuiet, "judge.checking"},
	replay.JudgeUnreachable: {own.Cross, colorContinue, "judge.unreachable"},
	replay.JudgeNoModel:     {own.Cross, colorContinue, "judge.no_model"},
	replay.JudgeNoVision:    {own.Cross, colorContinue, "judge.no_vision"},
	replay.JudgeElsewhere:   {own.Cross, colorContinue, "judge.elsewhere"},
	replay.JudgeLoading:     {own.Dots, colorContinue, "judge.loading"},
	replay.JudgeReady:       {own.Check, colorComplete, "judge.ready"},
	replay.JudgeBusy:        {own.Play, theme.ColorNamePrimary, "judge.busy"},
	replay.JudgeBroken:      {own.Pause, colorContinue, "judge.broken"},
}

// viewJudge is how the judge's state is shown: its word, with the time of the last answer where it can be asked.
func viewJudge(s replay.JudgeState) mark {
	m, known := judgeMarks[s.Status]
	if !known {
		m = judgeMarks[replay.JudgeChecking]
	}
	m.word = t(m.word)
	if s.Last > 0 && (s.Status == replay.JudgeReady || s.Status == replay.JudgeBusy) {
		m.word += " · " + decimal(s.Last.Seconds()) + " s"
	}
	return m
}

// decimal writes a number with one decimal, as the language does.
func decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', 1, 64)
	if spoken() == LanguageFrench {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// judgeBadge shows how the judge is.
type judgeBadge struct {
	sign *own.Sign
	word *own.Text
	root fyne.CanvasObject
}

// newJudgeBadge makes a badge that follows the judge's state.
func (w *Window) newJudgeBadge() *judgeBadge {
	b := &judgeBadge{sign: own.NewSign(own.Dash, colorQuiet, 13), word: own.NewText("").Sized(theme.SizeNameCaptionText).Shrinking()}
	row := container.New(own.Columns{Widths: []float32{13, -1}, Gap: 6}, b.sign, b.word)
	b.root = own.Sized(190, 42, own.NewPanel(row, theme.ColorNameHeaderBackground, 10, 4, 0))
	w.follow(b.refresh)
	return b
}

func (b *judgeBadge) refresh(s replay.JudgeState) {
	m := viewJudge(s)
	b.sign.Set(m.sign, m.color)
	b.word.Set(m.word, theme.ColorNameForeground)
}

// follow has the judge's state shown now and each second.
func (w *Window) follow(show func(replay.JudgeState)) {
	fill := func() { show(w.judgeState()) }
	fill()
	w.refills = append(w.refills, fill)
}

// judgeState is how the judge is; off where the program has none.
func (w *Window) judgeState() replay.JudgeState {
	if w.p.Judge == nil {
		return replay.JudgeState{Status: replay.JudgeOff}
	}
	return w.p.Judge()
}

// withJudge sets the judge's state at the end of a row.
func (w *Window) withJudge(row fyne.CanvasObject) fyne.CanvasObject {
	return container.NewBorder(nil, nil, nil, w.newJudgeBadge().root, row)
}

// judgeWords are what the model itself said of a step, wherever its finding stands: text from outside, in quotes.
func judgeWords(findings []validation.Finding) []string {
	for i := range findings {
		if said := findings[i].Evidence.Judge; said != nil {
			about := gaps{"Model": said.Model, "Seconds": decimal(said.Took.Seconds()), "Thoughts": said.Thoughts}
			if said.Thoughts == "" {
				return []string{t("card.judge_silent", about)}
			}
			return []string{t("card.judge_words", about)}
		}
	}
	return nil
}
