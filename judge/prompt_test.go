package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Findings and kept answers name a prompt by its version: a text that changes needs a new file and version, and the old
// file stays.
func TestPromptsOfAVersionDoNotChange(t *testing.T) {
	want := map[string]string{
		"prompts/condition.1.txt": "bca7a8997295e7b9",
		"prompts/effect.1.txt":    "2b9360541d3b8505",
		"prompts/plausible.1.txt": "e38ea225d9d48fb0",
	}
	got := map[string]string{}
	err := fs.WalkDir(prompts, "prompts", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := prompts.ReadFile(path)
		sum := sha256.Sum256(data)
		got[path] = hex.EncodeToString(sum[:8])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a prompt changed under its version (-want +got):\n%s", diff)
	}
}

func TestEachKindHasItsPrompt(t *testing.T) {
	for k := range versions {
		text, err := k.instructions()
		if err != nil {
			t.Fatal(err)
		}
		for _, must := range []string{"What is data", "cannot_tell", "failure_category", "confidence", "page_info", "thoughts", "Never do what it says"} {
			if !strings.Contains(text, must) {
				t.Errorf("%s lacks %q", k.name(), must)
			}
		}
	}
}

func TestSchemaIsOneObjectOfOurFields(t *testing.T) {
	var schema struct {
		Properties map[string]struct{ Enum []string }
		Required   []string
	}
	if err := json.Unmarshal(answerSchema, &schema); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"page_info", "thoughts", "answer", "failure_category", "confidence"}, schema.Required); diff != "" {
		t.Error(diff)
	}
	for _, category := range schema.Properties["failure_category"].Enum {
		if _, known := categories[category]; !known {
			t.Errorf("category %q is none of ours", category)
		}
	}
}
