package settings_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay/settings"
	"vigie/storage"
)

// keeper keeps settings as the store does, in memory.
type keeper struct {
	kept map[string]string
	err  error
}

func (k *keeper) Setting(_ context.Context, key string, v any) (bool, error) {
	data, ok := k.kept[key]
	if !ok {
		return false, nil
	}
	return true, json.Unmarshal([]byte(data), v)
}

func (k *keeper) SetSetting(_ context.Context, key string, v any) error {
	if k.err != nil {
		return k.err
	}
	data, err := json.Marshal(v)
	k.kept[key] = string(data)
	return err
}

func load(t *testing.T, k settings.Keeper, over ...settings.Override) *settings.Set {
	t.Helper()
	s, err := settings.Load(t.Context(), k, over...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEverySettingHasADefaultWithinItsLimits(t *testing.T) {
	for _, d := range settings.Definitions {
		if err := d.Check(d.Default()); err != nil {
			t.Errorf("%s: default: %v", d.Key, err)
		}
	}
}

func TestTheStrongerLayerWins(t *testing.T) {
	flag := settings.Override{Key: settings.OCRRadius, Source: settings.FromFlag, Name: "--ocr-radius", Value: 40}
	env := settings.Override{Key: settings.OCRRadius, Source: settings.FromEnvironment, Name: "RPA_VALIDATOR_OCR_ROI_RADIUS", Value: 50}
	for _, c := range []struct {
		name   string
		kept   string
		over   []settings.Override
		value  int
		source settings.Source
		by     string
	}{
		{"nothing is said", "", nil, 80, settings.FromDefault, ""},
		{"a person said it", "60", nil, 60, settings.FromKept, ""},
		{"a person said it and took it back", "null", nil, 80, settings.FromDefault, ""},
		{"the environment over a person", "60", []settings.Override{env}, 50, settings.FromEnvironment, env.Name},
		{"a flag over all", "60", []settings.Override{env, flag}, 40, settings.FromFlag, flag.Name},
		{"a flag over all, in the other order", "60", []settings.Override{flag, env}, 40, settings.FromFlag, flag.Name},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := &keeper{kept: map[string]string{}}
			if c.kept != "" {
				k.kept["validator.ocr_radius"] = c.kept
			}
			s := load(t, k, c.over...)
			got := s.State(settings.OCRRadius)
			if got.Value != c.value || got.Source != c.source || got.Name != c.by || s.Values().OCRRadius != c.value {
				t.Errorf("%v from %s %q, values %d; want %d from %s %q", got.Value, got.Source, got.Name, s.Values().OCRRadius, c.value, c.source, c.by)
			}
		})
	}
}

func TestParseTakesWhatAPersonWrites(t *testing.T) {
	root := t.TempDir()
	for _, c := range []struct {
		key  settings.Key
		text string
		want any
	}{
		{settings.ValidatorEnabled, "false", false},
		{settings.OCRRadius, " 120 ", 120},
		{settings.RetentionMegabytes, "20\u202f000", 20000},
		{settings.Escalation, "0,55", .55},
		{settings.Escalation, "0.55", .55},
		{settings.OCRLanguages, "fra\n eng \n", []string{"fra", "eng"}},
		{settings.OCRLanguages, "deu\nchi_sim", []string{"deu", "chi_sim"}},
		{settings.JudgeHost, "https://models.example:8443", "https://models.example:8443"},
		{settings.JudgeHost, "http://[::1]:11434", "http://[::1]:11434"},
		{settings.JudgeModel, "example.org/me/qwen2.5vl:7b", "example.org/me/qwen2.5vl:7b"},
		{settings.JudgeModel, "", ""},
		{settings.Roots, "", []string{}},
		{settings.Roots, root, []string{root}},
	} {
		d, _ := settings.DefinitionOf(c.key)
		got, err := d.Parse(c.text)
		if err != nil {
			t.Errorf("%s %q: %v", c.key, c.text, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", c.key, c.text, diff)
		}
	}
}

func TestParseRefusesWithAReason(t *testing.T) {
	for _, c := range []struct {
		key     settings.Key
		text    string
		problem settings.Problem
		says    string
	}{
		{settings.OCRRadius, "wide", settings.NoNumber, `"wide" is not a number from 8 to 1000`},
		{settings.OCRRadius, "7", settings.OutOfRange, "7 is not between 8 and 1000"},
		{settings.OCRRadius, "1e3", settings.NoNumber, "1e3"},
		{settings.OCRRadius, "99999999999999999999", settings.NoNumber, "999"},
		{settings.Escalation, "1.01", settings.OutOfRange, "1.01 is not between 0 and 1"},
		{settings.Escalation, "NaN", settings.OutOfRange, "NaN"},
		{settings.OCRLanguages, "", settings.OutOfCount, "0 entries, not 1 to 8"},
		{settings.OCRLanguages, "fra\neng\nfra", settings.Twice, `"fra" is there twice`},
		{settings.OCRLanguages, "../fra", settings.NoLanguage, "../fra"},
		{settings.OCRLanguages, "-l", settings.NoLanguage, "-l"},
		{settings.OCRLanguages, "script/Latin", settings.NoLanguage, "script/Latin"},
		{settings.JudgeHost, "127.0.0.1:11434", settings.NoAddress, "http://"},
		{settings.JudgeHost, "file:///etc/passwd", settings.NoAddress, "http://"},
		{settings.JudgeHost, "http://me:secret@127.0.0.1", settings.NoAddress, "http://"},
		{settings.JudgeHost, "http://127.0.0.1:99999", settings.NoAddress, "http://"},
		{settings.JudgeHost, "http://" + strings.Repeat("x", 400), settings.TooLong, "300"},
		{settings.JudgeModel, "a b", settings.NoModel, "model"},
		{settings.Roots, "documents", settings.NoFolder, "documents"},
		{settings.JudgeTimeoutS, "0", settings.OutOfRange, "between 1 and 600"},
	} {
		d, _ := settings.DefinitionOf(c.key)
		_, err := d.Parse(c.text)
		refused, ok := errors.AsType[*settings.Error](err)
		if !ok || refused.Problem != c.problem || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %q: error %v; want %s with %q", c.key, c.text, err, c.problem, c.says)
		}
	}
}

