package check

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
)

const letter = "Douleur thoracique atypique, dyspnée d'effort depuis trois jours. Patient envoyé par le médecin traitant."

func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func TestSchemaText(t *testing.T) {
	bad := func(reason string) outcome { return fails(validation.SchemaInvalid, reason) }
	short := outcome{validation.Complete, .75, "", "data_valid"}
	tests := []struct {
		name, value string
		want        outcome
	}{
		{"a paragraph", quoted(letter), fits("data_valid")},
		{"pages joined", `[` + quoted(letter) + `, "", ` + quoted(letter) + `]`, fits("data_valid")},
		{"a short word", `"Pénicilline"`, short},
		{"a decomposed accent is one character", quoted("e\u0301"), short},
		{"50000 accented characters", quoted(strings.Repeat("é", 50000)), fits("data_valid")},
		{"a text that speaks of an error in the middle", quoted(letter + " Error: aucune."), fits("data_valid")},
		{"a text that begins with the word error", quoted("Erreur médicamenteuse signalée au service, sans suite pour le patient."), fits("data_valid")},
		{"half of it letters", `"ab12"`, short},
		{"no value", ``, bad("data_missing")},
		{"null", ` null `, bad("data_missing")},
		{"an empty text", `""`, bad("data_empty")},
		{"blanks", `"   "`, bad("data_empty")},
		{"an unbreakable space", "\"\u00a0\"", bad("data_empty")},
		{"no page", `[]`, bad("data_empty")},
		{"empty pages", `["", " "]`, bad("data_empty")},
		{"digits only", `"2026"`, bad("data_no_letter")},
		{"digits only on pages", `["12", "34"]`, bad("data_few_letters")},
		{"noise of a bad reading", `"a|||___===123"`, bad("data_few_letters")},
		{"50001 characters", quoted(strings.Repeat("é", 50001)), bad("data_too_long")},
		{"pages that are too long together", `[` + quoted(strings.Repeat("a", 30000)) + `,` + quoted(strings.Repeat("b", 30000)) + `]`, bad("data_too_long")},
		{"a traceback", `"Traceback (most recent call last): File \"agent.py\""`, bad("data_failure_text")},
		{"an error message", `"Error: element not found"`, bad("data_failure_text")},
		{"an exception", `"pytesseract.TesseractError: (1, 'no')"`, bad("data_failure_text")},
		{"the word null", `"null"`, bad("data_failure_text")},
		{"not available", `"N/A"`, bad("data_failure_text")},
		{"one page that failed", `["Page une, lisible", "Error: timeout"]`, bad("data_failure_text")},
		{"an error object", `{"error": "ocr failed"}`, bad("data_error_value")},
		{"an object", `{"text": "Bonjour"}`, bad("data_want_text")},
		{"a number", `12`, bad("data_want_text")},
		{"a page that is a number", `["une page", 2]`, bad("data_want_text")},
	}
	checker := NewSchema()
	for _, kind := range []string{"extract_text", "extract_text_scroll"} {
		for _, tt := range tests {
			t.Run(kind+"/"+tt.name, func(t *testing.T) {
				got := verdictOf(t, checker, dataScene(kind, tt.value, validation.Context{}))
				if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
					t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
				}
			})
		}
	}
}

func TestSchemaTextNotes(t *testing.T) {
	english := "The patient was seen in the emergency room with chest pain and is to be admitted for the night."
	tests := []struct {
		name, value, language string
		want                  []string
	}{
		{"a long French text", letter, "fr", nil},
		{"a short text", "Pénicilline", "fr", []string{"data_short_text"}},
		{"an English text in a French session", english, "fr-FR", []string{"data_not_french"}},
		{"an English text in an English session", english, "en", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := dataScene("extract_text", quoted(tt.value), validation.Context{})
			s.Language = tt.language
			got := verdictOf(t, NewSchema(), s)
			var notes []string
			for _, n := range got.Evidence.Notes {
				notes = append(notes, n.ID)
			}
			if diff := cmp.Diff(tt.want, notes); diff != "" || got.Verdict != validation.Complete {
				t.Errorf("%v, notes (-want +got)\n%s", got.Verdict, diff)
			}
		})
	}
}

