package replay_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// run applies inputs that must succeed, and returns the machine and all decisions.
func run(t *testing.T, m replay.Machine, inputs ...replay.Input) (replay.Machine, []replay.Decision) {
	t.Helper()
	var decisions []replay.Decision
	for _, in := range inputs {
		next, effects, err := m.Apply(in, t0)
		if err != nil {
			t.Fatalf("%T: %v", in, err)
		}
		m = next
		for _, e := range effects {
			if d, ok := e.(replay.Decide); ok {
				decisions = append(decisions, d.Decision)
			}
		}
	}
	return m, decisions
}

func TestMachineCountsEachStepOnce(t *testing.T) {
	m := replay.NewMachine(replay.Rules{}, replay.Session{ID: "s"}, t0)
	m, _ = run(t, m, report(1, 1), complete(1, 1), report(2, 1), loading(2, 1), report(2, 2), complete(2, 2), report(3, 1),
		failed(3, 1), order(replay.DoRetry, "s3a1"), report(3, 2), complete(3, 2), report(4, 1), failed(4, 1))
	got := m.Summary()
	if got.Complete != 3 || got.Continue != 0 || got.Terminate != 1 || got.Pauses != 2 || got.Steps != 4 {
		t.Errorf("complete %d, continue %d, terminate %d, pauses %d, steps %d; want 3, 0, 1, 2, 4",
			got.Complete, got.Continue, got.Terminate, got.Pauses, got.Steps)
	}
}

func TestMachineSaysWhyInTheSessionsLanguage(t *testing.T) {
	m := replay.NewMachine(replay.Rules{MaxRechecks: 1}, replay.Session{ID: "s", Language: "fr"}, t0)
	_, ds := run(t, m, report(1, 1), loading(1, 1), report(1, 2), loading(1, 2), order(replay.DoResume, "s1a2"))
	var got []string
	for _, d := range ds {
		got = append(got, d.Reason)
	}
	want := []string{"because.", "because. Toujours ainsi après avoir regardé de nouveau (1 ×)", "Une personne considère l'étape comme faite"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if d := ds[2]; d.Who != "ana" || d.Note != "seen" || d.Category != validation.UILoading || d.By != replay.BySupervisor {
		t.Errorf("the person's decision is %+v", d)
	}
}

func TestMachineNamesTheJudgeAndTheDialog(t *testing.T) {
	m := replay.NewMachine(replay.Rules{}, replay.Session{ID: "s", Capabilities: []string{"dialog_handler"}}, t0)
	judged := complete(1, 1)
	judged.Assessment.Check = validation.CheckJudge
	boxed := dialog(2, 1)
	boxed.Assessment.Dialog.Max.X, boxed.Assessment.Dialog.Max.Y = 30, 20
	waits := loading(2, 2)
	waits.Assessment.Route.After = 4 * time.Second
	_, ds := run(t, m, report(1, 1), judged, report(2, 1), boxed, report(2, 2), waits)
	if ds[0].By != replay.ByJudge {
		t.Errorf("decided by %q, want the judge", ds[0].By)
	}
	if diff := cmp.Diff([]int{0, 0, 30, 20}, ds[1].DialogBox); diff != "" {
		t.Errorf("dialog (-want +got):\n%s", diff)
	}
	if ds[2].AfterMS != 4000 {
		t.Errorf("recheck after %d ms, want 4000", ds[2].AfterMS)
	}
}

func TestMachineDeadline(t *testing.T) {
	at := func(d time.Duration) time.Time { return t0.Add(d) }
	impatient := replay.Session{ID: "s", PauseTimeoutS: 600, PauseTimeoutAct: replay.DoAbort}
	cases := []struct {
		name    string
		session replay.Session
		inputs  []replay.Input
		want    time.Time
	}{
		{"a running session may be lost", replay.Session{}, nil, at(2 * time.Minute)},
		{"an announced step is due", replay.Session{}, []replay.Input{replay.Announced{Step: 1, Attempt: 1}}, at(30 * time.Second)},
		{"a validation takes its time", replay.Session{}, []replay.Input{report(1, 1)}, time.Time{}},
		{"a pause waits", replay.Session{}, []replay.Input{report(1, 1), failed(1, 1)}, time.Time{}},
		{"a pause times out", impatient, []replay.Input{report(1, 1), failed(1, 1)}, at(10 * time.Minute)},
		{"an ended session waits for nothing", replay.Session{}, []replay.Input{replay.Finished{Outcome: "completed"}}, time.Time{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m, _ := run(t, replay.NewMachine(replay.Rules{}, c.session, t0), c.inputs...)
			if got := m.Deadline(); !got.Equal(c.want) {
				t.Errorf("deadline %v, want %v", got, c.want)
			}
		})
	}
}
