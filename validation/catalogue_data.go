package validation

// dataSentences are the sentences of the checks that look at data instead of the screen.
var dataSentences = map[string]bilingual{
	// JSON schema.
	"data_valid": {
		"The value has the form that the step asks for",
		"La valeur a la forme que l'étape demande",
	},
	"data_rows_valid": {
		"The value holds {rows} rows, as the step asks for",
		"La valeur contient {rows} lignes, comme l'étape le demande",
	},
	"data_missing": {
		"The agent returned no value: {field} should hold the result of the step",
		"L'agent n'a renvoyé aucune valeur : {field} devrait contenir le résultat de l'étape",
	},
	"data_not_json": {
		"{field} is not readable JSON",
		"{field} n'est pas du JSON lisible",
	},
	"data_too_large": {
		"{field} has {got} bytes, more than the limit of {limit}",
		"{field} fait {got} octets, plus que la limite de {limit}",
	},
	"data_error_value": {
		"The agent returned an error in place of a result: {got}",
		"L'agent a renvoyé une erreur à la place d'un résultat : {got}",
	},
	"data_failure_text": {
		"{field} is a failure message and not a result: {got}",
		"{field} est un message d'échec et non un résultat : {got}",
	},
	"data_empty": {
		"{field} is empty: {got}",
		"{field} est vide : {got}",
	},
	"data_want_text": {
		"{field} should be text, but is {got}",
		"{field} devrait être un texte, mais c'est {got}",
	},
	"data_want_number": {
		"{field} should be a number, but is {got}",
		"{field} devrait être un nombre, mais c'est {got}",
	},
	"data_want_list": {
		"{field} should be a list, but is {got}",
		"{field} devrait être une liste, mais c'est {got}",
	},
	"data_want_object": {
		"{field} should be an object with named fields, but is {got}",
		"{field} devrait être un objet avec des champs nommés, mais c'est {got}",
	},
	"data_want_one_of": {
		"{field} should be one of {want}, but is {got}",
		"{field} devrait être l'une des valeurs {want}, mais c'est {got}",
	},
	"data_field_missing": {
		"{field} lacks the field {want}",
		"Il manque à {field} le champ {want}",
	},
	"data_too_short": {
		"{field} should have at least {want} characters, but has {got}",
		"{field} devrait avoir au moins {want} caractères, mais en a {got}",
	},
	"data_too_long": {
		"{field} should have at most {want} characters, but has {got}",
		"{field} devrait avoir au plus {want} caractères, mais en a {got}",
	},
	"data_no_letter": {
		"{field} should hold words, but holds no letter: {got}",
		"{field} devrait contenir des mots, mais ne contient aucune lettre : {got}",
	},
	"data_few_letters": {
		"{field} should be at least {want} % letters, but only {got} % of its characters are",
		"{field} devrait compter au moins {want} % de lettres, mais n'en compte que {got} %",
	},
	"data_too_low": {
		"{field} should be at least {want}, but is {got}",
		"{field} devrait valoir au moins {want}, mais vaut {got}",
	},
	"data_too_high": {
		"{field} should be at most {want}, but is {got}",
		"{field} devrait valoir au plus {want}, mais vaut {got}",
	},
	"data_other": {
		"{field} has not the form that the step asks for: {got} ({error})",
		"{field} n'a pas la forme que l'étape demande : {got} ({error})",
	},
	"data_no_rows": {
		"{field} holds no row: at least one was expected",
		"{field} ne contient aucune ligne : il en fallait au moins une",
	},
	"data_rows_differ": {
		"{field} holds {got} rows, but {want} were expected",
		"{field} contient {got} lignes, mais {want} étaient attendues",
	},
	"data_headers_missing": {
		"The table lacks the expected headers {want}",
		"Il manque au tableau les en-têtes attendus {want}",
	},
	"data_header_row": {
		"The first row was taken for the headers and not counted",
		"La première ligne a été prise pour les en-têtes et n'a pas été comptée",
	},
	"data_short_text": {
		"The text is short ({got} characters): its form is right, whether it is plausible was not judged",
		"Le texte est court ({got} caractères) : sa forme est bonne, sa vraisemblance n'a pas été jugée",
	},
	"data_not_french": {
		"The session is in French, but the text reads like another language",
		"La session est en français, mais le texte semble être dans une autre langue",
	},

	// Row count.
	"rows_match": {
		"The database holds {got} rows, as expected",
		"La base contient {got} lignes, comme attendu",
	},
	"rows_present": {
		"The database holds {got} rows that the query finds; the step names no number",
		"La base contient {got} lignes que la requête trouve ; l'étape n'en donne pas le nombre",
	},
	"rows_differ": {
		"The database holds {got} rows, but {want} were expected",
		"La base contient {got} lignes, mais {want} étaient attendues",
	},
	"rows_absent": {
		"The database holds no row that the query finds: nothing was saved",
		"La base ne contient aucune ligne que la requête trouve : rien n'a été enregistré",
	},
	"rows_no_database": {
		"The database {path} does not exist on this computer: nothing was saved there",
		"La base {path} n'existe pas sur cet ordinateur : rien n'y a été enregistré",
	},
	"rows_unreadable": {
		"The rows of {path} could not be counted",
		"Les lignes de {path} n'ont pas pu être comptées",
	},
	"rows_table_only": {
		"The table {table} holds {got} rows, which may have been there before: give context.expected_rows or a context.query that finds only the new ones",
		"La table {table} contient {got} lignes, qui y étaient peut-être déjà : donner context.expected_rows ou une context.query qui ne trouve que les nouvelles",
	},
	"rows_agent_count": {
		"The agent counts {got} rows, as expected: the agent's own count, not read back from the database",
		"L'agent compte {got} lignes, comme attendu : son propre compte, non relu dans la base",
	},
	"rows_agent_differs": {
		"The agent counts {got} rows, but {want} were expected",
		"L'agent compte {got} lignes, mais {want} étaient attendues",
	},
	"rows_agent_none": {
		"The agent counts no saved row",
		"L'agent ne compte aucune ligne enregistrée",
	},
	"rows_agent_disagrees": {
		"The agent counts {got} rows and the database does not: the database is believed",
		"L'agent compte {got} lignes et la base non : c'est la base qui est crue",
	},
	"rows_nothing": {
		"Nothing to count: give context.database and context.query (or context.table), and context.expected_rows",
		"Rien à compter : donner context.database et context.query (ou context.table), et context.expected_rows",
	},
	"rows_no_query": {
		"The database {path} was not read: context.query (or context.table) does not say which rows to count",
		"La base {path} n'a pas été lue : context.query (ou context.table) ne dit pas quelles lignes compter",
	},

	// File system.
	"file_there": {
		"{path} is there",
		"{path} est là",
	},
	"file_there_size": {
		"{path} is there, with {size} bytes",
		"{path} est là, avec {size} octets",
	},
	"file_in_folder": {
		"{name} came into the folder {path}, with {size} bytes",
		"{name} est arrivé dans le dossier {path}, avec {size} octets",
	},
	"file_folder_undated": {
		"The folder {path} holds {name}; when the step ran is not known, so it may have been there before: name the file in context.expected_path",
		"Le dossier {path} contient {name} ; le moment de l'étape n'est pas connu, le fichier y était peut-être déjà : donner son nom dans context.expected_path",
	},
	"file_missing": {
		"{path} does not exist on this computer",
		"{path} n'existe pas sur cet ordinateur",
	},
	"file_folder_empty": {
		"No new file is in the folder {path}",
		"Aucun nouveau fichier ne se trouve dans le dossier {path}",
	},
	"file_empty": {
		"{path} is there, but empty",
		"{path} est là, mais vide",
	},
	"file_old": {
		"{path} was there before the step: it is from {when}",
		"{path} était là avant l'étape : il date du {when}",
	},
	"file_undated": {
		"Whether it is new is not known: the step says not when it ran",
		"On ne sait pas s'il est nouveau : l'étape ne dit pas quand elle a eu lieu",
	},
	"file_not_folder": {
		"{path} should be a folder, but is a file",
		"{path} devrait être un dossier, mais c'est un fichier",
	},
	"file_special": {
		"{path} is neither a file nor a folder",
		"{path} n'est ni un fichier ni un dossier",
	},
	"file_growing": {
		"{path} is still growing: {before}, then {after} bytes",
		"{path} grandit encore : {before}, puis {after} octets",
	},
	"file_partial": {
		"{path} is still being written: {name} is a part of it",
		"{path} est encore en cours d'écriture : {name} en est une partie",
	},
	"file_no_path": {
		"Which file to look for is not said: give context.expected_path",
		"Le fichier à chercher n'est pas indiqué : donner context.expected_path",
	},

	// Folders that may be looked at.
	"roots_none": {
		"{path} was not looked at, because no folder is open to checks: add one under Settings, “Folders for file and database checks”",
		"{path} n'a pas été regardé, car aucun dossier n'est ouvert aux vérifications : en ajouter un dans Réglages, « Dossiers pour les vérifications de fichiers et de bases »",
	},
	"roots_outside": {
		"{path} was not looked at, because it lies outside the folders that are open to checks: add its folder under Settings, “Folders for file and database checks”",
		"{path} n'a pas été regardé, car il est hors des dossiers ouverts aux vérifications : ajouter son dossier dans Réglages, « Dossiers pour les vérifications de fichiers et de bases »",
	},
	"roots_unusable": {
		"{path} was not looked at: the folder that it is in cannot be opened",
		"{path} n'a pas été regardé : le dossier où il se trouve ne s'ouvre pas",
	},

	// What has no proof of its own.
	"human_waits": {
		"The step waits for a person to approve it",
		"L'étape attend l'accord d'une personne",
	},
	"human_checklist": {
		"The step waits for a person to go through this list: {list}",
		"L'étape attend qu'une personne parcoure cette liste : {list}",
	},
	"clipboard_unseen": {
		"{keys} fills the clipboard, which no screenshot shows: taken as done, not checked",
		"{keys} remplit le presse-papiers, qu'aucune capture ne montre : tenu pour fait, non vérifié",
	},
	"inner_steps": {
		"The loop itself has nothing to prove: its inner steps are checked, one by one",
		"La boucle n'a rien à prouver elle-même : ses étapes internes sont vérifiées une à une",
	},
}
