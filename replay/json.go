package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Limits of a JSON document.
const (
	// MaxEventBytes is the largest step event or session that is read, pictures not counted.
	MaxEventBytes = 8 << 20
	// MaxDepth is how deep objects and lists may be nested.
	MaxDepth = 64
)

// parse checks data's size, encoding, syntax and nesting, and returns it as an object named whole.
func parse(data []byte, whole string) (*object, error) {
	if len(data) > MaxEventBytes {
		return nil, fmt.Errorf("%s of %d bytes, limit %d: %w", whole, len(data), MaxEventBytes, ErrTooLarge)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if at := invalidUTF8(data); at >= 0 {
		return nil, &SyntaxError{Offset: int64(at), What: "the text is not UTF-8"}
	}
	if depth(data) > MaxDepth {
		return nil, &FieldError{Field: whole, Want: fmt.Sprintf("nested at most %d deep", MaxDepth), Got: "deeper"}
	}
	var raw json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, syntaxError(err)
	}
	d := &decoding{extra: map[string]json.RawMessage{}}
	o := d.object(whole, "", raw)
	return o, d.err
}

func syntaxError(err error) error {
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &SyntaxError{Offset: s.Offset, What: s.Error()}
	}
	return &SyntaxError{What: err.Error()}
}

// invalidUTF8 returns where data stops being UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// depth is how deep data is nested: counted before parsing, as the parser recurses.
func depth(data []byte) int {
	deepest, now, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			now++
			deepest = max(deepest, now)
		case c == '}' || c == ']':
			now--
		}
	}
	return deepest
}

// kindOf names the kind of a JSON value, without the value.
func kindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return "a text"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 'n':
		return "null"
	case 't', 'f':
		return string(raw)
	}
	return "a number"
}
