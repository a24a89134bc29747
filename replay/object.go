package replay

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoding is the decoding of one document: its first error, and the fields that the format does not know.
type decoding struct {
	err   error
	extra map[string]json.RawMessage
}

func (d *decoding) fail(field, want, got string) {
	if d.err == nil {
		d.err = &FieldError{Field: field, Want: want, Got: got}
	}
}

// object reads raw as an object; name stands in its error, prefix before its fields' names. Another kind fails, and
// reads as an empty object.
func (d *decoding) object(name, prefix string, raw json.RawMessage) *object {
	o := &object{decoding: d, prefix: prefix, fields: map[string]json.RawMessage{}}
	if raw[0] != '{' {
		d.fail(name, "an object", kindOf(raw))
		return o
	}
	if err := json.Unmarshal(raw, &o.fields); err != nil {
		d.fail(name, "an object", err.Error())
	}
	return o
}

// object is a JSON object whose fields are taken out one by one; what is left is unknown.
type object struct {
	*decoding
	prefix string
	fields map[string]json.RawMessage
}

// take removes a field and returns it; nil when it is absent or null.
func (o *object) take(name string) json.RawMessage {
	raw := o.fields[name]
	delete(o.fields, name)
	if string(raw) == "null" {
		return nil
	}
	return raw
}

// require fails when a field is absent or null.
func (o *object) require(name, want string) {
	raw, ok := o.fields[name]
	if !ok {
		o.fail(o.prefix+name, want, "absent")
	} else if string(raw) == "null" {
		o.fail(o.prefix+name, want, "null")
	}
}

// object takes an object; nil when it is absent.
func (o *object) object(name string) *object {
	raw := o.take(name)
	if raw == nil {
		return nil
	}
	return o.decoding.object(o.prefix+name, o.prefix+escapeKey(name)+".", raw)
}

// inner takes an object; an absent one reads as empty.
func (o *object) inner(name string) *object {
	if in := o.object(name); in != nil {
		return in
	}
	return &object{decoding: o.decoding, prefix: o.prefix + name + ".", fields: map[string]json.RawMessage{}}
}

// rest keeps all fields that were not taken as unknown ones.
func (o *object) rest() {
	for name, raw := range o.fields {
		o.extra[o.prefix+escapeKey(name)] = raw
	}
	clear(o.fields)
}

// text takes a text of at most limit characters; a longer one fails.
func (o *object) text(name string, limit int) string {
	raw := o.take(name)
	if raw == nil {
		return ""
	}
	return o.textOf(o.prefix+name, raw, limit)
}

func (d *decoding) textOf(field string, raw json.RawMessage, limit int) string {
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		d.fail(field, "a text", kindOf(raw))
		return ""
	}
	if n := utf8.RuneCountInString(s); n > limit {
		d.fail(field, fmt.Sprintf("at most %d characters", limit), fmt.Sprintf("%d characters", n))
		return ""
	}
	return s
}

// cut takes a text that the agent does not make itself, as a window's title: what is longer than limit is cut off.
func (o *object) cut(name string, limit int) *string {
	raw := o.take(name)
	if raw == nil {
		return nil
	}
	s := o.textOf(o.prefix+name, raw, math.MaxInt)
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit-1]) + "…"
	}
	return &s
}

// texts takes a list of texts.
func (o *object) texts(name string, most, limit int) []string {
	var out []string
	for i, raw := range o.list(name, most) {
		out = append(out, o.textOf(fmt.Sprintf("%s%s[%d]", o.prefix, name, i), raw, limit))
	}
	return out
}

func (o *object) list(name string, most int) []json.RawMessage {
	raw := o.take(name)
	if raw == nil {
		return nil
	}
	var list []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &list) != nil {
		o.fail(o.prefix+name, "a list", kindOf(raw))
		return nil
	}
	if len(list) > most {
		o.fail(o.prefix+name, fmt.Sprintf("a list of at most %d", most), fmt.Sprintf("a list of %d", len(list)))
		return nil
	}
	return list
}

// boolean takes true or false; an absent one is false.
func (o *object) boolean(name string) bool {
	raw := o.take(name)
	switch string(raw) {
	case "true":
		return true
	case "", "false":
		return false
	}
	o.fail(o.prefix+name, "true or false", kindOf(raw))
	return false
}

// number takes a finite number between low and high; nil when it is absent.
func (o *object) number(name string, low, high float64) *float64 {
	raw := o.take(name)
	if raw == nil {
		return nil
	}
	return o.numberOf(o.prefix+name, raw, low, high)
}

func (d *decoding) numberOf(field string, raw json.RawMessage, low, high float64) *float64 {
	if strings.ContainsRune(`"{[tfn`, rune(raw[0])) {
		d.fail(field, "a number", kindOf(raw))
		return nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f < low || f > high {
		d.fail(field, fmt.Sprintf("a number from %g to %g", low, high), brief(string(raw)))
		return nil
	}
	return &f
}

// whole takes a whole number between low and high; ok is false when it is absent.
func (o *object) whole(name string, low, high int) (n int, ok bool) {
	raw := o.take(name)
	if raw == nil {
		return 0, false
	}
	f := o.numberOf(o.prefix+name, raw, float64(low), float64(high))
	if f == nil {
		return 0, false
	}
	if *f != math.Trunc(*f) {
		o.fail(o.prefix+name, "a whole number", brief(string(raw)))
		return 0, false
	}
	return int(*f), true
}

func (o *object) integer(name string, low, high int) int {
	n, _ := o.whole(name, low, high)
	return n
}

// brief shortens a number for an error.
func brief(s string) string {
	if len(s) > 24 {
		return s[:24] + "…"
	}
	return s
}

var keyEscaper = strings.NewReplacer(`\`, `\\`, `.`, `\.`)

// escapeKey writes a key so that a dotted path can be taken apart again.
func escapeKey(key string) string { return keyEscaper.Replace(key) }

// splitPath takes a dotted path apart into its keys.
func splitPath(path string) []string {
	keys := []string{""}
	for i := 0; i < len(path); i++ {
		last := len(keys) - 1
		switch {
		case path[i] == '\\' && i+1 < len(path):
			i++
			keys[last] += path[i : i+1]
		case path[i] == '.':
			keys = append(keys, "")
		default:
			keys[last] += path[i : i+1]
		}
	}
	return keys
}
