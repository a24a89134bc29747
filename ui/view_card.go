package ui

import (
	"encoding/json"
	"slices"
	"time"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/mask"
)

// cardView is what the verdict card says of a report.
type cardView struct {
	mark       mark
	confidence string
	wire       string // the verdict's name in the interface, for technical people
	category   string
	reason     string
	lights     [3]mark
	read       string
	expected   string
	notes      []string
	checks     []checkView
	decisions  []decisionView
}

// checkView is one check that ran.
type checkView struct {
	name       string
	mark       mark
	confidence string
	measure    string // SSIM, share of changed pixels or threshold, where there is one
	time       string
	share      float32 // of the budget
	over       bool    // the budget was exceeded
	reason     string
	notes      []string // what else it says; the first check's are the card's own
}

// decisionView is one decision on a step.
type decisionView struct {
	title    string
	note     string
	byPerson bool
}

// viewCard makes a report's card.
func viewCard(r *replay.Report) cardView {
	v := cardView{mark: reportMark(r), decisions: viewDecisions(r)}
	a := r.Assessment
	if a == nil {
		v.reason = t("card.validating")
		v.lights = lightMarks(validation.Lights{})
		return v
	}
	v.confidence, v.wire = number(a.Confidence, 2), t("card.wire", gaps{"Verdict": a.Verdict.String()})
	v.reason, v.lights = a.Reason.In(spoken()), lightMarks(a.Lights)
	if a.Category != validation.None {
		v.category = named(categoryNames, string(a.Category))
	}
	for i := range a.Findings {
		check := viewCheck(&a.Findings[i])
		if i > 0 {
			check.notes = notesOf(&a.Findings[i].Evidence)
		}
		v.checks = append(v.checks, check)
	}
	if len(a.Findings) > 0 {
		v.addEvidence(r, &a.Findings[0].Evidence)
	}
	v.notes = append(v.notes, judgeWords(r.Assessment.Findings)...)
	v.notes = append(v.notes, coveredNotes(r.Covered)...)
	return v
}

// coveredNotes say what is covered in a step's pictures, each once.
func coveredNotes(covers []mask.Cover) []string {
	var all []string
	for _, c := range covers {
		note := t("card.covered.secret")
		switch {
		case c.Why == mask.WhyUnplaced:
			note = t("card.covered.unplaced")
		case c.Why == mask.WhyZone && c.Name != "":
			note = t("card.covered.named", gaps{"Name": c.Name})
		case c.Why == mask.WhyZone:
			note = t("card.covered.zone")
		}
		if !slices.Contains(all, note) {
			all = append(all, note)
		}
	}
	return all
}

// addEvidence shows what was read and what was expected. A secret's text is shown to nobody, even if something had
// read it.
func (v *cardView) addEvidence(r *replay.Report, e *validation.Evidence) {
	if r.Event.Action.Type != "type_secret" {
		v.read, v.expected = e.Read, e.Expected
	}
	v.notes = notesOf(e)
}

// notesOf are a finding's further sentences. Its error is left to the copy as JSON: it is technical, and English.
func notesOf(e *validation.Evidence) []string {
	var all []string
	for _, note := range e.Notes {
		all = append(all, note.In(spoken()))
	}
	return all
}

func viewCheck(f *validation.Finding) checkView {
	v := checkView{
		name: named(checkNames, f.Check), mark: verdictMark(f.Verdict), confidence: number(f.Confidence, 2),
		measure: measure(&f.Evidence), time: t("check.time", gaps{"Time": milliseconds(f.Elapsed)}), reason: f.Reason.In(spoken()),
	}
	if f.Budget > 0 {
		v.time = t("check.time_of", gaps{"Time": milliseconds(f.Elapsed), "Budget": milliseconds(f.Budget)})
		v.share, v.over = float32(f.Elapsed)/float32(f.Budget), f.Elapsed > f.Budget
	}
	return v
}

// measure says what a check measured and against what.
func measure(e *validation.Evidence) string {
	var value string
	switch {
	case e.SSIM != nil:
		value = t("check.ssim", gaps{"Value": number(*e.SSIM, 3)})
	case e.Changed != nil:
		value = t("check.changed", gaps{"Value": number(*e.Changed*100, 1)})
	case e.Threshold != nil:
		return t("check.limit", gaps{"Value": number(*e.Threshold, 2)})
	default:
		return ""
	}
	if e.Threshold == nil {
		return value
	}
	if e.SSIM == nil {
		return value + t("check.threshold", gaps{"Value": number(*e.Threshold*100, 1) + " %"})
	}
	return value + t("check.threshold", gaps{"Value": number(*e.Threshold, 3)})
}

// viewDecisions are all decisions on a report, the newest first.
func viewDecisions(r *replay.Report) []decisionView {
	var all []decisionView
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		all = append(all, viewDecision(&r.Decisions[i]))
	}
	return all
}

func viewDecision(d *replay.Decision) decisionView {
	by := named(deciderNames, d.By)
	if d.Who != "" {
		by = d.Who
	}
	return decisionView{
		title: t("decision.title", gaps{"What": named(decisionNames, d.Action), "By": by, "At": hourOrNone(d.At)}),
		note:  d.Note, byPerson: d.By == replay.BySupervisor,
	}
}

func hourOrNone(at time.Time) string {
	if at.IsZero() {
		return "–"
	}
	return hour(at)
}

// reportJSON is a report as JSON, for a person who hands it on; empty where it has none, which no report of ours does.
func reportJSON(r *replay.Report) string {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return ""
	}
	return string(data)
}
