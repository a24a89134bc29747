package ui

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"vigie/assets"
)

// Choices of the language, as the preferences keep them. "system" follows the computer's.
const (
	LanguageEnglish = "en"
	LanguageFrench  = "fr"
)

// speak makes a language the window's. Fyne looks texts up by the system's locale, so the chosen texts are loaded under
// its name.
func speak(choice string) error {
	locale := lang.SystemLocale()
	name := LanguageEnglish
	if choice == LanguageFrench || choice != LanguageEnglish && strings.HasPrefix(locale.LanguageString(), "fr") {
		name = LanguageFrench
	}
	data, err := assets.Translations.ReadFile("translations/" + name + ".json")
	if err != nil {
		return fmt.Errorf("read the texts of %q: %w", name, err)
	}
	for _, l := range []fyne.Locale{locale, fyne.Locale(locale.LanguageString())} {
		if err := lang.AddTranslationsForLocale(data, l); err != nil {
			return fmt.Errorf("load the texts of %q: %w", name, err)
		}
		if err := speakToolkit(name, l); err != nil {
			return err
		}
	}
	return nil
}
