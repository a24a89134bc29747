package validation

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var gapPattern = regexp.MustCompile(`\{([a-z_]+)\}`)

// gapsOf are the names of a text's gaps, each once, sorted.
func gapsOf(text string) []string {
	names := []string{}
	for _, m := range gapPattern.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestEachSentenceStandsInBothLanguagesWithTheSameGaps(t *testing.T) {
	seen := make(map[string]bool)
	for _, catalogue := range catalogues {
		for id, entry := range catalogue {
			if seen[id] {
				t.Errorf("sentence %q stands in two catalogues", id)
			}
			seen[id] = true
			if strings.TrimSpace(entry.en) == "" || strings.TrimSpace(entry.fr) == "" || entry.en == entry.fr {
				t.Errorf("sentence %q lacks a language: %q, %q", id, entry.en, entry.fr)
			}
			if diff := cmp.Diff(gapsOf(entry.en), gapsOf(entry.fr)); diff != "" {
				t.Errorf("sentence %q: gaps in English and in French differ:\n%s", id, diff)
			}
		}
	}
}

func TestAGapThatNothingFillsLeavesASentence(t *testing.T) {
	for _, c := range []struct{ id, gap, en, fr string }{
		{"focused", "label", "The field has the focus", "Le champ est actif"},
		{"other_field", "label", "Another field than this element took the focus", "Un autre champ que cet élément est devenu actif"},
		{"toggled", "label", "This element changed its state", "Cet élément a changé d'état"},
		{"tab_gone", "label", "The tab is gone", "L'onglet n'est plus là"},
		{"dialog_open", "title", "A box came up", "Une boîte est apparue"},
		{"same_application", "app", "The application is in front", "L'application est devant"},
		{"typed_text_there", "text", "An empty text stands in the field", "Un texte vide est dans le champ"},
	} {
		s := Say(c.id, c.gap, "")
		if s.In("en") != c.en || s.In("fr") != c.fr {
			t.Errorf("%s: %q, %q, want %q, %q", c.id, s.In("en"), s.In("fr"), c.en, c.fr)
		}
	}
	for _, catalogue := range catalogues {
		for id, entry := range catalogue {
			s := Sentence{ID: id, Data: map[string]string{}}
			for _, gap := range gapsOf(entry.en) {
				s.Data[gap] = ""
			}
			if said := s.In("en") + s.In("fr"); strings.Contains(said, "«\u00a0\u00a0»") || strings.Contains(said, "“”") {
				t.Errorf("sentence %q with empty gaps: %s", id, said)
			}
		}
	}
}

// saying is a call of Say with an id that stands in the source.
type saying struct {
	id, where string
	gaps      []string
	whole     bool // every gap's name stands in the call
}

// source is what the program's own files hold: the calls of Say, and every text.
type source struct {
	sayings []saying
	begun   []string // beginnings of ids whose rest is added in the call
	texts   map[string]bool
}

// readSource parses the files of the module that are neither tests nor the catalogues.
func readSource(t *testing.T) source {
	t.Helper()
	src, files := source{texts: map[string]bool{}}, token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || entry.IsDir() && (name == "testdata" || name == "bin" || len(name) > 2 && name[0] == '.') {
			return firstOf(err, fs.SkipDir)
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "catalogue_") {
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err == nil {
			src.add(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func firstOf(errs ...error) error {
	return errs[slices.IndexFunc(errs, func(err error) bool { return err != nil })]
}

func (s *source) add(files *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, ok := textOf(n); ok {
				s.texts[text] = true
			}
		case *ast.CallExpr:
			if call, ok := sayingOf(n); ok {
				call.where = files.Position(n.Pos()).String()
				s.sayings = append(s.sayings, call)
			} else if begin, ok := beginOf(n); ok {
				s.begun = append(s.begun, begin)
			}
		}
		return true
	})
}

// sayingOf recognises Say("id", "gap", value, …).
func sayingOf(call *ast.CallExpr) (saying, bool) {
	if !saysIt(call) {
		return saying{}, false
	}
	id, ok := textOf(call.Args[0])
	s := saying{id: id, gaps: []string{}, whole: !call.Ellipsis.IsValid()}
	for i := 1; i < len(call.Args); i += 2 {
		gap, literal := textOf(call.Args[i])
		s.gaps, s.whole = append(s.gaps, gap), s.whole && literal
	}
	slices.Sort(s.gaps)
	return s, ok
}

// beginOf recognises Say("begin"+rest, …).
func beginOf(call *ast.CallExpr) (string, bool) {
	if !saysIt(call) {
		return "", false
	}
	sum, ok := call.Args[0].(*ast.BinaryExpr)
	if !ok {
		return "", false
	}
	return textOf(sum.X)
}

// saysIt says whether a call is one of Say, with its package's name before it or not.
func saysIt(call *ast.CallExpr) bool {
	if len(call.Args) == 0 {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "Say"
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		return ok && pkg.Name == "validation" && f.Sel.Name == "Say"
	}
	return false
}

func textOf(n ast.Expr) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// causeGap is what a sentence keeps of the error that it is about, for the copy as JSON.
const causeGap = "cause"

func TestEachSentenceThatIsSaidStandsInTheCatalogue(t *testing.T) {
	src := readSource(t)
	if len(src.sayings) < 50 {
		t.Fatalf("only %d calls of Say were found", len(src.sayings))
	}
	for _, s := range src.sayings {
		entry, ok := entryOf(s.id)
		if !ok {
			t.Errorf("%s: sentence %q stands in no catalogue", s.where, s.id)
			continue
		}
		said := slices.DeleteFunc(slices.Clone(s.gaps), func(gap string) bool { return gap == causeGap })
		if diff := cmp.Diff(gapsOf(entry.en), said, cmpopts.EquateEmpty()); s.whole && diff != "" {
			t.Errorf("%s: sentence %q: gaps of the text and of the call differ (-text +call):\n%s", s.where, s.id, diff)
		}
	}
}

func TestNoSentenceTellsAnErrorsOwnWords(t *testing.T) {
	for _, catalogue := range catalogues {
		for id, entry := range catalogue {
			if slices.Contains(gapsOf(entry.en), causeGap) || slices.Contains(gapsOf(entry.fr), causeGap) {
				t.Errorf("sentence %q tells its cause, which is English in every language", id)
			}
		}
	}
}

func TestNoSentenceIsUnused(t *testing.T) {
	src := readSource(t)
	for _, catalogue := range catalogues {
		for id := range catalogue {
			begun := slices.ContainsFunc(src.begun, func(begin string) bool { return strings.HasPrefix(id, begin) })
			if !src.texts[id] && !begun {
				t.Errorf("sentence %q is said nowhere", id)
			}
		}
	}
}

func TestSentenceIn(t *testing.T) {
	for _, c := range []struct {
		name     string
		sentence Sentence
		language string
		want     string
	}{
		{"French", Say("no_dialog"), "fr", "Aucune boîte n'est apparue"},
		{"French of a country", Say("no_dialog"), "fr_CA", "Aucune boîte n'est apparue"},
		{"French in capitals", Say("no_dialog"), "FR-fr", "Aucune boîte n'est apparue"},
		{"English", Say("no_dialog"), "en", "No box came up"},
		{"another language", Say("no_dialog"), "de", "No box came up"},
		{"no language", Say("no_dialog"), "", "No box came up"},
		{"filled", Say("other_label_at_point", "read", "Notes", "label", "Codage"), "en", "The action fell on “Notes”, not on “Codage”"},
		{"a value that looks like a gap", Say("other_label_at_point", "read", "{label}", "label", "x"), "en", "The action fell on “{label}”, not on “x”"},
		{"a name without a value", Say("anchor_visible", "text"), "en", "“{text}” is on the screen"},
		{"French quotation marks", Say("other_label_at_point", "read", "« a » : b", "label", "Codage"), "fr", "L'action est tombée sur «\u00a0« a » : b\u00a0», pas sur «\u00a0Codage\u00a0»"},
		{"a French colon", Say("dialog_open", "title", "Oups"), "fr", "Une boîte est apparue\u00a0: «\u00a0Oups\u00a0»"},
		{"unknown", Say("no such sentence", "a", "b"), "fr", "no such sentence"},
		{"zero", Sentence{}, "fr", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.sentence.In(c.language); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	if got := Say("no_dialog").String(); got != "No box came up" {
		t.Errorf("logged as %q, want English", got)
	}
}
