package widget

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"github.com/google/go-cmp/cmp"
)

func TestMarkedTextIsBrokenAtSpaces(t *testing.T) {
	test.NewTempApp(t)
	spans := []Span{{Text: "Compte rendu "}, {Text: "opératoire", Marked: true}, {Text: " du 02/06"}}
	for name, c := range map[string]struct {
		columns int
		want    []string
	}{
		"all in one line":       {60, []string{"Compte rendu [opératoire] du 02/06"}},
		"at spaces":             {14, []string{"Compte rendu ", "[opératoire] du ", "02/06"}},
		"in a word, if it must": {6, []string{"Compte", "rendu ", "[opérat]", "[oire] ", "du 02/", "06"}},
	} {
		t.Run(name, func(t *testing.T) {
			m := NewMarked(spans, theme.ColorNameError)
			test.NewTempWindow(t, m)
			m.Resize(fyne.NewSize(m.cell().Width*float32(c.columns)+1, 100))
			if diff := cmp.Diff(c.want, m.Lines()); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			if got, want := m.MinSize().Height, m.cell().Height*float32(len(c.want)); got < want {
				t.Errorf("%d lines need %v, not %v", len(c.want), want, got)
			}
		})
	}
}

func TestMarkedTextIsDrawn(t *testing.T) {
	test.NewTempApp(t)
	m := NewMarked([]Span{{Text: "IPP 250032"}, {Text: "8", Marked: true}, {Text: "4"}}, theme.ColorNameError)
	w := test.NewTempWindow(t, m)
	w.Resize(fyne.NewSize(160, 40))
	test.AssertImageMatches(t, "marked.png", w.Canvas().Capture())
}
