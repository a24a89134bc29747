package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/report"
	"vigie/validation"
)

var began = time.Date(2026, 5, 8, 14, 3, 11, 0, time.UTC)

// shot is a screenshot of a size: a white page with a dark bar.
func shot(t testing.TB, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.RGBA{255, 255, 255, 255}
			if y < 60 {
				c = color.RGBA{40, 60, 80, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// pictures reads one screenshot under every name but "gone".
func pictures(t testing.TB) func(context.Context, string) ([]byte, error) {
	t.Helper()
	data := shot(t, 2560, 1600)
	return func(_ context.Context, hash string) ([]byte, error) {
		if hash == "gone" {
			return nil, errors.New("no such picture")
		}
		return data, nil
	}
}

// session is an invented session: one step worked, one failed and was retried, one never came.
func session() (replay.Summary, []*replay.Report) {
	ended := began.Add(102 * time.Second)
	s := replay.Summary{
		Session: replay.Session{ID: "run-1", Workflow: "Demo_urgence_3_db", Agent: "lea-01", StartedAt: began, Screen: replay.Screen{Width: 2560, Height: 1600, Scale: 1.5}},
		Phase:   replay.PhaseFinished, Steps: 3, Complete: 1, Terminate: 1, Pauses: 1, EndedAt: &ended,
	}
	ssim, limit := .912, .95
	failed := &validation.Assessment{
		Verdict: validation.Terminate, Confidence: .9, Check: "ocr_region", Category: validation.WrongApplication, Kind: "click_anchor", Role: "tab",
		Reason: validation.Say("not_validated"), Lights: validation.Lights{Sent: validation.SentYes, Seen: validation.SeenNo, Proved: validation.ProvedNoSuch},
		Findings: []validation.Finding{{
			Verdict: validation.Terminate, Confidence: .9, Check: "ocr_region", Reason: validation.Say("not_validated"), Elapsed: 120 * time.Millisecond, Budget: 80 * time.Millisecond,
			Regions:  []validation.Region{{Box: image.Rect(500, 200, 700, 300), Role: validation.RoleDecided, On: "after"}, {Box: image.Rect(10, 10, 90, 90), Role: validation.RoleLooked, On: "before"}},
			Evidence: validation.Evidence{Read: "urgence.example", Expected: "Imagerie", SSIM: &ssim, Threshold: &limit, Notes: []validation.Sentence{validation.Say("shadow_mode")}},
		}},
		Dialog: image.Rect(900, 500, 1500, 900),
	}
	return s, []*replay.Report{
		{
			Event:      replay.Event{SessionID: "run-1", ID: "a", StepIndex: 1, Attempt: 1, Action: validation.Action{Type: "click", ByText: "Ouvrir"}, Result: validation.Result{Success: true}, Screenshots: replay.Screenshots{Before: "p1", After: []string{"p2"}}},
			ReceivedAt: began, Assessment: &validation.Assessment{Verdict: validation.Complete, Confidence: .95, Kind: "click_anchor"},
		},
		{
			Event: replay.Event{
				SessionID: "run-1", ID: "b", StepIndex: 2, Attempt: 1, Context: validation.Context{Label: "Ouvrir l'onglet Imagerie", ExpectedResult: "L'onglet est actif"},
				Action: validation.Action{Type: "click", At: &validation.Point{X: .23, Y: .28}}, Result: validation.Result{Success: true, Actual: &validation.Point{X: .23, Y: .15}},
				Screenshots: replay.Screenshots{Before: "p2", After: []string{"p3", "gone"}},
			},
			ReceivedAt: began.Add(time.Second), Assessment: failed,
			Decisions: []replay.Decision{
				{Seq: 1, Action: replay.DoPause, By: replay.ByValidator, Reason: "À côté", At: began},
				{Seq: 2, Action: replay.DoRetry, By: replay.BySupervisor, Who: "anna", Note: "Sous la barre.\nEncore.", At: began},
			},
		},
		{Event: replay.Event{SessionID: "run-1", ID: "c", StepIndex: 3, Attempt: 1}, ReceivedAt: began, Missing: true},
	}
}

// html writes a report.
func html(t testing.TB, s replay.Summary, reports []*replay.Report, o report.Options) string {
	t.Helper()
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	var b strings.Builder
	if err := report.HTML(t.Context(), &b, s, reports, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAReportSaysAllInBothLanguages(t *testing.T) {
	s, reports := session()
	for language, wants := range map[string][]string{
		"en": {"Replay report", "Demo_urgence_3_db", "Wrong application", "Failed", "Step 2", "Read on the screen", "urgence.example", "Imagerie", "Retry", "anna", "Sous la barre.", "Time", "120 / 80 ms", "likeness 0.912 (limit 0.950)", "never reported it", "01:42", "8 May 2026, 14:03:11", "This picture can&#39;t be read"},
		"fr": {"Compte rendu de rejeu", "Mauvaise application", "Échec", "Étape 2", "Lu à l&#39;écran", "Refaire", "08/05/2026 14:03:11", "0,912", "n&#39;en a jamais rendu compte", "Image illisible"},
	} {
		got := html(t, s, reports, report.Options{Language: language, Picture: pictures(t), Now: began})
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: the report lacks %q", language, want)
			}
		}
	}
}

func TestAPictureIsEmbeddedOnceAndReduced(t *testing.T) {
	s, reports := session()
	got := html(t, s, reports, report.Options{Picture: pictures(t)})
	// p1 and p2 of the step that worked, p2 larger of the one that failed; its after picture is gone.
	if n := strings.Count(got, "data:image/jpeg"); n != 3 {
		t.Errorf("%d pictures are embedded, want 3", n)
	}
	if len(got) > 400_000 {
		t.Errorf("the report has %d bytes", len(got))
	}
	reports = append(reports, reports[0])
	if n := strings.Count(html(t, s, reports, report.Options{Picture: pictures(t)}), "data:image/jpeg"); n != 3 {
		t.Errorf("%d pictures are embedded when a step is shown twice, want 3", n)
	}
	reports[1].Assessment.Findings[0].Evidence.ShownBy = 1
	if n := strings.Count(html(t, s, reports, report.Options{Picture: pictures(t)}), "data:image/jpeg"); n != 5 {
		t.Errorf("%d pictures are embedded when the picture that decided is there, want 5 with it and its detail", n)
	}
}

func TestASecretIsShownToNobody(t *testing.T) {
	s, reports := session()
	reports[1].Event.Action.Type = "type_secret"
	if got := html(t, s, reports, report.Options{}); strings.Contains(got, "urgence.example") {
		t.Error("what was read of a secret's field stands in the report")
	}
}

func TestACancelledReportEnds(t *testing.T) {
	s, reports := session()
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	err := report.HTML(ctx, new(bytes.Buffer), s, reports, report.Options{Progress: func(n, _ int) { done = n; cancel() }})
	if !errors.Is(err, context.Canceled) || done != 1 {
		t.Errorf("error %v after %d steps", err, done)
	}
}

// attack runs a script where it can, in whatever place it stands.
const attack = `"><script>document.documentElement.setAttribute('data-ran','1')</script>` +
	`<img src=x onerror="document.documentElement.setAttribute('data-ran','1')">` +
	"</style></svg></title><svg onload=\"document.documentElement.setAttribute('data-ran','1')\">" +
	"javascript:document.documentElement.setAttribute('data-ran','1') [x](javascript:alert(1)) {{.}} ' onmouseover='x \x00\u202e"

// poison puts the attack into every text that v holds, however deep, and a value into every pointer, list and table.
func poison(v reflect.Value, depth int) {
	if depth > 12 || !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(attack)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range v.NumField() {
			poison(v.Field(i), depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		poison(v.Elem(), depth+1)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(`"attack"`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		poison(v.Index(0), depth+1)
		poison(v.Index(1), depth+1)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		poison(key, depth+1)
		poison(value, depth+1)
		v.SetMapIndex(key, value)
	}
}

// poisoned is a session with the attack in every field.
func poisoned() (replay.Summary, []*replay.Report) {
	var s replay.Summary
	poison(reflect.ValueOf(&s).Elem(), 0)
	var reports []*replay.Report
	for _, verdict := range []validation.Verdict{validation.Terminate, validation.Complete} {
		r := new(replay.Report)
		poison(reflect.ValueOf(r).Elem(), 0)
		r.Assessment.Verdict = verdict
		r.Assessment.Findings[0].Regions[0] = validation.Region{Box: image.Rect(5, 5, 50, 50), Role: validation.RoleDecided, On: "after"}
		reports = append(reports, r)
	}
	return s, reports
}

// chromium is the browser's program; the test is skipped where there is none, except in CI, where it fails.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") != "" {
		t.Fatal("chromium is missing: run make deps")
	}
	t.Skip("chromium is missing: run make deps")
	return ""
}

// loaded is a page as a browser has it after it has run what it may run.
func loaded(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium(t), "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=3000", "--dump-dom", "file://"+path).Output()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return string(out)
}

func TestNothingThatARobotReportedRunsInABrowser(t *testing.T) {
	s, reports := poisoned()
	page := html(t, s, reports, report.Options{Picture: pictures(t), Now: began})
	ran := func(page string) bool { return strings.Contains(loaded(t, page), `data-ran="1"`) }
	if !ran("<html><body>" + attack) {
		t.Fatal("the attack does not work even on a page that lets it: the test proves nothing")
	}
	if broken := strings.Replace(page, "<main>", "<main>"+attack, 1); ran(broken) {
		t.Error("with a hole in the escaping, the policy lets a script run")
	}
	dom := loaded(t, page)
	if strings.Contains(dom, `data-ran="1"`) {
		t.Error("a script ran")
	}
	for _, element := range []string{"<script", "<img"} {
		if strings.Contains(dom, element) {
			t.Errorf("the page has an element %s>", element)
		}
	}
	if !strings.Contains(dom, "&lt;script&gt;") {
		t.Error("the text itself is not shown")
	}
}

func TestThePolicyKnowsTheStyle(t *testing.T) {
	s, reports := session()
	page := html(t, s, reports, report.Options{})
	probe := strings.Replace(page, "</main>", `</main><p id="probe" style="color:red">x</p>`, 1)
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(probe), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), chromium(t), "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--enable-logging=stderr", "--v=0", "--dump-dom", "file://"+path).CombinedOutput()
	if err != nil {
		t.Fatalf("chromium: %v", err)
	}
	refused := strings.Count(string(out), "style-src")
	// The page's own mention, and the refusal of the probe's style; a second refusal would be that of our own style.
	if log := string(out); !strings.Contains(log, "Applying inline style violates") && !strings.Contains(log, "Refused to apply inline style") || refused > 2 {
		t.Errorf("the browser says of styles:\n%s", log[:min(len(log), 3000)])
	}
}

func TestLinesCarryWhatAPersonMadeOfAStep(t *testing.T) {
	s, reports := session()
	reports[0].Event.Truth = &replay.Truth{Effect: "achieved"}
	var b bytes.Buffer
	if err := report.Lines(t.Context(), &b, s.Session, reports, nil); err != nil {
		t.Fatal(err)
	}
	type short struct{ Session, Label, By, Verdict string }
	var got []short
	for line := range strings.Lines(b.String()) {
		var l report.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if e, err := replay.DecodeEvent(l.Event); err != nil || e.SessionID != "run-1" {
			t.Errorf("event: %v", err)
		}
		got = append(got, short{l.SessionID, l.Label, l.LabelBy, l.Assessment.Verdict.String()})
	}
	want := []short{{"run-1", "achieved", "truth", "COMPLETE"}, {"run-1", "failed", "supervisor", "TERMINATE"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