func TestSchemaTable(t *testing.T) {
	bad := func(reason string) outcome { return fails(validation.SchemaInvalid, reason) }
	headers := []string{"Name", "Âge"}
	two := 2
	zero := 0
	tests := []struct {
		name, value string
		headers     []string
		rows        *int
		want        outcome
	}{
		{"one row", `["Airi | 33"]`, nil, nil, fits("data_rows_valid")},
		{"rows as text below their headers", `["NAME | age", "Airi | 33"]`, headers, nil, fits("data_rows_valid")},
		{"headers doubled by a fixed table head", `["Name | Age", "Name | Age", "Airi | 33", "Ben | 40"]`, headers, &two, fits("data_rows_valid")},
		{"headers without separators", `["Name Age", "Airi 33"]`, headers, nil, fits("data_rows_valid")},
		{"rows as lists", `[["Name", "Age", "City"], ["Airi", 33, "Tokyo"]]`, headers, nil, fits("data_rows_valid")},
		{"rows as objects", `[{"name": "Airi", "age": 33}, {"name": "Ben", "age": null}]`, headers, &two, fits("data_rows_valid")},
		{"headers beside rows", `{"headers": ["Name", "Age"], "rows": [["Airi", 33], ["Ben", 40]]}`, headers, &two, fits("data_rows_valid")},
		{"as many rows as expected below a first row", `["Nom | Âge", "Airi | 33", "Ben | 40"]`, nil, &two, fits("data_rows_valid")},
		{"an empty table that was expected", `["Name | Age"]`, headers, &zero, fits("data_rows_valid")},
		{"no row", `[]`, nil, nil, bad("data_empty")},
		{"blank rows", `["", " | | ", "-----"]`, nil, nil, bad("data_no_rows")},
		{"headers and nothing below", `["Name | Age"]`, headers, nil, bad("data_no_rows")},
		{"a header that is missing", `["Name | City", "Airi | Tokyo"]`, headers, nil, bad("data_headers_missing")},
		{"a header that is only part of a word", `["Name | Ages", "Airi | 33"]`, headers, nil, bad("data_headers_missing")},
		{"headers spread over two rows", `["Name | x", "Age | y"]`, headers, nil, bad("data_headers_missing")},
		{"a column that the objects lack", `[{"name": "Airi"}]`, headers, nil, bad("data_headers_missing")},
		{"too few rows", `[{"name": "Airi", "age": 3}]`, headers, &two, bad("data_rows_differ")},
		{"a text", `"Name | Age"`, nil, nil, bad("data_want_list")},
		{"an object without rows", `{"headers": ["Name"]}`, nil, nil, bad("data_field_missing")},
		{"a row that is a number", `["a | b", 3]`, nil, nil, bad("data_want_text")},
		{"an error object", `{"error": "no table"}`, nil, nil, bad("data_error_value")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := validation.Context{ExpectedHeaders: tt.headers, ExpectedRows: tt.rows}
			got := verdictOf(t, NewSchema(), dataScene("extract_table", tt.value, c))
			if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
				t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
			}
		})
	}
}

func TestSchemaDecision(t *testing.T) {
	const why = `"justification": "Passage de 4 heures sans acte lourd."`
	tests := []struct {
		name, value string
		want        outcome
		say         string
	}{
		{"a decision", `{"decision": "FORFAIT_URGENCE", ` + why + `, "confidence": 0.82}`, fits("data_valid"), ""},
		{"not applicable is a decision", `{"decision": "NA", ` + why + `}`, fits("data_valid"), ""},
		{"unknown is a decision", `{"decision": "INCONNU", ` + why + `, "confidence": null}`, fits("data_valid"), ""},
		{"further fields", `{"decision": "UHCD", ` + why + `, "model": "x", "confidence": 1}`, fits("data_valid"), ""},
		{
			"a decision that there is not", `{"decision": "HOSPIT", ` + why + `}`, fails(validation.SchemaInvalid, "data_want_one_of"),
			`result.value.decision should be one of UHCD, FORFAIT, FORFAIT_URGENCE, NA, INCONNU, but is "HOSPIT"`,
		},
		{"lower case", `{"decision": "uhcd", ` + why + `}`, fails(validation.SchemaInvalid, "data_want_one_of"), ""},
		{"no decision", `{` + why + `}`, fails(validation.SchemaInvalid, "data_field_missing"), "result.value lacks the field decision"},
		{"no justification", `{"decision": "NA"}`, fails(validation.SchemaInvalid, "data_field_missing"), ""},
		{
			"a justification of nine characters", `{"decision": "NA", "justification": "éééééé éé"}`, fails(validation.SchemaInvalid, "data_too_short"),
			"result.value.justification should have at least 10 characters, but has 9",
		},
		{"ten characters, blanks among them", `{"decision": "NA", "justification": "  abc     "}`, fails(validation.SchemaInvalid, "data_too_short"), ""},
		{"a justification too long", `{"decision": "NA", "justification": ` + quoted(strings.Repeat("a", 5001)) + `}`, fails(validation.SchemaInvalid, "data_too_long"), ""},
		{
			"a confidence above one", `{"decision": "NA", ` + why + `, "confidence": 82}`, fails(validation.SchemaInvalid, "data_too_high"),
			"result.value.confidence should be at most 1, but is 82",
		},
		{"a negative confidence", `{"decision": "NA", ` + why + `, "confidence": -0.1}`, fails(validation.SchemaInvalid, "data_too_low"), ""},
		{"a confidence without bounds", `{"decision": "NA", ` + why + `, "confidence": 1e999999999}`, fails(validation.SchemaInvalid, "data_too_high"), ""},
		{"a confidence in words", `{"decision": "NA", ` + why + `, "confidence": "high"}`, fails(validation.SchemaInvalid, "data_want_number"), ""},
		{"JSON inside a text", quoted(`{"decision": "NA", ` + why + `}`), fails(validation.SchemaInvalid, "data_want_object"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := verdictOf(t, NewSchema(), dataScene("t2a_decision", tt.value, validation.Context{}))
			if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
				t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
			}
			if tt.say != "" && got.Reason.In("en") != tt.say {
				t.Errorf("says %q, want %q", got.Reason.In("en"), tt.say)
			}
		})
	}
}

