package ui

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	own "vigie/ui/widget"
)

// bracketed writes marked pieces in brackets.
func bracketed(spans []own.Span) string {
	var text strings.Builder
	for _, s := range spans {
		if s.Marked {
			text.WriteString("[" + s.Text + "]")
		} else {
			text.WriteString(s.Text)
		}
	}
	return text.String()
}

func TestTheDifferenceOfTextsIsMarked(t *testing.T) {
	long := strings.Repeat("ab ", 400)
	for name, c := range map[string]struct{ read, expected, inRead, inExpected string }{
		"the same":                       {"Imagerie", "Imagerie", "Imagerie", "Imagerie"},
		"the same but for the case":      {"IMAGERIE", "Imagerie", "IMAGERIE", "Imagerie"},
		"an address instead of a tab":    {"urgence.exam.local/dossier", "Imagerie", "[urgence.exam.local/dossier]", "[Imagerie]"},
		"a letter misread":               {"Imagene", "Imagerie", "Image[n]e", "Image[ri]e"},
		"a digit of a number":            {"IPP 25003284", "IPP 25003264", "IPP 250032[8]4", "IPP 250032[6]4"},
		"a word more":                    {"Notes médicales 3", "Notes médicales", "Notes médicales 3", "Notes médicales"},
		"a word is missing":              {"Compte rendu", "Compte rendu opératoire", "Compte rendu", "Compte rendu [opératoire]"},
		"a digit too many":               {"IPP 250032841", "IPP 25003284", "IPP 25003284[1]", "IPP 25003284"},
		"an accent":                      {"Medecine", "Médecine", "M[e]decine", "M[é]decine"},
		"nothing was read":               {"", "Imagerie", "", "[Imagerie]"},
		"nothing was expected":           {"Imagerie", "", "Imagerie", ""},
		"the expected word is in a line": {"Synthèse Imagerie Biologie", "Imagerie", "Synthèse Imagerie Biologie", "Imagerie"},
		"lines are joined":               {"Notes\n médicales", "Notes médicales", "Notes médicales", "Notes médicales"},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := markDifference(c.read, c.expected)
			if diff := cmp.Diff([]string{c.inRead, c.inExpected}, []string{bracketed(a), bracketed(b)}); diff != "" {
				t.Errorf("read and expected (-want +got):\n%s", diff)
			}
		})
	}
	if a, _ := markDifference(long, "x"); len([]rune(bracketed(a))) > 3*longestText {
		t.Errorf("a text of %d letters is shown in full", len(long))
	}
}
