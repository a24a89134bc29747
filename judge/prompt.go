package judge

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
)

// kind is a kind of question.
type kind string

const (
	kindEffect    kind = "effect"    // did the action have its effect
	kindCondition kind = "condition" // is this condition true
	kindPlausible kind = "plausible" // is this text plausible
)

// versions are those of the prompts in use. A prompt that changes gets a new file and a new number here, since findings and
// kept answers name it.
var versions = map[kind]int{kindEffect: 1, kindCondition: 1, kindPlausible: 1}

// prompts are the instructions, one file a kind and version.
//
//go:embed prompts/*.txt
var prompts embed.FS

// answerSchema is the JSON schema that the server holds the answer to.
//
//go:embed schemas/answer.json
var answerSchema json.RawMessage

// name is the kind with the version of its prompt, as in "effect/1".
func (k kind) name() string { return fmt.Sprintf("%s/%d", k, versions[k]) }

// instructions are the constant text that a model is given: nothing of a step or a screen is ever put into it.
func (k kind) instructions() (string, error) {
	data, err := prompts.ReadFile(fmt.Sprintf("prompts/%s.%d.txt", k, versions[k]))
	if err != nil {
		return "", fmt.Errorf("read the prompt %s: %w", k.name(), err)
	}
	return strings.TrimSpace(string(data)), nil
}
