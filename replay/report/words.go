package report

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vigie/assets"
)

// words are the texts of a language: those that the window has too, and the report's own.
type words struct {
	language string
	shared   map[string]string
	zone     *time.Location
}

func newWords(o Options) (*words, error) {
	w := &words{language: "en", zone: o.Zone}
	if strings.HasPrefix(strings.ToLower(o.Language), "fr") {
		w.language = "fr"
	}
	if w.zone == nil {
		w.zone = time.Local
	}
	data, err := assets.Translations.ReadFile("translations/" + w.language + ".json")
	if err != nil {
		return nil, fmt.Errorf("read the texts of the report: %w", err)
	}
	if err := json.Unmarshal(data, &w.shared); err != nil {
		return nil, fmt.Errorf("read the texts of the report: %w", err)
	}
	return w, nil
}

// bilingual is a text in both languages, with gaps for fmt.
type bilingual struct{ en, fr string }

// texts are the report's own.
var texts = map[string]bilingual{
	"title":      {"Replay report", "Compte rendu de rejeu"},
	"made":       {"Made %s by Vigie", "Établi le %s par Vigie"},
	"workflow":   {"Workflow", "Scénario"},
	"agent":      {"Agent", "Agent"},
	"session":    {"Session", "Séance"},
	"started":    {"Started", "Début"},
	"length":     {"Length", "Durée"},
	"outcome":    {"Outcome", "Issue"},
	"steps":      {"Steps", "Étapes"},
	"pauses":     {"Pauses", "Pauses"},
	"attention":  {"Steps that need a look", "Étapes à regarder"},
	"nothing":    {"All steps worked, and nobody had to decide anything.", "Toutes les étapes ont réussi, et personne n'a eu à décider."},
	"all":        {"All steps", "Toutes les étapes"},
	"step":       {"Step %d", "Étape %d"},
	"attempt":    {"attempt %d", "essai %d"},
	"confidence": {"confidence %s", "confiance %s"},
	"reported":   {"reported %s", "reçue le %s"},
	"missing":    {"The agent announced this step and never reported it.", "L'agent a annoncé cette étape et n'en a jamais rendu compte."},
	"open":       {"not checked", "non contrôlée"},
	"error":      {"The agent says", "L'agent indique"},
	"wanted":     {"Expected result", "Résultat attendu"},
	"read":       {"Read on the screen", "Lu à l'écran"},
	"expected":   {"Should stand there", "Devrait y figurer"},
	"before":     {"Before", "Avant"},
	"after":      {"After", "Après"},
	"after_of":   {"After (picture %d of %d)", "Après (image %d sur %d)"},
	"detail":     {"The region that decided, at full size", "La région décisive, en taille réelle"},
	"none":       {"No picture.", "Pas d'image."},
	"unreadable": {"This picture can't be read", "Image illisible"},
	"check":      {"Check", "Contrôle"},
	"verdict":    {"Verdict", "Avis"},
	"measured":   {"Measured", "Mesure"},
	"time":       {"Time", "Temps"},
	"reason":     {"Reason", "Raison"},
	"decisions":  {"Decisions", "Décisions"},
	"note":       {"Note", "Note"},
	"marks":      {"Marks on the pictures", "Repères sur les images"},
	"changed":    {"changed", "changé"},
}

// own is one of the report's own texts, with its gaps filled.
func (w *words) own(key string, data ...any) string {
	text := texts[key].en
	if w.language == "fr" {
		text = texts[key].fr
	}
	if len(data) == 0 {
		return text
	}
	return fmt.Sprintf(text, data...)
}

// in is the window's text for a thing of a kind, as in("check", "ocr_region"); a thing that has none is called by its own
// name in plain letters.
func (w *words) in(kind, name string) string {
	if text, ok := w.shared[kind+"."+name]; ok {
		return text
	}
	return strings.ReplaceAll(name, "_", " ")
}

// fill is one of the window's texts with one gap filled.
func (w *words) fill(key, gap, value string) string {
	return strings.ReplaceAll(w.shared[key], "{{."+gap+"}}", value)
}

// number writes a number as the language does.
func (w *words) number(v float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(v, 'f', decimals, 64), ".", w.shared["number.point"], 1)
}

// date writes a date with its time of day, to the second.
func (w *words) date(at time.Time) string {
	if at.IsZero() {
		return "–"
	}
	return at.In(w.zone).Format(w.shared["date.layout"] + ":05")
}

// clock writes a time of day.
func (w *words) clock(at time.Time) string {
	if at.IsZero() {
		return "–"
	}
	return at.In(w.zone).Format(time.TimeOnly)
}

// length writes a duration in minutes and seconds.
func length(d time.Duration) string {
	s := int(d / time.Second)
	if d <= 0 || d > 7*24*time.Hour {
		return "–"
	}
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}
