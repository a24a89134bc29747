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
	"judge_silent":     {"The judge gave no answer that counts", "Le juge n'a donné aucune réponse exploitable"},
	"nothing_to_check": {"Only a person, or a vision model, can answer this", "Seule une personne, ou un modèle de vision, peut répondre"},

	"judge_is_off":         {"No vision model is asked: it is switched off in the settings", "Aucun modèle de vision n'est interrogé : il est désactivé dans les réglages"},
	"judge_is_checking":    {"Looking for the model server at {host}", "Recherche du serveur de modèles à {host}"},
	"judge_is_unreachable": {"No model server answers at {host}: start Ollama there, or name another address in the settings", "Aucun serveur de modèles ne répond à {host} : démarrez-y Ollama, ou indiquez une autre adresse dans les réglages"},
	"judge_is_no_model":    {"The server at {host} lacks the vision model. Get it there with: {command}", "Le modèle de vision manque sur le serveur {host}. Pour l'obtenir, là-bas : {command}"},
	"judge_is_no_vision":   {"The model {model} cannot see pictures. Choose another one in the settings; to get one: {command}", "Le modèle {model} ne voit pas les images. Choisissez-en un autre dans les réglages ; pour en obtenir un : {command}"},
	"judge_is_elsewhere":   {"The model {model} runs on another machine than the one named: no picture is sent there. Choose another one in the settings", "Le modèle {model} tourne sur une autre machine que celle indiquée : aucune image n'y est envoyée. Choisissez-en un autre dans les réglages"},
	"judge_is_loading":     {"The model {model} is being loaded", "Le modèle {model} est en cours de chargement"},
	"judge_is_ready":       {"The model {model} can be asked where the checks do not settle a step", "Le modèle {model} peut être interrogé quand les vérifications ne tranchent pas"},
	"judge_is_busy":        {"The model {model} is looking at a step", "Le modèle {model} regarde une étape"},
	"judge_is_broken":      {"The model {model} did not answer in time, again and again. It is not asked again until {until}", "Le modèle {model} n'a pas répondu à temps, à plusieurs reprises. Il n'est plus interrogé jusqu'à {until}"},
}
