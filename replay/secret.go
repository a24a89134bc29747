package replay

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// typeSecret is the action whose typed text is never read, logged, stored or sent.
const typeSecret = "type_secret"

// hidden stands where a text held what a secret step typed.
const hidden = "•••"

// arrangeTyped puts the typed text where it belongs: older agents send that of type_text in by_text. For a secret it
// forgets it.
func arrangeTyped(e *Event) {
	switch e.Action.Type {
	case typeSecret:
		forgetSecret(e)
	case "type_text", "type":
		if e.Action.Text == "" {
			e.Action.Text, e.Action.ByText = e.Action.ByText, ""
		}
	}
}

// forgetSecret leaves out of a type_secret whatever may hold what was typed: text, keys, button, condition, value, the
// expected text, a role that is none, and all unknown fields. by_text is the anchor's label where the typed text came in a field of its own, or where
// it is one of the words that stand at such fields; else it may be what was typed, as older agents send it, and is
// dropped. Of the number of keystrokes it is kept only whether there were any. Where the typed text is known, it is
// struck out of the texts that stay; so is what the step's name or what it expects has in quotation marks, unless that
// names the field: recorders write what was typed there.
func forgetSecret(e *Event) {
	a := &e.Action
	typed := []string{a.Text}
	separate := a.Text != "" && a.Text != a.ByText
	if !separate && !isSecretLabel(a.ByText) {
		typed = append(typed, a.ByText)
		a.ByText = ""
	}
	a.Text, a.Keys, a.Condition, a.Button = "", nil, "", ""
	if !slices.Contains(roles, a.Role) {
		a.Role = ""
	}
	typed = append(typed, e.Context.ExpectedText)
	e.Context.ExpectedText = ""
	e.Context.Query = ""
	e.Context.Table = ""
	e.Result.Value = nil
	if n := e.Result.Keystrokes; n != nil {
		*n = min(*n, 1)
	}
	e.Extra = nil
	typed = append(typed, hideQuoted(&e.Context.Label, a.ByText)...)
	typed = append(typed, hideQuoted(&e.Context.ExpectedResult, a.ByText)...)
	strike(e, typed)
}

// quoted is a text in quotation marks of any kind, apart from the words around it: an apostrophe is in a word.
var quoted = regexp.MustCompile(`((?:^|[\s(\[:=])(?:'|"|` + "`" + `|‘|“|«[\s\x{a0}\x{202f}]*))(.+?)((?:'|"|` + "`" + `|’|”|[\s\x{a0}\x{202f}]*»))(?:$|[\s)\].,;:!?…])`)

// hideQuoted hides what a text has in quotation marks, but for the field's label. It returns what of it is no plain words:
// those may well stand in a title, and mean what they say there.
func hideQuoted(text *string, label string) []string {
	var all []string
	var shown strings.Builder
	rest := *text
	for {
		at := quoted.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		part := rest[at[4]:at[5]]
		shown.WriteString(rest[:at[4]])
		if part == label || isSecretLabel(part) {
			shown.WriteString(part)
		} else {
			if strings.ContainsFunc(part, notInWords) {
				all = append(all, part)
			}
			shown.WriteString(hidden)
		}
		shown.WriteString(rest[at[6]:at[7]])
		rest = rest[at[7]:]
	}
	*text = shown.String() + rest
	return all
}

func notInWords(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }

// roles are those that replay-format.md names: a secret step keeps no other word in their place.
var roles = []string{
	"tab", "tab_close", "save", "dialog_button", "menu_item", "checkbox", "radio", "combobox", "link", "button", "input",
}

// strike hides what was typed in the texts that are kept. What is shorter than three characters stands in any text.
func strike(e *Event, typed []string) {
	typed = slices.DeleteFunc(typed, func(s string) bool { return utf8.RuneCountInString(s) < 3 })
	for _, text := range textsOf(e) {
		for _, secret := range typed {
			*text = strings.ReplaceAll(*text, secret, hidden)
		}
	}
}

// textsOf are an event's texts that people and checkers read.
func textsOf(e *Event) []*string {
	c, r := &e.Context, &e.Result
	texts := []*string{
		&e.Action.ByText, &r.Error, &c.Label, &c.ExpectedResult, &c.ExpectedTitle, &c.AppTitle, &c.TabLabel, &c.Tooltip,
		&c.ExpectedPath, &c.Database,
	}
	for _, title := range []*string{r.TitleBefore, r.Title} {
		if title != nil {
			texts = append(texts, title)
		}
	}
	if t := e.Truth; t != nil {
		texts = append(texts, &t.Effect, &t.How, &t.Note, (*string)(&t.Category))
		for i := range t.Also {
			texts = append(texts, (*string)(&t.Also[i]))
		}
	}
	for _, list := range [][]string{c.MenuItems, c.ExpectedHeaders, c.Checklist} {
		for i := range list {
			texts = append(texts, &list[i])
		}
	}
	return texts
}

// secretLabels are the words that label a field for secrets.
var secretLabels = []string{
	"mot de passe", "nouveau mot de passe", "confirmer le mot de passe", "confirmation du mot de passe", "code", "code pin",
	"pin", "code secret", "code d'accès", "phrase secrète", "clé", "password", "new password", "confirm password",
	"current password", "passphrase", "passcode", "access code", "secret", "api key", "token",
}

func isSecretLabel(s string) bool {
	s = strings.TrimSpace(strings.Trim(strings.ToLower(s), " \t:*"))
	return slices.Contains(secretLabels, strings.ReplaceAll(s, "’", "'"))
}
