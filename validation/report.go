package validation

import (
	"cmp"
	"slices"
	"strings"

	"vigie/validation/ocr"
)

// unknownActionWords are how agents say that they have no handler for an action, folded.
var unknownActionWords = []string{"unknown action", "unsupported action", "action inconnu", "type d'action inconnu", "not supported", "no handler"}

// saysUnknownAction says whether an agent's error means that it cannot do such an action at all.
func saysUnknownAction(text string) bool {
	folded := ocr.Fold(text)
	return slices.ContainsFunc(unknownActionWords, func(w string) bool { return strings.Contains(folded, w) })
}

// visible are the checks whose COMPLETE is proof enough to overrule an agent that says it failed: the text that the
// workflow waits for is on the screen now and was not before, or something other than the screen proves it.
var visible = []string{CheckExpectedText, CheckSchema, CheckRows, CheckFile}

// withReport weighs the agent's own word: "success" proves nothing, "failed" fails a step unless the effect is plainly
// there or still coming. An agent that timed out while it waited is the common case of the latter.
func withReport(scene *Scene, findings []Finding, decided Finding) Finding {
	if scene.Result.Success {
		return decided
	}
	if f, ok := surest(findings, Complete, .85); ok && slices.Contains(visible, f.Check) && decided.Verdict == Complete {
		f.Evidence.Notes = append(f.Evidence.Notes, Say("agent_failed_but_seen"))
		return f
	}
	if decided.Verdict == Terminate || decided.Verdict == Continue && decided.Category == UILoading {
		return decided
	}
	return Finding{
		Verdict: Terminate, Confidence: .9, Check: CheckReport, Category: reportCategory(decided),
		Reason: Say("agent_failed", "error", cmp.Or(scene.Result.Error, "success=false")),
	}
}

func reportCategory(decided Finding) Category {
	if decided.Category != None && decided.Category != UnknownCategory {
		return decided.Category
	}
	return NoVisualChange
}
