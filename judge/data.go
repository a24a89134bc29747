package judge

import (
	"encoding/json"
	"strings"

	"vigie/validation"
)

// text is a text from outside: a step's, a screen's or a model's. In JSON it is on one line, bounded, and without a
// character by which chat templates mark who speaks or where a picture stands ("<|im_start|>", "[INST]", "[img-0]"): those
// are written as escapes, so that what stands on a screen can't end the data and speak as somebody else.
type text string

// The most characters of a text, and the most checks that are told.
const (
	maxText   = 240
	maxChecks = 8
)

var escapes = strings.NewReplacer("[", `\u005b`, "]", `\u005d`, "|", `\u007c`, "{", `\u007b`, "}", `\u007d`)

// MarshalJSON writes the text as a string.
func (t text) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(cut(tidy(string(t)), maxText)) // escapes <, > and &
	if err != nil {
		return nil, err
	}
	return []byte(escapes.Replace(string(data))), nil
}

// data is all that a model is told of a step.
type data struct {
	Action    *actionData `json:"action,omitempty"`
	Step      text        `json:"step,omitempty"`
	Expected  text        `json:"expected_result,omitempty"`
	Previous  text        `json:"previous_step,omitempty"`
	Condition text        `json:"condition,omitempty"`
	Text      *text       `json:"text,omitempty"`
	Checks    []checkData `json:"checks,omitempty"`
	Pictures  []text      `json:"pictures,omitempty"`
	Language  string      `json:"write_thoughts_in"`
}

type actionData struct {
	Kind  text   `json:"kind"`
	On    text   `json:"on,omitempty"`
	Role  text   `json:"role,omitempty"`
	Typed text   `json:"typed,omitempty"`
	Keys  []text `json:"keys,omitempty"`
}

// checkData is what a check found, with its doubts.
type checkData struct {
	Check      string   `json:"check"`
	Verdict    string   `json:"verdict"`
	Confidence float64  `json:"confidence"`
	Says       text     `json:"says,omitempty"`
	Read       text     `json:"text_on_screen,omitempty"`
	Expected   text     `json:"text_expected,omitempty"`
	SSIM       *float64 `json:"similarity,omitempty"`
	Changed    *float64 `json:"share_changed,omitempty"`
	Doubts     []text   `json:"doubts,omitempty"`
}

// dataOf is what a model is told of a step and of what the checks found.
func dataOf(k kind, s *validation.Step, findings []validation.Finding) data {
	d := data{
		Step: text(s.Context.Label), Expected: text(s.Context.ExpectedResult), Previous: text(s.Previous), Language: language(s.Language),
	}
	switch k {
	case kindPlausible:
		value := text(extracted(s))
		d.Text = &value
		return d
	case kindCondition:
		d.Condition = text(s.Action.Condition)
	default:
		d.Action = actionOf(s)
	}
	for _, f := range findings[:min(len(findings), maxChecks)] {
		d.Checks = append(d.Checks, checkOf(f))
	}
	return d
}

func actionOf(s *validation.Step) *actionData {
	name, role := validation.KindOf(s.Action)
	a := &actionData{Kind: text(name), On: text(s.Action.ByText), Role: text(role), Typed: text(s.Action.Text)}
	for _, key := range s.Action.Keys[:min(len(s.Action.Keys), 6)] {
		a.Keys = append(a.Keys, text(key))
	}
	return a
}

func checkOf(f validation.Finding) checkData {
	c := checkData{
		Check: f.Check, Verdict: f.Verdict.String(), Confidence: f.Confidence, Says: text(f.Reason.In("en")),
		Read: text(f.Evidence.Read), Expected: text(f.Evidence.Expected), SSIM: f.Evidence.SSIM, Changed: f.Evidence.Changed,
	}
	for _, note := range f.Evidence.Notes[:min(len(f.Evidence.Notes), 3)] {
		c.Doubts = append(c.Doubts, text(note.In("en")))
	}
	return c
}

// extracted is the text that a step took from the screen.
func extracted(s *validation.Step) string {
	var one string
	if json.Unmarshal(s.Result.Value, &one) == nil {
		return one
	}
	var pages []string
	if json.Unmarshal(s.Result.Value, &pages) == nil {
		return strings.Join(pages, " ")
	}
	return string(s.Result.Value)
}

// language is the language of the session's people; a name of ours, never theirs.
func language(code string) string {
	if strings.HasPrefix(strings.ToLower(code), "fr") {
		return "French"
	}
	return "English"
}

// encode is the data as the model gets it.
func (d data) encode() (string, error) {
	out, err := json.MarshalIndent(d, "", " ")
	return string(out), err
}
