package replay_test

import (
	"encoding/json"
	"errors"
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

const wholeEvent = `{"session_id": "2026-05-08-demo", "step_index": 10, "step_total": 46, "attempt": 2, "id": "s10a2",
 "action": {"type": "Click_Anchor", "role": "tab", "by_text": "Imagerie", "x_pct": 0.23, "y_pct": 0.28, "to_x_pct": 1,
            "to_y_pct": 1.5, "button": "left", "keys": "Ctrl+S", "condition": "?", "delay_ms": 40},
 "result": {"success": true, "actual_position": {"x_pct": 0.23, "y_pct": 0.155, "via": "uia"}, "window_title_before": "",
            "window_title": "Orméa", "elapsed_ms": 412.5, "keystrokes": 3, "value": {"rows": [1, 2]}, "error": "none"},
 "context": {"label": "Ouvrir", "expected_result": "actif", "dialog_bbox": [710, 523.4, 1210, 704],
             "save_button_anchor": [1, 2, 3, 4], "expected_menu_items": ["Ouvrir"], "expected_rows": 0,
             "monitor": {"index": 1, "x": -1920, "y": 0, "width": 1920, "height": 1080, "scale": 1.5, "name": "DP-1"}},
 "screenshots": {"before": "010-before.png", "after": ["a.png", "b.png"]},
 "truth": {"effect": "achieved", "category": null, "also": ["wrong_target"], "how": "dom", "note": "n"},
 "robot.mood": "fine"}`

func wantEvent() replay.Event {
	title, before, keys, rows := "Orméa", "", 3, 0
	dialog, save := image.Rect(710, 523, 1210, 704), image.Rect(1, 2, 3, 4)
	return replay.Event{
		SessionID: "2026-05-08-demo", ID: "s10a2", StepIndex: 10, StepTotal: 46, Attempt: 2,
		Action: validation.Action{
			Type: "click_anchor", Role: "tab", ByText: "Imagerie", At: &validation.Point{X: 0.23, Y: 0.28},
			To: &validation.Point{X: 1, Y: 1.5}, Button: "left", Keys: []string{"ctrl", "s"}, Condition: "?",
		},
		Result: validation.Result{
			Success: true, Error: "none", Actual: &validation.Point{X: 0.23, Y: 0.155}, TitleBefore: &before, Title: &title,
			ElapsedMS: 412.5, Keystrokes: &keys, Value: json.RawMessage(`{"rows": [1, 2]}`),
		},
		Context: validation.Context{
			Label: "Ouvrir", ExpectedResult: "actif", DialogBox: &dialog, SaveButton: &save, MenuItems: []string{"Ouvrir"},
			ExpectedRows: &rows,
			Monitor:      &validation.Monitor{Index: 1, X: -1920, Width: 1920, Height: 1080, Scale: 1.5},
		},
		Screenshots: replay.Screenshots{Before: "010-before.png", After: []string{"a.png", "b.png"}},
		Truth: &replay.Truth{
			Effect: "achieved", Also: []validation.Category{validation.WrongTarget}, How: "dom", Note: "n",
		},
		Extra: map[string]json.RawMessage{
			"action.delay_ms": json.RawMessage(`40`), "result.actual_position.via": json.RawMessage(`"uia"`),
			"context.monitor.name": json.RawMessage(`"DP-1"`), `robot\.mood`: json.RawMessage(`"fine"`),
		},
	}
}

func TestDecodeEventReadsEveryField(t *testing.T) {
	got, err := replay.DecodeEvent([]byte(wholeEvent))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wantEvent(), got); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
}

