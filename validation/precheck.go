package validation

// precheck settles what needs no look at the screen: a step that no agent can do, and one without the pictures that
// its row needs.
func precheck(scene *Scene) (Finding, bool) {
	switch {
	case scene.Kind == "unsupported":
		return Finding{Verdict: Terminate, Confidence: 1, Check: CheckUnsupported, Category: UnsupportedAction, Reason: Say("unsupported", "type", scene.Action.Type)}, true
	case saysUnknownAction(scene.Result.Error):
		return Finding{Verdict: Terminate, Confidence: 1, Check: CheckReport, Category: UnsupportedAction, Reason: Say("agent_unsupported", "error", scene.Result.Error)}, true
	case scene.row.NeedsPictures && scene.After() == nil:
		return Finding{Verdict: Continue, Confidence: .2, Check: CheckSound, Category: UnknownCategory, Reason: Say("no_after"), Evidence: Evidence{Error: scene.decodeError()}}, true
	default:
		return scene.unusable()
	}
}
