package score_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"vigie/replay/bundle"
	"vigie/replay/score"
	"vigie/validation"
)

// cases is the bundle of committed cases.
const cases = "../../testdata/corpus"

// maxCaseBytes is how large the committed pictures may be together.
const maxCaseBytes = 8 << 20

func openCases(t *testing.T) *bundle.Bundle {
	t.Helper()
	b, err := bundle.Open(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestCommittedCasesStandAloneAndTellWhatHappened(t *testing.T) {
	b := openCases(t)
	ids, steps := map[string]bool{}, map[int]bool{}
	for _, e := range b.Events() {
		if ids[e.ID] || steps[e.StepIndex] || e.Attempt != 1 {
			t.Errorf("case %q: its id or its step %d is another one's too, or attempt %d is not the first", e.ID, e.StepIndex, e.Attempt)
		}
		ids[e.ID], steps[e.StepIndex] = true, true
		if e.Truth == nil || e.Truth.Effect == "" || e.Truth.How == "" {
			t.Errorf("case %q does not tell what happened, and how that is known", e.ID)
		}
		if e.Screenshots.Before == "" || len(e.Screenshots.After) == 0 {
			t.Errorf("case %q lacks pictures", e.ID)
		}
	}
	if len(ids) != b.Session.StepTotal {
		t.Errorf("%d cases, but the session has %d steps", len(ids), b.Session.StepTotal)
	}
}

func TestCommittedCasesCoverTheWaysOfFailing(t *testing.T) {
	seen := map[string]bool{}
	scales := map[float64]bool{}
	for _, e := range openCases(t).Events() {
		seen[e.Truth.Effect+" "+string(e.Truth.Category)] = true
		if m := e.Context.Monitor; m != nil {
			scales[m.Scale] = true
		}
	}
	for _, category := range []validation.Category{
		validation.WrongTarget, validation.WrongApplication, validation.NoVisualChange, validation.UnexpectedDialog,
		validation.OCRTextMissing, validation.SchemaInvalid,
	} {
		if !seen[score.Failed+" "+string(category)] {
			t.Errorf("no case fails as %q", category)
		}
	}
	if !seen[score.Achieved+" "] || !seen[score.Pending+" "+string(validation.UILoading)] {
		t.Errorf("no case is achieved, or none is pending: %v", seen)
	}
	for _, scale := range []float64{1, 1.25, 1.5, 1.75, 2} {
		if !scales[scale] {
			t.Errorf("no case has the scale %v", scale)
		}
	}
}

func TestCommittedPicturesAreAllNamedAndSmall(t *testing.T) {
	named := map[string]bool{}
	for _, e := range openCases(t).Events() {
		named[e.Screenshots.Before] = true
		for _, name := range e.Screenshots.After {
			named[name] = true
		}
	}
	paths, err := filepath.Glob(filepath.Join(cases, "*.png"))
	if err != nil {
		t.Fatal(err)
	}
	var bytes int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes += info.Size(); !named[filepath.Base(path)] {
			t.Errorf("no case names the picture %q", filepath.Base(path))
		}
	}
	if bytes > maxCaseBytes {
		t.Errorf("the pictures have %d bytes, more than the limit of %d", bytes, maxCaseBytes)
	}
}

// A baseline of other cases would make every later score fail for the wrong reason.
func TestBaselineIsOfTheCommittedCases(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(cases, "baseline.json"))
	if err != nil {
		t.Fatal(err)
	}
	var kept score.Tally
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	var want score.Tally
	for _, e := range openCases(t).Events() {
		want.N++
		switch e.Truth.Effect {
		case score.Achieved:
			want.Achieved++
		case score.Failed:
			want.Failed++
		case score.Pending:
			want.Pending++
		}
	}
	if kept.N != want.N || kept.Achieved != want.Achieved || kept.Failed != want.Failed || kept.Pending != want.Pending {
		t.Errorf("the baseline is of %d cases (%d achieved, %d failed, %d pending), the bundle of %d (%d, %d, %d)",
			kept.N, kept.Achieved, kept.Failed, kept.Pending, want.N, want.Achieved, want.Failed, want.Pending)
	}
}
