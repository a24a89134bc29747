package validation_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

func TestEachCheckOfTheMatrixHasAChecker(t *testing.T) {
	var names []string
	for _, c := range check.All(nil) {
		if slices.Contains(names, c.Name()) {
			t.Errorf("two checkers are named %q", c.Name())
		}
		names = append(names, c.Name())
	}
	used := []string{validation.CheckUnsupported} // settled before any check
	for _, row := range validation.Matrix {
		for _, name := range row.Checks {
			if used = append(used, name); name != validation.CheckUnsupported && !slices.Contains(names, name) {
				t.Errorf("row %q role %q keys %q: no checker is named %q", row.Kind, row.Role, row.Keys, name)
			}
		}
	}
	for _, name := range names {
		if !slices.Contains(used, name) {
			t.Errorf("checker %q is in no row of the matrix", name)
		}
	}
}

// unread is a reader and a judge that must never be asked.
type unread struct{ t *testing.T }

func (u unread) Read(_ context.Context, _ *image.RGBA, box image.Rectangle) ([]ocr.Line, error) {
	u.t.Errorf("the text in %v was read", box)
	return nil, nil
}

func (u unread) ReadLine(_ context.Context, _ *image.RGBA, box image.Rectangle) (ocr.Line, error) {
	u.t.Errorf("the line in %v was read", box)
	return ocr.Line{}, nil
}

func (u unread) Ask(context.Context, *validation.Step, []validation.Finding) (validation.Finding, error) {
	u.t.Error("the judge was asked")
	return validation.Finding{Verdict: validation.Complete, Confidence: .9}, nil
}

// field is where the login form has its field for the password.
var field = image.Rect(200, 180, 440, 212)

// login draws a login form with a number of dots in its field, and strokes that look like a label above it.
func login(dots int) *screen.Picture {
	img := image.NewRGBA(image.Rect(0, 0, 640, 400))
	paint := func(box image.Rectangle, c color.Color) {
		draw.Draw(img, box, image.NewUniform(c), image.Point{}, draw.Src)
	}
	paint(img.Rect, color.Gray{240})
	for x := 200; x < 260; x += 8 {
		paint(image.Rect(x, 160, x+5, 172), color.Black)
	}
	paint(field, color.Gray{120})
	paint(field.Inset(1), color.White)
	for i := range dots {
		x := field.Min.X + 10 + 12*i
		paint(image.Rect(x, 192, x+7, 199), color.Black)
	}
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		panic(err)
	}
	p, err := screen.Load(data.Bytes())
	if err != nil {
		panic(err)
	}
	return p
}

func TestSecretsAreNeverRead(t *testing.T) {
	inField := &validation.Point{X: .5, Y: .49}
	for _, c := range []struct {
		name    string
		before  *screen.Picture
		after   []*screen.Picture
		at      *validation.Point
		verdict validation.Verdict
	}{
		{"dots came into the field", login(0), []*screen.Picture{login(9)}, inField, validation.Complete},
		{"the field stayed empty", login(0), []*screen.Picture{login(0)}, inField, validation.Terminate},
		{"the field held dots before", login(9), []*screen.Picture{login(9)}, inField, validation.Terminate},
		{"a burst", login(0), []*screen.Picture{login(3), login(9)}, inField, validation.Complete},
		{"no position, dots came", login(0), []*screen.Picture{login(9)}, nil, validation.Complete},
		{"no position, nothing came", login(0), []*screen.Picture{login(0)}, nil, validation.Terminate},
		{"a position outside of the picture", login(0), []*screen.Picture{login(9)}, &validation.Point{X: 3, Y: 3}, validation.Terminate},
		{"no picture before", nil, []*screen.Picture{login(9)}, inField, validation.Continue},
		{"no picture after", login(0), nil, inField, validation.Continue},
	} {
		t.Run(c.name, func(t *testing.T) {
			title := "Connexion"
			step := &validation.Step{
				Action: validation.Action{Type: "type_secret", Role: "input", ByText: "Mot de passe", At: c.at},
				Result: validation.Result{Success: true, Title: &title, TitleBefore: &title},
				Context: validation.Context{
					Label: "Saisir le mot de passe", ExpectedText: "•••••", ExpectedTitle: "Accueil", AppTitle: "Orme",
				},
				Before: c.before, After: c.after, Language: "fr",
			}
			asked := unread{t}
			v := check.New(check.Params{Reader: asked, Judge: asked, Options: validation.Options{EscalationThreshold: .05}})
			a := v.Validate(t.Context(), step)
			if a.Verdict != c.verdict {
				t.Errorf("%v (%v), want %v", a.Verdict, a.Reason, c.verdict)
			}
			wantNoText(t, a)
		})
	}
}

// wantNoText fails where a finding carries text of the screen, or of what was typed.
func wantNoText(t *testing.T, a validation.Assessment) {
	t.Helper()
	for _, f := range a.Findings {
		if f.Evidence.Read != "" || f.Evidence.Expected != "" || len(f.Evidence.Words) > 0 {
			t.Errorf("finding of %q carries text: %+v", f.Check, f.Evidence)
		}
		if text := f.Reason.String(); strings.ContainsAny(text, "•{") {
			t.Errorf("finding of %q says %q", f.Check, text)
		}
	}
}

// A failed agent must not make a secret readable either: its word decides.
func TestSecretThatTheAgentCouldNotType(t *testing.T) {
	asked := unread{t}
	step := &validation.Step{
		Action: validation.Action{Type: "type_secret", At: &validation.Point{X: .5, Y: .49}},
		Result: validation.Result{Error: "keyboard locked"}, Before: login(0), After: []*screen.Picture{login(0)},
	}
	a := check.New(check.Params{Reader: asked, Judge: asked}).Validate(t.Context(), step)
	if a.Verdict != validation.Terminate || a.Category != validation.NoVisualChange || a.Lights.Sent != validation.SentNo {
		t.Errorf("%v, category %q, sent %q; want a failure that was not sent", a.Verdict, a.Category, a.Lights.Sent)
	}
}
