package check

import (
	"context"
	"strings"

	"vigie/validation"
)

// Human stands for a step that a person settles: it never does so itself.
var Human validation.Checker = passive{validation.CheckHuman, waitForPerson}

// Clipboard stands for shortcuts that fill the clipboard, which no screenshot shows.
var Clipboard validation.Checker = passive{validation.CheckClipboard, takeAsCopied}

// InnerSteps stands for a loop, whose inner steps are checked one by one.
var InnerSteps validation.Checker = passive{validation.CheckNone, leaveToInnerSteps}

// passive is a checker that looks at nothing and says so.
type passive struct {
	name string
	say  func(*validation.Scene) validation.Finding
}

// Name is the checker's name in matrix.md.
func (p passive) Name() string { return p.name }

// Check returns what there is to say.
func (p passive) Check(_ context.Context, s *validation.Scene) (validation.Finding, error) {
	return p.say(s), nil
}

// waitForPerson is sure that the step is not settled: nothing is wrong, and nothing goes on without a person.
func waitForPerson(s *validation.Scene) validation.Finding {
	if len(s.Context.Checklist) == 0 {
		return doubt(1, validation.None, validation.Say("human_waits"))
	}
	return doubt(1, validation.None, validation.Say("human_checklist", "list", strings.Join(s.Context.Checklist, " · ")))
}

// taken is the confidence in what cannot be checked: enough for the row's threshold, and plainly no proof.
const taken = .6

func takeAsCopied(s *validation.Scene) validation.Finding {
	return complete(taken, validation.Say("clipboard_unseen", "keys", strings.Join(s.Action.Keys, "+")))
}

func leaveToInnerSteps(*validation.Scene) validation.Finding {
	return complete(taken, validation.Say("inner_steps"))
}
