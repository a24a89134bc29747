package settings

import (
	"encoding/json"
	"math"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// Definition is what is known of a setting beside its value.
type Definition struct {
	Key Key
	// Min and Max are the limits of a number; of a text or a list, how many characters or entries it may have at most is Max.
	Min, Max float64
	// Step is how much a number is changed by at a time.
	Step float64
	// check refuses a text, or an entry of a list.
	check func(string) Problem
}

// Definitions are all settings, in the order in which they are shown.
var Definitions = []Definition{
	{Key: ValidatorEnabled},
	{Key: ValidatorShadow},
	{Key: OCRRadius, Min: 8, Max: 1000, Step: 10},
	{Key: Escalation, Min: 0, Max: 1, Step: .05},
	{Key: OCRLanguages, Min: 1, Max: 8, check: languageProblem},
	{Key: JudgeEnabled},
	{Key: JudgeHost, Max: 300, check: hostProblem},
	{Key: JudgeModel, Max: 300, check: modelProblem},
	{Key: JudgeAskTwice},
	{Key: JudgeTimeoutS, Min: 1, Max: 600, Step: 5},
	{Key: RetentionDays, Min: 0, Max: 36_500, Step: 1},
	{Key: RetentionMegabytes, Min: 0, Max: 10_000_000, Step: 1000},
	{Key: Roots, Max: 100, check: rootProblem},
	{Key: NotifyEnabled},
	{Key: NotifyRepeatS, Min: 0, Max: 86_400, Step: 30},
	{Key: NotifySound},
	{Key: ListenRemote},
}

// DefinitionOf finds a setting's definition.
func DefinitionOf(key Key) (d Definition, ok bool) {
	for _, d := range Definitions {
		if d.Key == key {
			return d, true
		}
	}
	return Definition{}, false
}

// Default is the setting's default value.
func (d Definition) Default() any { return Defaults().Of(d.Key) }

// Parse reads a value as a person writes it: a number with a point or a comma; a list has an entry a line. A value that
// is none, or that lies outside the limits, is an [Error].
func (d Definition) Parse(text string) (any, error) {
	text = strings.TrimSpace(text)
	var value any
	var err error
	switch d.Default().(type) {
	case bool:
		value, err = strconv.ParseBool(text)
	case int:
		value, err = strconv.Atoi(strings.Map(withoutSpace, text))
	case float64:
		value, err = strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	case []string:
		value = lines(text)
	default:
		value = text
	}
	if err != nil {
		return nil, &Error{Key: d.Key, Problem: NoNumber, Value: text, Min: d.Min, Max: d.Max}
	}
	return value, d.Check(value)
}

// withoutSpace drops the spaces that group a number's digits.
func withoutSpace(r rune) rune {
	if r == ' ' || r == '\u00a0' || r == '\u202f' {
		return -1
	}
	return r
}

func lines(text string) []string {
	all := []string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// Check refuses a value that is not of the setting's type or lies outside its limits, with an [Error].
func (d Definition) Check(value any) error {
	if reflect.TypeOf(value) != reflect.TypeOf(d.Default()) {
		return &Error{Key: d.Key, Problem: WrongType, Value: shown(value)}
	}
	switch v := value.(type) {
	case int:
		return d.checkNumber(float64(v))
	case float64:
		return d.checkNumber(v)
	case string:
		return d.checkText(v)
	case []string:
		return d.checkList(v)
	}
	return nil
}

func (d Definition) checkNumber(v float64) error {
	if math.IsNaN(v) || v < d.Min || v > d.Max {
		return &Error{Key: d.Key, Problem: OutOfRange, Value: shown(v), Min: d.Min, Max: d.Max}
	}
	return nil
}

func (d Definition) checkText(v string) error {
	if float64(len(v)) > d.Max {
		return &Error{Key: d.Key, Problem: TooLong, Value: v[:40], Max: d.Max}
	}
	if p := d.check(v); p != "" {
		return &Error{Key: d.Key, Problem: p, Value: v}
	}
	return nil
}

func (d Definition) checkList(all []string) error {
	if n := float64(len(all)); n < d.Min || n > d.Max {
		return &Error{Key: d.Key, Problem: OutOfCount, Value: shown(n), Min: d.Min, Max: d.Max}
	}
	seen := map[string]bool{}
	for _, v := range all {
		p := d.check(v)
		if seen[v] {
			p = Twice
		}
		if p != "" {
			return &Error{Key: d.Key, Problem: p, Value: v}
		}
		seen[v] = true
	}
	return nil
}

// decode reads a value as it is kept. null means that nothing is kept.
func (d Definition) decode(data []byte) (value any, kept bool, err error) {
	if string(data) == "null" {
		return nil, false, nil
	}
	v := Defaults()
	p := v.field(d.Key)
	if list, ok := p.(*[]string); ok {
		*list = nil // what is kept replaces the default whole
	}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, false, &Error{Key: d.Key, Problem: WrongType, Value: string(data[:min(len(data), 40)])}
	}
	value = v.Of(d.Key)
	if list, ok := value.([]string); ok && list == nil {
		value = []string{}
	}
	return value, true, d.Check(value)
}

// clean is a folder's path in its shortest form; roots are kept so, that one is not there twice.
func clean(value any) any {
	list, ok := value.([]string)
	if !ok {
		return value
	}
	out := make([]string, len(list))
	for i, v := range list {
		if filepath.IsAbs(v) {
			v = filepath.Clean(v)
		}
		out[i] = v
	}
	return out
}
