package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigie/validation"
)

// choice is a model's answer to a question.
type choice string

const (
	answerYes        choice = "yes"
	answerNo         choice = "no"
	answerCannotTell choice = "cannot_tell"
)

// answer is what a model says, in the form that the schema asks for.
type answer struct {
	PageInfo   string              `json:"page_info"`
	Thoughts   string              `json:"thoughts"`
	Choice     choice              `json:"answer"`
	Category   validation.Category `json:"failure_category"`
	Confidence float64             `json:"confidence"` // 0…validation.JudgeCap
}

// Limits of an answer.
const (
	maxAnswer = 16 << 10 // bytes
	maxWords  = 300      // characters of page_info and of thoughts
)

// categories are those that an answer may name.
var categories = map[string]validation.Category{
	"": validation.None, "none": validation.None,
	"wrong_target": validation.WrongTarget, "wrong_application": validation.WrongApplication,
	"no_visual_change": validation.NoVisualChange, "unexpected_dialog": validation.UnexpectedDialog,
	"ocr_text_missing": validation.OCRTextMissing, "ui_loading": validation.UILoading,
	"schema_invalid": validation.SchemaInvalid, "unknown": validation.UnknownCategory,
}

var (
	// ErrEmpty is returned for an answer of no text.
	ErrEmpty = errors.New("the answer is empty")
	// ErrForm is returned for an answer to a test that is not of the schema's form.
	ErrForm = errors.New("the model answers, but not in the form that it is asked for")
)

// parseAnswer reads a model's text: one JSON object of the schema's form and nothing else. Servers do not hold numbers to
// their limits, so the confidence is clamped here; a category that is none of ours is unknown.
func parseAnswer(text string) (answer, error) {
	if strings.TrimSpace(text) == "" {
		return answer{}, ErrEmpty
	}
	if len(text) > maxAnswer {
		return answer{}, fmt.Errorf("the answer has %d bytes, more than %d", len(text), maxAnswer)
	}
	var raw struct {
		PageInfo   string   `json:"page_info"`
		Thoughts   string   `json:"thoughts"`
		Answer     *string  `json:"answer"`
		Category   string   `json:"failure_category"`
		Confidence *float64 `json:"confidence"`
	}
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return answer{}, fmt.Errorf("the answer is no JSON of the form asked for: %w", err)
	}
	if raw.Answer == nil || raw.Confidence == nil {
		return answer{}, errors.New("the answer lacks answer or confidence")
	}
	a := answer{PageInfo: tidy(raw.PageInfo), Thoughts: tidy(raw.Thoughts), Choice: choice(*raw.Answer), Confidence: clamp(*raw.Confidence)}
	switch a.Choice {
	case answerYes, answerCannotTell:
	case answerNo:
		category, known := categories[raw.Category]
		if !known {
			category = validation.UnknownCategory
		}
		a.Category = category
	default:
		return answer{}, fmt.Errorf("the answer is %q, not yes, no or cannot_tell", cut(tidy(*raw.Answer), 40))
	}
	return a, nil
}

// clamp brings a confidence into 0…JudgeCap.
func clamp(confidence float64) float64 {
	if math.IsNaN(confidence) {
		return 0
	}
	return min(max(confidence, 0), validation.JudgeCap)
}

// verdict is what follows from an answer. One that says "no, it still loads" asks for patience, not for a person.
func (a answer) verdict() validation.Verdict {
	switch {
	case a.Choice == answerYes:
		return validation.Complete
	case a.Choice == answerNo && a.Category != validation.UILoading:
		return validation.Terminate
	}
	return validation.Continue
}

// tidy makes a model's words fit to be shown: one line, no control or direction characters, not long.
func tidy(s string) string {
	return cut(strings.Join(strings.Fields(strings.Map(printable, s)), " "), maxWords)
}

func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
		return -1
	}
	return r
}

// cut shortens a text to so many characters, and marks the cut.
func cut(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
