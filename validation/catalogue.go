package validation

// bilingual is a sentence in both languages, with {named} gaps.
type bilingual struct{ en, fr string }

// catalogue holds every sentence that the validator says.
var catalogue = map[string]bilingual{
	"check_failed": {"The check {check} could not be made: {error}", "La vérification {check} n'a pas pu se faire : {error}"},
}
