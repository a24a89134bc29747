package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/assets"
	"vigie/replay"
	"vigie/replay/intake"
	"vigie/storage"
)

// demoSteps writes a bundle of those of the demo's events whose ids are named.
func demoSteps(t *testing.T, ids ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bundle")
	if err := os.CopyFS(dir, assets.Demo()); err != nil {
		t.Fatal(err)
	}
	data, err := fs.ReadFile(assets.Demo(), "steps.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(data)) {
		for _, id := range ids {
			if strings.Contains(line, `"id":"`+id+`"`) {
				kept.WriteString(line)
			}
		}
	}
	write(t, filepath.Join(dir, "steps.jsonl"), kept.String())
	return dir
}

// The demo's eighth step is the click that fell into the address bar; its second attempt is the right one.
func TestCheckExitCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		ids  []string
		code int
		want []string
	}{
		{"the tab opened", []string{"s08a2"}, exitFine, []string{"COMPLETE"}},
		{"the click fell into the address bar", []string{"s08a1"}, exitFound, []string{"TERMINATE"}},
		{"one of two went wrong", []string{"s02a1", "s08a1"}, exitFound, []string{"COMPLETE", "TERMINATE"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := call("check", "--format", "jsonl", "--jobs", "2", demoSteps(t, c.ids...))
			var got []string
			for text := range strings.Lines(out) {
				var l struct{ Verdict string }
				if err := json.Unmarshal([]byte(text), &l); err != nil {
					t.Fatal(err)
				}
				got = append(got, l.Verdict)
			}
			if diff := cmp.Diff(c.want, got); diff != "" || code != c.code {
				t.Errorf("code %d, want %d; errors %q; verdicts (-want +got):\n%s", code, c.code, errs, diff)
			}
		})
	}
}

func TestScoreAgainstABaseline(t *testing.T) {
	dir := demoSteps(t, "s02a1")
	steps := filepath.Join(dir, "steps.jsonl")
	data, err := os.ReadFile(steps)
	if err != nil {
		t.Fatal(err)
	}
	write(t, steps, strings.TrimSuffix(strings.TrimSpace(string(data)), "}")+`,"truth":{"effect":"achieved","category":null}}`+"\n")
	kept := filepath.Join(t.TempDir(), "baseline.json")
	if code, _, errs := call("score", dir, "--write-baseline", kept); code != exitFine {
		t.Fatalf("code %d: %s", code, errs)
	}
	code, out, errs := call("score", dir, "--baseline", kept)
	if code != exitFine || !strings.Contains(out, `"right": 1.0`) {
		t.Errorf("the same again: code %d, errors %q, output:\n%s", code, errs, out)
	}
	write(t, kept, `{"n": 1, "right": 2}`)
	if code, _, errs := call("score", dir, "--baseline", kept); code != exitFound || !strings.Contains(errs, "right 1, was 2") {
		t.Errorf("worse than kept: code %d, errors %q; want 1 and the counts", code, errs)
	}
}

func TestValidatorSwitchedOffHasNothingToCheckWith(t *testing.T) {
	t.Setenv("RPA_VALIDATOR_ENABLED", "false")
	if code, _, errs := call("check", t.TempDir()); code != exitUsage || !strings.Contains(errs, "RPA_VALIDATOR_ENABLED") {
		t.Errorf("code %d, errors %q", code, errs)
	}
}

func TestHeadlessPlaysABundleToItsEnd(t *testing.T) {
	data := t.TempDir()
	v := startVigie(t, nil, data, "--headless")
	cmd := program(nil, "play", demoSteps(t, "s02a1", "s08a2"), "--to", v.base, "--data", data, "--speed", "0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("vigie play: %v\n%s", err, out)
	}
	v.stop(t)
	all := sessions(t, data)
	if len(all) != 1 || all[0].Phase != replay.PhaseFinished || all[0].Complete != 2 {
		t.Errorf("kept %+v, want one finished session with two complete steps", all)
	}
	if !said(v, "verdict: COMPLETE") || !said(v, "decision: continue") {
		t.Errorf("verdicts and decisions are not printed:\n%s", strings.Join(v.said(), "\n"))
	}
}

func TestPlayWithAWrongTokenIsRefused(t *testing.T) {
	v := startVigie(t, nil, t.TempDir(), "--headless")
	out, err := program(nil, "play", demoSteps(t, "s02a1"), "--to", v.base, "--token", "wrong").CombinedOutput()
	if _, failed := errors.AsType[*exec.ExitError](err); !failed || !strings.Contains(string(out), "token") {
		t.Errorf("error %v, output %s; want a refusal that names the token", err, out)
	}
	v.stop(t)
}

