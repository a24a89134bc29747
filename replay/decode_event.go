package replay

import (
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"

	"vigie/validation"
)

// Limits of a step event's fields.
const (
	// MaxIDLength is the longest id of a session or an event, in characters.
	MaxIDLength = 200
	// MaxAfterPictures is how many pictures a burst may have.
	MaxAfterPictures = 8

	maxLabel   = 10_000    // characters of a label, a title, an expected text
	maxTyped   = 1_000_000 // characters that are typed or pasted
	maxSteps   = 1_000_000
	maxItems   = 1_000 // entries of a list of texts
	maxPixel   = 1_000_000
	maxAttempt = 10_000
)

// DecodeEvent reads a step event as replay-format.md writes it. Unknown fields are kept in Extra by dotted path, a key's
// own dots escaped by a backslash. session_id may be absent, for a caller that knows it; attempt absent is 1. A text that
// is no JSON is a [SyntaxError], a field that breaks the format a [FieldError], an oversized document [ErrTooLarge].
// What a type_secret typed is left out here, before anything else sees it: see forgetSecret.
func DecodeEvent(data []byte) (Event, error) {
	o, err := parse(data, "event")
	if err != nil {
		return Event{}, err
	}
	e := Event{SessionID: o.id("session_id"), Attempt: 1}
	o.require("id", "a text")
	e.ID = o.id("id")
	o.require("step_index", "a whole number from 1")
	e.StepIndex = o.integer("step_index", 1, maxSteps)
	e.StepTotal = o.integer("step_total", 0, maxSteps)
	if n, ok := o.whole("attempt", 1, maxAttempt); ok {
		e.Attempt = n
	}
	o.require("action", "an object")
	intention := o.text("action_intention", maxLabel)
	action := o.inner("action")
	e.Action = action.action()
	if s := action.text("action_intention", maxLabel); s != "" {
		intention = s
	}
	action.rest()
	e.Context = o.inner("context").context(intention)
	e.Result = o.result(e.Action.Type)
	e.Screenshots = o.inner("screenshots").screenshots()
	e.Truth = o.object("truth").truth()
	o.rest()
	if o.err != nil {
		return Event{}, o.err
	}
	if len(o.extra) > 0 {
		e.Extra = o.extra
	}
	arrangeTyped(&e)
	return e, nil
}

// id takes an identifier: it may stand in addresses, logs and keys.
func (o *object) id(name string) string {
	raw := o.take(name)
	if raw == nil {
		return ""
	}
	s := o.textOf(o.prefix+name, raw, MaxIDLength)
	switch {
	case s == "":
		o.fail(o.prefix+name, "a text of at least one character", "empty")
	case strings.ContainsFunc(s, unicode.IsControl):
		o.fail(o.prefix+name, "a text without control characters", "a text with one")
	}
	return s
}

func (o *object) action() validation.Action {
	o.require("type", "a text")
	a := validation.Action{
		Type:      name(o.text("type", MaxIDLength)),
		Role:      name(o.text("role", MaxIDLength)),
		ByText:    o.text("by_text", maxTyped),
		At:        o.point("x_pct", "y_pct"),
		To:        o.point("to_x_pct", "to_y_pct"),
		Button:    name(o.text("button", MaxIDLength)),
		Keys:      o.keys("keys"),
		Text:      o.text("text", maxTyped),
		Condition: o.text("condition", maxLabel),
	}
	spec := o.inner("target_spec")
	old := spec.text("by_text", maxTyped)
	if a.ByText == "" {
		a.ByText = old
	}
	spec.rest()
	return a
}

