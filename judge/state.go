package judge

import "time"

// Status is how the judge is.
type Status string

// The states of the judge.
const (
	StatusOff         Status = "off"         // switched off
	StatusChecking    Status = "checking"    // nobody has looked yet
	StatusUnreachable Status = "unreachable" // no server answers at the host
	StatusNoModel     Status = "no_model"    // the server lacks the model, or has none with vision
	StatusNoVision    Status = "no_vision"   // the model cannot see pictures
	StatusElsewhere   Status = "elsewhere"   // the server would send the pictures on to another one
	StatusLoading     Status = "loading"     // the model is being loaded
	StatusReady       Status = "ready"       // it can be asked
	StatusBusy        Status = "busy"        // it is being asked
	StatusBroken      Status = "broken"      // left alone for a while, after answers that did not come in time
)

// State is how the judge is at one moment.
type State struct {
	Status Status
	Host   string
	// Model is the one that is asked, or that is missing; empty where none is known. Digest names its files.
	Model, Digest string
	// Loaded says that the server holds the model in memory.
	Loaded bool
	// Last is how long the last answer took, and LastAt when it came; zero before the first.
	Last   time.Duration
	LastAt time.Time
	// Problem is what went wrong, in the server's or the system's words; empty where nothing did.
	Problem string
	// Until is when a broken judge is tried again.
	Until time.Time
	// CheckedAt is when the server was looked at last.
	CheckedAt time.Time
}

// Usable says whether a question can be put.
func (s State) Usable() bool {
	return s.Status == StatusReady || s.Status == StatusBusy || s.Status == StatusLoading
}

// looked is what a look at the server found.
type looked struct {
	status        Status // StatusReady where the model can be asked
	model, digest string
	thinking      bool
	loaded        bool
	problem       string
	at            time.Time
}

// breaker leaves a server alone that did not answer in time, again and again. It is a value: its methods return the next.
type breaker struct {
	failures int
	until    time.Time
}

// After how many time-outs in a row the server is left alone, and for how long.
const (
	breakAfter = 3
	breakFor   = time.Minute
)

// answered is the breaker after an answer that came in time, whatever it said.
func (breaker) answered() breaker { return breaker{} }

// timedOut is the breaker after one that did not. Once it was open, a single further one opens it again.
func (b breaker) timedOut(now time.Time) breaker {
	b.failures++
	if b.failures >= breakAfter {
		b.until = now.Add(breakFor)
	}
	return b
}

// open says whether nobody should ask now.
func (b breaker) open(now time.Time) bool { return now.Before(b.until) }
