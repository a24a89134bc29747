package replay

import (
	"context"
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

// JudgeModel is a model on the judge's server.
type JudgeModel struct {
	Name  string
	Bytes int64 // of its files
	// Vision says that it can see pictures; Elsewhere that the server has another one run it.
	Vision, Elsewhere bool
}

// JudgeTrial is what came of a test of the judge: its answer to a picture that shows what it is asked about.
type JudgeTrial struct {
	Model string
	// Answer and Thoughts are the model's own words; Right says that the answer is the right one.
	Answer, Thoughts string
	Right            bool
	Took             time.Duration
}

// JudgeDesk is what a window asks of the judge. Its methods wait for the server.
type JudgeDesk interface {
	// JudgeModels lists the models on the server, by name.
	JudgeModels(ctx context.Context) ([]JudgeModel, error)
	// TryJudge asks the model about a picture whose answer is known.
	TryJudge(ctx context.Context) (JudgeTrial, error)
}
