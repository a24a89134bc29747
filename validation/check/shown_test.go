package check_test

import (
	"image"
	"testing"

	"vigie/validation"
	"vigie/validation/check"
)

// TestFindingsShowWhereTheyLooked: a person who is asked sees the place; every finding names one.
func TestFindingsShowWhereTheyLooked(t *testing.T) {
	at := image.Pt(80, 275)
	tests := map[string]struct {
		checker validation.Checker
		step    func() *validation.Step
	}{
		"no menu came":          {check.Menu{}, act("right_click", at, form(), form(), labelled("Allergies connues"))},
		"nothing was dropped":   {check.Drag{}, act("drag", at, form(), form(), labelled("Allergies connues"), dropAt(image.Pt(600, 400)))},
		"escape closed a box":   {check.Escape{}, press("escape", asked(), form())},
		"escape closed nothing": {check.Escape{}, press("escape", form(), form())},
		"the tab is still there": {check.TabAbsence{}, act("click", tabAt(1), tabs(0, underlined), tabs(1, underlined), role("tab_close"), about(func(c *validation.Context) {
			c.TabLabel = "Imagerie"
		}))},
		"another title":      {check.TitleBar{}, act("open_app", at, form(), form(), drives("Orme"), titled("Orme", "Messagerie"))},
		"evidence of a page": {check.Evidence{}, act("screenshot_evidence", at, form(), form(), drives("Orme"), titled("Orme", "Orme"))},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := tt.checker.Check(t.Context(), validation.NewScene(tt.step(), reader, validation.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Regions) == 0 {
				t.Errorf("no region: %v", f.Reason)
			}
			for _, r := range f.Regions {
				if r.Box.Empty() || !r.Box.In(image.Rect(0, 0, 900, 560)) {
					t.Errorf("region %v lies outside of the picture, or is none", r.Box)
				}
			}
		})
	}
}
