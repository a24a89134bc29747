package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program within the test.
func call(args ...string) (code int, out, errs string) {
	var stdout, stderr strings.Builder
	code = run(args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestWrongCallsGetASentenceAndExitCode2(t *testing.T) {
	broken := t.TempDir()
	write(t, filepath.Join(broken, "session.json"), `{"session_id": "b"}`)
	write(t, filepath.Join(broken, "steps.jsonl"), "{\"step_index\": 1, \"id\": \"a\", \"action\": {\"type\": \"click\"}}\n{nonsense}\n")
	text := filepath.Join(broken, "notes.txt")
	write(t, text, "no bundle")
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"unknown flag", []string{"check", "--formt", "jsonl", broken}, "--formt"},
		{"unknown command", []string{"chekc"}, "chekc"},
		{"no bundle named", []string{"check"}, "<bundle>"},
		{"unknown format", []string{"check", "--format", "xml", broken}, "xml"},
		{"no such bundle", []string{"check", filepath.Join(broken, "none")}, "none"},
		{"not a bundle", []string{"check", text}, "notes.txt"},
		{"a line that is no JSON", []string{"check", broken}, "line 2"},
		{"a radius of nothing", []string{"check", "--ocr-radius", "0", broken}, "--ocr-radius"},
		{"a threshold above 1", []string{"score", "--escalation", "1.5", broken}, "--escalation"},
		{"no jobs at all", []string{"score", "--jobs", "0", broken}, "--jobs"},
		{"play from before the start", []string{"play", broken, "--from", "0"}, "--from"},
		{"play nothing", []string{"play"}, "<bundle>"},
		{"an address that is not this machine's", []string{"--headless", "--data", t.TempDir(), "--listen", "192.0.2.7:80"}, "192.0.2.7"},
		{"a data folder that is a file", []string{"token", "--data", filepath.Join(text, "data")}, "data"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := call(c.args...)
			if code != exitUsage || !strings.Contains(errs, c.says) || out != "" && !strings.HasPrefix(out, "step ") {
				t.Errorf("code %d, output %q, errors %q; want code 2 and a sentence with %q", code, out, errs, c.says)
			}
		})
	}
}

func TestBadEnvironmentIsNamed(t *testing.T) {
	t.Setenv("RPA_VALIDATOR_ENABLED", "perhaps")
	if code, _, errs := call("check", t.TempDir()); code != exitUsage || !strings.Contains(errs, "perhaps") {
		t.Errorf("code %d, errors %q; want code 2 and the value", code, errs)
	}
}

func TestFlagWinsOverEnvironment(t *testing.T) {
	t.Setenv("RPA_VALIDATOR_LLM_JUDGE_ENABLED", "1")
	t.Setenv("RPA_VALIDATOR_OCR_ROI_RADIUS", "120")
	var c cli
	if _, err := newParser(&c, nil, nil).Parse([]string{"check", "--no-judge", "x"}); err != nil {
		t.Fatal(err)
	}
	if on(c.Check.Judge) || c.Check.options().Radius != 120 || !on(c.Check.Validator) {
		t.Errorf("judge %v, radius %d, validator %v; want off by the flag, 120 by the environment, on by default",
			on(c.Check.Judge), c.Check.options().Radius, on(c.Check.Validator))
	}
}

func TestHelpIsEverywhere(t *testing.T) {
	for _, args := range [][]string{{}, {"token"}, {"certificate"}, {"play"}, {"check"}, {"score"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			code, out, errs := call(append(args, "--help")...)
			if code != exitFine || !strings.Contains(out, "Usage: vigie") || errs != "" {
				t.Errorf("code %d, output %q, errors %q", code, out, errs)
			}
		})
	}
}

func TestTokenIsMadeOnceAndForItsOwnerAlone(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new")
	_, first, _ := call("token", "--data", data)
	code, second, errs := call("token", "--data", data)
	if code != exitFine || first != second || len(strings.TrimSpace(first)) < 20 {
		t.Errorf("code %d, tokens %q and %q, errors %q", code, first, second, errs)
	}
	info, err := os.Stat(data)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the data folder has mode %v: others can look into it", info.Mode().Perm())
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
