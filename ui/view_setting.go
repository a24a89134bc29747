package ui

import (
	"errors"
	"strconv"
	"strings"

	"vigie/replay/settings"
	own "vigie/ui/widget"
)

// settingText are the keys of a setting's texts: its name, its sentence, and the unit of its number.
type settingText struct{ name, help, unit string }

var settingTexts = map[settings.Key]settingText{
	settings.ValidatorEnabled:   {"set.validator", "set.validator.help", ""},
	settings.ValidatorShadow:    {"set.shadow", "set.shadow.help", ""},
	settings.OCRRadius:          {"set.radius", "set.radius.help", "unit.pixels"},
	settings.Escalation:         {"set.escalation", "set.escalation.help", ""},
	settings.OCRLanguages:       {"set.ocr", "set.ocr.help", ""},
	settings.JudgeEnabled:       {"set.judge", "set.judge.help", ""},
	settings.JudgeHost:          {"set.judge_host", "set.judge_host.help", ""},
	settings.JudgeModel:         {"set.judge_model", "set.judge_model.help", ""},
	settings.JudgeAskTwice:      {"set.judge_twice", "set.judge_twice.help", ""},
	settings.JudgeTimeoutS:      {"set.judge_timeout", "set.judge_timeout.help", "unit.seconds"},
	settings.RetentionDays:      {"set.days", "set.days.help", "unit.days"},
	settings.RetentionMegabytes: {"set.megabytes", "set.megabytes.help", "unit.megabytes"},
	settings.Roots:              {"set.roots", "set.roots.help", ""},
	settings.NotifyEnabled:      {"set.notify", "set.notify.help", ""},
	settings.NotifyRepeatS:      {"set.repeat", "set.repeat.help", "unit.seconds"},
	settings.NotifySound:        {"set.sound", "set.sound.help", ""},
	settings.ListenRemote:       {"set.remote", "set.remote.help", ""},
}

// settingView is a setting as it is shown.
type settingView struct {
	value     any
	text      string // the value as a person writes it
	note      mark   // where the value comes from, or why the last one was refused
	locked    bool
	isDefault bool // nothing is there to reset
}

// viewSetting makes a setting's view. refusal says why its last value was refused; empty where none was. applied says that it has just
// been changed.
func viewSetting(s settings.State, refusal string, applied bool) settingView {
	v := settingView{
		value: s.Value, text: valueText(s.Value), locked: s.Source.Locked(),
		isDefault: valueText(s.Value) == valueText(s.Default()),
	}
	v.note = sourceMark(s, v.isDefault)
	switch {
	case refusal != "":
		v.note = mark{own.Cross, colorFailed, refusal}
	case applied && s.Key == settings.ListenRemote:
		v.note = mark{own.Dots, colorContinue, t("set.applied_later")}
	case applied:
		v.note = mark{own.Check, colorComplete, t("set.applied")}
	}
	return v
}

// sourceMark says where a value comes from, with the default beside it.
func sourceMark(s settings.State, isDefault bool) mark {
	standard := t("set.default", gaps{"Value": spokenDefault(s)})
	switch {
	case s.Source == settings.FromFlag:
		return mark{own.Pause, colorContinue, t("set.by_flag", gaps{"Name": s.Name})}
	case s.Source == settings.FromEnvironment:
		return mark{own.Pause, colorContinue, t("set.by_environment", gaps{"Name": s.Name})}
	case isDefault:
		return mark{own.Dash, colorQuiet, standard}
	}
	return mark{own.Dots, colorQuiet, t("set.changed", gaps{"Default": standard})}
}

// spokenDefault is a setting's default within a sentence; languages go by their names.
func spokenDefault(s settings.State) string {
	value := s.Default()
	if names, ok := value.([]string); ok && s.Key == settings.OCRLanguages {
		spoken := make([]string, len(names))
		for i, name := range names {
			spoken[i] = languageName(name)
		}
		value = spoken
	}
	return spokenValue(value)
}

// valueText is a value as a person writes it: a number without groups, a list with an entry a line.
func valueText(value any) string {
	switch v := value.(type) {
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), ".", t("number.point"), 1)
	case []string:
		return strings.Join(v, "\n")
	case string:
		return v
	}
	return ""
}

// spokenValue is a value within a sentence.
func spokenValue(value any) string {
	switch v := value.(type) {
	case bool:
		if v {
			return t("set.on")
		}
		return t("set.off")
	case int:
		return grouped(v)
	case []string:
		if len(v) > 0 {
			return strings.Join(v, ", ")
		}
		return t("set.nothing")
	}
	if text := valueText(value); text != "" {
		return text
	}
	return t("set.nothing")
}

var refusals = map[settings.Problem]string{
	settings.NoNumber: "refused.no_number", settings.OutOfRange: "refused.out_of_range", settings.OutOfCount: "refused.out_of_count",
	settings.TooLong: "refused.too_long", settings.WrongType: "refused.wrong_type", settings.Twice: "refused.twice",
	settings.NoAddress: "refused.no_address", settings.NoFolder: "refused.no_folder", settings.NoLanguage: "refused.no_language",
	settings.NoModel: "refused.no_model", settings.Absent: "refused.absent", settings.Overridden: "refused.overridden",
	settings.NotKept: "refused.not_kept", settings.UnknownName: "refused.unknown_name",
}

// refusalText says why a value was refused; nothing where none was.
func (w *Window) refusalText(err error) string {
	if err == nil {
		return ""
	}
	refused, ok := errors.AsType[*settings.Error](err)
	if !ok {
		return t("error.page", gaps{"Error": w.why(err)})
	}
	value := refused.Value
	if n, err := strconv.ParseFloat(value, 64); err == nil {
		value = valueText(n)
	}
	data := gaps{
		"Value": value, "Min": spokenValue(refused.Min), "Max": spokenValue(refused.Max), "Name": refused.Name, "Error": "",
	}
	if refused.Cause != nil {
		data["Error"] = w.why(refused.Cause)
	}
	return t(refusals[refused.Problem], data)
}
