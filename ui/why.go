package ui

import (
	"strconv"

	"fyne.io/fyne/v2/theme"

	own "vigie/ui/widget"
)

// Reason is why something did not work, in a form that can be said in each language.
type Reason struct {
	Kind ReasonKind
	// Name is what it is about: a file, a field, a language, a model. Line is a line of a bundle's list of steps, from 1; 0
	// where it is about none.
	Name string
	Line int
}

// ReasonKind is a kind of reason: the key of its text.
type ReasonKind string

// The reasons. Those with a name say which.
const (
	ReasonUnknown     ReasonKind = "why.unknown" // nothing that a person would know
	ReasonGone        ReasonKind = "why.gone"
	ReasonForbidden   ReasonKind = "why.forbidden"
	ReasonDiskFull    ReasonKind = "why.disk_full"
	ReasonDisk        ReasonKind = "why.disk"
	ReasonTime        ReasonKind = "why.time"
	ReasonStopping    ReasonKind = "why.stopping"
	ReasonAddress     ReasonKind = "why.address"
	ReasonAddressUsed ReasonKind = "why.address_used"

	ReasonStoreLocked    ReasonKind = "why.store_locked"
	ReasonStoreReadOnly  ReasonKind = "why.store_read_only"
	ReasonStoreDamaged   ReasonKind = "why.store_damaged"
	ReasonStoreVersion   ReasonKind = "why.store_version"
	ReasonStoreEncrypted ReasonKind = "why.store_encrypted"
	ReasonNotScrubbed    ReasonKind = "why.not_scrubbed"
	ReasonNoSession      ReasonKind = "why.no_session"
	ReasonSessionLive    ReasonKind = "why.session_live"
	ReasonSessionEnded   ReasonKind = "why.session_ended"

	ReasonNotABundle   ReasonKind = "why.not_a_bundle"
	ReasonManyBundles  ReasonKind = "why.many_bundles"
	ReasonMissing      ReasonKind = "why.missing" // with the name of a file of a bundle
	ReasonBundleName   ReasonKind = "why.bundle_name"
	ReasonTooLarge     ReasonKind = "why.too_large"
	ReasonPicture      ReasonKind = "why.picture"
	ReasonNotReadable  ReasonKind = "why.not_readable"
	ReasonField        ReasonKind = "why.field" // with the name of a field
	ReasonNotEmpty     ReasonKind = "why.not_empty"
	ReasonNoWorkflow   ReasonKind = "why.no_workflow"
	ReasonTooManyZones ReasonKind = "why.too_many_zones"
	ReasonNoZone       ReasonKind = "why.no_zone"
	ReasonNoLanguage   ReasonKind = "why.no_language" // with Tesseract's name of a language

	ReasonJudgeAway      ReasonKind = "why.judge_away"
	ReasonJudgeNoModel   ReasonKind = "why.judge_no_model"
	ReasonJudgeBlind     ReasonKind = "why.judge_blind"
	ReasonJudgeElsewhere ReasonKind = "why.judge_elsewhere"
	ReasonJudgeBusy      ReasonKind = "why.judge_busy"
	ReasonJudgeUnclear   ReasonKind = "why.judge_unclear"
)

// why says in the window's language why something did not work. The error's own words are English and technical; they are
// in the log, and a line with [Window.copyError] has them one click away.
func (w *Window) why(err error) string {
	reason := Reason{Kind: ReasonUnknown}
	if w.p.Reason != nil {
		reason = w.p.Reason(err)
	}
	text := t(string(reason.Kind), gaps{"Name": reasonName(reason)})
	if reason.Line > 0 {
		return t("why.in_line", gaps{"Line": strconv.Itoa(reason.Line), "Why": text})
	}
	return text
}

func reasonName(r Reason) string {
	if r.Kind == ReasonNoLanguage {
		return languageName(r.Name)
	}
	return r.Name
}

// copyError is a button that copies an error's own words, for those who help the person.
func (w *Window) copyError(err error) *own.Button {
	return own.NewButton(t("why.copy"), theme.ContentCopyIcon(), w.keys, func() { w.toClipboard(err.Error()) })
}
