package validation

import (
	"encoding/json"
	"image"
	"time"

	"vigie/validation/screen"
)

// Point is a position as a fraction 0…1 of the screenshot's width and height.
type Point struct {
	X float64 `json:"x_pct"`
	Y float64 `json:"y_pct"`
}

// On returns the pixel of a w×h picture that the point falls on. It may lie outside the picture.
func (p Point) On(size image.Point) image.Point {
	return image.Pt(int(p.X*float64(size.X)), int(p.Y*float64(size.Y)))
}

// Action is what the agent was to do; the fields are those of replay-format.md. Absent fields are zero or nil.
type Action struct {
	Type      string   `json:"type"`
	Role      string   `json:"role,omitempty"`
	ByText    string   `json:"by_text,omitempty"` // also filled from target_spec.by_text
	At        *Point   `json:"at,omitempty"`      // x_pct, y_pct
	To        *Point   `json:"to,omitempty"`      // to_x_pct, to_y_pct
	Button    string   `json:"button,omitempty"`
	Keys      []string `json:"keys,omitempty"` // lower case
	Text      string   `json:"text,omitempty"` // always empty for type_secret
	Condition string   `json:"condition,omitempty"`
}

// Result is what the agent reported of the action.
type Result struct {
	Success     bool            `json:"success"`
	Error       string          `json:"error,omitempty"`
	Actual      *Point          `json:"actual_position,omitempty"`
	TitleBefore *string         `json:"window_title_before,omitempty"`
	Title       *string         `json:"window_title,omitempty"`
	ElapsedMS   float64         `json:"elapsed_ms,omitempty"`
	Keystrokes  *int            `json:"keystrokes,omitempty"`
	Value       json.RawMessage `json:"value,omitempty"`
}

// Monitor is the monitor that a screenshot shows, in desktop pixels.
type Monitor struct {
	Index  int     `json:"index"`
	X      int     `json:"x"`
	Y      int     `json:"y"`
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Scale  float64 `json:"scale,omitempty"`
}

// Context is what the workflow says of the step.
type Context struct {
	Label           string           `json:"label,omitempty"` // also filled from action_intention
	ExpectedResult  string           `json:"expected_result,omitempty"`
	ExpectedText    string           `json:"expected_text,omitempty"`
	ExpectedTitle   string           `json:"expected_title,omitempty"`
	AppTitle        string           `json:"app_title,omitempty"`
	TabLabel        string           `json:"tab_label_attendu,omitempty"`
	DialogBox       *image.Rectangle `json:"dialog_bbox,omitempty"`
	SaveButton      *image.Rectangle `json:"save_button_anchor,omitempty"`
	MenuItems       []string         `json:"expected_menu_items,omitempty"`
	Tooltip         string           `json:"expected_tooltip_text,omitempty"`
	ExpectedHeaders []string         `json:"expected_headers,omitempty"`
	ExpectedRows    *int             `json:"expected_rows,omitempty"`
	ExpectedPath    string           `json:"expected_path,omitempty"`
	Database        string           `json:"database,omitempty"`
	Query           string           `json:"query,omitempty"`
	Table           string           `json:"table,omitempty"`
	Checklist       []string         `json:"checklist,omitempty"`
	Monitor         *Monitor         `json:"monitor,omitempty"`
}

// Step is one reported action with its pictures, ready to be validated.
type Step struct {
	Action  Action
	Result  Result
	Context Context
	// Scale is the screen's scale: logical pixels times Scale are screenshot pixels. 0 means unknown, taken as 1.
	Scale float64
	// Screen is the session's screen in pixels; zero when the session does not say.
	Screen image.Point
	// Language is the session's language, as in "fr".
	Language string
	// Before is nil when the agent sent none. After is oldest first; several are a burst.
	Before *screen.Picture
	After  []*screen.Picture
	// CanHandleDialogs says that the agent has a dialog handler.
	CanHandleDialogs bool
	// Received is when the report came in; zero when unknown, as with a recorded step.
	Received time.Time
	// Attempt is 1 for the first report of a step, more for a retry or a recheck.
	Attempt int
	// Previous is the label of the step before; empty when it is not known.
	Previous string
	// Moot is closed once nobody waits for the verdict, as when the session has ended: the judge is given up then. May be nil.
	Moot <-chan struct{}
}

// Secret says whether the step types a secret: what it typed is never read, stored or shown.
func (s *Step) Secret() bool { return s.Action.Type == "type_secret" }

// Point returns where the agent acted: the reported position, else the planned one; nil when neither is known.
func (s *Step) Point() *Point {
	if s.Result.Actual != nil {
		return s.Result.Actual
	}
	return s.Action.At
}
