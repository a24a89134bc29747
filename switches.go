package main

import (
	"fmt"

	"github.com/alecthomas/kong"

	"vigie/validation"
)

// switches are those of matrix.md §6: a flag wins over the environment, which wins over the kept setting. nil means that
// neither flag nor environment says anything.
type switches struct {
	Validator  *bool    `negatable:"" group:"Validator" env:"RPA_VALIDATOR_ENABLED" help:"Validate the steps. Off: they are recorded only, and no replay is ever held up."`
	Judge      *bool    `negatable:"" group:"Validator" env:"RPA_VALIDATOR_LLM_JUDGE_ENABLED" help:"Ask the vision model where the checks do not settle a step."`
	OCRRadius  *int     `group:"Validator" name:"ocr-radius" env:"RPA_VALIDATOR_OCR_ROI_RADIUS" placeholder:"PIXELS" help:"Radius of the region that is read around a point, in logical pixels (80)."`
	JudgeHost  *string  `group:"Validator" name:"judge-host" env:"RPA_VALIDATOR_LLM_JUDGE_HOST" placeholder:"URL" help:"Address of the Ollama server that the vision model runs on (http://127.0.0.1:11434)."`
	JudgeModel *string  `group:"Validator" name:"model" env:"RPA_VALIDATOR_LLM_JUDGE_MODEL" placeholder:"NAME" help:"Vision model that is asked; without it the first one on the server that can see."`
	AskTwice   *bool    `negatable:"" group:"Validator" name:"ask-twice" help:"Ask the model twice, with before and after swapped, and believe only answers that agree."`
	Escalation *float64 `group:"Validator" name:"escalation" env:"RPA_VALIDATOR_ESCALATION_THRESHOLD" placeholder:"0…1" help:"Confidence below which an undecided step is put to the model (0.55)."`
	Roots      []string `group:"Validator" name:"root" sep:"none" placeholder:"FOLDER" help:"Folder below which files and databases that a step names may be looked at; may be repeated. Without it: none while agents are listened to, all for check and score."`

	given given
}

// Limits of the switches.
const (
	minRadius = 8
	maxRadius = 1000
)

// AfterApply refuses values that make no sense, after all flags and the environment are read.
func (s *switches) AfterApply(call *kong.Context) error {
	s.given = givenBy(call)
	if s.OCRRadius != nil && (*s.OCRRadius < minRadius || *s.OCRRadius > maxRadius) {
		return fmt.Errorf("--ocr-radius %d is not between %d and %d pixels", *s.OCRRadius, minRadius, maxRadius)
	}
	if s.Escalation != nil && !(*s.Escalation >= 0 && *s.Escalation <= 1) {
		return fmt.Errorf("--escalation %v is not between 0 and 1", *s.Escalation)
	}
	return nil
}

// on says whether a switch is on; one that nobody set is.
func on(s *bool) bool { return s == nil || *s }

// options are the validator's, with zero for what nobody set.
func (s *switches) options() validation.Options {
	var o validation.Options
	if s.OCRRadius != nil {
		o.Radius = *s.OCRRadius
	}
	if s.Escalation != nil {
		o.EscalationThreshold = *s.Escalation
	}
	return o
}
