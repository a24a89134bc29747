package main

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"slices"
	"syscall"

	"vigie/judge"
	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/storage"
	"vigie/storage/vault"
	"vigie/ui"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

// reasons are the errors that a person can cause or mend, each with what the window says of it. The first one that fits
// counts: the nearer cause stands before the more general one.
var reasons = []struct {
	kind ui.ReasonKind
	of   []error
}{
	{ui.ReasonDiskFull, []error{storage.ErrFull, syscall.ENOSPC}},
	{ui.ReasonNotScrubbed, []error{storage.ErrNotScrubbed}},
	{ui.ReasonStoreLocked, []error{storage.ErrLocked}},
	{ui.ReasonStoreVersion, []error{storage.ErrNewer, storage.ErrOlder}},
	{ui.ReasonStoreDamaged, []error{storage.ErrCorrupt, vault.ErrChanged}},
	{ui.ReasonStoreEncrypted, []error{storage.ErrEncrypted, storage.ErrNotEncrypted, vault.ErrWrong}},
	{ui.ReasonStoreReadOnly, []error{storage.ErrReadOnly, errNoStore}},
	{ui.ReasonNoSession, []error{replay.ErrUnknownSession, storage.ErrUnknownPicture}},
	{ui.ReasonSessionLive, []error{replay.ErrLive}},
	{ui.ReasonSessionEnded, []error{replay.ErrEnded}},
	{ui.ReasonStopping, []error{replay.ErrShuttingDown, storage.ErrClosed}},
	{ui.ReasonNotABundle, []error{bundle.ErrNotABundle}},
	{ui.ReasonManyBundles, []error{bundle.ErrSeveral}},
	{ui.ReasonBundleName, []error{bundle.ErrName, bundle.ErrNotFile}},
	{ui.ReasonTooLarge, []error{replay.ErrTooLarge, screen.ErrTooLarge}},
	{ui.ReasonPicture, []error{screen.ErrNotAPicture, screen.ErrDamaged}},
	{ui.ReasonNotEmpty, []error{bundle.ErrNotEmpty}},
	{ui.ReasonNoWorkflow, []error{errNoWorkflow}},
	{ui.ReasonTooManyZones, []error{errTooManyZones}},
	{ui.ReasonNoZone, []error{errNoZone}},
	{ui.ReasonJudgeBusy, []error{judge.ErrBusy, judge.ErrResting, judge.ErrNoTurn, judge.ErrTooMany}},
	{ui.ReasonJudgeUnclear, []error{judge.ErrForm, judge.ErrEmpty, judge.ErrCutOff, judge.ErrTooLong}},
	{ui.ReasonJudgeElsewhere, []error{judge.ErrRedirect}},
	{ui.ReasonAddressUsed, []error{syscall.EADDRINUSE}},
	{ui.ReasonAddress, []error{syscall.EADDRNOTAVAIL}},
	{ui.ReasonForbidden, []error{fs.ErrPermission, syscall.EROFS}},
	{ui.ReasonDisk, []error{syscall.EIO}},
	{ui.ReasonTime, []error{judge.ErrOutOfTime, context.DeadlineExceeded}},
}

// judgeReasons are what is said of a judge that cannot be asked.
var judgeReasons = map[judge.Status]ui.ReasonKind{
	judge.StatusUnreachable: ui.ReasonJudgeAway, judge.StatusNoModel: ui.ReasonJudgeNoModel,
	judge.StatusNoVision: ui.ReasonJudgeBlind, judge.StatusElsewhere: ui.ReasonJudgeElsewhere,
}

// reasonOf is what the window says of an error.
func reasonOf(err error) ui.Reason {
	r := namedReason(err)
	if wrong, ok := errors.AsType[*bundle.LineError](err); ok {
		r.Line = wrong.Line
	}
	return r
}

// namedReason is the reason by what an error carries, or else by what it is.
func namedReason(err error) ui.Reason {
	if missing, ok := errors.AsType[*bundle.MissingError](err); ok {
		return ui.Reason{Kind: ui.ReasonMissing, Name: missing.Name}
	}
	if field, ok := errors.AsType[*replay.FieldError](err); ok {
		return ui.Reason{Kind: ui.ReasonField, Name: field.Field}
	}
	if language, ok := errors.AsType[*ocr.LanguageError](err); ok {
		return ui.Reason{Kind: ui.ReasonNoLanguage, Name: language.Language}
	}
	if unusable, ok := errors.AsType[*judge.UnusableError](err); ok {
		return ui.Reason{Kind: judgeReasons[unusable.Status]}
	}
	for _, r := range reasons {
		if slices.ContainsFunc(r.of, func(target error) bool { return errors.Is(err, target) }) {
			return ui.Reason{Kind: r.kind}
		}
	}
	return ui.Reason{Kind: generalReason(err)}
}

// generalReason is the reason by the kind of an error alone.
func generalReason(err error) ui.ReasonKind {
	if _, ok := errors.AsType[*replay.SyntaxError](err); ok {
		return ui.ReasonNotReadable
	}
	if _, ok := errors.AsType[*bundle.LineError](err); ok {
		return ui.ReasonNotReadable
	}
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return ui.ReasonJudgeAway
	}
	if errors.Is(err, fs.ErrNotExist) {
		return ui.ReasonGone
	}
	return ui.ReasonUnknown
}
