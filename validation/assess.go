package validation

import (
	"slices"
	"time"
)

// assess puts the verdict, the lights and the route together.
func (v *Validator) assess(scene *Scene, findings []Finding, decided Finding, elapsed time.Duration) Assessment {
	decided.Evidence.Notes = append(decided.Evidence.Notes, scene.notes...)
	return Assessment{
		Verdict: decided.Verdict, Confidence: decided.Confidence, Check: decided.Check, Category: decided.Category,
		Reason: decided.Reason, Lights: lightsOf(scene, findings, decided),
		Kind: scene.Kind, Role: scene.Role, RoleInferred: scene.RoleInferred,
		Findings: order(findings, decided), Route: v.routeOf(scene, decided),
		Elapsed: elapsed, Decode: scene.decodeTime, Dialog: scene.dialogAfter,
	}
}

// order puts the deciding finding first.
func order(findings []Finding, decided Finding) []Finding {
	out := []Finding{decided}
	for _, f := range findings {
		if f.Check != decided.Check {
			out = append(out, f)
		}
	}
	return out
}

// routeOf says what follows from a verdict (matrix.md §5).
func (v *Validator) routeOf(scene *Scene, f Finding) Route {
	switch f.Verdict {
	case Complete:
		return Route{Action: RouteContinue}
	case Continue:
		if scene.Kind == "pause_for_human" || scene.Kind == kindCondition && !scene.asked {
			return Route{Action: RoutePause}
		}
		after := v.options.RecheckAfter
		if after == 0 {
			after = recheckAfter
		}
		return Route{Action: RouteRecheck, After: after}
	default:
		if f.Category == UnexpectedDialog && scene.CanHandleDialogs {
			return Route{Action: RouteHandoff}
		}
		return Route{Action: RoutePause}
	}
}

// proofs are the checks that rest on something other than the screen.
var proofs = map[string]bool{CheckSchema: true, CheckRows: true, CheckFile: true}

func lightsOf(scene *Scene, findings []Finding, decided Finding) Lights {
	return Lights{Sent: sentLight(scene), Seen: seenLight(scene.row, findings, decided), Proved: provedLight(findings)}
}

func sentLight(scene *Scene) Light {
	switch {
	case scene.Result.Error != "" && !scene.Result.Success:
		return SentNo
	case !scene.Result.Success:
		return SentUncertain
	default:
		return SentYes
	}
}

// seenLight is what the pixels alone say. Where something else decided, the checks that looked at them are asked once
// more among themselves: a screen that disagrees with a proof, or with the agent, must stay visible as such.
func seenLight(row Row, findings []Finding, decided Finding) Light {
	looks := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return blind(f.Check) })
	if blind(decided.Check) {
		decided = decide(row, looks)
	}
	switch {
	case decided.Verdict == Complete:
		return SeenYes
	case decided.Verdict == Terminate:
		return SeenNo
	case len(looks) == 0:
		return SeenNotLooked
	default:
		return SeenNotYet
	}
}

// blind says whether a check looks at no picture.
func blind(check string) bool {
	switch check {
	case CheckReport, CheckSound, CheckUnsupported, CheckHuman, CheckClipboard, CheckNone:
		return true
	}
	return proofs[check]
}

func provedLight(findings []Finding) Light {
	for _, f := range findings {
		if !proofs[f.Check] {
			continue
		}
		switch f.Verdict {
		case Complete:
			return ProvedYes
		case Terminate:
			return ProvedNo
		}
	}
	return ProvedNoSuch
}

// budgets are the times that the seeds allow a check, decoding excluded.
var budgets = map[string]time.Duration{
	CheckOCRRegion: 80, CheckTabActive: 100, CheckTabAbsence: 120, CheckSave: 150, CheckDialogClosed: 100, CheckDialogPresence: 150,
	CheckTitleBar: 130, CheckPixelChange: 15, CheckTyped: 120, CheckSecret: 20, CheckToggle: 20, CheckSelect: 100, CheckScroll: 100,
	CheckFocus: 30, CheckHover: 30, CheckDrag: 200, CheckAnchor: 100, CheckMenu: 150, CheckEvidence: 130, CheckSchema: 10, CheckRows: 50,
	CheckFile: 20, CheckExpectedText: 100, CheckEscape: 100, CheckRowKey: 80, CheckJudge: 2500,
}

func budgetOf(check string) time.Duration { return budgets[check] * time.Millisecond }
