package replay

import "vigie/validation"

// Effect is something to be done after an input, as data.
type Effect interface{ effect() }

// StoreReport is the effect that a new report is to be stored.
type StoreReport struct{ Report *Report }

// StoreAssessment is the effect that a report's assessment is to be stored.
type StoreAssessment struct {
	EventID    string
	Assessment *validation.Assessment
}

// Decide is the effect that a decision is to be added to the report of its EventID, and told to the agent.
type Decide struct{ Decision Decision }

// Validate is the effect that a stored report is to be validated.
type Validate struct{ EventID string }

// Notify is the effect that a person is to be called: the session has paused.
type Notify struct{ EventID string }

// MarkDelivered is the effect that the decisions up to Seq are to be marked as taken by the agent.
type MarkDelivered struct{ Seq int }

// SaveSummary is the effect that the session's summary has changed without one of its reports.
type SaveSummary struct{}

func (StoreReport) effect()     {}
func (StoreAssessment) effect() {}
func (Decide) effect()          {}
func (Validate) effect()        {}
func (Notify) effect()          {}
func (MarkDelivered) effect()   {}
func (SaveSummary) effect()     {}
