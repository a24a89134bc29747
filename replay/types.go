package replay

import (
	"encoding/json"
	"time"

	"vigie/validation"
	"vigie/validation/mask"
)

// Session is what session.json and POST /v1/sessions say of a replay.
type Session struct {
	ID              string                     `json:"session_id"`
	Workflow        string                     `json:"workflow,omitempty"`
	Agent           string                     `json:"agent,omitempty"`
	StartedAt       time.Time                  `json:"started_at"`
	StepTotal       int                        `json:"step_total,omitempty"`
	Mode            string                     `json:"mode,omitempty"` // ModeSupervised or ModeAutonomous
	Screen          Screen                     `json:"screen"`
	Language        string                     `json:"language,omitempty"`
	Capabilities    []string                   `json:"capabilities,omitempty"`
	SkipPauses      bool                       `json:"skip_pauses,omitempty"`
	PauseTimeoutS   float64                    `json:"pause_timeout_s,omitempty"`
	PauseTimeoutAct string                     `json:"pause_timeout_action,omitempty"`
	Extra           map[string]json.RawMessage `json:"extra,omitempty"` // unknown fields, kept and shown
}

// Modes of a session.
const (
	ModeSupervised = "supervised"
	ModeAutonomous = "autonomous"
)

// Screen is a session's screen, in pixels and their scale.
type Screen struct {
	Width  int     `json:"width,omitempty"`
	Height int     `json:"height,omitempty"`
	Scale  float64 `json:"scale,omitempty"`
}

// Event is a step event: one attempt at one step, as the agent reports it.
type Event struct {
	SessionID string             `json:"session_id"`
	ID        string             `json:"id"`
	StepIndex int                `json:"step_index"` // 1-based
	StepTotal int                `json:"step_total,omitempty"`
	Attempt   int                `json:"attempt"` // 1-based
	Action    validation.Action  `json:"action"`
	Result    validation.Result  `json:"result"`
	Context   validation.Context `json:"context"`
	// Screenshots names the pictures: in a bundle relative paths, in the store content hashes (SHA-256, hexadecimal).
	Screenshots Screenshots                `json:"screenshots"`
	Truth       *Truth                     `json:"truth,omitempty"`
	Extra       map[string]json.RawMessage `json:"extra,omitempty"` // unknown fields by dotted path, kept and shown
}

// Screenshots names an event's pictures.
type Screenshots struct {
	Before string   `json:"before,omitempty"`
	After  []string `json:"after,omitempty"` // oldest first
}

// Truth is what really happened, in a corpus.
type Truth struct {
	Effect   string                `json:"effect"` // "achieved", "failed" or "pending"
	Category validation.Category   `json:"category"`
	Also     []validation.Category `json:"also,omitempty"`
	How      string                `json:"how,omitempty"`
	Note     string                `json:"note,omitempty"`
}

// Decision is what the agent is told about a step, and the record of who decided. Seq counts from 1 within a session.
type Decision struct {
	Seq        int                 `json:"seq"`
	EventID    string              `json:"event_id"`
	StepIndex  int                 `json:"step_index"`
	Attempt    int                 `json:"attempt"`
	Verdict    validation.Verdict  `json:"verdict"`
	Confidence float64             `json:"confidence"`
	Category   validation.Category `json:"category,omitempty"`
	Reason     string              `json:"reason"` // in the session's language
	Action     string              `json:"action"` // one of the Do… constants
	AfterMS    int                 `json:"after_ms,omitempty"`
	By         string              `json:"by"` // ByValidator, ByJudge, BySupervisor
	Note       string              `json:"note,omitempty"`
	// Who is the person's account name where a person decided; At is when.
	Who         string     `json:"who,omitempty"`
	At          time.Time  `json:"at"`
	PausedSince *time.Time `json:"paused_since,omitempty"`
	DialogBox   []int      `json:"dialog_bbox,omitempty"` // x0, y0, x1, y1 with handoff_dialog
}

