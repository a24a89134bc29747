package check

import (
	"encoding/json"
	"strings"
	"testing"

	"vigie/validation"
)

// dataScene is the scene of a step without pictures.
func dataScene(kind string, value string, c validation.Context) *validation.Scene {
	step := &validation.Step{
		Action: validation.Action{Type: kind}, Context: c, Language: "fr",
		Result: validation.Result{Success: true, Value: json.RawMessage(value)},
	}
	return validation.NewScene(step, nil, validation.Options{})
}

// verdictOf checks a scene and returns the finding; an error fails the test.
func verdictOf(t *testing.T, c validation.Checker, s *validation.Scene) validation.Finding {
	t.Helper()
	f, err := c.Check(t.Context(), s)
	if err != nil {
		t.Fatalf("Check: %v", err)
	}
	wantSentences(t, f)
	return f
}

// wantSentences fails where a sentence of the finding has no text or an unfilled gap.
func wantSentences(t *testing.T, f validation.Finding) {
	t.Helper()
	for _, s := range append([]validation.Sentence{f.Reason}, f.Evidence.Notes...) {
		for _, language := range []string{"en", "fr"} {
			text := validation.Sentence{ID: s.ID}.In(language)
			if text == s.ID || text == "" {
				t.Errorf("sentence %q has no text in %q", s.ID, language)
			}
			if gap := unfilled(text, s.Data); gap != "" {
				t.Errorf("sentence %q in %q leaves the gap %q open", s.ID, language, gap)
			}
		}
	}
}

func unfilled(text string, data map[string]string) string {
	for {
		_, rest, ok := strings.Cut(text, "{")
		if !ok {
			return ""
		}
		name, after, ok := strings.Cut(rest, "}")
		if !ok {
			return rest
		}
		if _, ok := data[name]; !ok {
			return name
		}
		text = after
	}
}

// outcome is what a table test says of a finding.
type outcome struct {
	Verdict    validation.Verdict
	Confidence float64
	Category   validation.Category
	Reason     string
}

func outcomeOf(f validation.Finding) outcome {
	return outcome{f.Verdict, f.Confidence, f.Category, f.Reason.ID}
}

func fits(reason string) outcome { return outcome{validation.Complete, .95, "", reason} }

func fails(category validation.Category, reason string) outcome {
	return outcome{validation.Terminate, .9, category, reason}
}

func staysOpen(confidence float64, category validation.Category, reason string) outcome {
	return outcome{validation.Continue, confidence, category, reason}
}
