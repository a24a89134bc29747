package settings

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
)

// Problem is a reason to refuse a value.
type Problem string

// The problems. A window has a sentence for each.
const (
	NoNumber    Problem = "no_number"
	OutOfRange  Problem = "out_of_range"
	OutOfCount  Problem = "out_of_count"
	TooLong     Problem = "too_long"
	WrongType   Problem = "wrong_type"
	Twice       Problem = "twice"
	NoAddress   Problem = "no_address"  // not like http://127.0.0.1:11434
	NoFolder    Problem = "no_folder"   // not an absolute folder's path
	NoLanguage  Problem = "no_language" // not a name like "fra"
	NoModel     Problem = "no_model"    // not a model's name
	Absent      Problem = "absent"      // a folder or language that is not on this computer
	Overridden  Problem = "overridden"  // a flag or the environment holds it
	NotKept     Problem = "not_kept"    // the store could not keep it
	UnknownName Problem = "unknown_name"
)

// Problems are all of them.
var Problems = []Problem{
	NoNumber, OutOfRange, OutOfCount, TooLong, WrongType, Twice, NoAddress, NoFolder, NoLanguage, NoModel, Absent, Overridden, NotKept,
	UnknownName,
}

// Error is a value that was refused. It is made of data, so that a window can say it in its language.
type Error struct {
	Key      Key
	Problem  Problem
	Value    string  // what was refused
	Min, Max float64 // the limits, where the problem is about them
	Source   Source  // of the value that holds, for Overridden
	Name     string  // of the flag or variable, for Overridden
	Cause    error   // for NotKept
}

// Error says it in English.
func (e *Error) Error() string {
	name := fmt.Sprintf("setting %s: ", e.Key)
	switch e.Problem {
	case NoNumber:
		return name + fmt.Sprintf("%q is not a number from %v to %v", e.Value, e.Min, e.Max)
	case OutOfRange:
		return name + fmt.Sprintf("%s is not between %v and %v", e.Value, e.Min, e.Max)
	case OutOfCount:
		return name + fmt.Sprintf("%s entries, not %v to %v", e.Value, e.Min, e.Max)
	case TooLong:
		return name + fmt.Sprintf("%q… is longer than %v characters", e.Value, e.Max)
	case Overridden:
		return name + fmt.Sprintf("it is set by %s (%s)", e.Name, e.Source)
	case NotKept:
		return name + fmt.Sprintf("could not be kept: %v", e.Cause)
	}
	return name + fmt.Sprintf("%q is %s", e.Value, plainProblems[e.Problem])
}

// Unwrap returns the cause, if any.
func (e *Error) Unwrap() error { return e.Cause }

var plainProblems = map[Problem]string{
	WrongType: "not a value of its kind", Twice: "there twice", NoAddress: "not an address like http://127.0.0.1:11434",
	NoFolder: "not the whole path of a folder", NoLanguage: "not a language's name like fra", NoModel: "not a model's name",
	Absent: "not on this computer", UnknownName: "not a setting",
}

// shown is a value as it stands in a sentence or a log.
func shown(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []string:
		return strings.Join(v, ", ")
	default:
		return fmt.Sprint(v)
	}
}

// languageProblem accepts names like fra and chi_sim.
func languageProblem(v string) Problem {
	bad := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && r != '_' }
	if v == "" || len(v) > 40 || strings.ContainsFunc(v, bad) {
		return NoLanguage
	}
	return ""
}

func hostProblem(v string) Problem {
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return NoAddress
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return NoAddress
		}
	}
	return ""
}

// modelProblem accepts names like qwen2.5vl:7b and example.org/me/model:latest, and none.
func modelProblem(v string) Problem {
	if strings.ContainsFunc(v, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return NoModel
	}
	return ""
}

func rootProblem(v string) Problem {
	if !filepath.IsAbs(v) || strings.ContainsRune(v, 0) {
		return NoFolder
	}
	return ""
}
