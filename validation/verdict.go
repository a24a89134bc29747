package validation

import "fmt"

// Verdict is what a checker, or the validator as a whole, makes of a step. The zero value is Unknown and is never a
// success.
type Verdict uint8

// The verdicts, as matrix.md §1 defines them.
const (
	// Unknown means that nobody has decided yet.
	Unknown Verdict = iota
	// Complete means that the action had its effect: the replay goes on.
	Complete
	// Continue means that the effect is not visible yet, or that the signals do not settle it.
	Continue
	// Terminate means that the action failed and will not come right by waiting.
	Terminate
)

var verdictNames = [...]string{"UNKNOWN", "COMPLETE", "CONTINUE", "TERMINATE"}

// String returns the verdict's name on the wire.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// MarshalText writes the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a verdict's name; any other text is an error.
func (v *Verdict) UnmarshalText(text []byte) error {
	for i, name := range verdictNames {
		if name == string(text) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q", text)
}

// Category says in which way a step failed. The empty category means that it did not.
type Category string

// The failure categories of matrix.md §1.
const (
	None              Category = ""
	WrongTarget       Category = "wrong_target"
	WrongApplication  Category = "wrong_application"
	NoVisualChange    Category = "no_visual_change"
	UnexpectedDialog  Category = "unexpected_dialog"
	OCRTextMissing    Category = "ocr_text_missing"
	UILoading         Category = "ui_loading"
	SchemaInvalid     Category = "schema_invalid"
	ReportMissing     Category = "report_missing"
	UnsupportedAction Category = "unsupported_action"
	UnknownCategory   Category = "unknown"
)

// Light is one of the three separate answers that every step carries. The zero value says nothing.
type Light string

// The values of the three lights.
const (
	SentYes       Light = "sent"
	SentNo        Light = "not_sent"
	SentUncertain Light = "uncertain"

	SeenYes       Light = "yes"
	SeenNo        Light = "no"
	SeenNotYet    Light = "not_yet"
	SeenNotLooked Light = "not_looked_at"

	ProvedYes    Light = "yes"
	ProvedNo     Light = "no"
	ProvedNoSuch Light = "no_such_proof"
)

// Lights are the evidence behind a verdict: what the agent says it sent, what the pixels show, and what something
// other than the screen proves.
type Lights struct {
	Sent   Light `json:"sent"`
	Seen   Light `json:"seen"`
	Proved Light `json:"proved"`
}
