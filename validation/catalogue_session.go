package validation

// sessionSentences are what is said of a session's course rather than of one check.
var sessionSentences = map[string]bilingual{
	"report_missing": {
		"Step {step} was announced {seconds} s ago and no report has come: the agent may hang",
		"L'étape {step} a été annoncée il y a {seconds} s et aucun compte rendu n'est arrivé : l'agent est peut-être bloqué",
	},
	"rechecks_used": {
		"{reason}. Still so after looking again ({count} ×)",
		"{reason}. Toujours ainsi après avoir regardé de nouveau ({count} ×)",
	},
	"not_validated": {
		"Not validated: the validator is switched off",
		"Non validée : le validateur est désactivé",
	},
	"shadow_mode": {
		"Not held up: the validator only watches",
		"Non retenue : le validateur ne fait qu'observer",
	},
	"human_pause": {
		"The workflow asks for a person here",
		"Le parcours demande ici une personne",
	},
	"pause_skipped": {
		"The workflow asks for a person here; this session skips such pauses (skip_pauses)",
		"Le parcours demande ici une personne ; cette session passe ces pauses (skip_pauses)",
	},
	"person_resume": {
		"A person counts the step as done",
		"Une personne considère l'étape comme faite",
	},
	"person_retry": {
		"A person asks to do the step again",
		"Une personne demande de refaire l'étape",
	},
	"person_recheck": {
		"A person asks for a new screenshot of the step",
		"Une personne demande une nouvelle capture de l'étape",
	},
	"person_abort": {
		"A person ended the replay",
		"Une personne a arrêté le rejeu",
	},
	"pause_timed_out": {
		"Nobody decided within {seconds} s: the session asks to end the replay then (pause_timeout_action)",
		"Personne n'a décidé en {seconds} s : la session demande alors d'arrêter le rejeu (pause_timeout_action)",
	},
	"store_failed": {
		"What happens here cannot be stored. Make room on the disk; it is tried again by itself",
		"Ce qui se passe ici ne peut pas être enregistré. Libérez de l'espace disque ; un nouvel essai se fait tout seul",
	},
	"secret_covered": {
		"The program was started anew before this step was compared, and of a secret's field no picture is kept: a new screenshot is needed",
		"Le programme a redémarré avant la comparaison de cette étape, et aucune image du champ d'un secret n'est gardée : une nouvelle capture est nécessaire",
	},
	"pictures_unreadable": {
		"The stored pictures of this step cannot be read",
		"Les captures enregistrées de cette étape sont illisibles",
	},
}
