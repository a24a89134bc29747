package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestZonesAreKeptPerWorkflow(t *testing.T) {
	data := t.TempDir()
	call := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append(args, "--data", data), &out, &errs); code != want {
			t.Fatalf("%q: exit code %d, want %d: %s", args, code, want, &errs)
		}
		return out.String() + errs.String()
	}
	call(0, "mask", "add", "Urgences", "60%,10%,100%,25%", "--name", "patient")
	call(0, "mask", "add", "Urgences", "0,0,.5,.1")
	call(0, "mask", "add", "Imagerie", "0,0,1,.1")
	if got, want := call(0, "mask", "list", "Urgences"), "Urgences\t1\t0.6,0.1,1,0.25\tpatient\nUrgences\t2\t0,0,0.5,0.1\t\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	call(0, "mask", "remove", "Urgences", "1")
	if got, want := call(0, "mask", "list"), "Imagerie\t1\t0,0,1,0.1\t\nUrgences\t1\t0,0,0.5,0.1\t\n"; got != want {
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
		if got := call(2, wrong...); !strings.HasPrefix(got, "vigie: ") {
			t.Errorf("%q says %q", wrong, got)
		}
	}
}
