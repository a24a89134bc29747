package ui

import "vigie/replay"

// kindNames are the kinds of action of the matrix.
var kindNames = map[string]string{
	"click_anchor": "kind.click_anchor", "double_click_anchor": "kind.double_click_anchor",
	"right_click_anchor": "kind.right_click_anchor", "hover_anchor": "kind.hover_anchor",
	"drag_drop_anchor": "kind.drag_drop_anchor", "scroll_to_anchor": "kind.scroll_to_anchor",
	"focus_anchor": "kind.focus_anchor", "type_text": "kind.type_text", "type_secret": "kind.type_secret",
	"keyboard_shortcut": "kind.keyboard_shortcut", "wait_for_anchor": "kind.wait_for_anchor",
	"select_option": "kind.select_option", "check_checkbox": "kind.check_checkbox", "radio_button": "kind.radio_button",
	"open_app": "kind.open_app", "open_url": "kind.open_url", "screenshot_evidence": "kind.screenshot_evidence",
	"paste_and_execute": "kind.paste_and_execute", "visual_condition": "kind.visual_condition",
	"verify_element_exists": "kind.verify_element_exists", "verify_text_content": "kind.verify_text_content",
	"extract_text": "kind.extract_text", "extract_text_scroll": "kind.extract_text_scroll",
	"extract_table": "kind.extract_table", "t2a_decision": "kind.t2a_decision", "db_save_data": "kind.db_save_data",
	"db_read_data": "kind.db_read_data", "import_excel": "kind.import_excel", "db_foreach": "kind.db_foreach",
	"ai_ocr": "kind.ai", "ai_summarize": "kind.ai", "ai_extract": "kind.ai", "ai_classify": "kind.ai",
	"ai_analyze_text": "kind.ai", "ai_custom": "kind.ai", "llm_generate": "kind.ai", "llm_analyze": "kind.ai",
	"llm_translate": "kind.ai", "llm_extract_data": "kind.ai", "download_to_folder": "kind.download_to_folder",
	"file_list_dir": "kind.file_list_dir", "file_create_dir": "kind.file_create_dir", "file_move": "kind.file_move",
	"file_copy": "kind.file_copy", "pause_for_human": "kind.pause_for_human", "unsupported": "kind.unsupported",
}

// clickNames are clicks on anchors of certain roles.
var clickNames = map[string]string{
	"tab": "kind.click.tab", "tab_close": "kind.click.tab_close", "save": "kind.click.save",
	"dialog_button": "kind.click.dialog_button", "menu_item": "kind.click.menu_item", "checkbox": "kind.check_checkbox",
	"radio": "kind.radio_button", "combobox": "kind.select_option", "link": "kind.click.link",
	"button": "kind.click.button", "input": "kind.click.input",
}

// checkNames are the checks of the matrix.
var checkNames = map[string]string{
	"agent_report": "check.agent_report", "sound_comparison": "check.sound_comparison", "ocr_region": "check.ocr_region",
	"tab_active": "check.tab_active", "tab_absence": "check.tab_absence", "save_success": "check.save_success",
	"dialog_closed": "check.dialog_closed", "dialog_presence": "check.dialog_presence", "title_bar": "check.title_bar",
	"pixel_change": "check.pixel_change", "expected_text": "check.expected_text", "typed_text": "check.typed_text",
	"secret_field": "check.secret_field", "toggle": "check.toggle", "select": "check.select", "scroll": "check.scroll",
	"focus": "check.focus", "hover": "check.hover", "drag": "check.drag", "anchor_visible": "check.anchor_visible",
	"menu": "check.menu", "evidence": "check.evidence", "json_schema": "check.json_schema", "row_count": "check.row_count",
	"file_system": "check.file_system", "human": "check.human", "clipboard": "check.clipboard", "escape": "check.escape",
	"unsupported": "check.unsupported", "llm_judge": "check.llm_judge", "inner_steps": "check.inner_steps",
	"fallback": "check.fallback", "report_missing": "check.report_missing",
}

// categoryNames are the ways in which a step fails.
var categoryNames = map[string]string{
	"wrong_target": "category.wrong_target", "wrong_application": "category.wrong_application",
	"no_visual_change": "category.no_visual_change", "unexpected_dialog": "category.unexpected_dialog",
	"ocr_text_missing": "category.ocr_text_missing", "ui_loading": "category.ui_loading",
	"schema_invalid": "category.schema_invalid", "report_missing": "category.report_missing",
	"unsupported_action": "category.unsupported_action", "unknown": "category.unknown",
}

// decisionNames are what a decision tells the agent.
var decisionNames = map[string]string{
	replay.DoContinue: "decision.continue", replay.DoRecheck: "decision.recheck", replay.DoHandoff: "decision.handoff",
	replay.DoPause: "decision.pause", replay.DoRetry: "decision.retry", replay.DoResume: "decision.resume",
	replay.DoAbort: "decision.abort",
}

// deciderNames are who decides.
var deciderNames = map[string]string{
	replay.ByValidator: "decider.validator", replay.ByJudge: "decider.judge", replay.BySupervisor: "decider.supervisor",
}