func TestSchemaRows(t *testing.T) {
	bad := func(reason string) outcome { return fails(validation.SchemaInvalid, reason) }
	two, zero := 2, 0
	tests := []struct {
		name, value string
		rows        *int
		want        outcome
	}{
		{"records", `[{"id": 1}, {"id": 2}]`, &two, fits("data_rows_valid")},
		{"a record with no value set", `[{"id": null}]`, nil, fits("data_rows_valid")},
		{"a single record", `{"id": 1, "count": 0}`, nil, fits("data_rows_valid")},
		{"rows in an object", `{"rows": [[1], [2]]}`, &two, fits("data_rows_valid")},
		{"a number of rows", `{"row_count": 2}`, &two, fits("data_rows_valid")},
		{"a bare number", `2`, &two, fits("data_rows_valid")},
		{"none, as expected", `[]`, &zero, fits("data_rows_valid")},
		{"none", `[]`, nil, bad("data_no_rows")},
		{"empty records", `[{}, null, []]`, nil, bad("data_no_rows")},
		{"one too few", `[{"id": 1}]`, &two, bad("data_rows_differ")},
		{"a negative number", `-1`, nil, bad("data_too_low")},
		{"a text", `"2 rows"`, nil, bad("data_want_list")},
		{"half a row", `1.5`, nil, bad("data_want_list")},
		{"an error", `{"error": "no such table", "rows": []}`, nil, bad("data_error_value")},
	}
	checker := NewSchema()
	for _, kind := range []string{"db_read_data", "import_excel"} {
		for _, tt := range tests {
			t.Run(kind+"/"+tt.name, func(t *testing.T) {
				got := verdictOf(t, checker, dataScene(kind, tt.value, validation.Context{ExpectedRows: tt.rows}))
				if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
					t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
				}
			})
		}
	}
}

func TestSchemaNotEmpty(t *testing.T) {
	bad := func(reason string) outcome { return fails(validation.SchemaInvalid, reason) }
	tests := []struct {
		name, value string
		want        outcome
	}{
		{"an answer", `"Résumé du passage"`, fits("data_valid")},
		{"a list", `["a"]`, fits("data_valid")},
		{"an object", `{"label": "urgent", "error": null}`, fits("data_valid")},
		{"an object that worked", `{"success": true, "text": "oui"}`, fits("data_valid")},
		{"a class that is called none", `"None"`, fits("data_valid")},
		{"nothing", ``, bad("data_missing")},
		{"blanks", `" \n "`, bad("data_empty")},
		{"an empty list", `[]`, bad("data_empty")},
		{"an empty object", `{}`, bad("data_empty")},
		{"a list of empty texts", `["", {"a": " "}]`, bad("data_empty")},
		{"an error object", `{"error": "model not found"}`, bad("data_error_value")},
		{"an object that failed", `{"success": false, "text": ""}`, bad("data_error_value")},
		{"a traceback", `"Traceback (most recent call last):\n…"`, bad("data_failure_text")},
		{"undefined", `"undefined"`, bad("data_failure_text")},
	}
	checker := NewSchema()
	for kind, rule := range schemaRules {
		if rule.file != valueRule.file && rule.file != answerRule.file {
			continue
		}
		for _, tt := range tests {
			t.Run(kind+"/"+tt.name, func(t *testing.T) {
				got := verdictOf(t, checker, dataScene(kind, tt.value, validation.Context{}))
				if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
					t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
				}
			})
		}
	}
	if got := verdictOf(t, NewSchema(), dataScene("ai_classify", `3`, validation.Context{})); got.Verdict != validation.Complete {
		t.Errorf("a class number: %v", got)
	}
	if got := verdictOf(t, NewSchema(), dataScene("llm_generate", `3`, validation.Context{})); got.Reason.ID != "data_want_text" {
		t.Errorf("a number for a text: %v", got)
	}
}

