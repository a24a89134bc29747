package replay_test

import (
	"encoding/json"
	"image"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/validation"
)

// fill sets every field of a struct that is zero.
func fill(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); f.Interface().(type) {
		case string:
			f.SetString("x")
		case []string:
			f.Set(reflect.ValueOf([]string{"x"}))
		case bool:
			f.SetBool(true)
		case int:
			f.SetInt(3)
		case float64:
			f.SetFloat(2.5)
		case json.RawMessage:
			f.SetBytes([]byte("[1]"))
		case *string:
			f.Set(reflect.ValueOf(new("x")))
		case *int:
			f.Set(reflect.ValueOf(new(3)))
		case *image.Rectangle:
			f.Set(reflect.ValueOf(&image.Rectangle{Max: image.Pt(3, 2)}))
		default: // a pointer to a struct
			f.Set(reflect.New(f.Type().Elem()))
			fill(f.Elem())
		}
	}
}

// TestDecodeEventKnowsEveryField fails when a field is added to a step and the decoder is forgotten: it would count as
// unknown, and be lost to the checks.
func TestDecodeEventKnowsEveryField(t *testing.T) {
	want := replay.Event{SessionID: "s", ID: "x", StepIndex: 1, Attempt: 1}
	for _, part := range []any{&want.Action, &want.Result, &want.Context} {
		fill(reflect.ValueOf(part).Elem())
	}
	data, err := replay.EncodeEvent(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := replay.DecodeEvent(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
	if *want.Context.Monitor == (validation.Monitor{}) {
		t.Error("the monitor was not filled")
	}
}
