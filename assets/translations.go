package assets

import "embed"

// Translations are the window's texts, one JSON file a language: translations/en.json and translations/fr.json.
//
//go:embed translations/*.json
var Translations embed.FS
