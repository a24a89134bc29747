package validation

import (
	"image"
	"time"

	"vigie/validation/ocr"
)

// Region is a part of a screenshot that a checker looked at.
type Region struct {
	// Box is in pixels of the screenshot.
	Box image.Rectangle `json:"box"`
	// Role says what the region is.
	Role RegionRole `json:"role"`
	// On says on which picture the region lies: "before", or "after".
	On string `json:"on,omitempty"`
}

// RegionRole says what a region of a finding is.
type RegionRole string

// The roles of regions.
const (
	RoleDecided RegionRole = "decided" // the region whose pixels or text decided
	RoleLooked  RegionRole = "looked"  // a region that was looked at and did not decide
	RoleDialog  RegionRole = "dialog"  // a dialog, menu or other box in front of the page
	RoleWidget  RegionRole = "widget"  // the widget under the point
	RoleChanged RegionRole = "changed" // pixels that changed because of the action
)

// Evidence is what a finding rests on. Fields that do not apply are zero or nil.
type Evidence struct {
	// Read and Expected are texts: what stands on the screen and what should stand there.
	Read     string `json:"read,omitempty"`
	Expected string `json:"expected,omitempty"`
	// Words are the words that were read, with boxes in pixels of the screenshot.
	Words []ocr.Word `json:"words,omitempty"`
	// SSIM is the structural similarity of the region that decided, -1…1; nil when not measured.
	SSIM *float64 `json:"ssim,omitempty"`
	// Changed is the share of changed pixels of the region that decided, 0…1; nil when not measured.
	Changed *float64 `json:"changed,omitempty"`
	// Threshold is the value that SSIM, Changed or the match score was held against; nil when none was.
	Threshold *float64 `json:"threshold,omitempty"`
	// Notes are further sentences: doubts, disagreements, corrections of the comparison.
	Notes []Sentence `json:"notes,omitempty"`
	// ShownBy is the 1-based number of the after picture that proved the effect, of a burst; 0 when there is one only.
	ShownBy int `json:"shown_by,omitempty"`
	// Error is the error of a check that could not be made.
	Error string `json:"error,omitempty"`
	// Judge is how the judge came to its answer; nil for the checks.
	Judge *Testimony `json:"judge,omitempty"`
}

// Testimony is a judge's answer with where it came from.
type Testimony struct {
	Model  string `json:"model"`
	Digest string `json:"digest,omitempty"` // of the model's files
	Prompt string `json:"prompt"`           // kind and version of the question, as in "effect/1"
	// Answer is "yes", "no" or "cannot_tell"; PageInfo and Thoughts are the model's own words: text from outside.
	Answer   string `json:"answer"`
	PageInfo string `json:"page_info,omitempty"`
	Thoughts string `json:"thoughts,omitempty"`
	// Asks is how often it was asked; 2 where it had to confirm its answer.
	Asks int `json:"asks"`
	// Tokens are those that were read and those that were written, of all asks.
	TokensIn  int `json:"tokens_in,omitempty"`
	TokensOut int `json:"tokens_out,omitempty"`
	// Took is the time of all asks; Load the part of it in which the model was loaded.
	Took time.Duration `json:"took_ns"`
	Load time.Duration `json:"load_ns,omitempty"`
	// Cached says that the answer was given before, to the same question on the same pictures.
	Cached bool `json:"cached,omitempty"`
}

// Finding is what one checker makes of a step.
type Finding struct {
	Verdict    Verdict       `json:"verdict"`
	Confidence float64       `json:"confidence"` // 0…1
	Check      string        `json:"check"`      // the checker's name
	Category   Category      `json:"category,omitempty"`
	Reason     Sentence      `json:"reason"`
	Elapsed    time.Duration `json:"elapsed_ns"`
	Budget     time.Duration `json:"budget_ns,omitempty"`
	Regions    []Region      `json:"regions,omitempty"`
	Evidence   Evidence      `json:"evidence"`
}

// Assessment is what the validator makes of a step: the verdict, the lights and the findings behind it.
type Assessment struct {
	Verdict    Verdict  `json:"verdict"`
	Confidence float64  `json:"confidence"`
	Check      string   `json:"check"` // the checker that decided
	Category   Category `json:"category,omitempty"`
	Reason     Sentence `json:"reason"`
	Lights     Lights   `json:"lights"`
	// Kind is the workflow name of the action, after mapping from wire names; Role the role given or inferred.
	Kind         string `json:"kind"`
	Role         string `json:"role,omitempty"`
	RoleInferred bool   `json:"role_inferred,omitempty"`
	// Findings are those of all checks that ran, the deciding one first.
	Findings []Finding `json:"findings"`
	// Route is what the replay should do next.
	Route Route `json:"route"`
	// Elapsed is the time from the decoded pictures to the verdict; Decode the time to decode them.
	Elapsed time.Duration `json:"elapsed_ns"`
	Decode  time.Duration `json:"decode_ns"`
	// Dialog is the box of a dialog in the last after picture, which the next step starts from; empty when there is none.
	Dialog image.Rectangle `json:"dialog"`
}

// Route is what follows from a verdict.
type Route struct {
	// Action is one of RouteContinue, RouteRecheck, RouteHandoff, RoutePause.
	Action string `json:"action"`
	// After is how long the agent waits before it takes a new screenshot.
	After time.Duration `json:"after_ns,omitempty"`
}

// The routes of matrix.md §5.
const (
	RouteContinue = "continue"
	RouteRecheck  = "recheck"
	RouteHandoff  = "handoff_dialog"
	RoutePause    = "pause"
)
