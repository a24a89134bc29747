package ocr

import (
	"image"
	"strings"
	"testing"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"case and accents", "ÉVÉNEMENTS Été", "evenements ete"},
		{"decomposed accents", "e\u0301te\u0301", "ete"},
		{"ligatures", "Cœur ﬁn Ægir", "coeur fin aegir"},
		{"full width", "ＯＫ　１２", "ok 12"},
		{"dashes", "Saint–Denis — ‑ −", "saint-denis - - -"},
		{"quotes", "l’image “x” « y »", "l'image \"x\" \" y \""},
		{"ellipsis", "Enregistrer sous…", "enregistrer sous..."},
		{"spaces", " a\u00a0\u202fb\t\nc ", "a b c"},
		{"zero width and soft hyphen", "Dos\u00adsier\u200bs", "dossiers"},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.in); got != c.want {
				t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// textLines lays texts out as lines of words, one under the other.
func textLines(texts ...string) []Line {
	var lines []Line
	for i, text := range texts {
		x := 10
		var l Line
		for _, w := range strings.Fields(text) {
			width := 7 * len([]rune(w))
			word := Word{Text: w, Box: image.Rect(x, 20*i, x+width, 20*i+12), Confidence: .9}
			l.Words = append(l.Words, word)
			l.Box = l.Box.Union(word.Box)
			x += width + 6
		}
		lines = append(lines, l)
	}
	return lines
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name     string
		lines    []string
		expected string
		found    bool
		whole    bool
	}{
		{"the label alone", []string{"Enregistrer"}, "Enregistrer", true, true},
		{"accents lost", []string{"Prescriptions medicales"}, "Prescriptions médicales", true, true},
		{"confused characters", []string{"Va1ider 1a c0mmande"}, "Valider la commande", true, true},
		{"m read as rn", []string{"Cornmander"}, "Commander", true, true},
		{"a word in a longer text", []string{"Cliquez sur Enregistrer pour finir"}, "Enregistrer", true, false},
		{"two words joined", []string{"Nouveaudossier"}, "Nouveau dossier", true, true},
		{"one word split", []string{"Enreg istrer"}, "Enregistrer", true, true},
		{"an icon's debris before it", []string{"© Imagerie"}, "Imagerie", true, true},
		{"a count in brackets behind it", []string{"Messages(3)"}, "Messages", true, true},
		{"cut with an ellipsis", []string{"Prescript..."}, "Prescriptions", true, true},
		{"on two lines", []string{"Historique des", "consultations"}, "Historique des consultations", true, true},
		{"OK", []string{"OK Annuler"}, "OK", true, false},
		{"OK with a zero", []string{"0K"}, "OK", true, true},
		{"plus", []string{"+"}, "+", true, true},
		{"times sign", []string{"x"}, "×", true, true},
		{"edge in knowledge", []string{"knowledge base"}, "edge", false, false},
		{"a longer word", []string{"Imagerie"}, "Image", false, false},
		{"a shorter word", []string{"Image"}, "Imagerie", false, false},
		{"another label", []string{"Annuler"}, "Valider", false, false},
		{"another page number", []string{"Page 3"}, "Page 2", false, false},
		{"another record number", []string{"Dossier du patient 25003284"}, "Dossier du patient 25003285", false, false},
		{"a short label in another", []string{"OKLM"}, "OK", false, false},
		{"minus is not plus", []string{"-"}, "+", false, false},
		{"nothing expected", []string{"OK"}, "", false, false},
		{"nothing read", nil, "OK", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ok := Find(textLines(c.lines...), c.expected)
			if ok != c.found || ok && m.Whole != c.whole {
				t.Errorf("Find(%q, %q) = score %.2f, found %v, whole %v; want %v, %v", c.lines, c.expected, m.Score, ok, m.Whole, c.found, c.whole)
			}
		})
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		name, read, typed string
		want              float64
	}{
		{"all of it", "Nom: Dupont Jeanne", "Dupont Jeanne", 1},
		{"half of it", "Dupont", "Dupont Jeanne", .5},
		{"accents lost", "Hepato-gastro", "Hépato-gastro", 1},
		{"a digit lost", "IPP 2500328", "25003284", 0},
		{"a digit changed", "IPP 25003234", "25003284", 0},
		{"zero read as O", "IPP 25OO3284", "25003284", 1},
		{"a letter lost from a short word", "Dupnt", "Dupont", 0},
		{"split at the dot", "jean. dupont@example.fr", "jean.dupont@example.fr", 1},
		{"nothing typed", "Dupont", "", 0},
		{"nothing read", "", "Dupont", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Tokens(c.read, c.typed); got != c.want {
				t.Errorf("Tokens(%q, %q) = %v, want %v", c.read, c.typed, got, c.want)
			}
		})
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Été Œuvre ﬁn…")
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if twice := Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, folded again %q", s, once, twice)
		}
	})
}

func FuzzFind(f *testing.F) {
	f.Add("Cliquez sur Enregistrer", "Enregistrer")
	f.Add("Prescript...", "Prescriptions")
	f.Fuzz(func(t *testing.T, read, expected string) {
		m, ok := Find(textLines(strings.Split(read, "\n")...), expected)
		if m.Score < 0 || m.Score > 1 || ok != (m.Score >= Threshold) || ok && len(m.Words) == 0 {
			t.Errorf("Find(%q, %q) = %+v, %v", read, expected, m, ok)
		}
	})
}
