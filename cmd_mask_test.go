package main

import (
	"strings"
	"testing"
)

func TestZonesAreKeptPerWorkflow(t *testing.T) {
	data := t.TempDir()
	on := func(want int, args ...string) string {
		t.Helper()
		return mustCall(t, want, append(args, "--data", data)...)
	}
	on(0, "mask", "add", "Urgences", "60%,10%,100%,25%", "--name", "patient")
	on(0, "mask", "add", "Urgences", "0,0,.5,.1")
	on(0, "mask", "add", "Imagerie", "0,0,1,.1")
	if got, want := on(0, "mask", "list", "Urgences"), "Urgences\t1\t0.6,0.1,1,0.25\tpatient\nUrgences\t2\t0,0,0.5,0.1\t\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	on(0, "mask", "remove", "Urgences", "1")
	if got, want := on(0, "mask", "list"), "Imagerie\t1\t0,0,1,0.1\t\nUrgences\t1\t0,0,0.5,0.1\t\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, wrong := range [][]string{
		{"mask", "add", "Urgences", "0,0,2,1"},
		{"mask", "add", "Urgences", "0,0,1"},
		{"mask", "add", "Urgences", "a,0,1,1"},
		{"mask", "add", "", "0,0,1,1"},
		{"mask", "remove", "Urgences", "2"},
		{"mask", "remove", "Radiologie", "1"},
	} {
		if got := on(2, wrong...); !strings.HasPrefix(got, "vigie: ") {
			t.Errorf("%q says %q", wrong, got)
		}
	}
}