func TestRemoteAgentsAreServedByTLSAndKnowTheServer(t *testing.T) {
	data := t.TempDir()
	v := startVigie(t, nil, data, "--headless", "--remote", "--no-validator")
	if !strings.HasPrefix(v.base, "https://") {
		t.Fatalf("it listens on %s, want https", v.base)
	}
	pem, err := program(nil, "certificate", "--data", data).Output()
	if err != nil || !strings.HasPrefix(string(pem), "-----BEGIN CERTIFICATE-----") || strings.Contains(string(pem), "KEY") {
		t.Errorf("the certificate is printed as %s, error %v", pem, err)
	}
	var print string
	eventually(t, "the fingerprint", func() bool {
		_, print, _ = strings.Cut(strings.Join(v.said(), "\n"), "fingerprint ")
		return print != ""
	})
	steps, secret := demoSteps(t, "s02a1"), token(t, data)
	for _, c := range []struct {
		name, print string
		fine        bool
	}{
		{"another fingerprint", strings.Repeat("00", 32), false},
		{"the fingerprint that is shown", print, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := program(nil, "play", steps, "--to", v.base, "--token", secret, "--fingerprint", c.print, "--speed", "0").CombinedOutput()
			if (err == nil) != c.fine {
				t.Errorf("error %v, output %s", err, out)
			}
		})
	}
	v.stop(t)
	if all := sessions(t, data); len(all) != 1 || all[0].Steps != 2 {
		t.Errorf("kept %+v, want the session of the one agent that was let in", all)
	}
}

// The token and the certificate's key are in no line that the program prints or logs, whatever is called.
func TestProgramTellsNobodyItsSecrets(t *testing.T) {
	data := t.TempDir()
	v := startVigie(t, nil, data, "--headless", "--remote", "--verbose", "--no-validator")
	secret := token(t, data)
	for _, sent := range []string{secret, secret[:42] + "-", "Bearer " + secret} {
		cmd := program(nil, "--verbose", "play", demoSteps(t, "s02a1"), "--to", v.base, "--data", data, "--token", sent, "--speed", "0")
		if out, _ := cmd.CombinedOutput(); strings.Contains(string(out), secret[:42]) { // refused or not
			t.Errorf("play says the token:\n%s", out)
		}
	}
	for _, path := range []string{"/v1/sessions/" + secret, "/v1/health?token=" + secret} {
		res, err := http.Get("http" + strings.TrimPrefix(v.base, "https") + path) // without TLS: a line in the log
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
	}
	v.stop(t)
	key, err := os.ReadFile(filepath.Join(data, intake.CertificateFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(key)), "\n")
	for _, words := range []string{secret, lines[len(lines)-2]} {
		if said(v, words) || strings.Contains(v.errs.String(), words) {
			t.Errorf("the program said %q", words)
		}
	}
}

func TestTakenPortIsAnsweredWithTheNextOne(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	v := startVigie(t, nil, t.TempDir(), "--headless", "--listen", taken.Addr().String())
	if !said(v, "is taken") || strings.HasSuffix(v.base, taken.Addr().String()) {
		t.Errorf("said %q, want that another port is used", v.said())
	}
	res, err := http.Get(v.base + "/v1/health")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("health answers %s", res.Status)
	}
	v.stop(t)
}

func TestLockedStoreIsNamed(t *testing.T) {
	data := t.TempDir()
	store, err := storage.Open(filepath.Join(data, storeFile), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	code, _, errs := call("--headless", "--data", data)
	if code != exitFound || !strings.Contains(errs, "in use by another instance") {
		t.Errorf("code %d, errors %q; want 1 and that another instance holds the store", code, errs)
	}
}

func TestNoDisplayIsNamed(t *testing.T) {
	t.Setenv("WAYLAND_DISPLAY", "")
	for _, c := range []struct{ name, display string }{
		{"DISPLAY is not set", ""},
		{"nobody is behind DISPLAY", ":54321"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("DISPLAY", c.display)
			if displayProblem() == nil {
				t.Skip("there always is a display on this platform")
			}
			code, _, errs := call("--data", t.TempDir())
			if code != exitFound || !strings.Contains(errs, "no display") || !strings.Contains(errs, "--headless") {
				t.Errorf("code %d, errors %q; want 1 and a way to run without", code, errs)
			}
		})
	}
}

func TestMissingLanguageIsNamed(t *testing.T) {
	t.Setenv("TESSDATA_PREFIX", t.TempDir())
	code, _, errs := call("check", demoSteps(t, "s08a1"))
	if code != exitFound || !strings.Contains(errs, "tesseract-ocr-fra") {
		t.Errorf("code %d, errors %q; want 1 and the package that is missing", code, errs)
	}
}
