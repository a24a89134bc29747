package stage

import (
	"fmt"
	"image"
	"time"

	"vigie/replay"
	"vigie/validation"
	"vigie/validation/ocr"
)

// At is when the invented replays happen.
var At = time.Date(2026, 5, 8, 14, 3, 11, 0, time.UTC)

// Report makes a report of an event, with an invented assessment of a verdict.
func Report(e replay.Event, at time.Time, v validation.Verdict) *replay.Report {
	kind, role := validation.KindOf(e.Action)
	a := &validation.Assessment{
		Verdict: v, Confidence: 0.9, Kind: kind, Role: role, Check: "ocr_region", Elapsed: 61 * time.Millisecond,
		Lights: validation.Lights{Sent: validation.SentYes, Seen: validation.SeenYes, Proved: validation.ProvedNoSuch},
		Reason: validation.Say("screen_changed"),
	}
	if e.Action.ByText != "" {
		a.Reason = validation.Say("label_at_point", "label", e.Action.ByText)
	}
	act := replay.DoContinue
	switch v {
	case validation.Terminate:
		a.Category, a.Lights.Seen, act = validation.WrongApplication, validation.SeenNo, replay.DoPause
		a.Reason = validation.Say("in_address_bar")
	case validation.Continue:
		a.Category, a.Lights.Seen, a.Confidence, act = validation.UILoading, validation.SeenNotYet, 0.4, replay.DoRecheck
		a.Reason = validation.Say("browser_loads")
	}
	a.Findings = findings(e, a)
	return &replay.Report{
		Event: e, ReceivedAt: at, Assessment: a,
		Decisions: []replay.Decision{{Seq: e.StepIndex, EventID: e.ID, StepIndex: e.StepIndex, Attempt: e.Attempt, Verdict: v, Action: act, By: replay.ByValidator, At: at}},
	}
}

func findings(e replay.Event, a *validation.Assessment) []validation.Finding {
	p := validation.Point{X: .5, Y: .5}
	if e.Result.Actual != nil {
		p = *e.Result.Actual
	}
	at := p.On(image.Pt(1366, 768))
	region := image.Rect(at.X-80, at.Y-40, at.X+80, at.Y+40)
	similar, limit := 0.973, 0.98
	words := []ocr.Word{{Text: "urgence", Box: image.Rect(at.X-60, at.Y-8, at.X-4, at.Y+8)}, {Text: "exam", Box: image.Rect(at.X+2, at.Y-8, at.X+50, at.Y+8)}}
	read := "urgence.exam.local/dossier"
	if a.Verdict == validation.Complete {
		read = e.Action.ByText
	}
	return []validation.Finding{
		{
			Verdict: a.Verdict, Confidence: a.Confidence, Check: "ocr_region", Category: a.Category, Reason: a.Reason,
			Elapsed: 38 * time.Millisecond, Budget: 80 * time.Millisecond,
			Regions:  []validation.Region{{Box: region, Role: validation.RoleDecided}, {Box: region, Role: validation.RoleDecided, On: "before"}},
			Evidence: validation.Evidence{Read: read, Expected: e.Action.ByText, Words: words},
		},
		{
			Verdict: validation.Complete, Confidence: 0.6, Check: "pixel_change", Elapsed: 14 * time.Millisecond, Budget: 15 * time.Millisecond,
			Reason:   validation.Say("screen_changed"),
			Regions:  []validation.Region{{Box: region.Inset(-70), Role: validation.RoleLooked}},
			Evidence: validation.Evidence{SSIM: &similar, Threshold: &limit},
		},
		{
			Verdict: validation.Continue, Confidence: 0.4, Check: "title_bar", Elapsed: 31 * time.Millisecond, Budget: 20 * time.Millisecond,
			Reason: validation.Say("title_same"),
		},
	}
}

// Live makes a live session of reports, in a phase.
func Live(id, workflow, agent string, total int, phase replay.Phase, reports []*replay.Report) replay.Live {
	l := replay.Live{Reports: reports, LastHeard: At.Add(90 * time.Second)}
	l.Session = replay.Session{ID: id, Workflow: workflow, Agent: agent, StartedAt: At, StepTotal: total}
	l.Phase, l.UpdatedAt = phase, At
	for _, r := range reports {
		l.Steps = max(l.Steps, r.Event.StepIndex)
		if r.Assessment == nil {
			continue
		}
		switch r.Assessment.Verdict {
		case validation.Complete:
			l.Complete++
		case validation.Continue:
			l.Continue++
		case validation.Terminate:
			l.Terminate++
		}
	}
	if phase == replay.PhasePaused {
		since := At.Add(90 * time.Second)
		l.PausedSince, l.Pauses = &since, 1
	}
	return l
}

// Archived makes n stored sessions without reports.
func Archived(n int) []replay.Summary {
	phases := []replay.Phase{replay.PhaseFinished, replay.PhaseAborted, replay.PhaseFinished, replay.PhaseLost, replay.PhasePaused}
	all := make([]replay.Summary, n)
	for i := range all {
		started := At.Add(-time.Duration(i) * 7 * time.Hour)
		ended := started.Add(time.Duration(90+i*37) * time.Second)
		all[i] = replay.Summary{
			Session: replay.Session{ID: fmt.Sprintf("stored-%d", i), Workflow: "Demo_urgence_3_db", Agent: "lea-01", StartedAt: started, StepTotal: 46},
			Phase:   phases[i%len(phases)], Steps: 46 - i%7, Complete: 40 - i%7, Continue: 3, Terminate: i % 4, Pauses: i % 4, EndedAt: &ended,
		}
		if i%4 > 0 {
			all[i].Categories = []validation.Category{validation.WrongTarget, validation.UILoading}[i%2 : i%2+1]
			all[i].Persons = []replay.Person{{Who: "anna", Action: replay.DoRetry, Count: i % 4}}
		}
		if phases[i%len(phases)] == replay.PhaseAborted {
			all[i].Persons = append(all[i].Persons, replay.Person{Who: "anna", Action: replay.DoAbort, Count: 1})
		}
	}
	return all
}
