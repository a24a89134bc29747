package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"slices"

	"vigie/validation"
)

// EncodeEvent writes a step event as replay-format.md has it, on one line without a line end. What [DecodeEvent] reads
// from it is the same event.
func EncodeEvent(e Event) ([]byte, error) {
	context, err := encodeContext(e.Context)
	if err != nil {
		return nil, err
	}
	result, err := fieldsOf(e.Result)
	if err != nil {
		return nil, err
	}
	doc := fields{
		"step_index": e.StepIndex, "attempt": e.Attempt, "id": e.ID, "action": encodeAction(e.Action), "result": result,
	}
	doc.unless(e.SessionID == "", "session_id", e.SessionID)
	doc.unless(e.StepTotal == 0, "step_total", e.StepTotal)
	doc.unless(len(context) == 0, "context", context)
	if e.Screenshots.Before != "" || len(e.Screenshots.After) > 0 {
		if doc["screenshots"], err = fieldsOf(e.Screenshots); err != nil {
			return nil, err
		}
	}
	if e.Truth != nil {
		if doc["truth"], err = encodeTruth(*e.Truth); err != nil {
			return nil, err
		}
	}
	doc.merge(e.Extra)
	return write(doc)
}

// EncodeSession writes a session.json. What [DecodeSession] reads from it is the same session.
func EncodeSession(s Session) ([]byte, error) {
	extra := s.Extra
	s.Extra = nil
	doc, err := fieldsOf(s)
	if err != nil {
		return nil, err
	}
	if s.StartedAt.IsZero() {
		delete(doc, "started_at")
	}
	if s.Screen == (Screen{}) {
		delete(doc, "screen")
	}
	doc.merge(extra)
	return write(doc)
}

func encodeAction(a validation.Action) fields {
	f := fields{"type": a.Type}
	f.unless(a.Role == "", "role", a.Role)
	f.unless(a.ByText == "", "by_text", a.ByText)
	f.unless(a.Button == "", "button", a.Button)
	f.unless(len(a.Keys) == 0, "keys", a.Keys)
	f.unless(a.Text == "", "text", a.Text)
	f.unless(a.Condition == "", "condition", a.Condition)
	f.point(a.At, "x_pct", "y_pct")
	f.point(a.To, "to_x_pct", "to_y_pct")
	return f
}

func encodeContext(c validation.Context) (fields, error) {
	dialog, save := c.DialogBox, c.SaveButton
	c.DialogBox, c.SaveButton = nil, nil
	f, err := fieldsOf(c)
	f.box("dialog_bbox", dialog)
	f.box("save_button_anchor", save)
	return f, err
}

func encodeTruth(t Truth) (fields, error) {
	f, err := fieldsOf(t)
	if t.Category == validation.None {
		f["category"] = nil
	}
	return f, err
}

// fields is a JSON object that is being written.
type fields map[string]any

// fieldsOf are the fields that a struct's own JSON has.
func fieldsOf(v any) (fields, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	f := fields{}
	for name, value := range raw {
		f[name] = value
	}
	return f, nil
}

func (f fields) unless(absent bool, name string, value any) {
	if !absent {
		f[name] = value
	}
}

func (f fields) point(p *validation.Point, x, y string) {
	if p != nil {
		f[x], f[y] = p.X, p.Y
	}
}

func (f fields) box(name string, r *image.Rectangle) {
	if r != nil {
		f[name] = []int{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y}
	}
}

// merge puts unknown fields back where they stood. A field of the format's own is never overwritten.
func (f fields) merge(extra map[string]json.RawMessage) {
	for _, path := range slices.Sorted(maps.Keys(extra)) {
		f.put(splitPath(path), extra[path])
	}
}

func (f fields) put(keys []string, value json.RawMessage) {
	if len(keys) == 1 {
		if _, known := f[keys[0]]; !known {
			f[keys[0]] = value
		}
		return
	}
	inner, ok := f[keys[0]].(fields)
	if !ok {
		inner = f.open(keys[0])
	}
	inner.put(keys[1:], value)
	f[keys[0]] = inner
}

// open makes the object at name writable: one that is encoded already is taken apart first.
func (f fields) open(name string) fields {
	inner := fields{}
	if raw, ok := f[name].(json.RawMessage); ok {
		known := map[string]json.RawMessage{}
		if json.Unmarshal(raw, &known) == nil {
			for k, v := range known {
				inner[k] = v
			}
		}
	}
	return inner
}

// write writes JSON without escaping what only HTML needs escaped.
func write(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
