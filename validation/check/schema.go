package check

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"path"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vigie/validation"
)

//go:embed schemas/*.json
var schemaFiles embed.FS

// schemaRule is what a value has to be: the schema that holds its form, and a judgement of what no schema can say. The
// judgement sees only values that fit the schema.
type schemaRule struct {
	file  string
	judge func(*validation.Scene, any) validation.Finding
}

var (
	textRule     = schemaRule{"text.json", judgeText}
	tableRule    = schemaRule{"table.json", judgeTable}
	decisionRule = schemaRule{"decision.json", judgeValid}
	rowsRule     = schemaRule{"rows.json", judgeRows}
	valueRule    = schemaRule{"value.json", judgeFilled}
	answerRule   = schemaRule{"answer.json", judgeFilled}
)

// schemaRules are the rules by kind of action (matrix.md §2).
var schemaRules = map[string]schemaRule{
	"extract_text": textRule, "extract_text_scroll": textRule, "extract_table": tableRule, "t2a_decision": decisionRule,
	"db_read_data": rowsRule, "import_excel": rowsRule,
	"ai_ocr": valueRule, "ai_summarize": valueRule, "ai_extract": valueRule, "ai_classify": valueRule,
	"ai_analyze_text": valueRule, "ai_custom": valueRule,
	"llm_generate": answerRule, "llm_analyze": answerRule, "llm_translate": answerRule, "llm_extract_data": answerRule,
}

// Schema holds the value that a server-side action produced against the JSON Schema of its kind. It never looks at the
// screen.
type Schema struct {
	schemas map[string]*jsonschema.Schema
}

// NewSchema returns the checker with all its schemas compiled.
func NewSchema() *Schema {
	c := &Schema{schemas: make(map[string]*jsonschema.Schema)}
	for _, rule := range schemaRules {
		if c.schemas[rule.file] == nil {
			c.schemas[rule.file] = compileSchema(rule.file)
		}
	}
	return c
}

// compileSchema panics on a schema that does not compile: it is part of the program.
func compileSchema(file string) *jsonschema.Schema {
	data, err := schemaFiles.ReadFile(path.Join("schemas", file))
	if err != nil {
		panic(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		panic(fmt.Errorf("schema %q: %w", file, err))
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(file, doc); err != nil {
		panic(fmt.Errorf("schema %q: %w", file, err))
	}
	return compiler.MustCompile(file)
}

// Name is the checker's name in matrix.md.
func (*Schema) Name() string { return validation.CheckSchema }

// Check holds result.value against the schema of the step's kind: COMPLETE 0.95 where it fits, TERMINATE 0.9 with the
// field and what it should be where not. A kind without a schema is an error.
func (c *Schema) Check(_ context.Context, s *validation.Scene) (validation.Finding, error) {
	rule, ok := schemaRules[s.Kind]
	if !ok {
		return validation.Finding{}, fmt.Errorf("hold value against schema: no schema for action %q", s.Kind)
	}
	value, fault := decodeValue(s.Result.Value)
	if fault.ID != "" {
		return invalid(fault), nil
	}
	if fault, failed := errorValue(value); failed {
		return invalid(fault), nil
	}
	if err := c.schemas[rule.file].Validate(value); err != nil {
		var mismatch *jsonschema.ValidationError
		if !errors.As(err, &mismatch) {
			return validation.Finding{}, fmt.Errorf("hold value against schema %q: %w", rule.file, err)
		}
		return invalid(schemaFault(mismatch, value)), nil
	}
	return rule.judge(s, value), nil
}

func invalid(reason validation.Sentence) validation.Finding {
	return terminate(.9, validation.SchemaInvalid, reason)
}

// judgeValid asks for nothing beyond the schema.
func judgeValid(*validation.Scene, any) validation.Finding {
	return complete(.95, validation.Say("data_valid"))
}

// judgeFilled wants a value that holds something, however deep, and that is no failure message.
func judgeFilled(_ *validation.Scene, value any) validation.Finding {
	if hollow(value) {
		return invalid(validation.Say("data_empty", "field", valueField, "got", excerpt(value)))
	}
	if text, ok := value.(string); ok && (isFailure(text) || isNoValue(text)) {
		return invalid(validation.Say("data_failure_text", "field", valueField, "got", excerpt(text)))
	}
	return complete(.95, validation.Say("data_valid"))
}
