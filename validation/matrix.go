package validation

// Row is one row of the matrix: which checks look at a kind of action, and from which confidence on they are
// believed. It reads beside matrix.md §2, §3 and §5.
type Row struct {
	// Kind is the workflow name of the action, Role the anchor's role; an empty Role is any.
	Kind, Role string
	// Keys is the chord of a keyboard_shortcut, as in "ctrl+s"; several are separated by spaces; empty is any.
	Keys string
	// Checks are the names of the checks, the primary signal first.
	Checks []string
	// Accept is the confidence from which a COMPLETE is believed, Fail that from which a TERMINATE is.
	Accept, Fail float64
	// JudgeFrom is the confidence from which an undecided step is put to the judge: [JudgeFrom, Accept).
	JudgeFrom float64
	// NeedsPictures says that the row rests on the screen: without an after picture nothing can be decided.
	NeedsPictures bool
}

// Names of the checks.
const (
	CheckReport         = "agent_report"
	CheckSound          = "sound_comparison"
	CheckOCRRegion      = "ocr_region"
	CheckTabActive      = "tab_active"
	CheckTabAbsence     = "tab_absence"
	CheckSave           = "save_success"
	CheckDialogClosed   = "dialog_closed"
	CheckDialogPresence = "dialog_presence"
	CheckTitleBar       = "title_bar"
	CheckPixelChange    = "pixel_change"
	CheckExpectedText   = "expected_text"
	CheckTyped          = "typed_text"
	CheckSecret         = "secret_field"
	CheckToggle         = "toggle"
	CheckSelect         = "select"
	CheckScroll         = "scroll"
	CheckFocus          = "focus"
	CheckHover          = "hover"
	CheckDrag           = "drag"
	CheckAnchor         = "anchor_visible"
	CheckMenu           = "menu"
	CheckEvidence       = "evidence"
	CheckRowKey         = "row_key"
	CheckSchema         = "json_schema"
	CheckRows           = "row_count"
	CheckFile           = "file_system"
	CheckHuman          = "human"
	CheckClipboard      = "clipboard"
	CheckEscape         = "escape"
	CheckUnsupported    = "unsupported"
	CheckJudge          = "llm_judge"
	CheckNone           = "inner_steps"
)