func TestEventSurvivesEncodingAndDecoding(t *testing.T) {
	data, err := replay.EncodeEvent(wantEvent())
	if err != nil {
		t.Fatal(err)
	}
	got, err := replay.DecodeEvent(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	want := wantEvent()
	want.Result.Value = json.RawMessage(`{"rows":[1,2]}`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
}

// event is a small event with action, and more members.
func event(action, more string) string {
	return `{"id":"a","step_index":1,"action":` + action + `,"result":{"success":true}` + more + `}`
}

func TestDecodeEventForgives(t *testing.T) {
	typed := event(`{"type":"type_text","by_text":"25003284"}`, "")
	cases := []struct{ name, in, want string }{
		{
			"the label in target_spec", event(`{"type":"click","target_spec":{"by_text":"Lyon"}}`, ""),
			`{"type":"click","by_text":"Lyon"}`,
		},
		{
			"by_text before target_spec", event(`{"type":"click","by_text":"A","target_spec":{"by_text":"B"}}`, ""),
			`{"type":"click","by_text":"A"}`,
		},
		{"typed text in by_text", typed, `{"type":"type_text","text":"25003284"}`},
		{
			"typed text and a label", event(`{"type":"type_text","by_text":"IPP","text":"25"}`, ""),
			`{"type":"type_text","by_text":"IPP","text":"25"}`,
		},
		{
			"null is absent", event(`{"type":"click","by_text":null,"x_pct":null,"y_pct":null}`, `,"context":null`),
			`{"type":"click"}`,
		},
		{
			"keys in one text", event(`{"type":"key_combo","keys":"CTRL++"}`, ""),
			`{"type":"key_combo","keys":["ctrl","+"]}`,
		},
		{
			"keys in capitals", event(`{"type":"key_combo","keys":["Ctrl","Page_Down"]}`, ""),
			`{"type":"key_combo","keys":["ctrl","page_down"]}`,
		},
		{"a byte order mark", "\xef\xbb\xbf" + event(`{"type":"wait"}`, ""), `{"type":"wait"}`},
		{
			"a pause reports no success", `{"id":"a","step_index":1,"action":{"type":"pause_for_human"}}`,
			`{"type":"pause_for_human"}`,
		},
		{
			"a whole number with a point", strings.Replace(typed, `"step_index":1`, `"step_index":1.0`, 1),
			`{"type":"type_text","text":"25003284"}`,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := replay.DecodeEvent([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			data, _ := json.Marshal(got.Action)
			if diff := cmp.Diff(c.want, string(data)); diff != "" {
				t.Errorf("action (-want +got):\n%s", diff)
			}
			if got.Attempt != 1 || got.StepIndex != 1 {
				t.Errorf("step %d attempt %d, want 1 and 1", got.StepIndex, got.Attempt)
			}
		})
	}
}

func TestDecodeEventTakesTheIntentionAsLabel(t *testing.T) {
	for _, in := range []string{
		event(`{"type":"click"}`, `,"action_intention":"Ouvrir"`),
		event(`{"type":"click","action_intention":"Ouvrir"}`, ""),
		event(`{"type":"click"}`, `,"context":{"action_intention":"Ouvrir"}`),
		event(`{"type":"click"}`, `,"context":{"action_intention":"other","label":"Ouvrir"}`),
	} {
		got, err := replay.DecodeEvent([]byte(in))
		if err != nil || got.Context.Label != "Ouvrir" {
			t.Errorf("%s: label %q, error %v", in, got.Context.Label, err)
		}
	}
}

func TestDecodeEventNamesTheFieldThatIsWrong(t *testing.T) {
	click := `{"type":"click"}`
	cases := []struct{ name, in, field string }{
		{"not an object", `[1]`, "event"},
		{"no id", `{"step_index":1,"action":{"type":"click"},"result":{"success":true}}`, "id"},
		{"an empty id", `{"id":"","step_index":1,"action":{"type":"click"},"result":{"success":true}}`, "id"},
		{"an id with a line end", `{"id":"a\nb","step_index":1,"action":{"type":"click"},"result":{"success":true}}`, "id"},
		{"no action", `{"id":"a","step_index":1,"result":{"success":true}}`, "action"},
		{"no action type", event(`{}`, ""), "action.type"},
		{"no result", `{"id":"a","step_index":1,"action":{"type":"click"}}`, "result.success"},
		{"success in words", `{"id":"a","step_index":1,"action":{"type":"click"},"result":{"success":"yes"}}`, "result.success"},
		{"step zero", `{"id":"a","step_index":0,"action":{"type":"click"},"result":{"success":true}}`, "step_index"},
		{"half a step", `{"id":"a","step_index":1.5,"action":{"type":"click"},"result":{"success":true}}`, "step_index"},
		{"attempt zero", event(click, `,"attempt":0`), "attempt"},
		{"x in words", event(`{"type":"click","x_pct":"0.5","y_pct":0.5}`, ""), "action.x_pct"},
		{"x without y", event(`{"type":"click","x_pct":0.5}`, ""), "action.y_pct"},
		{"x beyond all numbers", event(`{"type":"click","x_pct":1e999,"y_pct":0}`, ""), "action.x_pct"},
		{"a key that is a number", event(`{"type":"key_combo","keys":["ctrl",1]}`, ""), "action.keys[1]"},
		{"target_spec in words", event(`{"type":"click","target_spec":"Lyon"}`, ""), "action.target_spec"},
		{"a box of three", event(click, `,"context":{"dialog_bbox":[1,2,3]}`), "context.dialog_bbox"},
		{"a box in words", event(click, `,"context":{"dialog_bbox":[1,2,3,"4"]}`), "context.dialog_bbox[3]"},
		{"a label of a megabyte", event(click, `,"context":{"label":"`+strings.Repeat("x", 1<<20)+`"}`), "context.label"},
		{"nine after pictures", event(click, `,"screenshots":{"after":["1","2","3","4","5","6","7","8","9"]}`), "screenshots.after"},
		{"after as a text", event(click, `,"screenshots":{"after":"a.png"}`), "screenshots.after"},
		{"nested too deep", event(click, `,"x":`+strings.Repeat("[", 100)+strings.Repeat("]", 100)), "event"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := replay.DecodeEvent([]byte(c.in))
			field, ok := errors.AsType[*replay.FieldError](err)
			if !ok {
				t.Fatalf("error %v, want a FieldError", err)
			}
			if field.Field != c.field || field.Want == "" || field.Got == "" {
				t.Errorf("error %q is about %q, want %q", err, field.Field, c.field)
			}
		})
	}
}

func TestDecodeEventSaysWhereTextIsNotJSON(t *testing.T) {
	cases := []struct {
		name, in string
		offset   int64
	}{
		{"nothing", ``, 0},
		{"half a body", `{"id": "a"`, 10},
		{"two documents", `{} {}`, 4},
		{"not UTF-8", "{\"id\": \"\xff\"}", 8},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := replay.DecodeEvent([]byte(c.in))
			syntax, ok := errors.AsType[*replay.SyntaxError](err)
			if !ok {
				t.Fatalf("error %v, want a SyntaxError", err)
			}
			if syntax.Offset != c.offset {
				t.Errorf("offset %d, want %d (%v)", syntax.Offset, c.offset, err)
			}
		})
	}
}

