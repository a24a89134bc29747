package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/unicode/norm"

	"vigie/validation"
	"vigie/validation/ocr"
)

const (
	// maxValue is the largest result.value that is looked at, in bytes.
	maxValue = 16 << 20
	// maxExcerpt is how much of a value a sentence quotes, in characters.
	maxExcerpt = 80
	// valueField is how sentences call the value itself.
	valueField = "result.value"
)

// decodeValue returns what result.value holds, in the types of encoding/json with all texts in NFC and without spaces at
// their ends, so that lengths count what a person would count. An empty sentence means that it could be read.
func decodeValue(raw json.RawMessage) (any, validation.Sentence) {
	if len(raw) > maxValue {
		return nil, validation.Say("data_too_large", "field", valueField, "got", strconv.Itoa(len(raw)), "limit", strconv.Itoa(maxValue))
	}
	if trimmed := bytes.TrimSpace(raw); len(trimmed) == 0 || string(trimmed) == "null" {
		return nil, validation.Say("data_missing", "field", valueField)
	}
	value, err := parseValue(raw)
	if err != nil {
		return nil, validation.Say("data_not_json", "field", valueField, "cause", shorten(err.Error(), maxExcerpt))
	}
	return normalise(value), validation.Sentence{}
}

func parseValue(raw []byte) (any, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("it is not valid UTF-8")
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(raw))
}

// normalise also makes numbers finite floats: a schema compares them exactly, and 1e999999999 has too many digits for it.
func normalise(value any) any {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(norm.NFC.String(v))
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return math.Copysign(math.MaxFloat64, f)
		}
		return f
	case []any:
		for i := range v {
			v[i] = normalise(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = normalise(v[key])
		}
	}
	return value
}

// hollow says whether a value holds nothing: an empty text, or a list or an object of nothing else. Numbers and yes or no
// are something.
func hollow(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		for _, item := range v {
			if !hollow(item) {
				return false
			}
		}
		return true
	case map[string]any:
		for _, item := range v {
			if !hollow(item) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// errorValue says whether an object stands for an error in place of a result: a field error that is set, or success that
// is false.
func errorValue(value any) (validation.Sentence, bool) {
	object, _ := value.(map[string]any)
	for key, item := range object {
		failed := false
		switch ocr.Fold(key) {
		case "error", "erreur", "errors", "exception", "traceback":
			failed = !hollow(item) && item != false
		case "success", "ok":
			failed = item == false
		}
		if failed {
			return validation.Say("data_error_value", "got", excerpt(object)), true
		}
	}
	return validation.Sentence{}, false
}

// excerpt quotes the beginning of a value as JSON.
func excerpt(value any) string {
	if text, ok := value.(string); ok {
		value = shorten(text, maxExcerpt)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "?"
	}
	return shorten(strings.TrimSpace(b.String()), maxExcerpt)
}

// shorten cuts a text to at most n characters, the last of them an ellipsis where something is missing.
func shorten(text string, n int) string {
	seen := 0
	end := 0
	for i := range text {
		if seen == n-1 {
			end = i
		}
		if seen == n {
			return text[:end] + "…"
		}
		seen++
	}
	return text
}
