package validation

import "strings"

// Sentence is a sentence that a person reads, in whichever language: an entry of the catalogue and what fills its
// gaps. The zero Sentence is empty.
type Sentence struct {
	ID   string            `json:"id,omitempty"`
	Data map[string]string `json:"data,omitempty"`
}

// Say returns the sentence id of the catalogue with its gaps filled by pairs of name and value. The words of an error go
// under "cause", which no text tells: they are English in every language.
func Say(id string, pairs ...string) Sentence {
	s := Sentence{ID: id}
	for i := 0; i+1 < len(pairs); i += 2 {
		if s.Data == nil {
			s.Data = make(map[string]string, len(pairs)/2)
		}
		s.Data[pairs[i]] = pairs[i+1]
	}
	return s
}

// In returns the sentence in a language, "fr" or else English. A sentence that the catalogue lacks is its id.
func (s Sentence) In(language string) string {
	entry, ok := entryOf(s.ID)
	if !ok {
		return s.ID
	}
	french := strings.HasPrefix(strings.ToLower(language), "fr")
	text := entry.in(french)
	gaps := make([]string, 0, 2*len(s.Data))
	for name, value := range s.Data {
		if value == "" {
			text = nameless(text, name, french)
		}
		gaps = append(gaps, "{"+name+"}", value)
	}
	return strings.NewReplacer(gaps...).Replace(typeset(text, french))
}

// The catalogue quotes with « and » and writes plain spaces in both languages. English quotes otherwise, and French does not
// part its marks from the word before them at a line's end.
var (
	inEnglish = strings.NewReplacer("« ", "“", " »", "”")
	inFrench  = strings.NewReplacer("« ", "«\u00a0", " »", "\u00a0»", " :", "\u00a0:", " ;", "\u00a0;", " ?", "\u00a0?", " !", "\u00a0!", " %", "\u00a0%")
)

// typeset writes a sentence of the catalogue as its language does, before its gaps are filled: what stood on a screen is
// quoted as it was.
func typeset(text string, french bool) string {
	if french {
		return inFrench.Replace(text)
	}
	return inEnglish.Replace(text)
}

// unnamed is what is said of a gap, by its name, that nothing fills; "" of any other one.
var unnamed = map[string]bilingual{
	"label": {"this element", "cet élément"},
	"title": {"a window without a title", "une fenêtre sans titre"},
	"app":   {"the application", "l'application"},
	"":      {"an empty text", "un texte vide"},
}

// namers are the endings of what a name follows that can be left out with what announces it, or alone.
var namers = []struct{ after, kept string }{{" : ", ""}, {": ", ""}, {" field ", " field"}, {" tab ", " tab"}, {" champ ", " champ"}, {"'onglet ", "'onglet"}}

// nameless is a text in which a gap that stands in quotation marks and is not filled is left out, or named by its kind.
func nameless(text, gap string, french bool) string {
	head, tail, quoted := strings.Cut(text, "« {"+gap+"} »")
	if !quoted {
		return text
	}
	for _, n := range namers {
		if before, ok := strings.CutSuffix(head, n.after); ok {
			return before + n.kept + tail
		}
	}
	name, ok := unnamed[gap]
	if !ok {
		name = unnamed[""]
	}
	word := name.in(french)
	if head == "" {
		word = strings.ToUpper(word[:1]) + word[1:]
	}
	return head + word + tail
}

func entryOf(id string) (bilingual, bool) {
	for _, c := range catalogues {
		if entry, ok := c[id]; ok {
			return entry, true
		}
	}
	return bilingual{}, false
}

// String returns the sentence in English, for logs.
func (s Sentence) String() string { return s.In("en") }
