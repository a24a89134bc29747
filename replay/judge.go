package replay

import (
	"time"

	"vigie/validation"
)

// JudgeState is how the judge, a vision model, is at one moment: a value for windows and calls. The zero value is a judge of
// which nothing is known.
type JudgeState struct {
	// Status is one of the Judge… constants.
	Status string
	// Model is the one that is asked, or that is missing; empty where none is known. Host is its server's address.
	Model, Host string
	// Says is one sentence of what it is, and of what a person does about it.
	Says validation.Sentence
	// Last is how long the last answer took; zero before the first.
	Last time.Duration
}

// The states of the judge.
const (
	JudgeOff         = "off"         // switched off
	JudgeChecking    = "checking"    // nobody has looked yet
	JudgeUnreachable = "unreachable" // no server answers
	JudgeNoModel     = "no_model"    // the server lacks the model, or any that can see
	JudgeNoVision    = "no_vision"   // the model cannot see
	JudgeElsewhere   = "elsewhere"   // the server would send the pictures on to another machine
	JudgeLoading     = "loading"     // the model is being loaded
	JudgeReady       = "ready"       // it can be asked
	JudgeBusy        = "busy"        // it is being asked
	JudgeBroken      = "broken"      // left alone for a while, because it did not answer in time
)

// JudgeStatuses are all of them.
var JudgeStatuses = []string{
	JudgeOff, JudgeChecking, JudgeUnreachable, JudgeNoModel, JudgeNoVision, JudgeElsewhere, JudgeLoading, JudgeReady, JudgeBusy,
	JudgeBroken,
}