// What a decision tells the agent to do.
const (
	DoContinue = "continue"
	DoRecheck  = "recheck"
	DoHandoff  = "handoff_dialog"
	DoPause    = "pause"
	DoRetry    = "retry"
	DoResume   = "resume"
	DoAbort    = "abort"
)

// Who decides.
const (
	ByValidator  = "validator"
	ByJudge      = "judge"
	BySupervisor = "supervisor"
)

// Phase is where a session stands.
type Phase string

// The phases of a session.
const (
	PhaseRunning    Phase = "running"
	PhaseValidating Phase = "validating"
	PhaseRecheck    Phase = "waiting_recheck"
	PhasePaused     Phase = "paused"
	PhaseFinished   Phase = "finished"
	PhaseAborted    Phase = "aborted"
	PhaseLost       Phase = "lost"
)

// Report is an event as it was received and stored, with what was made of it.
type Report struct {
	Event      Event                  `json:"event"` // Screenshots hold content hashes
	ReceivedAt time.Time              `json:"received_at"`
	Assessment *validation.Assessment `json:"assessment,omitempty"` // nil while validating
	Decisions  []Decision             `json:"decisions,omitempty"`  // oldest first
	// Delivered is the highest Seq of this report's decisions that the agent has taken.
	Delivered int `json:"delivered,omitempty"`
	// Missing marks the record of an announced step whose report never came: it has no action and no pictures.
	Missing bool `json:"missing,omitempty"`
	// Covered are the boxes that are covered in the pictures, where a secret was typed or a person drew a zone.
	Covered []mask.Cover `json:"covered,omitempty"`
}

// Summary is a session in a list.
type Summary struct {
	Session   Session `json:"session"`
	Phase     Phase   `json:"phase"`
	Steps     int     `json:"steps"` // the highest step reported
	Complete  int     `json:"complete"`
	Continue  int     `json:"continue"`
	Terminate int     `json:"terminate"`
	Pauses    int     `json:"pauses"`
	// Categories are the ways in which its steps failed, each once; Persons is who decided what, the first decision first.
	Categories  []validation.Category `json:"categories,omitempty"`
	Persons     []Person              `json:"persons,omitempty"`
	PausedSince *time.Time            `json:"paused_since,omitempty"`
	UpdatedAt   time.Time             `json:"updated_at"`
	EndedAt     *time.Time            `json:"ended_at,omitempty"`
	// EndedBy is the account's name of the person who ended the replay, and EndNote why; empty where nobody did.
	EndedBy string `json:"ended_by,omitempty"`
	EndNote string `json:"end_note,omitempty"`
	// Imported marks a session that came as a bundle: EndedAt is when it was imported.
	Imported bool `json:"imported,omitempty"`
}

// Took is how long a session took that has ended. It is false while it goes on, and where nobody timed it: an imported one
// was recorded at another time than it was kept.
func (s *Summary) Took() (time.Duration, bool) {
	if s.EndedAt == nil || s.Imported || s.Session.StartedAt.IsZero() {
		return 0, false
	}
	return s.EndedAt.Sub(s.Session.StartedAt), true
}

// Snapshot is the immutable state of all live sessions that a window shows. Nothing reachable from it changes.
type Snapshot struct {
	Sessions []Live
}

// Live is one live session in a snapshot.
type Live struct {
	Summary
	// Reports are all attempts in the order in which they came.
	Reports []*Report
	// Announced is the step that the agent announced and has not reported yet; 0 when none.
	Announced int
	// LastHeard is when the agent was last heard.
	LastHeard time.Time
	// Problem says what keeps the session from going on, as a full disk; the zero Sentence when nothing does.
	Problem validation.Sentence
}

// Order is a person's decision on a paused step, as the window sends it.
type Order struct {
	SessionID string
	EventID   string // the report on screen; an order for another one is refused
	Action    string // DoResume, DoRetry, DoRecheck (check again) or DoAbort
	Note      string
	Who       string
}
