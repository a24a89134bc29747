package replay_test

import (
	"context"
	"testing"
	"testing/synctest"

	"vigie/replay"
	"vigie/validation"
)

func TestPreviousLabel(t *testing.T) {
	event := func(step int, label string) replay.Event {
		return replay.Event{StepIndex: step, Context: validation.Context{Label: label}}
	}
	all := []replay.Event{event(1, "Ouvrir"), event(2, "Saisir"), event(2, "Saisir encore"), event(4, "Valider")}
	for step, want := range map[int]string{1: "", 2: "Ouvrir", 3: "Saisir encore", 4: "Saisir encore", 9: "Valider"} {
		if got := replay.PreviousLabel(all, step); got != want {
			t.Errorf("before step %d: %q, want %q", step, got, want)
		}
	}
}

// A step knows the label of the one before, which tells a judge where the replay stands.
func TestAStepKnowsTheLabelBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &watched{}
		h := newHouse(t, newMemory(), v, replay.Options{})
		defer h.close()
		h.start("s")
		first, second := report(1, 1).Event, report(2, 1).Event
		first.Context.Label, second.Context.Label = "Ouvrir le dossier", "Saisir la note"
		h.send(first, replay.Pictures{})
		if got := v.last().Previous; got != "" {
			t.Errorf("before the first step: %q", got)
		}
		h.send(second, replay.Pictures{})
		if got := v.last().Previous; got != "Ouvrir le dossier" {
			t.Errorf("before the second step: %q", got)
		}
	})
}

// What is asked about a step is given up when its session ends, and not before.
func TestAStepIsMootWhenItsSessionEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asking := validator(func(ctx context.Context, s *validation.Step) validation.Assessment {
			select {
			case <-s.Moot:
				return validation.Assessment{Verdict: validation.Continue, Confidence: .1}
			case <-ctx.Done():
				t.Error("the validation ended, and not what is asked in it")
				return validation.Assessment{}
			}
		})
		h := newHouse(t, newMemory(), asking, replay.Options{})
		defer h.close()
		h.start("s")
		h.send(report(1, 1).Event, replay.Pictures{})
		if err := h.Finish(t.Context(), "s", "aborted"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	})
}
