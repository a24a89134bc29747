package settings

import (
	"slices"
	"time"
)

// Key names a setting, in the store and in the audit log.
type Key string

// The settings.
const (
	ValidatorEnabled   Key = "validator.enabled"
	ValidatorShadow    Key = "validator.shadow"
	OCRRadius          Key = "validator.ocr_radius"
	Escalation         Key = "validator.escalation"
	OCRLanguages       Key = "ocr.languages"
	JudgeEnabled       Key = "judge.enabled"
	JudgeHost          Key = "judge.host"
	JudgeModel         Key = "judge.model"
	JudgeAskTwice      Key = "judge.ask_twice"
	JudgeTimeoutS      Key = "judge.timeout_s"
	RetentionDays      Key = "retention.days"
	RetentionMegabytes Key = "retention.megabytes"
	Roots              Key = "roots"
	NotifyEnabled      Key = "notify.enabled"
	NotifyRepeatS      Key = "notify.repeat_s"
	NotifySound        Key = "notify.sound"
	ListenRemote       Key = "listen.remote"
)

// Values are all settings at one moment. Nothing reachable from them changes; a copy may be kept.
type Values struct {
	// ValidatorEnabled: off, steps are recorded only and no replay is held up.
	ValidatorEnabled bool
	// ValidatorShadow validates and records, but never holds a replay up.
	ValidatorShadow bool
	// OCRRadius is the radius of the region that is read around a point, in logical pixels.
	OCRRadius int
	// Escalation is the confidence, 0…1, below which an undecided step is put to the judge; 0 means the matrix's own, 0.55.
	Escalation float64
	// OCRLanguages are Tesseract's names of the languages that are read, as "fra".
	OCRLanguages []string
	// JudgeEnabled: ask the vision model where the checks do not settle a step.
	JudgeEnabled bool
	// JudgeHost is the model server's address, as "http://127.0.0.1:11434".
	JudgeHost string
	// JudgeModel is the model's name on that server; empty where none is chosen.
	JudgeModel string
	// JudgeAskTwice asks the same again with the pictures swapped, and believes only answers that agree.
	JudgeAskTwice bool
	// JudgeTimeoutS is how long an answer may take, in seconds.
	JudgeTimeoutS int
	// RetentionDays is how many days an ended session is kept; 0 means for ever.
	RetentionDays int
	// RetentionMegabytes is how much the store may take, in 1,000,000 bytes; 0 means as much as there is.
	RetentionMegabytes int
	// Roots are the absolute folders below which files and databases that a step names may be looked at.
	Roots []string
	// NotifyEnabled shows a desktop notification when a replay stops.
	NotifyEnabled bool
	// NotifyRepeatS is after how many seconds it is repeated while nobody answers; 0 means never.
	NotifyRepeatS int
	// NotifySound plays a sound with it.
	NotifySound bool
	// ListenRemote lets agents on other machines in.
	ListenRemote bool
}

// Defaults are the values that hold where nobody says anything.
func Defaults() Values {
	return Values{
		ValidatorEnabled: true, OCRRadius: 80, OCRLanguages: []string{"fra", "eng"}, JudgeEnabled: true,
		JudgeHost: "http://127.0.0.1:11434", JudgeTimeoutS: 30, RetentionDays: 90, RetentionMegabytes: 20_000,
		Roots: []string{}, NotifyEnabled: true, NotifyRepeatS: 120,
	}
}

// JudgeTimeout is JudgeTimeoutS as a duration.
func (v Values) JudgeTimeout() time.Duration { return time.Duration(v.JudgeTimeoutS) * time.Second }

// NotifyRepeat is NotifyRepeatS as a duration.
func (v Values) NotifyRepeat() time.Duration { return time.Duration(v.NotifyRepeatS) * time.Second }

// Of is the value of a setting: a bool, int, float64, string or []string; nil for a key that is none.
func (v Values) Of(key Key) any {
	switch p := v.field(key).(type) {
	case *bool:
		return *p
	case *int:
		return *p
	case *float64:
		return *p
	case *string:
		return *p
	case *[]string:
		return slices.Clone(*p)
	}
	return nil
}

// field points to the value of a setting; nil for a key that is none.
func (v *Values) field(key Key) any {
	return map[Key]any{
		ValidatorEnabled: &v.ValidatorEnabled, ValidatorShadow: &v.ValidatorShadow, OCRRadius: &v.OCRRadius,
		Escalation: &v.Escalation, OCRLanguages: &v.OCRLanguages, JudgeEnabled: &v.JudgeEnabled, JudgeHost: &v.JudgeHost,
		JudgeModel: &v.JudgeModel, JudgeAskTwice: &v.JudgeAskTwice, JudgeTimeoutS: &v.JudgeTimeoutS,
		RetentionDays: &v.RetentionDays, RetentionMegabytes: &v.RetentionMegabytes, Roots: &v.Roots,
		NotifyEnabled: &v.NotifyEnabled, NotifyRepeatS: &v.NotifyRepeatS, NotifySound: &v.NotifySound,
		ListenRemote: &v.ListenRemote,
	}[key]
}

// put sets a setting to a value of its type, which was checked.
func (v *Values) put(key Key, value any) {
	switch p := v.field(key).(type) {
	case *bool:
		*p = value.(bool)
	case *int:
		*p = value.(int)
	case *float64:
		*p = value.(float64)
	case *string:
		*p = value.(string)
	case *[]string:
		*p = slices.Clone(value.([]string))
	}
}
