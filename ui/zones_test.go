package ui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/validation/mask"
)

// drawn are zones in memory.
type drawn map[string][]mask.Zone

func (d drawn) All() map[string][]mask.Zone { return d }

func (d drawn) Add(_ context.Context, workflow string, z mask.Zone) error {
	if workflow == "" {
		return errors.New("no workflow is named")
	}
	d[workflow] = append(d[workflow], z)
	return nil
}

func (d drawn) Remove(_ context.Context, workflow string, place int) error {
	d[workflow] = slices.Delete(d[workflow], place-1, place)
	return nil
}

func TestTheCardSaysWhatIsCovered(t *testing.T) {
	newBench(t, usual, nil)
	got := coveredNotes([]mask.Cover{
		{Why: mask.WhySecret}, {Why: mask.WhySecret}, {Why: mask.WhyZone, Name: "patient"}, {Why: mask.WhyZone}, {Why: mask.WhyUnplaced},
	})
	want := []string{
		"Covered in the pictures: where a secret was typed.", "Covered in the pictures: patient.",
		"Covered in the pictures: a zone of this workflow.", "The pictures are covered: a secret was typed, and it is not known where.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if notes := coveredNotes(nil); notes != nil {
		t.Errorf("nothing is covered, and the card says %q", notes)
	}
}

func TestZonesAreAddedAndRemoved(t *testing.T) {
	b := newBench(t, usual, nil)
	zones := drawn{}
	b.p.Zones = zones
	r := b.newZonesRow()
	for _, c := range []struct {
		workflow, zone, says string
		want                 drawn
	}{
		{"Urgences", "60%, 0%, 100%, 12%", "Counts from", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"Urgences", "60%, 0%", "four sides", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"Urgences", "60%, 0%, 200%, 12%", "between 0 and 1", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"", "0,0,1,1", "no workflow", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"Urgences", "0,0,1,.5", "Counts from", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}, {X1: 1, Y1: .5}}}},
	} {
		r.workflow.SetText(c.workflow)
		r.zone.SetText(c.zone)
		r.note.Set("", colorQuiet)
		r.add()
		b.queue.until(t, "an answer", func() bool { return r.note.Content() != "" })
		if !strings.Contains(r.note.Content(), c.says) {
			t.Errorf("%q for %q: says %q, want %q", c.zone, c.workflow, r.note.Content(), c.says)
		}
		if diff := cmp.Diff(c.want, zones); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.zone, diff)
		}
	}
	if n := len(r.list.Objects); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
	r.do(func(ctx context.Context) error { return zones.Remove(ctx, "Urgences", 1) })
	b.queue.until(t, "one zone", func() bool { return len(r.list.Objects) == 1 && len(zones["Urgences"]) == 1 })
}
