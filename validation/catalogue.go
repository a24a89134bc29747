package validation

// bilingual is a sentence in both languages, with {named} gaps.
type bilingual struct{ en, fr string }

func (b bilingual) in(french bool) string {
	if french {
		return b.fr
	}
	return b.en
}

// catalogues are where a sentence is looked up, in this order.
var catalogues = []map[string]bilingual{screenSentences, dataSentences, sessionSentences, judgeSentences}
