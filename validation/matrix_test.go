package validation

import (
	"slices"
	"strings"
	"testing"
)

// proofCase is a row of matrix.md §2 or §3: which checks look at a kind of action, the primary one first. Further checks
// may look on.
type proofCase struct {
	kind, role, keys string
	checks           []string
}

func clicks() []proofCase {
	return []proofCase{
		{"click_anchor", "", "", []string{CheckOCRRegion, CheckTitleBar}},
		{"click_anchor", "link", "", []string{CheckOCRRegion, CheckTitleBar}},
		{"click_anchor", "button", "", []string{CheckOCRRegion, CheckTitleBar}},
		{"click_anchor", "menu_item", "", []string{CheckOCRRegion, CheckTitleBar}},
		{"click_anchor", "input", "", []string{CheckFocus}},
		{"click_anchor", "tab", "", []string{CheckTabActive, CheckDialogPresence}},
		{"click_anchor", "tab_close", "", []string{CheckTabAbsence, CheckDialogPresence}},
		{"click_anchor", "save", "", []string{CheckSave, CheckDialogPresence}},
		{"click_anchor", "dialog_button", "", []string{CheckDialogClosed}},
		{"click_anchor", "combobox", "", []string{CheckSelect}},
		{"click_anchor", "checkbox", "", []string{CheckToggle}},
		{"click_anchor", "radio", "", []string{CheckToggle}},
		{"double_click_anchor", "", "", []string{CheckTitleBar, CheckOCRRegion}},
		{"right_click_anchor", "", "", []string{CheckMenu}},
	}
}

func otherActions() []proofCase {
	return []proofCase{
		{"hover_anchor", "", "", []string{CheckHover}},
		{"drag_drop_anchor", "", "", []string{CheckDrag}},
		{"scroll_to_anchor", "", "", []string{CheckScroll}},
		{"focus_anchor", "input", "", []string{CheckFocus}},
		{"type_text", "input", "", []string{CheckTyped}},
		{"type_secret", "input", "", []string{CheckSecret}},
		{"wait_for_anchor", "", "", []string{CheckAnchor}},
		{"select_option", "combobox", "", []string{CheckSelect}},
		{"check_checkbox", "checkbox", "", []string{CheckToggle}},
		{"radio_button", "radio", "", []string{CheckToggle}},
		{"open_app", "", "", []string{CheckTitleBar}},
		{"open_url", "", "", []string{CheckTitleBar}},
		{"screenshot_evidence", "", "", []string{CheckEvidence}},
		{"paste_and_execute", "", "", []string{CheckPixelChange, CheckTyped}},
		{"visual_condition", "", "", nil},
		{"verify_element_exists", "", "", []string{CheckAnchor}},
		{"verify_text_content", "", "", []string{CheckAnchor}},
		{"db_save_data", "", "", []string{CheckRows}},
		{"db_foreach", "", "", []string{CheckNone}},
		{"pause_for_human", "", "", []string{CheckHuman}},
		{"unsupported", "", "", []string{CheckUnsupported}},
		{"a kind that the matrix lacks", "", "", []string{CheckPixelChange, CheckTitleBar}},
	}
}

func shortcuts() []proofCase {
	cases := []proofCase{
		{"keyboard_shortcut", "", "escape", []string{CheckEscape}},
		{"keyboard_shortcut", "", "alt+f4", []string{CheckDialogClosed}},
		{"keyboard_shortcut", "", "ctrl+v", []string{CheckTyped}},
	}
	for checks, chords := range map[string][]string{
		CheckSave + " " + CheckDialogPresence:       {"ctrl+s"},
		CheckTabAbsence + " " + CheckDialogPresence: {"ctrl+w", "ctrl+f4"},
		CheckTabActive + " " + CheckDialogPresence:  {"ctrl+tab", "ctrl+page_down", "ctrl+page_up"},
		CheckScroll:                            {"home", "end", "page_up", "page_down", "ctrl+home", "ctrl+end"},
		CheckClipboard:                         {"ctrl+c", "ctrl+x"},
		CheckPixelChange + " " + CheckTitleBar: {"enter", "tab", "ctrl+f", "f5", "ctrl+shift+s", ""},
	} {
		for _, chord := range chords {
			cases = append(cases, proofCase{"keyboard_shortcut", "", chord, strings.Fields(checks)})
		}
	}
	return cases
}

// dataActions are proved by what they produced.
func dataActions() []proofCase {
	var cases []proofCase
	for _, kind := range strings.Fields(`extract_text extract_text_scroll extract_table t2a_decision db_read_data import_excel
		ai_ocr ai_summarize ai_extract ai_classify ai_analyze_text ai_custom llm_generate llm_analyze llm_translate llm_extract_data`) {
		cases = append(cases, proofCase{kind, "", "", []string{CheckSchema}})
	}
	for _, kind := range strings.Fields("download_to_folder file_list_dir file_create_dir file_move file_copy") {
		cases = append(cases, proofCase{kind, "", "", []string{CheckFile}})
	}
	return cases
}

