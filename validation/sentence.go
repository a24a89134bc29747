package validation

import "strings"

// Sentence is a sentence that a person reads, in whichever language: an entry of the catalogue and what fills its
// gaps. The zero Sentence is empty.
type Sentence struct {
	ID   string            `json:"id,omitempty"`
	Data map[string]string `json:"data,omitempty"`
}

// Say returns the sentence id of the catalogue with its gaps filled by pairs of name and value.
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
	text := entry.en
	if strings.HasPrefix(strings.ToLower(language), "fr") {
		text = entry.fr
	}
	gaps := make([]string, 0, 2*len(s.Data))
	for name, value := range s.Data {
		gaps = append(gaps, "{"+name+"}", value)
	}
	return strings.NewReplacer(gaps...).Replace(text)
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
