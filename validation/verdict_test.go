package validation

import (
	"encoding/json"
	"testing"
)

func TestVerdictsKeepTheirNames(t *testing.T) {
	for v, name := range map[Verdict]string{Unknown: "UNKNOWN", Complete: "COMPLETE", Continue: "CONTINUE", Terminate: "TERMINATE"} {
		data, err := json.Marshal(v)
		if err != nil || string(data) != `"`+name+`"` {
			t.Errorf("%d is written as %s, error %v; want %q", v, data, err, name)
		}
		var back Verdict
		if err := json.Unmarshal(data, &back); err != nil || back != v {
			t.Errorf("%s is read as %v, error %v", data, back, err)
		}
	}
	if got := Verdict(9).String(); got != "Verdict(9)" {
		t.Errorf("a verdict that is none is called %q", got)
	}
}

func TestTextsThatAreNoVerdict(t *testing.T) {
	for _, text := range []string{"", "complete", "COMPLETE ", "SUCCESS", "1"} {
		v := Terminate
		if err := v.UnmarshalText([]byte(text)); err == nil || v != Terminate {
			t.Errorf("text %q is read as %v, error %v; want an error and nothing changed", text, v, err)
		}
	}
}
