package validation

import (
	"image"
	"strings"
	"testing"
)

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		name       string
		action     Action
		kind, role string
	}{
		{"wire click", Action{Type: "click"}, "click_anchor", ""},
		{"left click", Action{Type: "click", Button: "left"}, "click_anchor", ""},
		{"click twice", Action{Type: "click", Button: "double"}, "double_click_anchor", ""},
		{"click with the other button", Action{Type: "click", Button: "right"}, "right_click_anchor", ""},
		{"workflow click twice", Action{Type: "click_anchor", Button: "double"}, "double_click_anchor", ""},
		{"wire double click", Action{Type: "double_click"}, "double_click_anchor", ""},
		{"wire right click", Action{Type: "right_click"}, "right_click_anchor", ""},
		{"wire keys", Action{Type: "key_combo"}, "keyboard_shortcut", ""},
		{"wire move", Action{Type: "move"}, "hover_anchor", ""},
		{"wire drag", Action{Type: "drag"}, "drag_drop_anchor", ""},
		{"wire type", Action{Type: "type"}, "type_text", ""},
		{"wire wait", Action{Type: "wait"}, "wait_for_anchor", ""},
		{"wire scroll", Action{Type: "scroll"}, "scroll_to_anchor", ""},
		{"workflow name", Action{Type: "select_option", Role: "combobox"}, "select_option", "combobox"},
		{"role kept", Action{Type: "click", Role: "checkbox"}, "click_anchor", "checkbox"},
		{"switch of tabs", Action{Type: "switch_tab"}, "click_anchor", "tab"},
		{"switch of tabs by keys", Action{Type: "switch_tab", Keys: []string{"ctrl", "tab"}}, "keyboard_shortcut", "tab"},
		{"closing a tab", Action{Type: "close_tab"}, "click_anchor", "tab_close"},
		{"closing a tab by keys", Action{Type: "close_tab", Keys: []string{"ctrl", "w"}}, "keyboard_shortcut", "tab_close"},
		{"saving", Action{Type: "save"}, "click_anchor", "save"},
		{"saving by keys", Action{Type: "save", Keys: []string{"ctrl", "s"}}, "keyboard_shortcut", "save"},
		{"button of a box", Action{Type: "dialog_button"}, "click_anchor", "dialog_button"},
		{"role given wins over implied", Action{Type: "save", Role: "menu_item"}, "click_anchor", "menu_item"},
		{"secret stays a secret", Action{Type: "type_secret", Role: "input"}, "type_secret", "input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if kind, role := KindOf(c.action); kind != c.kind || role != c.role {
				t.Errorf("kind %q, role %q; want %q, %q", kind, role, c.kind, c.role)
			}
		})
	}
}

func TestActionsWithoutAHandlerAreUnsupported(t *testing.T) {
	for _, name := range []string{"file_open", "file_save", "file_close", "file_new", "file_dialog", "teleport", "", "CLICK"} {
		if kind, _ := KindOf(Action{Type: name}); kind != "unsupported" {
			t.Errorf("type %q: kind %q, want unsupported", name, kind)
		}
	}
}

func TestChordOf(t *testing.T) {
	for want, spellings := range map[string][]string{
		"ctrl+s":                {"ctrl s", "Control S", "control_l s", "ctrl_r s", "s ctrl"},
		"ctrl+page_down":        {"ctrl page_down", "ctrl pgdn", "ctrl PageDown", "ctrl next"},
		"ctrl+page_up":          {"ctrl pgup", "ctrl Prior", "control pageup"},
		"alt+f4":                {"alt F4", "f4 alt", "alt_l f4", "option f4"},
		"escape":                {"esc", "Escape", "ESC"},
		"enter":                 {"return", "Enter", "KP_Enter"},
		"ctrl+alt+shift+meta+x": {"x shift win alt ctrl", "meta shift alt ctrl x", "super_l shift_r alt_r control_r x", "cmd shift option ctrl x"},
		"ctrl":                  {"ctrl", "ctrl control", "ctrl_l ctrl_r"},
		"":                      {""},
	} {
		for _, spelling := range spellings {
			if got := chordOf(strings.Fields(spelling)); got != want {
				t.Errorf("keys %q: chord %q, want %q", spelling, got, want)
			}
		}
	}
	if got := chordOf([]string{"Page Down"}); got != "page_down" {
		t.Errorf("key with a space: chord %q, want page_down", got)
	}
}

func TestRoleIsInferredFromTheReport(t *testing.T) {
	box := image.Rect(40, 20, 80, 60)
	for _, c := range []struct {
		name string
		step Step
		role string
	}{
		{"save word", Step{Action: Action{ByText: "Enregistrer"}}, "save"},
		{"save word in English, in capitals", Step{Action: Action{ByText: "SAVE"}}, "save"},
		{"save word as part of another", Step{Action: Action{ByText: "Enregistrer sous"}}, ""},
		{"cross of a named tab", Step{Action: Action{ByText: "×"}, Context: Context{TabLabel: "Biologie"}}, "tab_close"},
		{"letter x of a named tab", Step{Action: Action{ByText: "x"}, Context: Context{TabLabel: "Biologie"}}, "tab_close"},
		{"words of a named tab", Step{Action: Action{ByText: "Fermer l'onglet"}, Context: Context{TabLabel: "Biologie"}}, "tab_close"},
		{"cross of nothing named", Step{Action: Action{ByText: "×"}}, ""},
		{"another button while a tab is named", Step{Action: Action{ByText: "Imprimer"}, Context: Context{TabLabel: "Biologie"}}, ""},
		{"point in the box", inBox(box, .5, .4), "dialog_button"},
		{"point beside the box", inBox(box, .9, .4), ""},
		{"the box wins over the save word", withLabel(inBox(box, .5, .4), "Save"), "dialog_button"},
		{"the box without a picture to place it on", Step{Action: Action{At: &Point{.5, .4}}, Context: Context{DialogBox: &box}}, ""},
		{"the step's words say tab", Step{Context: Context{Label: "Ouvrir l'onglet Imagerie"}}, "tab"},
		{"the expected result says tab", Step{Context: Context{ExpectedResult: "The tab is active."}}, "tab"},
		{"a word that begins like tab", Step{Context: Context{Label: "Trier le tableau, open the table"}}, ""},
		{"nothing said", Step{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.step.Action.Type = "click"
			scene := NewScene(&c.step, nil, Options{})
			if scene.Role != c.role || scene.RoleInferred != (c.role != "") {
				t.Errorf("role %q, inferred %v; want %q", scene.Role, scene.RoleInferred, c.role)
			}
		})
	}
}

func TestRoleThatTheReportGivesIsNotInferred(t *testing.T) {
	step := Step{Action: Action{Type: "click", Role: "link", ByText: "Enregistrer"}}
	if scene := NewScene(&step, nil, Options{}); scene.Role != "link" || scene.RoleInferred {
		t.Errorf("role %q, inferred %v; want link as given", scene.Role, scene.RoleInferred)
	}
}

// inBox is a click at a point of a 100×100 screen on which a box was open.
func inBox(box image.Rectangle, x, y float64) Step {
	return Step{
		Action: Action{At: &Point{x, y}}, Context: Context{DialogBox: &box},
		Before: blank(100, 100),
	}
}

func withLabel(s Step, label string) Step {
	s.Action.ByText = label
	return s
}
