package report

import (
	"html/template"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// headView is what stands above the steps.
type headView struct {
	Language string
	Policy   string
	Style    template.CSS
	Title    string
	Heading  string
	Made     string
	Facts    []fact
	Counts   []count
	Marks    string
	Legend   []legendView
	Problems string
	Nothing  string
	Links    []link
	All      string
}

// fact is a name and its value.
type fact struct{ Name, Value string }

// count is how many steps have a verdict; X and Width are its part of a bar of 100.
type count struct {
	Class, Sign, Word string
	Number            int
	X, Width          float64
}

// link leads to a step.
type link struct {
	Anchor int
	Step   string
	Label  string
	Class  string
	Sign   string
	Word   string
	Why    string
}

type legendView struct{ Class, Word string }

// viewHead makes the view of what stands above the steps.
func viewHead(w *words, s replay.Summary, reports []*replay.Report, now time.Time) headView {
	v := headView{
		Language: w.language, Policy: policy(), Style: template.CSS(style), //nolint:gosec // our own style
		Title: workflowOf(s), Heading: w.own("title"), Facts: facts(w, s), Counts: counts(w, s), Marks: w.own("marks"),
		Problems: w.own("attention"), All: w.own("all"),
	}
	if !now.IsZero() {
		v.Made = w.own("made", w.date(now))
	}
	for _, name := range []string{"decided", "looked", "changed", "dialog", "words", "planned", "acted"} {
		word := w.in("legend", name)
		if name == "changed" {
			word = w.own("changed")
		}
		v.Legend = append(v.Legend, legendView{name, word})
	}
	for i, r := range reports {
		if needsALook(r) {
			v.Links = append(v.Links, viewLink(w, r, i))
		}
	}
	if len(v.Links) == 0 {
		v.Nothing = w.own("nothing")
	}
	return v
}

func workflowOf(s replay.Summary) string {
	if s.Session.Workflow != "" {
		return s.Session.Workflow
	}
	return s.Session.ID
}

func facts(w *words, s replay.Summary) []fact {
	all := []fact{
		{w.own("workflow"), workflowOf(s)},
		{w.own("agent"), s.Session.Agent},
		{w.own("session"), s.Session.ID},
		{w.own("started"), w.date(s.Session.StartedAt)},
		{w.own("outcome"), w.in("phase", phaseName(s.Phase))},
		{w.own("steps"), w.number(float64(s.Steps), 0)},
		{w.own("pauses"), w.number(float64(s.Pauses), 0)},
	}
	if took, ok := s.Took(); ok {
		all = append(all, fact{w.own("length"), length(took)})
	}
	kept := all[:0]
	for _, f := range all {
		if f.Value != "" && f.Value != "–" {
			kept = append(kept, f)
		}
	}
	return kept
}

// phaseName is a phase as the window's texts call it.
func phaseName(p replay.Phase) string {
	if p == replay.PhaseRecheck {
		return "recheck"
	}
	return string(p)
}

func counts(w *words, s replay.Summary) []count {
	total := max(1, s.Complete+s.Continue+s.Terminate)
	var all []count
	x := 0.0
	for _, c := range []struct {
		verdict validation.Verdict
		number  int
	}{{validation.Complete, s.Complete}, {validation.Continue, s.Continue}, {validation.Terminate, s.Terminate}} {
		m := markOf(w, c.verdict)
		width := 100 * float64(c.number) / float64(total)
		all = append(all, count{Class: m.Class, Sign: m.Sign, Word: m.Word, Number: c.number, X: x, Width: width})
		x += width
	}
	return all
}

// mark is a verdict's sign, word and colour class.
type mark struct{ Class, Sign, Word string }

func markOf(w *words, v validation.Verdict) mark {
	switch v {
	case validation.Complete:
		return mark{"complete", "✔", w.in("verdict", "complete")}
	case validation.Continue:
		return mark{"continue", "…", w.in("verdict", "continue")}
	case validation.Terminate:
		return mark{"terminate", "✖", w.in("verdict", "terminate")}
	}
	return mark{"unknown", "–", w.in("verdict", "unknown")}
}

// verdictOf is a report's verdict; Unknown while there is none.
func verdictOf(r *replay.Report) validation.Verdict {
	if r.Assessment == nil {
		return validation.Unknown
	}
	return r.Assessment.Verdict
}

// needsALook says whether a step did not just work, or whether a person decided something about it.
func needsALook(r *replay.Report) bool {
	if r.Missing || r.Assessment != nil && r.Assessment.Verdict != validation.Complete {
		return true
	}
	for i := range r.Decisions {
		if r.Decisions[i].By == replay.BySupervisor {
			return true
		}
	}
	return false
}

func viewLink(w *words, r *replay.Report, i int) link {
	m := markOf(w, verdictOf(r))
	l := link{Anchor: i, Step: stepName(w, r), Label: labelOf(w, r), Class: m.Class, Sign: m.Sign, Word: m.Word}
	switch {
	case r.Missing:
		l.Why = w.own("missing")
	case r.Assessment != nil:
		l.Why = r.Assessment.Reason.In(w.language)
	}
	return l
}
