package report

import (
	"time"

	"vigie/replay"
	"vigie/validation"
)

// stepView is one attempt at one step.
type stepView struct {
	Anchor     int
	Name       string
	Label      string
	Kind       string
	At         string
	Mark       mark
	Confidence string
	Category   string
	Reason     string
	Lights     []fact
	Facts      []fact
	Pictures   []pictureView
	Head       checkHead
	Checks     []checkView
	Notes      []string
	Decided    string
	Decisions  []decisionView
}

// checkHead are the names of the columns of the checks.
type checkHead struct{ Check, Verdict, Measured, Time, Reason string }

// checkView is one check that ran.
type checkView struct {
	Name       string
	Mark       mark
	Confidence string
	Measured   string
	Time       string
	Over       bool
	Reason     string
}

// decisionView is one decision, the oldest first.
type decisionView struct {
	What, By, At, Reason, Note string
	Person                     bool
}

// viewStep makes a report's view.
func viewStep(w *words, pictures *album, r *replay.Report, i int) stepView {
	v := stepView{
		Anchor: i, Name: stepName(w, r), Label: labelOf(w, r), Kind: kindOf(w, r),
		Mark: markOf(w, verdictOf(r)), Decided: w.own("decisions"), Facts: stepFacts(w, r),
		Head: checkHead{w.own("check"), w.own("verdict"), w.own("measured"), w.own("time"), w.own("reason")},
	}
	if !r.ReceivedAt.IsZero() {
		v.At = w.own("reported", w.date(r.ReceivedAt))
	}
	for n := range r.Decisions {
		v.Decisions = append(v.Decisions, viewDecision(w, &r.Decisions[n]))
	}
	if r.Missing {
		v.Reason = w.own("missing")
		return v
	}
	v.Pictures = viewPictures(w, pictures, r)
	if r.Assessment == nil {
		v.Reason = w.own("open")
		return v
	}
	v.assess(w, r.Assessment)
	return v
}

// assess adds what the validator made of the step.
func (v *stepView) assess(w *words, a *validation.Assessment) {
	v.Confidence, v.Reason = w.own("confidence", w.number(a.Confidence, 2)), a.Reason.In(w.language)
	if a.Category != validation.None {
		v.Category = w.in("category", string(a.Category))
	}
	v.Lights = []fact{
		{w.in("light", "sent"), light(w, "sent", string(a.Lights.Sent))},
		{w.in("light", "seen"), light(w, "seen", string(a.Lights.Seen))},
		{w.in("light", "proved"), light(w, "proved", string(a.Lights.Proved))},
	}
	for i := range a.Findings {
		v.Checks = append(v.Checks, viewCheck(w, &a.Findings[i]))
	}
	if len(a.Findings) > 0 {
		for _, note := range a.Findings[0].Evidence.Notes {
			v.Notes = append(v.Notes, note.In(w.language))
		}
	}
}

// lightKeys are the values of the lights as the window's texts call them.
var lightKeys = map[string]string{
	"sent.sent": "yes", "sent.not_sent": "no", "seen.not_looked_at": "not_looked", "proved.no_such_proof": "no_such",
}

func light(w *words, which, value string) string {
	if value == "" {
		return w.in("light", "none")
	}
	if key, ok := lightKeys[which+"."+value]; ok {
		value = key
	}
	return w.in("light."+which, value)
}

func viewCheck(w *words, f *validation.Finding) checkView {
	v := checkView{
		Name: w.in("check", f.Check), Mark: markOf(w, f.Verdict), Confidence: w.number(f.Confidence, 2),
		Measured: measured(w, &f.Evidence), Time: w.number(millis(f.Elapsed), 0) + " ms", Reason: f.Reason.In(w.language),
	}
	if f.Budget > 0 {
		v.Time = w.number(millis(f.Elapsed), 0) + " / " + w.number(millis(f.Budget), 0) + " ms"
		v.Over = f.Elapsed > f.Budget
	}
	return v
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// measured says what a check measured and against what.
func measured(w *words, e *validation.Evidence) string {
	switch {
	case e.SSIM != nil:
		return w.fill("check.ssim", "Value", w.number(*e.SSIM, 3)) + threshold(w, e, 1, 3, "")
	case e.Changed != nil:
		return w.fill("check.changed", "Value", w.number(*e.Changed*100, 1)) + threshold(w, e, 100, 1, " %")
	}
	return ""
}

func threshold(w *words, e *validation.Evidence, times float64, decimals int, unit string) string {
	if e.Threshold == nil {
		return ""
	}
	return w.fill("check.threshold", "Value", w.number(*e.Threshold*times, decimals)+unit)
}

func viewDecision(w *words, d *replay.Decision) decisionView {
	name := d.Action
	if name == replay.DoHandoff {
		name = "handoff"
	}
	v := decisionView{
		What: w.in("decision", name), By: w.in("decider", d.By), At: w.clock(d.At), Reason: d.Reason, Note: d.Note,
		Person: d.By == replay.BySupervisor,
	}
	if d.Who != "" {
		v.By = d.Who
	}
	if d.By == replay.ByValidator {
		v.Reason = "" // the verdict's own, which stands above in the report's language
	}
	return v
}

// stepFacts are what was expected and what was read. A secret's text is shown to nobody, even if something had read it.
func stepFacts(w *words, r *replay.Report) []fact {
	all := []fact{{w.own("wanted"), r.Event.Context.ExpectedResult}, {w.own("error"), r.Event.Result.Error}}
	if a := r.Assessment; a != nil && len(a.Findings) > 0 && r.Event.Action.Type != "type_secret" {
		e := &a.Findings[0].Evidence
		all = append(all, fact{w.own("expected"), e.Expected}, fact{w.own("read"), e.Read})
	}
	kept := all[:0]
	for _, f := range all {
		if f.Value != "" {
			kept = append(kept, f)
		}
	}
	return kept
}

func stepName(w *words, r *replay.Report) string {
	name := w.own("step", r.Event.StepIndex)
	if r.Event.Attempt > 1 {
		name += ", " + w.own("attempt", r.Event.Attempt)
	}
	return name
}

// labelOf is a step's name for a person.
func labelOf(w *words, r *replay.Report) string {
	switch e := &r.Event; {
	case e.Context.Label != "":
		return e.Context.Label
	case e.Action.ByText != "":
		return e.Action.ByText
	}
	return kindOf(w, r)
}

// kindOf is the kind of a step's action in words.
func kindOf(w *words, r *replay.Report) string {
	kind, role := validation.KindOf(r.Event.Action)
	if a := r.Assessment; a != nil && a.Kind != "" {
		kind, role = a.Kind, a.Role
	}
	if kind == "click_anchor" && role != "" {
		if text, ok := w.shared["kind.click."+role]; ok {
			return text
		}
	}
	return w.in("kind", kind)
}