func TestDecodeEventRefusesWhatIsTooLarge(t *testing.T) {
	data := []byte(event(`{"type":"click"}`, `,"x":"`+strings.Repeat("x", replay.MaxEventBytes)+`"`))
	if _, err := replay.DecodeEvent(data); !errors.Is(err, replay.ErrTooLarge) {
		t.Errorf("error %v, want %v", err, replay.ErrTooLarge)
	}
}

func TestDecodeEventCutsATitleOfAMegabyte(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	e, err := replay.DecodeEvent([]byte(`{"id":"a","step_index":1,"action":{"type":"click"},"result":{"success":true,"window_title":"` + long + `"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(*e.Result.Title)); n != 10_000 || !strings.HasSuffix(*e.Result.Title, "…") {
		t.Errorf("the title has %d characters", n)
	}
}

func TestDecodeEventForgetsASecret(t *testing.T) {
	const typed = "Tr0ub4dor&3"
	cases := []struct{ name, action, more, label string }{
		{"in text", `{"type":"type_secret","text":"` + typed + `","by_text":"Accès"}`, "", "Accès"},
		{"in by_text, as older agents do", `{"type":"type_secret","role":"input","by_text":"` + typed + `"}`, "", ""},
		{"in target_spec", `{"type":"type_secret","target_spec":{"by_text":"` + typed + `"}}`, "", ""},
		{"in both", `{"type":"type_secret","text":"` + typed + `","by_text":"` + typed + `"}`, "", ""},
		{"beside a label of its kind", `{"type":"type_secret","by_text":"Mot de passe :"}`, "", "Mot de passe :"},
		{"in keys", `{"type":"type_secret","keys":["` + typed + `"]}`, "", ""},
		{
			"in an unknown field", `{"type":"TYPE_SECRET ","value":"` + typed + `","target_spec":{"secret":"` + typed + `"}}`,
			`,"password":{"deep":["` + typed + `"]}`, "",
		},
		{
			"in the error and a title", `{"type":"type_secret","text":"` + typed + `"}`,
			`,"context":{"label":"type ` + typed + `","expected_text":"` + typed + `","app_title":"` + typed + `","checklist":["` + typed + `"]}`, "",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			in := event(c.action, c.more)
			in = strings.Replace(in, `"success":true`, `"success":false,"keystrokes":11,"value":"`+typed+`","error":"no `+typed+`"`, 1)
			if !strings.Contains(c.action, `"text"`) {
				in = strings.Replace(in, `"no `+typed+`"`, `"no"`, 1) // not known to be the secret
			}
			e, err := replay.DecodeEvent([]byte(in))
			if err != nil {
				t.Fatal(err)
			}
			kept, _ := json.Marshal(e)
			if strings.Contains(string(kept), typed) {
				t.Errorf("the secret is still there: %s", kept)
			}
			if e.Action.Type != "type_secret" || e.Action.ByText != c.label || *e.Result.Keystrokes != 1 {
				t.Errorf("type %q, label %q, keystrokes %d", e.Action.Type, e.Action.ByText, *e.Result.Keystrokes)
			}
		})
	}
}

func TestDecodeEventForgetsASecretThatALabelQuotes(t *testing.T) {
	for _, c := range []struct{ label, want string }{
		{"type 'Tr0ub4dor&3'", "type '•••'"},
		{"type 'Tr0ub'4dor' now", "type '•••' now"},
		{`type "Tr0ub4dor&3"`, `type "•••"`},
		{"Saisir « Tr0ub4dor&3 » dans « Mot de passe »", "Saisir « ••• » dans « Mot de passe »"},
		{"Saisir “Tr0ub4dor&3”, puis `Tr0ub4dor&3`.", "Saisir “•••”, puis `•••`."},
		{"'Tr0ub4dor&3' 'x' 'y'", "'•••' '•••' '•••'"},
		{"text='ab'", "text='•••'"},
		{"Saisir le code d'accès d'Anne", "Saisir le code d'accès d'Anne"},
		{"type into 'Accès'", "type into 'Accès'"},
	} {
		e, err := replay.DecodeEvent([]byte(event(`{"type":"type_secret","text":"x9","by_text":"Accès"}`,
			`,"context":{"label":`+strconv.Quote(c.label)+`,"expected_result":`+strconv.Quote(c.label)+`,"tooltip":"Tr0ub4dor&3 Tr0ub'4dor"}`)))
		if err != nil {
			t.Fatal(err)
		}
		if e.Context.Label != c.want || e.Context.ExpectedResult != c.want {
			t.Errorf("%s: label %q, expected result %q, want %q", c.label, e.Context.Label, e.Context.ExpectedResult, c.want)
		}
		if strings.Contains(c.want, "•") && strings.Contains(c.label, "Tr0ub4dor&3") && strings.Contains(e.Context.Tooltip, "Tr0ub4dor&3") {
			t.Errorf("%s: the tooltip still says %q", c.label, e.Context.Tooltip)
		}
	}
}

func TestDecodeEventNeverQuotesASecretInAnError(t *testing.T) {
	for _, in := range []string{
		event(`{"type":"type_secret","text":{"v":"hunter22"}}`, ""), event(`{"type":"type_secret","text":"hunter22","keys":[22]}`, ""),
		event(`{"type":"type_secret","text":["hunter22"]}`, ""),
	} {
		if _, err := replay.DecodeEvent([]byte(in)); err == nil || strings.Contains(err.Error(), "hunter") {
			t.Errorf("error %v", err)
		}
	}
}

func FuzzDecodeEvent(f *testing.F) {
	f.Add([]byte(wholeEvent))
	f.Add([]byte(event(`{"type":"type_secret","text":"x","by_text":"y"}`, `,"a\\.b":{"c":1}`)))
	f.Add([]byte(event(`{"type":"type","by_text":"\ud800"}`, `,"action.x":1,"":2`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := replay.DecodeEvent(data)
		if err != nil {
			return
		}
		if e.Action.Type == "type_secret" {
			e.Action.ByText = "" // a label without the typed text beside it is dropped
		}
		encoded, err := replay.EncodeEvent(e)
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		again, err := replay.DecodeEvent(encoded)
		if err != nil {
			t.Fatalf("decode again: %v\n%s", err, encoded)
		}
		twice, err := replay.EncodeEvent(again)
		if err != nil || string(twice) != string(encoded) {
			t.Errorf("error %v, first\n%s\nthen\n%s", err, encoded, twice)
		}
	})
}
