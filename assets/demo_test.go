package assets_test

import (
	"encoding/json"
	"image"
	_ "image/png"
	"io/fs"
	"strings"
	"testing"

	"vigie/assets"
)

// demoStep is what the test looks at.
type demoStep struct {
	StepIndex, Attempt int
	ID                 string
	Screenshots        struct {
		Before string
		After  []string
	}
	Result  struct{ Success bool }
	Context struct{ Label string }
	Truth   json.RawMessage
}

func (s *demoStep) UnmarshalJSON(b []byte) error {
	type plain demoStep
	var wire struct {
		plain
		Index int `json:"step_index"`
	}
	err := json.Unmarshal(b, &wire)
	*s = demoStep(wire.plain)
	s.StepIndex = wire.Index
	return err
}

func demoSteps(t *testing.T) []demoStep {
	t.Helper()
	text, err := fs.ReadFile(assets.Demo(), "steps.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []demoStep
	for line := range strings.Lines(string(text)) {
		var s demoStep
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestTheDemoIsAWholeReplay(t *testing.T) {
	last, ids, twice := 0, map[string]bool{}, 0
	for _, s := range demoSteps(t) {
		if s.StepIndex < last || s.StepIndex > last+1 || ids[s.ID] {
			t.Errorf("step %d (%s) follows step %d", s.StepIndex, s.ID, last)
		}
		if s.Truth != nil || s.Context.Label == "" || !s.Result.Success {
			t.Errorf("step %s: truth %s, label %q, success %v; want none, one, and the agent's claim", s.ID, s.Truth, s.Context.Label, s.Result.Success)
		}
		if s.Attempt == 2 {
			twice++
		}
		last, ids[s.ID] = s.StepIndex, true
	}
	if last != 13 || twice != 1 {
		t.Errorf("%d steps and %d second attempts, want 13 and 1", last, twice)
	}
}

func TestTheDemosPicturesAreThereAndSmall(t *testing.T) {
	var total int64
	for _, s := range demoSteps(t) {
		for _, name := range append(s.Screenshots.After, s.Screenshots.Before) {
			total += pictureSize(t, name)
		}
	}
	if total > 3_000_000 {
		t.Errorf("%d bytes, want at most 3 MB in the program", total)
	}
}

// pictureSize is a demo picture's encoded size, after a look at its format.
func pictureSize(t *testing.T, name string) int64 {
	t.Helper()
	f, err := assets.Demo().Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	config, format, err := image.DecodeConfig(f)
	if err != nil || format != "png" || config.Width != 1366 || config.Height != 768 {
		t.Errorf("%s: %s of %dx%d, %v; want the session's screen", name, format, config.Width, config.Height, err)
	}
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