// Matrix is what proves what. The first row that fits a step decides; the last row of all fits everything.
var Matrix = []Row{
	{Kind: "click_anchor", Role: "tab", Checks: []string{CheckTabActive, CheckDialogPresence, CheckTitleBar}, Accept: .75, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "click_anchor", Role: "tab_close", Checks: []string{CheckTabAbsence, CheckDialogPresence}, Accept: .85, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "click_anchor", Role: "save", Checks: []string{CheckSave, CheckDialogPresence, CheckTitleBar}, Accept: .85, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "click_anchor", Role: "dialog_button", Checks: []string{CheckDialogClosed}, Accept: .85, JudgeFrom: .55, Fail: .8, NeedsPictures: true},
	{Kind: "click_anchor", Role: "checkbox", Checks: []string{CheckToggle}, Accept: .8, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "click_anchor", Role: "radio", Checks: []string{CheckToggle}, Accept: .8, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "click_anchor", Role: "combobox", Checks: []string{CheckSelect}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "click_anchor", Role: "input", Checks: []string{CheckFocus, CheckTitleBar}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "click_anchor", Checks: []string{CheckOCRRegion, CheckPixelChange, CheckExpectedText, CheckDialogPresence, CheckTitleBar, CheckRowKey}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "double_click_anchor", Checks: []string{CheckTitleBar, CheckOCRRegion, CheckPixelChange, CheckDialogPresence}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "right_click_anchor", Checks: []string{CheckMenu}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "hover_anchor", Checks: []string{CheckHover}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "drag_drop_anchor", Checks: []string{CheckDrag}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "scroll_to_anchor", Checks: []string{CheckScroll}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "focus_anchor", Checks: []string{CheckFocus}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "type_text", Checks: []string{CheckTyped, CheckDialogPresence}, Accept: .8, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "type_secret", Checks: []string{CheckSecret}, Accept: .8, JudgeFrom: 1, Fail: .8, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "ctrl+s", Checks: []string{CheckSave, CheckDialogPresence}, Accept: .85, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "ctrl+w ctrl+f4", Checks: []string{CheckTabAbsence, CheckDialogPresence}, Accept: .85, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "ctrl+tab ctrl+page_down ctrl+page_up", Checks: []string{CheckTabActive, CheckDialogPresence}, Accept: .75, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "home end page_up page_down ctrl+home ctrl+end", Checks: []string{CheckScroll}, Accept: .8, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "alt+f4", Checks: []string{CheckDialogClosed, CheckDialogPresence}, Accept: .7, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "escape", Checks: []string{CheckEscape}, Accept: .5, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Keys: "ctrl+c ctrl+x", Checks: []string{CheckClipboard}, Accept: .5, JudgeFrom: 1, Fail: .85},
	{Kind: "keyboard_shortcut", Keys: "ctrl+v", Checks: []string{CheckTyped}, Accept: .7, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "keyboard_shortcut", Checks: []string{CheckPixelChange, CheckExpectedText, CheckTitleBar, CheckDialogPresence}, Accept: .7, JudgeFrom: .4, Fail: .85, NeedsPictures: true},
	{Kind: "wait_for_anchor", Checks: []string{CheckAnchor}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "select_option", Checks: []string{CheckSelect}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "check_checkbox", Checks: []string{CheckToggle}, Accept: .8, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "radio_button", Checks: []string{CheckToggle}, Accept: .8, JudgeFrom: .5, Fail: .8, NeedsPictures: true},
	{Kind: "open_app", Checks: []string{CheckTitleBar}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "open_url", Checks: []string{CheckTitleBar}, Accept: .85, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "screenshot_evidence", Checks: []string{CheckEvidence}, Accept: .5, JudgeFrom: .3, Fail: .85, NeedsPictures: true},
	{Kind: "paste_and_execute", Checks: []string{CheckPixelChange, CheckTyped}, Accept: .7, JudgeFrom: .4, Fail: .75, NeedsPictures: true},
	{Kind: "visual_condition", Checks: nil, Accept: .7, JudgeFrom: 0, Fail: .8, NeedsPictures: true},
	{Kind: "verify_element_exists", Checks: []string{CheckAnchor}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "verify_text_content", Checks: []string{CheckAnchor}, Accept: .8, JudgeFrom: .5, Fail: .85, NeedsPictures: true},
	{Kind: "extract_text", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "extract_text_scroll", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "extract_table", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "t2a_decision", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "db_save_data", Checks: []string{CheckRows}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "db_read_data", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "import_excel", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "db_foreach", Checks: []string{CheckNone}, Accept: .5, JudgeFrom: 1, Fail: .9},
	{Kind: "ai_ocr", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "ai_summarize", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "ai_extract", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "ai_classify", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "ai_analyze_text", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "ai_custom", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: .5, Fail: .9},
	{Kind: "llm_generate", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "llm_analyze", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "llm_translate", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "llm_extract_data", Checks: []string{CheckSchema}, Accept: .7, JudgeFrom: 1, Fail: .9},
	{Kind: "download_to_folder", Checks: []string{CheckFile}, Accept: .7, JudgeFrom: 1, Fail: .85},
	{Kind: "file_list_dir", Checks: []string{CheckFile}, Accept: .7, JudgeFrom: 1, Fail: .85},
	{Kind: "file_create_dir", Checks: []string{CheckFile}, Accept: .7, JudgeFrom: 1, Fail: .85},
	{Kind: "file_move", Checks: []string{CheckFile}, Accept: .7, JudgeFrom: 1, Fail: .85},
	{Kind: "file_copy", Checks: []string{CheckFile}, Accept: .7, JudgeFrom: 1, Fail: .85},
	{Kind: "pause_for_human", Checks: []string{CheckHuman}, Accept: 1, JudgeFrom: 1, Fail: .5},
	{Kind: "unsupported", Checks: []string{CheckUnsupported}, Accept: 1, JudgeFrom: 1, Fail: .85},
	{Kind: "acts", Checks: []string{CheckPixelChange, CheckTitleBar}, Accept: .7, JudgeFrom: .4, Fail: .75, NeedsPictures: true},
}

// RowOf returns the row of the matrix that fits a kind of action, a role and a chord of keys.
func RowOf(kind, role string, keys []string) Row {
	chord := chordOf(keys)
	for _, row := range Matrix {
		if row.fits(kind, role, chord) {
			return row
		}
	}
	return Matrix[len(Matrix)-1]
}
