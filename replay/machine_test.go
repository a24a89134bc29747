package replay_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vigie/replay"
	"vigie/validation"
)

// t0 is when the tests' sessions start.
var t0 = time.Date(2026, 5, 8, 14, 0, 0, 0, time.UTC)

// happening is one input of a script, some time after the one before, and what comes of it: the phase, then the effects
// or the error.
type happening struct {
	in    replay.Input
	later time.Duration
	want  string
}

func report(step, attempt int) replay.Reported { return reportOf("click", step, attempt) }

func reportOf(action string, step, attempt int) replay.Reported {
	return replay.Reported{Event: replay.Event{
		SessionID: "s", ID: eventID(step, attempt), StepIndex: step, Attempt: attempt, Action: validation.Action{Type: action},
		Result: validation.Result{Success: true},
	}}
}

func eventID(step, attempt int) string { return fmt.Sprintf("s%da%d", step, attempt) }

func assessed(step, attempt int, v validation.Verdict, category validation.Category) replay.Assessed {
	return replay.Assessed{EventID: eventID(step, attempt), Step: step, Assessment: &validation.Assessment{
		Verdict: v, Confidence: 0.9, Category: category, Check: "ocr_region", Reason: validation.Sentence{ID: "because."},
	}}
}

func complete(step, attempt int) replay.Assessed {
	return assessed(step, attempt, validation.Complete, validation.None)
}

func loading(step, attempt int) replay.Assessed {
	return assessed(step, attempt, validation.Continue, validation.UILoading)
}

func failed(step, attempt int) replay.Assessed {
	return assessed(step, attempt, validation.Terminate, validation.WrongTarget)
}

func dialog(step, attempt int) replay.Assessed {
	return assessed(step, attempt, validation.Terminate, validation.UnexpectedDialog)
}

func order(action, event string) replay.Ordered {
	return replay.Ordered{Order: replay.Order{SessionID: "s", EventID: event, Action: action, Note: "seen", Who: "ana"}}
}

// describe writes down what came of an input.
func describe(m replay.Machine, effects []replay.Effect, err error) string {
	parts := []string{string(m.Summary().Phase)}
	for _, e := range effects {
		parts = append(parts, describeEffect(e))
	}
	for _, known := range []error{replay.ErrOutOfOrder, replay.ErrDecided, replay.ErrEnded} {
		if errors.Is(err, known) {
			return parts[0] + ": " + known.Error()
		}
	}
	if err != nil {
		return parts[0] + ": " + err.Error()
	}
	return strings.Join(parts, "; ")
}

func describeEffect(e replay.Effect) string {
	switch e := e.(type) {
	case replay.StoreReport:
		return "store " + e.Report.Event.ID
	case replay.StoreAssessment:
		return "assess " + e.EventID
	case replay.Validate:
		return "validate " + e.EventID
	case replay.Notify:
		return "notify"
	case replay.MarkDelivered:
		return fmt.Sprintf("delivered %d", e.Seq)
	case replay.Decide:
		d := e.Decision
		s := fmt.Sprintf("#%d %s %s %s by %s", d.Seq, d.EventID, d.Action, d.Verdict, d.By)
		if d.AfterMS > 0 {
			s += fmt.Sprintf(" after %d", d.AfterMS)
		}
		return s
	case replay.SaveSummary:
		return "save"
	}
	return fmt.Sprintf("%T", e)
}

const (
	stored1 = "validating; store s1a1; validate s1a1"
	paused1 = "paused; assess s1a1; #1 s1a1 pause TERMINATE by validator; notify"
)

// toPause is the start of the scripts whose first step fails.
func toPause(more ...happening) []happening {
	return append([]happening{{in: report(1, 1), want: stored1}, {in: failed(1, 1), want: paused1}}, more...)
}

// course is a script for a session under rules.
type course struct {
	name    string
	rules   replay.Rules
	session replay.Session
	script  []happening
}

// play plays each script, and holds what comes of every input against what should.
func play(t *testing.T, cases []course) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.session.ID == "" {
				c.session.ID = "s"
			}
			now := t0
			m := replay.NewMachine(c.rules, c.session, now)
			for i, h := range c.script {
				now = now.Add(h.later)
				var effects []replay.Effect
				var err error
				m, effects, err = m.Apply(h.in, now)
				if got := describe(m, effects, err); got != h.want {
					t.Fatalf("%d: %T (-want +got):\n-%s\n+%s\nerror: %v", i, h.in, h.want, got, err)
				}
			}
		})
	}
}