func TestSchemaHostileValues(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"50 MB", `"` + strings.Repeat("a", 50<<20) + `"`, "data_too_large"},
		{"nested a million deep", strings.Repeat("[", 1<<20), "data_not_json"},
		{"nested nine thousand deep", strings.Repeat("[", 9000) + strings.Repeat("]", 9000), ""},
		{"invalid UTF-8", "\"Bonjour \xff\xfe\"", "data_not_json"},
		{"not a number", `NaN`, "data_not_json"},
		{"cut off", `{"decision": "N`, "data_not_json"},
		{"two values", `"un" "deux"`, "data_not_json"},
		{"braces in a text", `{"error": "{got} {field}"}`, "data_error_value"},
	}
	checker := NewSchema()
	for _, tt := range tests {
		for _, kind := range []string{"extract_text", "extract_table", "t2a_decision", "ai_custom"} {
			got := verdictOf(t, checker, dataScene(kind, tt.value, validation.Context{}))
			if got.Verdict == validation.Complete || tt.want != "" && got.Reason.ID != tt.want {
				t.Errorf("%s for %s: %v %q, want %q", tt.name, kind, got.Verdict, got.Reason.ID, tt.want)
			}
		}
	}
}

func TestSchemaCoversTheMatrix(t *testing.T) {
	for _, row := range validation.Matrix {
		for _, name := range row.Checks {
			if _, ok := schemaRules[row.Kind]; name == validation.CheckSchema && !ok {
				t.Errorf("no schema for %q", row.Kind)
			}
		}
	}
	if _, err := NewSchema().Check(t.Context(), dataScene("click_anchor", `""`, validation.Context{})); err == nil {
		t.Error("a kind without a schema gave no error")
	}
}

func TestSchemaExcerptIsCut(t *testing.T) {
	for _, tt := range []struct{ text, want string }{{"abcd", "abcd"}, {"abcde", "abc…"}, {"ééééé", "ééé…"}, {"", ""}} {
		if got := shorten(tt.text, 4); got != tt.want {
			t.Errorf("shorten(%q, 4) = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzSchemaValue: whatever an agent sends gets a verdict with a sentence, and nothing that is no JSON is accepted.
func FuzzSchemaValue(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `"text"`, `["a | b", "c | d"]`, `{"decision": "NA", "justification": "0123456789", "confidence": 1e400}`,
		`{"rows": {"rows": 1}}`, `{"headers": [1], "rows": [[]]}`, `[[[[]]]]`, `{"error": {}}`, `1e999`, "\"\xff\"", `{"rows": -1}`,
	} {
		f.Add(seed, 1)
	}
	checker := NewSchema()
	f.Fuzz(func(t *testing.T, value string, rows int) {
		for kind := range schemaRules {
			for _, c := range []validation.Context{{}, {ExpectedRows: &rows, ExpectedHeaders: []string{"a", value}}} {
				got, err := checker.Check(t.Context(), dataScene(kind, value, c))
				if err != nil || got.Verdict == validation.Unknown || got.Reason.ID == "" {
					t.Fatalf("%s of %q: %+v, %v", kind, value, got, err)
				}
				if got.Verdict == validation.Complete && !json.Valid([]byte(value)) {
					t.Fatalf("%s of %q is complete", kind, value)
				}
			}
		}
	})
}

func BenchmarkSchema(b *testing.B) {
	checker := NewSchema()
	for _, n := range []int{100, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := dataScene("extract_text", quoted(strings.Repeat("Patient vu. ", n/12)), validation.Context{})
			for b.Loop() {
				if f, err := checker.Check(b.Context(), s); err != nil || f.Verdict != validation.Complete {
					b.Fatal(f, err)
				}
			}
		})
	}
}
