package replay_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

// keep plays what a supervisor stores: the reports after all effects of inputs.
func keep(t *testing.T, m replay.Machine, inputs ...replay.Input) (replay.Machine, []*replay.Report) {
	t.Helper()
	var reports []*replay.Report
	find := func(id string) *replay.Report {
		for _, r := range reports {
			if r.Event.ID == id {
				return r
			}
		}
		return nil
	}
	now := t0
	for _, in := range inputs {
		now = now.Add(time.Minute)
		next, effects, err := m.Apply(in, now)
		if err != nil {
			t.Fatalf("%T: %v", in, err)
		}
		m = next
		for _, e := range effects {
			switch e := e.(type) {
			case replay.StoreReport:
				reports = append(reports, e.Report)
			case replay.StoreAssessment:
				find(e.EventID).Assessment = e.Assessment
			case replay.Decide:
				r := find(e.Decision.EventID)
				r.Decisions = append(r.Decisions, e.Decision)
			}
		}
	}
	return m, reports
}

func TestRestoredMachineGoesOnAsTheFormerOne(t *testing.T) {
	histories := map[string][]replay.Input{
		"nothing yet":          {},
		"running":              {report(1, 1), complete(1, 1)},
		"validating":           {report(1, 1), complete(1, 1), report(2, 1)},
		"waiting for recheck":  {report(1, 1), loading(1, 1), report(1, 2), loading(1, 2)},
		"paused":               {report(1, 1), complete(1, 1), report(2, 1), failed(2, 1)},
		"paused by doubts":     {report(1, 1), loading(1, 1), report(1, 2), loading(1, 2), report(1, 3), loading(1, 3)},
		"told to retry":        {report(1, 1), loading(1, 1), report(1, 2), failed(1, 2), order(replay.DoRetry, "s1a2")},
		"told to check again":  {report(1, 1), failed(1, 1), order(replay.DoRecheck, "s1a1")},
		"told to resume":       {report(1, 1), failed(1, 1), order(replay.DoResume, "s1a1")},
		"aborted":              {report(1, 1), failed(1, 1), order(replay.DoAbort, "s1a1")},
		"paused, none came":    {report(1, 1), complete(1, 1), replay.Announced{Step: 2, Attempt: 1}, replay.Tick{}},
		"a person's pause":     {reportOf("pause_for_human", 1, 1), complete(1, 1)},
		"retried and in doubt": {report(1, 1), failed(1, 1), order(replay.DoRetry, "s1a1"), report(1, 2), loading(1, 2)},
	}
	probes := []replay.Input{
		report(1, 1), report(1, 2), report(1, 3), report(1, 4), report(2, 1), report(2, 2), report(3, 1), loading(2, 1),
		loading(1, 2), complete(1, 1), order(replay.DoResume, "s1a3"), order(replay.DoResume, "s2a1"),
		order(replay.DoResume, "report-missing-s2a1"),
		replay.Finished{Outcome: "completed"},
		replay.Tick{},
		replay.Heard{},
	}
	for name, history := range histories {
		t.Run(name, func(t *testing.T) {
			former, reports := keep(t, replay.NewMachine(replay.Rules{}, replay.Session{ID: "s"}, t0), history...)
			now := former.Summary().UpdatedAt
			former, _, _ = former.Apply(replay.Heard{}, now)
			again := replay.RestoreMachine(replay.Rules{}, former.Summary(), reports, now)
			if diff := cmp.Diff(former.Summary(), again.Summary()); diff != "" {
				t.Fatalf("summary (-want +got):\n%s", diff)
			}
			for _, probe := range probes {
				m, effects, err := former.Apply(probe, now)
				want := describe(m, effects, err)
				m2, effects, err := again.Apply(probe, now)
				if got := describe(m2, effects, err); got != want {
					t.Errorf("%#v (-want +got):\n-%s\n+%s", probe, want, got)
				}
				if diff := cmp.Diff(m.Summary(), m2.Summary()); diff != "" {
					t.Errorf("%#v: summary (-want +got):\n%s", probe, diff)
				}
			}
		})
	}
}