func TestMachineFollowsVerdicts(t *testing.T) {
	handler := replay.Session{ID: "s", Capabilities: []string{"dialog_handler"}}
	play(t, []course{
		{name: "steps that work go on", script: []happening{
			{in: replay.Announced{Step: 1, Attempt: 1}, want: "running"},
			{in: report(1, 1), want: stored1},
			{in: complete(1, 1), want: "running; assess s1a1; #1 s1a1 continue COMPLETE by validator"},
			{in: report(2, 1), want: "validating; store s2a1; validate s2a1"},
			{in: complete(2, 1), want: "running; assess s2a1; #2 s2a1 continue COMPLETE by validator"},
			{in: replay.Finished{Outcome: "completed"}, want: "finished; save"},
		}},
		{name: "a doubt is looked at twice more, then a person is called", script: []happening{
			{in: report(1, 1), want: stored1},
			{in: loading(1, 1), want: "waiting_recheck; assess s1a1; #1 s1a1 recheck CONTINUE by validator after 1500"},
			{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
			{in: loading(1, 2), want: "waiting_recheck; assess s1a2; #2 s1a2 recheck CONTINUE by validator after 1500"},
			{in: report(1, 3), want: "validating; store s1a3; validate s1a3"},
			{in: loading(1, 3), want: "paused; assess s1a3; #3 s1a3 pause TERMINATE by validator; notify"},
		}},
		{name: "a doubt that comes right goes on", script: []happening{
			{in: report(1, 1), want: stored1},
			{in: loading(1, 1), want: "waiting_recheck; assess s1a1; #1 s1a1 recheck CONTINUE by validator after 1500"},
			{in: report(2, 1), want: "waiting_recheck: out of order"},
			{in: report(1, 1), want: "waiting_recheck: out of order"},
			{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
			{in: complete(1, 2), want: "running; assess s1a2; #2 s1a2 continue COMPLETE by validator"},
			{in: report(1, 3), want: "running: already decided"},
		}},
		{name: "an unknown verdict is a doubt", script: []happening{
			{in: report(1, 1), want: stored1},
			{
				in:   assessed(1, 1, validation.Unknown, validation.None),
				want: "waiting_recheck; assess s1a1; #1 s1a1 recheck UNKNOWN by validator after 1500",
			},
		}},
		{name: "an unexpected dialog goes to the agent's handler, at most twice", session: handler, script: []happening{
			{in: report(1, 1), want: stored1},
			{in: dialog(1, 1), want: "waiting_recheck; assess s1a1; #1 s1a1 handoff_dialog TERMINATE by validator"},
			{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
			{in: dialog(1, 2), want: "waiting_recheck; assess s1a2; #2 s1a2 handoff_dialog TERMINATE by validator"},
			{in: report(1, 3), want: "validating; store s1a3; validate s1a3"},
			{in: dialog(1, 3), want: "paused; assess s1a3; #3 s1a3 pause TERMINATE by validator; notify"},
		}},
		{name: "an unexpected dialog without a handler pauses", script: []happening{
			{in: report(1, 1), want: stored1}, {in: dialog(1, 1), want: paused1},
		}},
		{name: "another failure pauses, handler or not", session: handler, script: toPause()},
	})
}

func TestMachineFollowsThePerson(t *testing.T) {
	play(t, []course{
		{name: "resume goes on with a later step", script: toPause(
			happening{in: report(2, 1), want: "paused: out of order"},
			happening{in: replay.Announced{Step: 2, Attempt: 1}, want: "paused: out of order"},
			happening{in: replay.Finished{Outcome: "completed"}, want: "paused: out of order"},
			happening{in: order(replay.DoResume, "s1a1"), want: "running; #2 s1a1 resume TERMINATE by supervisor"},
			happening{in: report(1, 2), want: "running: already decided"},
			happening{in: report(2, 1), want: "validating; store s2a1; validate s2a1"},
		)},
		{name: "retry asks for the same step again, with its rechecks", script: toPause(
			happening{in: order(replay.DoRetry, "s1a1"), want: "running; #2 s1a1 retry TERMINATE by supervisor"},
			happening{in: report(2, 1), want: "running: out of order"},
			happening{in: replay.Finished{Outcome: "completed"}, want: "running: out of order"},
			happening{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
			happening{in: loading(1, 2), want: "waiting_recheck; assess s1a2; #3 s1a2 recheck CONTINUE by validator after 1500"},
			happening{in: report(1, 3), want: "validating; store s1a3; validate s1a3"},
			happening{in: loading(1, 3), want: "waiting_recheck; assess s1a3; #4 s1a3 recheck CONTINUE by validator after 1500"},
		)},
		{name: "check again asks for a new screenshot", script: toPause(
			happening{in: order(replay.DoRecheck, "s1a1"), want: "waiting_recheck; #2 s1a1 recheck TERMINATE by supervisor"},
			happening{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
			happening{in: complete(1, 2), want: "running; assess s1a2; #3 s1a2 continue COMPLETE by validator"},
		)},
		{name: "abort ends the replay", script: toPause(
			happening{in: order(replay.DoAbort, "s1a1"), want: "aborted; #2 s1a1 abort TERMINATE by supervisor"},
			happening{in: report(2, 1), want: "aborted: session has ended"},
			happening{in: order(replay.DoResume, "s1a1"), want: "aborted: session has ended"},
			happening{in: replay.Finished{Outcome: "completed"}, want: "aborted: session has ended"},
			happening{in: replay.Delivered{Seq: 2}, want: "aborted; delivered 2"},
		)},
		{name: "abort needs a reason", script: toPause(
			happening{
				in:   replay.Ordered{Order: replay.Order{EventID: "s1a1", Action: replay.DoAbort, Note: " "}},
				want: "paused: abort needs a reason: write it in the note",
			},
		)},
		{name: "abort ends a running replay, and one without reports", script: []happening{
			{in: order(replay.DoAbort, ""), want: "aborted; save"},
		}},
		{name: "no order is carried out twice, or on another step", script: toPause(
			happening{in: order(replay.DoResume, "s0a1"), want: "paused: already decided"},
			happening{in: order("dance", "s1a1"), want: `paused: order "dance" is none of ["resume" "retry" "recheck" "abort"]`},
			happening{in: order(replay.DoRetry, "s1a1"), want: "running; #2 s1a1 retry TERMINATE by supervisor"},
			happening{in: order(replay.DoRetry, "s1a1"), want: "running: already decided"},
			happening{in: order(replay.DoResume, "s1a1"), want: "running: already decided"},
		)},
	})
}

func TestMachineKeepsOrder(t *testing.T) {
	play(t, []course{
		{name: "a report while the one before is validated is out of order", script: []happening{
			{in: report(1, 1), want: stored1},
			{in: report(2, 1), want: "validating: out of order"},
			{in: replay.Announced{Step: 2, Attempt: 1}, want: "validating: out of order"},
			{in: replay.Finished{Outcome: "completed"}, want: "validating: out of order"},
			{in: replay.Finished{Outcome: "crashed"}, want: "aborted; save"},
			{in: complete(1, 1), want: "aborted; assess s1a1"},
		}},
		{name: "steps may be left out, but not come before the current one", script: []happening{
			{in: report(5, 1), want: "validating; store s5a1; validate s5a1"},
			{in: complete(5, 1), want: "running; assess s5a1; #1 s5a1 continue COMPLETE by validator"},
			{in: report(4, 1), want: "running: out of order"},
			{in: replay.Announced{Step: 4, Attempt: 1}, want: "running: out of order"},
			{in: report(9, 1), want: "validating; store s9a1; validate s9a1"},
		}},
		{name: "decisions are taken once", script: toPause(
			happening{in: replay.Delivered{Seq: 7}, want: "paused; delivered 1"},
			happening{in: replay.Delivered{Seq: 1}, want: "paused"},
		)},
	})
}

func TestMachineFollowsTime(t *testing.T) {
	impatient := replay.Session{ID: "s", PauseTimeoutS: 600, PauseTimeoutAct: replay.DoAbort}
	play(t, []course{
		{name: "a report that never comes pauses after 30 s", script: []happening{
			{in: replay.Announced{Step: 3, Attempt: 1}, want: "running"},
			{in: replay.Tick{}, later: 29 * time.Second, want: "running"},
			{
				in: replay.Tick{}, later: time.Second,
				want: "paused; store report-missing-s3a1; #1 report-missing-s3a1 pause TERMINATE by validator; notify",
			},
			{in: order(replay.DoRetry, "report-missing-s3a1"), want: "running; #2 report-missing-s3a1 retry TERMINATE by supervisor"},
			{in: report(3, 1), want: "running: out of order"},
			{in: report(3, 2), want: "validating; store s3a2; validate s3a2"},
		}},
		{name: "a missing report that is only late ends its pause", script: []happening{
			{in: replay.Announced{Step: 3, Attempt: 1}, want: "running"},
			{
				in: replay.Tick{}, later: 30 * time.Second,
				want: "paused; store report-missing-s3a1; #1 report-missing-s3a1 pause TERMINATE by validator; notify",
			},
			{in: report(4, 1), want: "paused: out of order"},
			{in: report(3, 1), want: "validating; store s3a1; validate s3a1"},
			{in: order(replay.DoResume, "report-missing-s3a1"), want: "validating: already decided"},
			{in: complete(3, 1), want: "running; assess s3a1; #2 s3a1 continue COMPLETE by validator"},
		}},
		{name: "a new announcement starts the 30 s again", script: []happening{
			{in: replay.Announced{Step: 3, Attempt: 1}, want: "running"},
			{in: replay.Announced{Step: 3, Attempt: 1}, later: 29 * time.Second, want: "running"},
			{in: replay.Tick{}, later: 29 * time.Second, want: "running"},
		}},
		{name: "a silent agent is lost, and comes back when it is heard", script: []happening{
			{in: report(1, 1), want: stored1},
			{in: loading(1, 1), want: "waiting_recheck; assess s1a1; #1 s1a1 recheck CONTINUE by validator after 1500"},
			{in: replay.Tick{}, later: 119 * time.Second, want: "waiting_recheck"},
			{in: replay.Tick{}, later: time.Second, want: "lost; save"},
			{in: replay.Tick{}, later: time.Hour, want: "lost"},
			{in: replay.Heard{}, want: "waiting_recheck; save"},
			{in: report(1, 2), want: "validating; store s1a2; validate s1a2"},
		}},
		{name: "a lost agent that comes with the wrong step is heard all the same", script: []happening{
			{in: report(2, 1), want: "validating; store s2a1; validate s2a1"},
			{in: complete(2, 1), want: "running; assess s2a1; #1 s2a1 continue COMPLETE by validator"},
			{in: replay.Tick{}, later: time.Hour, want: "lost; save"},
			{in: report(1, 1), want: "running: out of order"},
		}},
		{name: "a lost replay can be aborted", script: []happening{
			{in: report(1, 1), want: stored1},
			{in: complete(1, 1), want: "running; assess s1a1; #1 s1a1 continue COMPLETE by validator"},
			{in: replay.Tick{}, later: time.Hour, want: "lost; save"},
			{in: order(replay.DoAbort, "s1a1"), want: "aborted; #2 s1a1 abort COMPLETE by supervisor"},
		}},
		{name: "a pause waits for ever", script: toPause(happening{in: replay.Tick{}, later: 1000 * time.Hour, want: "paused"})},
		{name: "a pause with a time-out ends the replay", session: impatient, script: toPause(
			happening{in: replay.Tick{}, later: 599 * time.Second, want: "paused"},
			happening{in: replay.Tick{}, later: time.Second, want: "aborted; #2 s1a1 abort TERMINATE by validator"},
		)},
	})
}

func TestMachineFollowsSwitches(t *testing.T) {
	skips := replay.Session{ID: "s", SkipPauses: true}
	off, shadow := replay.Rules{Off: true}, replay.Rules{Shadow: true}
	play(t, []course{
		{name: "a pause for a person pauses, whatever the screen shows", script: []happening{
			{in: reportOf("pause_for_human", 1, 1), want: stored1},
			{in: complete(1, 1), want: "paused; assess s1a1; #1 s1a1 pause COMPLETE by validator; notify"},
			{in: order(replay.DoResume, "s1a1"), want: "running; #2 s1a1 resume COMPLETE by supervisor"},
		}},
		{name: "a pause for a person is passed over where the session says so", session: skips, script: []happening{
			{in: reportOf("pause_for_human", 1, 1), want: stored1},
			{in: failed(1, 1), want: "running; assess s1a1; #1 s1a1 continue TERMINATE by validator"},
		}},
		{name: "switched off, nothing is validated or held up but a pause for a person", rules: off, script: []happening{
			{in: report(1, 1), want: "running; store s1a1; #1 s1a1 continue UNKNOWN by validator"},
			{in: report(2, 1), want: "running; store s2a1; #2 s2a1 continue UNKNOWN by validator"},
			{in: report(2, 2), want: "running; store s2a2; #3 s2a2 continue UNKNOWN by validator"},
			{in: replay.Announced{Step: 3, Attempt: 1}, want: "running"},
			{in: replay.Tick{}, later: 30 * time.Second, want: "running; store report-missing-s3a1"},
			{in: report(3, 1), want: "running; store s3a1; #4 s3a1 continue UNKNOWN by validator"},
			{in: reportOf("pause_for_human", 4, 1), want: "paused; store s4a1; #5 s4a1 pause UNKNOWN by validator; notify"},
		}},
		{name: "in the shadow steps are validated and never held up", rules: shadow, script: []happening{
			{in: report(1, 1), want: "running; store s1a1; #1 s1a1 continue UNKNOWN by validator; validate s1a1"},
			{in: report(2, 1), want: "running; store s2a1; #2 s2a1 continue UNKNOWN by validator; validate s2a1"},
			{in: failed(1, 1), want: "running; assess s1a1"},
			{in: failed(2, 1), want: "running; assess s2a1"},
			{in: replay.Finished{Outcome: "completed"}, want: "finished; save"},
		}},
	})
}
