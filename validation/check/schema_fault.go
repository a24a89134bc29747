package check

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"vigie/validation"
)

// schemaFault says in one sentence where a value departs from its schema first: which field, and what it should be.
func schemaFault(err *jsonschema.ValidationError, value any) validation.Sentence {
	leaf := slices.MinFunc(leavesOf(err), func(a, b *jsonschema.ValidationError) int {
		return cmp.Or(
			cmp.Compare(len(a.InstanceLocation), len(b.InstanceLocation)),
			slices.Compare(a.InstanceLocation, b.InstanceLocation),
			slices.Compare(a.ErrorKind.KeywordPath(), b.ErrorKind.KeywordPath()))
	})
	got, field := valueAt(value, leaf.InstanceLocation)
	return faultOf(leaf.ErrorKind, field, got)
}

func leavesOf(err *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(err.Causes) == 0 {
		return []*jsonschema.ValidationError{err}
	}
	var leaves []*jsonschema.ValidationError
	for _, cause := range err.Causes {
		leaves = append(leaves, leavesOf(cause)...)
	}
	return leaves
}

// valueAt returns the part of a value at a location, and how a person would name the place.
func valueAt(value any, location []string) (any, string) {
	field := valueField
	for _, step := range location {
		switch v := value.(type) {
		case map[string]any:
			value, field = v[step], field+"."+shorten(step, maxExcerpt)
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return nil, field
			}
			value, field = v[i], field+"["+step+"]"
		}
	}
	return value, field
}

func faultOf(fault jsonschema.ErrorKind, field string, got any) validation.Sentence {
	switch k := fault.(type) {
	case *kind.Type:
		return validation.Say(wantedType(k.Want), "field", field, "got", excerpt(got))
	case *kind.Enum:
		return validation.Say("data_want_one_of", "field", field, "want", listOf(k.Want), "got", excerpt(got))
	case *kind.Required:
		return validation.Say("data_field_missing", "field", field, "want", strings.Join(k.Missing, ", "))
	case *kind.MinItems, *kind.MinProperties:
		return validation.Say("data_empty", "field", field, "got", excerpt(got))
	case *kind.Pattern:
		return validation.Say("data_no_letter", "field", field, "got", excerpt(got))
	case *kind.MinLength:
		return shortFault(field, got, k)
	case *kind.MaxLength:
		return validation.Say("data_too_long", "field", field, "want", strconv.Itoa(k.Want), "got", strconv.Itoa(k.Got))
	case *kind.Minimum:
		return validation.Say("data_too_low", "field", field, "want", decimal(k.Want), "got", excerpt(got))
	case *kind.Maximum:
		return validation.Say("data_too_high", "field", field, "want", decimal(k.Want), "got", excerpt(got))
	default:
		return validation.Say("data_other", "field", field, "got", excerpt(got), "error", strings.Join(fault.KeywordPath(), "/"))
	}
}

// typeSentences are the sentences for a value of the wrong type, by the type that it should have. Where several would do,
// the first of them is the usual one.
var typeSentences = []struct{ want, id string }{
	{"string", "data_want_text"},
	{"array", "data_want_list"},
	{"object", "data_want_object"},
	{"number", "data_want_number"},
	{"integer", "data_want_number"},
}

func wantedType(want []string) string {
	for _, t := range typeSentences {
		if slices.Contains(want, t.want) {
			return t.id
		}
	}
	return "data_other"
}

func shortFault(field string, got any, k *kind.MinLength) validation.Sentence {
	if k.Got == 0 {
		return validation.Say("data_empty", "field", field, "got", excerpt(got))
	}
	return validation.Say("data_too_short", "field", field, "want", strconv.Itoa(k.Want), "got", strconv.Itoa(k.Got))
}

func listOf(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ", ")
}

func decimal(r *big.Rat) string {
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