func TestAChangeIsKeptAndToldAtOnce(t *testing.T) {
	k := &keeper{kept: map[string]string{}}
	s := load(t, k)
	var changes []settings.Change
	var seen []int
	s.OnChange(func(c settings.Change) { changes = append(changes, c) })
	stop := s.Watch(func(old, now settings.Values) { seen = append(seen, old.OCRRadius, now.OCRRadius) })
	for _, v := range []int{100, 100, 120} {
		if err := s.Change(t.Context(), settings.OCRRadius, v, "nurse"); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	if err := s.Reset(t.Context(), settings.OCRRadius, "nurse"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{80, 100, 100, 120}, seen); diff != "" {
		t.Errorf("watched (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]settings.Change{
		{Key: settings.OCRRadius, Old: 80, New: 100, Who: "nurse"},
		{Key: settings.OCRRadius, Old: 100, New: 120, Who: "nurse"},
		{Key: settings.OCRRadius, Old: 120, New: 80, Who: "nurse"},
	}, changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if got := s.State(settings.OCRRadius).Source; got != settings.FromDefault || k.kept["validator.ocr_radius"] != "null" {
		t.Errorf("after the reset it comes from %s, kept %q", got, k.kept["validator.ocr_radius"])
	}
}

func TestAFurtherCheckMayRefuse(t *testing.T) {
	s := load(t, nil)
	absent := &settings.Error{Key: settings.OCRLanguages, Problem: settings.Absent, Value: "deu"}
	s.Guard(func(_ context.Context, key settings.Key, value any) error {
		if key == settings.OCRLanguages && value.([]string)[0] == "deu" {
			return absent
		}
		return nil
	})
	if err := s.Change(t.Context(), settings.OCRLanguages, []string{"deu"}, ""); !errors.Is(err, absent) || s.Values().OCRLanguages[0] != "fra" {
		t.Errorf("error %v, languages %v", err, s.Values().OCRLanguages)
	}
	if err := s.Change(t.Context(), settings.OCRLanguages, []string{"eng"}, ""); err != nil || s.Values().OCRLanguages[0] != "eng" {
		t.Errorf("error %v, languages %v", err, s.Values().OCRLanguages)
	}
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	k := &keeper{kept: map[string]string{}}
	s := load(t, k, settings.Override{Key: settings.ValidatorEnabled, Source: settings.FromEnvironment, Name: "RPA_VALIDATOR_ENABLED", Value: false})
	s.OnChange(func(c settings.Change) { t.Errorf("told of %v", c) })
	s.Watch(func(_, _ settings.Values) { t.Error("watchers are told") })
	for _, c := range []struct {
		key     settings.Key
		value   any
		problem settings.Problem
	}{
		{settings.ValidatorEnabled, true, settings.Overridden},
		{settings.OCRRadius, 1, settings.OutOfRange},
		{settings.OCRRadius, "80", settings.WrongType},
		{settings.OCRRadius, nil, settings.WrongType},
		{settings.Roots, []string{"here"}, settings.NoFolder},
		{"no.such", 1, settings.UnknownName},
	} {
		err := s.Change(t.Context(), c.key, c.value, "nurse")
		if refused, ok := errors.AsType[*settings.Error](err); !ok || refused.Problem != c.problem {
			t.Errorf("%s = %v: error %v, want %s", c.key, c.value, err, c.problem)
		}
	}
	k.err = errors.New("disk full")
	err := s.Change(t.Context(), settings.OCRRadius, 90, "nurse")
	if !errors.Is(err, k.err) || s.Values().OCRRadius != 80 {
		t.Errorf("error %v, radius %d; want that it is not kept and not in force", err, s.Values().OCRRadius)
	}
	if len(k.kept) != 0 {
		t.Errorf("kept %v", k.kept)
	}
}

func TestKeptNonsenseIsNamedAndLeftOut(t *testing.T) {
	k := &keeper{kept: map[string]string{
		"validator.ocr_radius": `"wide"`, "validator.escalation": `7`, "roots": `["relative"]`, "notify.sound": `true`, "ocr.languages": `["deu"]`,
	}}
	s, err := settings.Load(t.Context(), k)
	for _, key := range []string{"validator.ocr_radius", "validator.escalation", "roots"} {
		if err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("error %v does not name %s", err, key)
		}
	}
	want := settings.Defaults()
	want.NotifySound, want.OCRLanguages = true, []string{"deu"}
	if diff := cmp.Diff(want, s.Values()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOverridesThatMakeNoSenseAreNamed(t *testing.T) {
	for _, o := range []settings.Override{
		{Key: settings.OCRRadius, Source: settings.FromFlag, Value: 2}, {Key: "none", Source: settings.FromFlag, Value: 2},
	} {
		s, err := settings.Load(t.Context(), nil, o)
		if err == nil || s.Values().OCRRadius != 80 {
			t.Errorf("%v: error %v, radius %d", o, err, s.Values().OCRRadius)
		}
	}
}

func TestValuesAreNobodyElses(t *testing.T) {
	root := t.TempDir()
	s := load(t, nil)
	mine := []string{root + string(filepath.Separator)}
	if err := s.Change(t.Context(), settings.Roots, mine, ""); err != nil {
		t.Fatal(err)
	}
	mine[0] = "changed"
	s.Values().Of(settings.Roots).([]string)[0] = "changed"
	if got := s.Values().Roots; got[0] != root {
		t.Errorf("root %q, want %q", got[0], root)
	}
}

func TestChangesFromSeveralSidesAreToldInOrder(t *testing.T) {
	s := load(t, nil)
	last := 80
	s.Watch(func(old, now settings.Values) {
		if old.OCRRadius != last {
			t.Errorf("told of a change from %d, but it was %d", old.OCRRadius, last)
		}
		last = now.OCRRadius
	})
	var all sync.WaitGroup
	for side := range 4 {
		all.Go(func() {
			for n := range 50 {
				if err := s.Change(t.Context(), settings.OCRRadius, 100+side*100+n, ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestTheStoreKeepsThemOverARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vigie.db")
	change := func(f func(*settings.Set)) {
		store, err := storage.Open(path, storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f(load(t, store))
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	want := settings.Defaults()
	want.Escalation, want.OCRLanguages, want.JudgeModel, want.NotifySound, want.Roots = .4, []string{"eng"}, "m:1", true, []string{}
	change(func(s *settings.Set) {
		for _, key := range []settings.Key{settings.Escalation, settings.OCRLanguages, settings.JudgeModel, settings.NotifySound, settings.Roots} {
			if err := s.Change(t.Context(), key, want.Of(key), ""); err != nil {
				t.Error(err)
			}
		}
	})
	change(func(s *settings.Set) {
		if diff := cmp.Diff(want, s.Values()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if got := s.State(settings.Roots).Source; got != settings.FromKept {
			t.Errorf("roots come from %s", got)
		}
	})
}

func FuzzKeptAndWrittenValues(f *testing.F) {
	f.Add("ocr.languages", `["fra"]`)
	f.Add("judge.host", `"http://127.0.0.1"`)
	f.Add("validator.escalation", `1e999`)
	f.Fuzz(func(t *testing.T, key, text string) {
		s, err := settings.Load(t.Context(), &keeper{kept: map[string]string{key: text}})
		if s == nil {
			t.Fatalf("no settings: %v", err)
		}
		for _, d := range settings.Definitions {
			if err := d.Check(s.Values().Of(d.Key)); err != nil {
				t.Errorf("in force, but: %v", err)
			}
		}
		if d, ok := settings.DefinitionOf(settings.Key(key)); ok {
			if v, err := d.Parse(text); err == nil && d.Check(v) != nil {
				t.Errorf("%q was taken for %s", text, key)
			}
		}
	})
}
