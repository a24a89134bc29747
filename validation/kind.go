package validation

import (
	"cmp"
	"slices"
	"strings"

	"vigie/validation/ocr"
)

// wireNames maps what agents send to the workflow's names (matrix.md §2).
var wireNames = map[string]string{
	"click": "click_anchor", "double_click": "double_click_anchor", "right_click": "right_click_anchor",
	"key_combo": "keyboard_shortcut", "move": "hover_anchor", "drag": "drag_drop_anchor",
	"type": "type_text", "wait": "wait_for_anchor", "scroll": "scroll_to_anchor",
}

// roleNames maps workflow names that are a click on an anchor of a certain role.
var roleNames = map[string]string{
	"switch_tab": "tab", "close_tab": "tab_close", "save": "save", "dialog_button": "dialog_button",
}

// unsupported are the wire types that no agent has a handler for.
var unsupported = []string{"file_open", "file_save", "file_close", "file_new", "file_dialog"}

// KindOf returns the workflow name of an action and the role of its anchor as far as the report says it.
func KindOf(a Action) (kind, role string) {
	kind, role = a.Type, a.Role
	if mapped, ok := wireNames[kind]; ok {
		kind = mapped
	}
	if implied, ok := roleNames[kind]; ok {
		kind = clickOrKeys(a)
		role = cmp.Or(role, implied)
	}
	if kind == "click_anchor" {
		kind = byButton(a.Button)
	}
	if slices.Contains(unsupported, kind) || !known(kind) {
		kind = "unsupported"
	}
	return kind, role
}

func clickOrKeys(a Action) string {
	if len(a.Keys) > 0 {
		return "keyboard_shortcut"
	}
	return "click_anchor"
}

func byButton(button string) string {
	switch button {
	case "double":
		return "double_click_anchor"
	case "right":
		return "right_click_anchor"
	default:
		return "click_anchor"
	}
}

func known(kind string) bool {
	return slices.ContainsFunc(Matrix, func(r Row) bool { return r.Kind == kind })
}

// saveWords are the labels of buttons that save, folded.
var saveWords = []string{"enregistrer", "sauvegarder", "sauver", "save", "save changes", "enregistrer les modifications"}

// inferRole guesses the role of an anchor from its words, where the report gives none. What only the picture tells (a
// dialog, a row of tabs) the checks of package check add.
func inferRole(s *Step) string {
	label := ocr.Fold(s.Action.ByText)
	switch {
	case s.Context.TabLabel != "" && (slices.Contains([]string{"", "x", "×", "✕"}, label) || strings.HasPrefix(label, "fermer") || strings.HasPrefix(label, "close")):
		return "tab_close"
	case inDialog(s):
		return "dialog_button"
	case slices.Contains(saveWords, label):
		return "save"
	case saysTab(s):
		return "tab"
	default:
		return ""
	}
}

// inDialog says whether the step began with a dialog, by the report, and acted in it.
func inDialog(s *Step) bool {
	p := s.Point()
	if s.Context.DialogBox == nil || p == nil || s.Before == nil {
		return false
	}
	return p.On(s.Before.Size()).In(*s.Context.DialogBox)
}

// saysTab says whether the workflow's own words call the anchor a tab.
func saysTab(s *Step) bool {
	words := strings.Fields(strings.Map(wordRune, ocr.Fold(s.Context.Label+" "+s.Context.ExpectedResult)))
	return slices.Contains(words, "onglet") || slices.Contains(words, "tab")
}

func wordRune(r rune) rune {
	if strings.ContainsRune(".,;:!?'’«»\"()", r) {
		return ' '
	}
	return r
}

// chordOf writes keys as a chord: modifiers first, in the order ctrl, alt, shift, meta.
func chordOf(keys []string) string {
	var chord, rest []string
	for _, modifier := range []string{"ctrl", "alt", "shift", "meta"} {
		if slices.ContainsFunc(keys, func(k string) bool { return keyName(k) == modifier }) {
			chord = append(chord, modifier)
		}
	}
	for _, k := range keys {
		if name := keyName(k); !slices.Contains(chord, name) {
			rest = append(rest, name)
		}
	}
	return strings.Join(append(chord, rest...), "+")
}

// keyNames maps the spellings of keys to the one that the matrix uses.
var keyNames = map[string]string{
	"control": "ctrl", "control_l": "ctrl", "control_r": "ctrl", "ctrl_l": "ctrl", "ctrl_r": "ctrl",
	"alt_l": "alt", "alt_r": "alt", "option": "alt", "shift_l": "shift", "shift_r": "shift",
	"cmd": "meta", "super": "meta", "super_l": "meta", "super_r": "meta", "win": "meta",
	"esc": "escape", "return": "enter", "kp_enter": "enter", "pgdn": "page_down", "pagedown": "page_down", "next": "page_down",
	"pgup": "page_up", "pageup": "page_up", "prior": "page_up", "page down": "page_down", "page up": "page_up",
}

func keyName(key string) string {
	key = strings.ToLower(strings.TrimSpace(key))
	if name, ok := keyNames[key]; ok {
		return name
	}
	return key
}

// fits says whether the row is the one for a kind, a role and a chord.
func (r Row) fits(kind, role, chord string) bool {
	if r.Kind != kind || r.Role != "" && r.Role != role {
		return false
	}
	return r.Keys == "" || slices.Contains(strings.Fields(r.Keys), chord)
}
