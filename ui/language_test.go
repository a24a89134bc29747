package ui

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/assets"
)

// texts reads the texts of a language.
func texts(t *testing.T, language string) map[string]string {
	t.Helper()
	all, err := readTexts(language)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func readTexts(language string) (map[string]string, error) {
	data, err := assets.Translations.ReadFile("translations/" + language + ".json")
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	return all, json.Unmarshal(data, &all)
}

// tour goes through all screens in a real window instead of testing; it says -1 when it was not asked to. It is nil where
// the tests are built without the tag "tour".
var tour func() int

var looksLikeKey = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9_]+)+$`)

// usedKeys are the string literals of the package's sources that look like a text's key.
func usedKeys(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := make(map[string]bool)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && looksLikeKey.MatchString(text) {
					used[text] = true
				}
			}
			return true
		})
	}
	return used
}

// notKeys are literals of the sources that look like keys and are none.
var notKeys = []string{"session.json", "file.name", "file.parent"}

func TestEveryTextIsThereAndUsed(t *testing.T) {
	used := usedKeys(t)
	for _, language := range []string{"en", "fr"} {
		all := texts(t, language)
		for key := range used {
			if _, ok := all[key]; !ok && !slices.Contains(notKeys, key) {
				t.Errorf("%s.json lacks %q", language, key)
			}
		}
		for key, text := range all {
			if !used[key] {
				t.Errorf("%s.json has %q, which nothing uses", language, key)
			}
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s.json: %q is empty", language, key)
			}
		}
	}
}

var gap = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

func TestBothLanguagesHaveTheSameGaps(t *testing.T) {
	english, french := texts(t, "en"), texts(t, "fr")
	for key := range english {
		want, got := gapsOf(english[key]), gapsOf(french[key])
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("gaps of %q (-en +fr):\n%s", key, diff)
		}
	}
}

func gapsOf(text string) []string {
	var all []string
	for _, match := range gap.FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	slices.Sort(all)
	return all
}

func TestNoReservedKey(t *testing.T) {
	reserved := []string{"id", "description", "hash", "one", "two", "few", "many", "other", "zero", "translation"}
	for key := range texts(t, "en") {
		if slices.Contains(reserved, key) {
			t.Errorf("%q is a word of the translation format", key)
		}
	}
}

func TestDecisionsHaveUniqueNames(t *testing.T) {
	for _, language := range []string{"en", "fr"} {
		all, seen := texts(t, language), map[string]string{}
		for _, key := range []string{"pause.resume", "pause.retry", "pause.recheck", "pause.abort", "pause.back", "pause.abort_yes", "pause.retry_yes"} {
			if other, ok := seen[all[key]]; ok {
				t.Errorf("%s: %q and %q are both called %q", language, key, other, all[key])
			}
			seen[all[key]] = key
		}
	}
}

func TestTheLanguageSwitchesAtOnceAndBack(t *testing.T) {
	for _, step := range []struct{ choice, want string }{
		{LanguageFrench, "Échec"}, {LanguageEnglish, "Failed"}, {LanguageFrench, "Échec"}, {ThemeSystem, "Failed"},
	} {
		if err := speak(step.choice); err != nil {
			t.Fatal(err)
		}
		if got := tr("verdict.terminate"); got != step.want {
			t.Errorf("language %q: %q, want %q", step.choice, got, step.want)
		}
	}
}

// tr is t where a test's own t hides it.
func tr(key string, data ...any) string { return t(key, data...) }

func TestMain(m *testing.M) {
	_ = os.Setenv("LANG", "en_US.UTF-8")
	time.Local = time.UTC
	_ = os.Unsetenv("LC_ALL")
	_ = os.Unsetenv("LC_MESSAGES")
	if err := speak(LanguageEnglish); err != nil {
		panic(err)
	}
	if tour != nil {
		if code := tour(); code >= 0 {
			os.Exit(code)
		}
	}
	os.Exit(m.Run())
}

func TestOneOfAThingIsSaidInTheSingular(t *testing.T) {
	newBench(t, usual, nil)
	t.Cleanup(func() { _ = speak(LanguageEnglish) })
	for _, c := range []struct {
		language string
		n        int
		want     string
	}{
		{LanguageEnglish, 0, "0 steps"},
		{LanguageEnglish, 1, "1 step"},
		{LanguageEnglish, 2, "2 steps"},
		{LanguageFrench, 0, "0 étape"},
		{LanguageFrench, 1, "1 étape"},
		{LanguageFrench, 2, "2 étapes"},
		{LanguageFrench, 1_000_000, "1\u202f000\u202f000 étapes"},
	} {
		if err := speak(c.language); err != nil {
			t.Fatal(err)
		}
		if got := counted("steps.count_one", "steps.count", c.n, gaps{}); got != c.want {
			t.Errorf("%s: %d is %q, want %q", c.language, c.n, got, c.want)
		}
	}
}

// torn are marks that French does not part from their word, with a space at which a line may end.
var torn = regexp.MustCompile(`« | [:;?!»%]`)

func TestFrenchMarksStayWithTheirWord(t *testing.T) {
	for key, text := range texts(t, LanguageFrench) {
		if torn.MatchString(text) {
			t.Errorf("fr.json: %q may be torn at a line's end: %q", key, text)
		}
	}
}
