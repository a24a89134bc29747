package validation

// judgeSentences are what is said of the judge and in its name. What a model wrote stands in the testimony, never in a
// sentence of ours.
var judgeSentences = map[string]bilingual{
	"judge_yes":        {"The vision model {model} sees that the action had its effect", "Le modèle de vision {model} voit que l'action a eu son effet"},
	"judge_no":         {"The vision model {model} sees that the action did not have its effect", "Le modèle de vision {model} voit que l'action n'a pas eu son effet"},
	"judge_true":       {"The vision model {model} sees that « {condition} » is so", "Le modèle de vision {model} voit que « {condition} » est le cas"},
	"judge_false":      {"The vision model {model} sees that « {condition} » is not so", "Le modèle de vision {model} voit que « {condition} » n'est pas le cas"},
	"judge_plausible":  {"The vision model {model} finds the text plausible", "Le modèle de vision {model} trouve le texte plausible"},
	"judge_doubtful":   {"The vision model {model} finds the text not plausible", "Le modèle de vision {model} trouve le texte peu plausible"},
	"judge_cant_tell":  {"The vision model {model} cannot tell", "Le modèle de vision {model} ne peut pas le dire"},
	"judge_unsure":     {"The vision model was not sure enough of its answer to count", "Le modèle de vision n'était pas assez sûr de sa réponse pour compter"},
	"judge_changed":    {"Asked twice, the vision model answered differently", "Interrogé deux fois, le modèle de vision a répondu différemment"},
	"judge_disagrees":  {"The vision model contradicts the check {check} ({verdict}, {confidence})", "Le modèle de vision contredit la vérification {check} ({verdict}, {confidence})"},
	"judge_silent":     {"The judge gave no answer: {error}", "Le juge n'a pas répondu : {error}"},
	"nothing_to_check": {"Only a person, or a vision model, can answer this", "Seule une personne, ou un modèle de vision, peut répondre"},
}
