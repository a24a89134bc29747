package ui

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	own "vigie/ui/widget"
)

// inFrench makes French the window's language for a test.
func inFrench(t *testing.T) {
	t.Helper()
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	if err := speak(LanguageFrench); err != nil {
		t.Fatal(err)
	}
}

func TestReasonsAreSaidInTheWindowsLanguage(t *testing.T) {
	inFrench(t)
	for _, c := range []struct {
		name   string
		reason Reason
		want   string
	}{
		{"nothing that is known", Reason{Kind: ReasonUnknown}, "cause inattendue"},
		{"a full disk", Reason{Kind: ReasonDiskFull}, "le disque est plein"},
		{"a file of a bundle", Reason{Kind: ReasonMissing, Name: "01-after.png"}, "il y manque 01-after.png"},
		{"a line", Reason{Kind: ReasonField, Name: "action.x_pct", Line: 1203}, "liste des étapes, ligne 1203\u00a0: action.x_pct n'a pas une valeur admise"},
		{"a language by its name", Reason{Kind: ReasonNoLanguage, Name: "fra"}, "la langue «\u00a0français (fra)\u00a0» de Tesseract n'est pas installée"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &Window{p: Params{Reason: func(error) Reason { return c.reason }}}
			if got := w.why(errors.New("english words")); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestNoErrorIsShownInItsOwnWords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, pos := range rawErrors(file) {
			t.Errorf("%s: an error's own words, which are English, go to a person: say Window.why instead", fset.Position(pos))
		}
	}
}

// rawErrors are the places of a file where an error fills a gap of a text, or is made a text, except for being copied.
func rawErrors(file *ast.File) (all []token.Pos) {
	isError := func(e ast.Expr) bool {
		name, ok := e.(*ast.Ident)
		return ok && slices.Contains([]string{"err", "cause", "refused"}, name.Name)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name != "copyError"
		case *ast.KeyValueExpr:
			if isError(n.Value) && isString(n.Key) {
				all = append(all, n.Pos())
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "Error" && len(n.Args) == 0 && isError(s.X) {
				all = append(all, n.Pos())
			}
		}
		return true
	})
	return all
}

func isString(e ast.Expr) bool {
	l, ok := e.(*ast.BasicLit)
	return ok && l.Kind == token.STRING
}

func TestARawErrorIsFound(t *testing.T) {
	const source = `package x
func f(err error) { g(gaps{"Error": err}); h(err.Error()); g(gaps{"Error": w.why(err)}); log("error", err) }
func copyError(err error) { h(err.Error()) }`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(rawErrors(file)); n != 2 {
		t.Errorf("found %d places, want 2", n)
	}
}

func TestABannerSpeaksTheNewLanguageAndCopiesItsCause(t *testing.T) {
	b := newBench(t, usual, memory{prefLanguage: LanguageFrench, prefTheme: ThemeLight})
	b.p.Reason = func(error) Reason { return Reason{Kind: ReasonStoreDamaged} }
	b.ShowTrouble(BannerStoreFailed, errors.New("page 7: checksum"))
	b.queue.run()
	for _, language := range []string{LanguageFrench, LanguageEnglish} {
		b.setLanguage(language)
		label, buttons := bannerParts(b.bannerBox.Objects[0])
		if want := tr("banner.store_failed", gaps{"Error": tr("why.store_damaged")}); label != want {
			t.Errorf("%s: it says %q, want %q", language, label, want)
		}
		buttons[0].OnTapped()
		if got := b.p.App.Clipboard().Content(); got != "page 7: checksum" {
			t.Errorf("%s: copied %q", language, got)
		}
	}
}

// bannerParts are a banner's text and its buttons.
func bannerParts(o fyne.CanvasObject) (text string, buttons []*own.Button) {
	for _, object := range test.LaidOutObjects(o) {
		switch object := object.(type) {
		case *widget.Label:
			text = object.Text
		case *own.Button:
			buttons = append(buttons, object)
		}
	}
	return text, buttons
}