// name folds a word of the format's own: type, role, button.
func name(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// point takes two coordinates; nil when both are absent. Values outside 0…1 are kept: the validator names them.
func (o *object) point(x, y string) *validation.Point {
	px, py := o.number(x, -math.MaxFloat64, math.MaxFloat64), o.number(y, -math.MaxFloat64, math.MaxFloat64)
	switch {
	case px == nil && py == nil:
		return nil
	case px == nil:
		o.fail(o.prefix+x, "a number where "+y+" is one", "absent")
		return nil
	case py == nil:
		o.fail(o.prefix+y, "a number where "+x+" is one", "absent")
		return nil
	}
	return &validation.Point{X: *px, Y: *py}
}

// keys takes a list of keys, or the text "ctrl+s".
func (o *object) keys(field string) []string {
	if raw := o.fields[field]; len(raw) > 0 && raw[0] == '"' {
		return splitKeys(o.text(field, MaxIDLength))
	}
	list := o.texts(field, 16, MaxIDLength)
	for i, key := range list {
		list[i] = keyName(key)
	}
	return list
}

// splitKeys takes "ctrl+s" apart; a plus sign at the end is a key of its own.
func splitKeys(s string) []string {
	plus := strings.HasSuffix(s, "+")
	var list []string
	for key := range strings.SplitSeq(s, "+") {
		if key = keyName(key); key != "" {
			list = append(list, key)
		}
	}
	if plus {
		list = append(list, "+")
	}
	return list
}

// keyName folds a key's name; the space bar stays a space.
func keyName(key string) string {
	if key == " " {
		return key
	}
	return name(key)
}

func (o *object) result(actionType string) validation.Result {
	r := o.inner("result")
	if actionType != "pause_for_human" { // a pause does nothing that could succeed
		r.require("success", "true or false")
	}
	res := validation.Result{
		Success:     r.boolean("success"),
		TitleBefore: r.cut("window_title_before", maxLabel),
		Title:       r.cut("window_title", maxLabel),
	}
	if s := r.cut("error", maxLabel); s != nil {
		res.Error = *s
	}
	if p := r.object("actual_position"); p != nil {
		p.require("x_pct", "a number")
		res.Actual = p.point("x_pct", "y_pct")
		p.rest()
	}
	if ms := r.number("elapsed_ms", 0, math.MaxFloat64); ms != nil {
		res.ElapsedMS = *ms
	}
	if n, ok := r.whole("keystrokes", 0, math.MaxInt32); ok {
		res.Keystrokes = &n
	}
	if value, ok := r.fields["value"]; ok { // null is a value: it proves that nothing was extracted
		res.Value = value
		delete(r.fields, "value")
	}
	r.rest()
	return res
}

func (o *object) context(intention string) validation.Context {
	c := validation.Context{
		Label:           o.text("label", maxLabel),
		ExpectedResult:  o.text("expected_result", maxLabel),
		ExpectedText:    o.text("expected_text", maxTyped),
		ExpectedTitle:   o.text("expected_title", maxLabel),
		AppTitle:        o.text("app_title", maxLabel),
		TabLabel:        o.text("tab_label_attendu", maxLabel),
		DialogBox:       o.box("dialog_bbox"),
		SaveButton:      o.box("save_button_anchor"),
		MenuItems:       o.texts("expected_menu_items", maxItems, maxLabel),
		Tooltip:         o.text("expected_tooltip_text", maxLabel),
		ExpectedHeaders: o.texts("expected_headers", maxItems, maxLabel),
		ExpectedPath:    o.text("expected_path", maxLabel),
		Database:        o.text("database", maxLabel),
		Query:           o.text("query", maxLabel),
		Table:           o.text("table", maxLabel),
		Checklist:       o.texts("checklist", maxItems, maxLabel),
		Monitor:         o.monitor(),
	}
	if n, ok := o.whole("expected_rows", 0, math.MaxInt32); ok {
		c.ExpectedRows = &n
	}
	if s := o.text("action_intention", maxLabel); s != "" {
		intention = s
	}
	if c.Label == "" {
		c.Label = intention
	}
	o.rest()
	return c
}

// box takes [x0, y0, x1, y1] in pixels; fractions are rounded.
func (o *object) box(field string) *image.Rectangle {
	path := o.prefix + field
	list := o.list(field, 4)
	if list == nil {
		return nil
	}
	if len(list) != 4 {
		o.fail(path, "four numbers [x0, y0, x1, y1]", "a list of "+strconv.Itoa(len(list)))
		return nil
	}
	var v [4]int
	for i, raw := range list {
		if f := o.numberOf(path+"["+strconv.Itoa(i)+"]", raw, -maxPixel, maxPixel); f != nil {
			v[i] = int(math.Round(*f))
		}
	}
	r := image.Rect(v[0], v[1], v[2], v[3])
	return &r
}

func (o *object) monitor() *validation.Monitor {
	m := o.object("monitor")
	if m == nil {
		return nil
	}
	out := &validation.Monitor{
		Index: m.integer("index", 0, maxItems),
		X:     m.integer("x", -maxPixel, maxPixel), Y: m.integer("y", -maxPixel, maxPixel),
		Width: m.integer("width", 0, maxPixel), Height: m.integer("height", 0, maxPixel),
		Scale: m.scale(),
	}
	m.rest()
	return out
}

// scale takes a screen's scale; 0 when it is absent, which means unknown.
func (o *object) scale() float64 {
	f := o.number("scale", 0, 16)
	if f == nil {
		return 0
	}
	return *f
}

func (o *object) screenshots() Screenshots {
	s := Screenshots{Before: o.text("before", maxLabel), After: o.texts("after", MaxAfterPictures, maxLabel)}
	o.rest()
	return s
}

func (o *object) truth() *Truth {
	if o == nil {
		return nil
	}
	t := &Truth{
		Effect:   o.text("effect", MaxIDLength),
		Category: validation.Category(o.text("category", MaxIDLength)),
		How:      o.text("how", MaxIDLength),
		Note:     o.text("note", maxLabel),
	}
	for _, c := range o.texts("also", maxItems, MaxIDLength) {
		t.Also = append(t.Also, validation.Category(c))
	}
	o.rest()
	return t
}
