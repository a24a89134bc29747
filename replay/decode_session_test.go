package replay_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
)

func TestDecodeSession(t *testing.T) {
	in := `{"session_id":"s1","workflow":"w","agent":"lea-01","started_at":"2026-05-08T14:03:11.5+02:00","step_total":46,
	 "mode":"autonomous","screen":{"width":2560,"height":1600,"scale":1.5,"dpi":96},"language":"fr",
	 "capabilities":["dialog_handler"],"skip_pauses":true,"pause_timeout_s":600,"pause_timeout_action":"abort","planned":"varied"}`
	want := replay.Session{
		ID: "s1", Workflow: "w", Agent: "lea-01", StartedAt: time.Date(2026, 5, 8, 12, 3, 11, 5e8, time.UTC), StepTotal: 46,
		Mode: replay.ModeAutonomous, Screen: replay.Screen{Width: 2560, Height: 1600, Scale: 1.5}, Language: "fr",
		Capabilities: []string{"dialog_handler"}, SkipPauses: true, PauseTimeoutS: 600, PauseTimeoutAct: replay.DoAbort,
		Extra: map[string]json.RawMessage{"screen.dpi": json.RawMessage("96"), "planned": json.RawMessage(`"varied"`)},
	}
	got, err := replay.DecodeSession([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("session (-want +got):\n%s", diff)
	}
	data, err := replay.EncodeSession(got)
	if err != nil {
		t.Fatal(err)
	}
	again, err := replay.DecodeSession(data)
	if diff := cmp.Diff(want, again); err != nil || diff != "" {
		t.Errorf("encoded and decoded: error %v (-want +got):\n%s", err, diff)
	}
}

func TestDecodeSessionReadsTimes(t *testing.T) {
	day := time.Date(2026, 3, 18, 0, 0, 0, 0, time.UTC)
	cases := []struct {
		in   string
		want time.Time
	}{
		{`"2026-03-18"`, day},
		{`"2026-07-12T22:43:13.648385+00:00"`, time.Date(2026, 7, 12, 22, 43, 13, 648385000, time.UTC)},
		{`"2026-03-18T10:00:00"`, day.Add(10 * time.Hour)},
		{`"2026-03-18 10:00:00"`, day.Add(10 * time.Hour)},
		{`null`, time.Time{}},
		{`""`, time.Time{}},
	}
	for _, c := range cases {
		s, err := replay.DecodeSession([]byte(`{"session_id":"a","started_at":` + c.in + `}`))
		if err != nil || !s.StartedAt.Equal(c.want) {
			t.Errorf("%s: %v, error %v, want %v", c.in, s.StartedAt, err, c.want)
		}
	}
}

func TestDecodeSessionNamesTheFieldThatIsWrong(t *testing.T) {
	cases := map[string]string{
		`{}`:                                                   "session_id",
		`{"session_id":7}`:                                     "session_id",
		`{"session_id":"a","mode":"wild"}`:                     "mode",
		`{"session_id":"a","started_at":"soon"}`:               "started_at",
		`{"session_id":"a","screen":{"scale":-1}}`:             "screen.scale",
		`{"session_id":"a","screen":[1]}`:                      "screen",
		`{"session_id":"a","pause_timeout_action":"continue"}`: "pause_timeout_action",
		`{"session_id":"a","capabilities":"dialog_handler"}`:   "capabilities",
	}
	for in, want := range cases {
		_, err := replay.DecodeSession([]byte(in))
		if field, ok := errors.AsType[*replay.FieldError](err); !ok || field.Field != want {
			t.Errorf("%s: error %v, want one about %q", in, err, want)
		}
	}
}

func FuzzDecodeSession(f *testing.F) {
	f.Add([]byte(`{"session_id":"a","started_at":"2026-03-18","screen":{"width":1,"dpi":2},"x.y":[1]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := replay.DecodeSession(data)
		if err != nil {
			return
		}
		encoded, err := replay.EncodeSession(s)
		if err != nil {
			t.Fatalf("encode: %v", err)
		}
		if _, err := replay.DecodeSession(encoded); err != nil {
			t.Fatalf("decode again: %v\n%s", err, encoded)
		}
	})
}
