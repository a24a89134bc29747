package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/replay/settings"
	"vigie/validation"
)

// overridesOf parses a command line and returns what flags and environment hold.
func overridesOf(t *testing.T, args ...string) []settings.Override {
	t.Helper()
	var c cli
	if _, err := newParser(&c, io.Discard, io.Discard).Parse(args); err != nil {
		t.Fatal(err)
	}
	return c.Watch.overrides()
}

func TestFlagsAndEnvironmentAreToldApart(t *testing.T) {
	if got := overridesOf(t); len(got) != 0 {
		t.Errorf("nothing is said, but %v holds", got)
	}
	t.Setenv("RPA_VALIDATOR_OCR_ROI_RADIUS", "60")
	t.Setenv("RPA_VALIDATOR_ENABLED", "false")
	want := []settings.Override{
		{Key: settings.ValidatorEnabled, Source: settings.FromFlag, Name: "--validator", Value: true},
		{Key: settings.ValidatorShadow, Source: settings.FromFlag, Name: "--shadow", Value: true},
		{Key: settings.OCRRadius, Source: settings.FromEnvironment, Name: "RPA_VALIDATOR_OCR_ROI_RADIUS", Value: 60},
		{Key: settings.Escalation, Source: settings.FromFlag, Name: "--escalation", Value: .4},
	}
	if diff := cmp.Diff(want, overridesOf(t, "--validator", "--shadow", "--escalation", "0.4")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRootsOfTheFlagAreWhole(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	got := overridesOf(t, "--root", "ui", "--root", ".", "--root", "ui/")
	want := []settings.Override{{
		Key: settings.Roots, Source: settings.FromFlag, Name: "--root", Value: []string{here, filepath.Join(here, "ui")},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSettingsCountFromTheNextStepOn(t *testing.T) {
	ctx := context.Background()
	h := openTestHouse(t)
	dir := t.TempDir()
	for _, c := range []struct {
		key   settings.Key
		value any
		ok    bool
	}{
		{settings.Roots, []string{filepath.Join(dir, "none")}, false},
		{settings.Roots, []string{dir}, true},
		{settings.OCRLanguages, []string{"xyz"}, false},
		{settings.OCRLanguages, []string{"eng"}, true},
		{settings.ValidatorShadow, true, true},
	} {
		err := h.settings.Change(ctx, c.key, c.value, "nurse")
		if refused, is := errors.AsType[*settings.Error](err); (err == nil) != c.ok || is && refused.Problem != settings.Absent {
			t.Errorf("%s = %v: error %v", c.key, c.value, err)
		}
	}
	if got := h.eyes.reader(); got.wait(ctx) != nil || got.cfg.Languages[0] != "eng" {
		t.Errorf("reads %v", got.cfg.Languages)
	}
	if rules := rulesOf(h.settings.Values()); rules != (replay.Rules{Shadow: true}) {
		t.Errorf("rules %+v", rules)
	}
}

func TestNobodyReadsWithAReaderThatIsClosed(t *testing.T) {
	v := settings.Defaults()
	e := openEyes(v, nil)
	defer e.close()
	b, err := bundle.Open(demoSteps(t, "s02a1"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	event := b.Events()[0]
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			pictures, err := b.Pictures(event)
			if err != nil {
				t.Error(err)
				return
			}
			if a := e.Validate(context.Background(), replay.StepOf(b.Session, event, pictures)); a.Verdict != validation.Complete {
				t.Errorf("%s: %s", a.Verdict, a.Reason)
			}
		})
	}
	for _, languages := range [][]string{{"eng"}, {"fra", "eng"}} {
		now := v
		now.OCRLanguages = languages
		e.adapt(v, now)
		v = now
	}
	all.Wait()
}
