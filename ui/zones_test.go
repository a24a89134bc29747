package ui

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
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
		{"Urgences", "60%, 0%", "from 0 to 100", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"Urgences", "60%, 0%, 200%, 12%", "from 0 to 100", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
		{"", "0,0,1,1", "Not taken", drawn{"Urgences": {{X0: .6, X1: 1, Y1: .12}}}},
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

func TestAZoneIsDrawnOverThePicture(t *testing.T) {
	b := pictured(t)
	zones := drawn{}
	b.p.Zones = zones
	b.build()
	b.settled(b.live.steps)
	p, bar := b.live.steps.pane, b.live.steps.pane.zones
	test.TypeOnCanvas(b.window.Canvas(), "m")
	if !bar.opened() || p.foot.Visible() || b.window.Canvas().Focused() != bar.sides[0] {
		t.Fatal("the bar is not open, with the first field focused")
	}
	size := p.after.Size()
	view := p.after.View()
	middle := fyne.NewPos(size.Width/2, size.Height/2)
	p.after.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: middle.AddXY(5, 5)}, Dragged: fyne.NewDelta(5, 5)})
	p.after.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(9999, 9999)}})
	p.after.DragEnd()
	if p.after.View() != view {
		t.Errorf("the picture was panned to %v", p.after.View())
	}
	bar.name.SetText("patient")
	bar.cover()
	b.queue.until(t, "an answer", func() bool { return bar.note.Content() == tr("set.zones.done") })
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 0.005 }) // the view's size is whole pixels
	if diff := cmp.Diff(drawn{"x": {{X0: .5, Y0: .5, X1: 1, Y1: 1, Name: "patient"}}}, zones, near); diff != "" {
		t.Errorf("a drag from the middle to beyond the corner: zones (-want +got):\n%s", diff)
	}
	b.typedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if bar.opened() || !p.foot.Visible() {
		t.Error("Escape left the bar open")
	}
}

func TestAZoneIsWrittenByItsSides(t *testing.T) {
	b := pictured(t)
	zones := drawn{}
	b.p.Zones = zones
	b.build()
	b.settled(b.live.steps)
	test.TypeOnCanvas(b.window.Canvas(), "m")
	bar := b.live.steps.pane.zones
	for name, c := range map[string]struct {
		sides [4]string
		says  string
		count int
	}{
		"with a decimal comma":      {[4]string{"60,5", "0", "100 %", "12%"}, "Counts from", 1},
		"with nothing":              {[4]string{}, "from 0 to 100", 0},
		"with a side that is wrong": {[4]string{"60", "0", "20", "12"}, "from 0 to 100", 0},
		"beyond the picture":        {[4]string{"60", "0", "120", "12"}, "from 0 to 100", 0},
	} {
		clear(zones)
		bar.say("", colorQuiet)
		for n, text := range c.sides {
			bar.sides[n].SetText(text)
		}
		bar.cover()
		b.queue.until(t, "an answer", func() bool { return bar.note.Content() != "" })
		if !strings.Contains(bar.note.Content(), c.says) || len(zones["x"]) != c.count {
			t.Errorf("%s: says %q and covers %v", name, bar.note.Content(), zones)
		}
	}
}

func TestWhereNoZonesCanBeDrawnNothingOffersIt(t *testing.T) {
	b := pictured(t)
	test.TypeOnCanvas(b.window.Canvas(), "m")
	if p := b.live.steps.pane; p.cover.Visible() || p.zones != nil || !p.foot.Visible() {
		t.Error("drawing zones is offered")
	}
}
