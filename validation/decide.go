package validation

import "slices"

// decide makes one finding of several (matrix.md §5): what something other than the screen proves wins (§1); else a
// sure failure; else a sign that the effect is still under way; else the surest success; else nothing is settled.
func decide(row Row, findings []Finding) Finding {
	if f, ok := proven(row, findings); ok {
		return f
	}
	if f, ok := expectation(findings); ok {
		return f
	}
	if f, ok := surest(findings, Terminate, row.Fail); ok {
		return f
	}
	if f, ok := surest(findings, Continue, pendingFrom); ok && (f.Category == UILoading || f.Category == NoVisualChange) {
		return f
	}
	if f, ok := surest(findings, Complete, row.Accept); ok {
		return f
	}
	return undecided(findings)
}

// proven is what a file, a count of rows or a schema proves, for or against the effect, whatever the screen shows. Of
// two proofs that disagree the failure wins.
func proven(row Row, findings []Finding) (Finding, bool) {
	beyond := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return !proofs[f.Check] })
	if f, ok := surest(beyond, Terminate, row.Fail); ok {
		return f, true
	}
	return surest(beyond, Complete, row.Accept)
}

// expectation is the proof that the workflow itself named: the expected text or title is there now and was not before.
// It weighs more than a label that seems to stand beside the point, but not more than a sure failure.
func expectation(findings []Finding) (Finding, bool) {
	best, ok := surest(findings, Complete, expectedFrom)
	if !ok || best.Check != CheckExpectedText && best.Check != CheckTitleBar {
		return Finding{}, false
	}
	for _, f := range findings {
		if f.Verdict == Terminate && (f.Confidence >= sure || f.Confidence >= best.Confidence && f.Check != CheckOCRRegion) {
			return Finding{}, false
		}
	}
	return best, true
}

// expectedFrom is the confidence from which an expected text or title counts as such a proof.
const expectedFrom = .9

// pendingFrom is the confidence from which a sign that the effect is still under way, or has not shown, is believed more
// than a success.
const pendingFrom = 0.8

// surest returns the finding of a verdict with the highest confidence, the first of equals.
func surest(findings []Finding, verdict Verdict, from float64) (best Finding, ok bool) {
	for _, f := range findings {
		if f.Verdict == verdict && f.Confidence >= from && (!ok || f.Confidence > best.Confidence) {
			best, ok = f, true
		}
	}
	return best, ok
}

// undecided is what stays when no finding is sure enough: the doubt of the one that comes nearest to a verdict.
func undecided(findings []Finding) Finding {
	if len(findings) == 0 {
		return Finding{Verdict: Continue, Confidence: .3, Category: UnknownCategory, Check: CheckJudge, Reason: Say("nothing_to_check")}
	}
	best := findings[0]
	for _, f := range findings[1:] {
		if f.Confidence > best.Confidence {
			best = f
		}
	}
	best.Verdict = Continue
	best.Confidence = min(best.Confidence, .6)
	if best.Category == None {
		best.Category = UnknownCategory
		if i := slices.IndexFunc(findings, func(f Finding) bool { return f.Category != None }); i >= 0 {
			best.Category = findings[i].Category
		}
	}
	return best
}
