package replay_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

func TestASummaryNamesFailuresAndPersonsOnce(t *testing.T) {
	var s replay.Summary
	s.AddCategory(validation.None)
	for range 2 {
		s.AddCategory(validation.WrongTarget)
		s.AddCategory(validation.UILoading)
	}
	copied := s
	for _, d := range [][2]string{{"anna", replay.DoRetry}, {"anna", replay.DoResume}, {"ben", replay.DoRetry}, {"anna", replay.DoRetry}} {
		s.AddPerson(d[0], d[1])
	}
	before := s
	s.AddPerson("anna", replay.DoRetry)
	s.AddCategory(validation.NoVisualChange)
	if diff := cmp.Diff([]validation.Category{validation.UILoading, validation.WrongTarget}, copied.Categories); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
	want := []replay.Person{{Who: "anna", Action: replay.DoRetry, Count: 2}, {Who: "anna", Action: replay.DoResume, Count: 1}, {Who: "ben", Action: replay.DoRetry, Count: 1}}
	if diff := cmp.Diff(want, before.Persons); diff != "" {
		t.Errorf("persons of the copy (-want +got):\n%s", diff)
	}
	for n := range 100 {
		s.AddPerson(string(rune('a'+n)), replay.DoAbort)
	}
	if len(s.Persons) != 20 {
		t.Errorf("%d different decisions are named, want 20 at most", len(s.Persons))
	}
}
