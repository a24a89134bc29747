package check_test

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// reader is the one reader of this package's tests.
var reader *ocr.Pool

func TestMain(m *testing.M) {
	var err error
	if reader, err = ocr.New(ocr.Config{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := reader.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// sight is what a person sees of a step, and what follows from it.
type sight struct {
	name string
	step func() *validation.Step
	want string
}

// The answers that a sight can ask for: "COMPLETE", "TERMINATE" with its category, loading, or open, for any other doubt.
const (
	works   = "COMPLETE"
	loading = "CONTINUE ui_loading"
	open    = "CONTINUE"
	failed  = "TERMINATE" // in whichever category
)

func fails(c validation.Category) string { return "TERMINATE " + string(c) }

func answer(v validation.Verdict, c validation.Category) string {
	if v == validation.Continue && c != validation.UILoading {
		return open
	}
	return strings.TrimSpace(v.String() + " " + string(c))
}

// mismatch is how an answer differs from the wanted one.
func mismatch(want, got string) string {
	if want == failed && strings.HasPrefix(got, failed) {
		return ""
	}
	return cmp.Diff(want, got)
}

// judged holds what the validator as a whole makes of each sight against what it should be.
func judged(t *testing.T, sights []sight) {
	t.Helper()
	v := check.New(check.Params{Reader: reader})
	for _, c := range sights {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := v.Validate(t.Context(), c.step())
			if diff := mismatch(c.want, answer(a.Verdict, a.Category)); diff != "" {
				t.Errorf("(-want +got)\n%s%s", diff, spoken(a.Findings))
			}
		})
	}
}

// looked holds what a single checker makes of each sight against what it should be.
func looked(t *testing.T, checker validation.Checker, sights []sight) {
	t.Helper()
	for _, c := range sights {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := checker.Check(t.Context(), validation.NewScene(c.step(), reader, validation.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := mismatch(c.want, answer(f.Verdict, f.Category)); diff != "" {
				t.Errorf("(-want +got)\n%s%s", diff, spoken([]validation.Finding{f}))
			}
		})
	}
}

func spoken(findings []validation.Finding) string {
	var out strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&out, "%s: %v %.2f %s: %v, read %q\n", f.Check, f.Verdict, f.Confidence, f.Category, f.Reason, f.Evidence.Read)
	}
	return out.String()
}

// detail is something else that a step says.
type detail func(*validation.Step)

// act is an action at a point between two screens. The agent calls every one a success.
func act(kind string, at image.Point, before, after *sheet, details ...detail) func() *validation.Step {
	return func() *validation.Step {
		p := fraction(at)
		s := &validation.Step{
			Action: validation.Action{Type: kind, At: &p}, Result: validation.Result{Success: true, Actual: &p},
			Before: before.picture(), After: []*screen.Picture{after.picture()}, Language: "fr",
		}
		for _, d := range details {
			d(s)
		}
		return s
	}
}

// press is a shortcut between two screens.
func press(keys string, before, after *sheet, details ...detail) func() *validation.Step {
	return act("key_combo", image.Point{}, before, after, append([]detail{func(s *validation.Step) {
		s.Action.At, s.Result.Actual, s.Action.Keys = nil, nil, strings.Split(keys, "+")
	}}, details...)...)
}

func click(label string, at image.Point, before, after *sheet, details ...detail) func() *validation.Step {
	return act("click", at, before, after, append([]detail{labelled(label)}, details...)...)
}

func fraction(p image.Point) validation.Point {
	return validation.Point{X: (float64(p.X) + .5) / 900, Y: (float64(p.Y) + .5) / 560}
}

func labelled(text string) detail { return func(s *validation.Step) { s.Action.ByText = text } }

func role(name string) detail { return func(s *validation.Step) { s.Action.Role = name } }

func types(text string) detail { return func(s *validation.Step) { s.Action.Text = text } }

func dropAt(p image.Point) detail {
	return func(s *validation.Step) { q := fraction(p); s.Action.To = &q }
}

func about(change func(*validation.Context)) detail {
	return func(s *validation.Step) { change(&s.Context) }
}

func shows(text string) detail { return about(func(c *validation.Context) { c.ExpectedText = text }) }

func reaches(title string) detail {
	return about(func(c *validation.Context) { c.ExpectedTitle = title })
}

func words(text string) detail { return about(func(c *validation.Context) { c.Label = text }) }

func drives(app string) detail { return about(func(c *validation.Context) { c.AppTitle = app }) }

func dialogAt(box image.Rectangle) detail {
	return about(func(c *validation.Context) { c.DialogBox = &box })
}

// titled are the window's titles as the agent read them.
func titled(before, after string) detail {
	return func(s *validation.Step) { s.Result.TitleBefore, s.Result.Title = &before, &after }
}

// burst are more pictures after the action, the first ones.
func burst(earlier ...*sheet) detail {
	return func(s *validation.Step) {
		last := s.After
		s.After = nil
		for _, e := range earlier {
			s.After = append(s.After, e.picture())
		}
		s.After = append(s.After, last...)
	}
}

// alone takes the picture before away.
func alone(s *validation.Step) { s.Before = nil }