func allProofs() []proofCase {
	return slices.Concat(clicks(), otherActions(), shortcuts(), dataActions())
}

// rowOf is RowOf for a chord as the matrix writes it.
func rowOf(c proofCase) Row {
	if c.keys == "" {
		return RowOf(c.kind, c.role, nil)
	}
	return RowOf(c.kind, c.role, strings.Split(c.keys, "+"))
}

func TestEachActionIsProvedByTheSignalsOfTheMatrix(t *testing.T) {
	for _, c := range allProofs() {
		t.Run(strings.TrimSpace(c.kind+" "+c.role+" "+c.keys), func(t *testing.T) {
			row := rowOf(c)
			if len(c.checks) == 0 && len(row.Checks) > 0 {
				t.Fatalf("checks %q, want none", row.Checks)
			}
			for i, check := range c.checks {
				at := slices.Index(row.Checks, check)
				if at < 0 || i == 0 && at != 0 {
					t.Errorf("checks %q, want %q at first and %q among them", row.Checks, c.checks[0], check)
				}
			}
		})
	}
}

func TestEachRowIsReachedByAnAction(t *testing.T) {
	reached := make(map[[3]string]bool)
	for _, c := range allProofs() {
		row := rowOf(c)
		reached[[3]string{row.Kind, row.Role, row.Keys}] = true
	}
	for _, row := range Matrix {
		if !reached[[3]string{row.Kind, row.Role, row.Keys}] {
			t.Errorf("row %q role %q keys %q: no action leads to it", row.Kind, row.Role, row.Keys)
		}
	}
}

// The thresholds of matrix.md §5.
func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		kind, role, keys            string
		accept, judgeFrom, failFrom float64
	}{
		{"click_anchor", "", "", .85, .5, .85},
		{"click_anchor", "tab", "", .75, .5, .85},
		{"click_anchor", "tab_close", "", .85, .5, .8},
		{"click_anchor", "save", "", .85, .4, .85},
		{"keyboard_shortcut", "", "ctrl+s", .85, .4, .85},
		{"click_anchor", "dialog_button", "", .85, .55, .8},
		{"type_text", "", "", .8, .5, .8},
		{"extract_text", "", "", .7, .5, .9},
		{"t2a_decision", "", "", .7, 1, .9},
		{"keyboard_shortcut", "", "ctrl+f", .7, .4, .85},
		{"paste_and_execute", "", "", .7, .4, .75},
		{"screenshot_evidence", "", "", .5, .3, .85},
		{"visual_condition", "", "", .7, 0, .8},
	} {
		row := rowOf(proofCase{kind: c.kind, role: c.role, keys: c.keys})
		if row.Accept != c.accept || row.JudgeFrom != c.judgeFrom || row.Fail != c.failFrom {
			t.Errorf("%s %s %s: accepted at %v, judged from %v, fails at %v; want %v, %v, %v", c.kind, c.role, c.keys,
				row.Accept, row.JudgeFrom, row.Fail, c.accept, c.judgeFrom, c.failFrom)
		}
	}
}

func TestNoThresholdLetsAnEmptyFindingPass(t *testing.T) {
	for _, row := range Matrix {
		if row.Accept <= 0 || row.Fail <= 0 || row.Accept > 1 || row.Fail > 1 || row.JudgeFrom < 0 || row.JudgeFrom > 1 {
			t.Errorf("row %q role %q keys %q: thresholds %v, %v, %v lie outside of 0…1", row.Kind, row.Role, row.Keys, row.Accept, row.JudgeFrom, row.Fail)
		}
	}
}

// A secret's picture must never reach a model, whatever the thresholds of a step are.
func TestSecretRowKnowsNoJudge(t *testing.T) {
	row := RowOf("type_secret", "", nil)
	if row.JudgeFrom < 1 || !slices.Equal(row.Checks, []string{CheckSecret}) {
		t.Errorf("judged from %v by %q, want never and by %q alone", row.JudgeFrom, row.Checks, CheckSecret)
	}
}

func TestEachLookHasABudget(t *testing.T) {
	passive := []string{CheckHuman, CheckClipboard, CheckNone, CheckUnsupported}
	for _, row := range Matrix {
		for _, check := range row.Checks {
			if budgetOf(check) <= 0 && !slices.Contains(passive, check) {
				t.Errorf("check %q has no budget", check)
			}
		}
	}
}
