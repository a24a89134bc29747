package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// peerProgram writes a program that says what text says, whatever bundle it is given.
func peerProgram(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	path := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBenchReports(t *testing.T) {
	const line = `echo '{"elapsed_ms": 1000, "decode_ms": 100}'` + "\n"
	for _, c := range []struct {
		name, peer   string
		said, unsaid []string
		complaint    string
	}{
		{"without a peer", "", nil, []string{"peer", "ratio", "goal"}, ""},
		{"beside a peer", line + line, []string{"peer", "ratio", "1000.0", "goal"}, nil, ""},
		{"beside a peer that misses a step", line, nil, []string{"ratio", "goal"}, "times of 1 steps, the bundle has 2"},
		{"beside a peer that breaks", line + line + "exit 3\n", nil, []string{"ratio"}, "exit status 3"},
		{"beside a peer that talks", "echo hello\n", nil, []string{"ratio"}, "line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := []string{"bench", "--soak", "2", demoSteps(t, "s02a1", "s08a1")}
			if c.peer != "" {
				args = append(args, "--peer", peerProgram(t, c.peer))
			}
			code, out, errs := call(args...)
			if code != exitFine || !strings.Contains(errs, c.complaint) {
				t.Errorf("code %d, errors %q; want 0 and %q", code, errs, c.complaint)
			}
			for _, want := range append(c.said, "load of the machine", "vigie", "tab_active", "OCR: ", "allocated per step", "memory held after    2 more steps") {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in:\n%s", want, out)
				}
			}
			for _, other := range c.unsaid {
				if strings.Contains(out, other) {
					t.Errorf("%q in:\n%s", other, out)
				}
			}
		})
	}
}

func TestBenchOfAWrongCall(t *testing.T) {
	for name, args := range map[string][]string{
		"no bundle there":     {"bench", filepath.Join(t.TempDir(), "none")},
		"steps below nothing": {"bench", "--soak=-1", "."},
		"no bundle named":     {"bench"},
	} {
		if code, _, errs := call(args...); code != exitUsage || errs == "" {
			t.Errorf("%s: code %d, errors %q; want %d and a reason", name, code, errs, exitUsage)
		}
	}
}
