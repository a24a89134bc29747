package ui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// archived are sessions that differ in all that can be asked for. It is noon of the 8th.
func archived() ([]replay.Summary, time.Time) {
	now := time.Date(2026, 5, 8, 12, 0, 0, 0, time.UTC)
	at := func(days, hours int) time.Time {
		return now.AddDate(0, 0, -days).Add(-time.Duration(hours) * time.Hour)
	}
	make := func(id, workflow, agent string, began time.Time, phase replay.Phase, steps, failed, pauses int) replay.Summary {
		ended := began.Add(time.Duration(steps) * time.Minute)
		s := replay.Summary{
			Session: replay.Session{ID: id, Workflow: workflow, Agent: agent, StartedAt: began}, Phase: phase, Steps: steps,
			Terminate: failed, Pauses: pauses,
		}
		if hasEnded(phase) {
			s.EndedAt = &ended
		}
		return s
	}
	all := []replay.Summary{
		make("a", "Éclairage", "lea-01", at(0, 1), replay.PhaseRunning, 5, 0, 0),
		make("b", "Facturation", "lea-02", at(0, 11), replay.PhaseFinished, 9, 2, 1),
		make("c", "éclairage", "bob", at(6, 0), replay.PhaseAborted, 7, 1, 3),
		make("d", "", "lea-01", at(29, 0), replay.PhaseLost, 3, 0, 0),
		make("e", "Facturation", "lea-02", at(40, 0), replay.PhaseValidating, 1, 0, 0),
	}
	all[1].Categories = []validation.Category{validation.WrongTarget}
	all[2].Categories = []validation.Category{validation.UILoading, validation.WrongTarget}
	all[2].Persons = []replay.Person{{Who: "Anna", Action: replay.DoAbort, Count: 1}}
	return all, now
}

func ids(found []*replay.Summary) string {
	text := ""
	for _, s := range found {
		text += s.Session.ID
	}
	return text
}

func TestSessionsAreFoundAndSorted(t *testing.T) {
	all, now := archived()
	words := index(all)
	for _, c := range []struct {
		name string
		q    query
		want string
	}{
		{"all, the newest first", query{}, "abcde"},
		{"the oldest first", query{upwards: true}, "edcba"},
		{"a word, whatever its accents and case", query{text: "ECLAIRAGE"}, "ac"},
		{"two words, both in it", query{text: "lea éclai"}, "a"},
		{"an id where there is no workflow", query{text: "d"}, "d"},
		{"who decided", query{text: "anna"}, "c"},
		{"nothing fits", query{text: "zzz"}, ""},
		{"today", query{period: today}, "ab"},
		{"seven days, today among them", query{period: week}, "abc"},
		{"thirty days", query{period: month}, "abcd"},
		{"a workflow", query{workflow: "Facturation"}, "be"},
		{"the id of one without workflow", query{workflow: "d"}, "d"},
		{"an outcome", query{outcome: replay.PhaseAborted}, "c"},
		{"running, which includes validating", query{outcome: replay.PhaseRunning}, "ae"},
		{"a kind of failure", query{category: validation.WrongTarget}, "bc"},
		{"all at once", query{text: "lea", period: today, workflow: "Facturation", outcome: replay.PhaseFinished, category: validation.WrongTarget}, "b"},
		{"by workflow", query{column: byWorkflow, upwards: true}, "dacbe"},
		{"by steps", query{column: bySteps}, "bcade"},
		{"by failures", query{column: byFailures}, "bcade"},
		{"by pauses", query{column: byPauses}, "cbade"},
		{"by outcome", query{column: byOutcome, upwards: true}, "cbdae"},
		{"by length, those that go on last", query{column: byLength}, "bcdae"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ids(find(t.Context(), words, c.q, now)); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestASearchThatIsGivenUpFindsNothing(t *testing.T) {
	all, now := archived()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := find(ctx, index(all), query{}, now); got != nil {
		t.Errorf("found %d sessions", len(got))
	}
}

func TestPersonsAreNamedWithWhatTheyDecided(t *testing.T) {
	got := personsText([]replay.Person{
		{Who: "anna", Action: replay.DoRetry, Count: 2}, {Who: "anna", Action: replay.DoResume, Count: 1}, {Who: "ben", Action: replay.DoAbort, Count: 1},
	})
	if want := "anna: Retry ×2, Resume, ben: Abort"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := personsText(nil); got != "" {
		t.Errorf("nobody is %q", got)
	}
}

func TestNumbersHaveGroups(t *testing.T) {
	var got []string
	for _, n := range []int{0, 999, 1000, 10_000, 1_234_567} {
		got = append(got, grouped(n))
	}
	if diff := cmp.Diff([]string{"0", "999", "1,000", "10,000", "1,234,567"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// BenchmarkTenThousandSessions is what a letter in the search costs, away from Fyne's goroutine.
func BenchmarkTenThousandSessions(b *testing.B) {
	var all []replay.Summary
	few, now := archived()
	for i := range 10_000 {
		s := few[i%len(few)]
		s.Session.ID = fmt.Sprint(i)
		all = append(all, s)
	}
	words := index(all)
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			index(all)
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			find(b.Context(), words, query{text: "eclair lea"}, now)
		}
	})
	b.Run("sort", func(b *testing.B) {
		for b.Loop() {
			find(b.Context(), words, query{column: byWorkflow}, now)
		}
	})
}
