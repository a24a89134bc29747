package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"vigie/replay"
	own "vigie/ui/widget"
	"vigie/validation"
)

// gaps fill the gaps of a translated text.
type gaps map[string]any

// t is the text of a key in the window's language.
func t(key string, data ...any) string { return lang.X(key, key, data...) }

// spoken is the window's language, as validation sentences want it.
func spoken() string { return t("language.code") }

// mark is a sign with its colour and its word: a state is never told by one of the three alone.
type mark struct {
	sign  own.SignKind
	color fyne.ThemeColorName
	word  string
}

// verdictMark is what a verdict looks like and is called.
func verdictMark(v validation.Verdict) mark {
	switch v {
	case validation.Complete:
		return mark{own.Check, colorComplete, t("verdict.complete")}
	case validation.Continue:
		return mark{own.Dots, colorContinue, t("verdict.continue")}
	case validation.Terminate:
		return mark{own.Cross, colorFailed, t("verdict.terminate")}
	default:
		return mark{own.Dash, colorQuiet, t("verdict.unknown")}
	}
}

// reportMark is a report's verdict, or that it is still being looked at.
func reportMark(r *replay.Report) mark {
	if r.Assessment == nil {
		return mark{own.Dots, colorQuiet, t("verdict.validating")}
	}
	return verdictMark(r.Assessment.Verdict)
}

// phaseMark is what a session's phase looks like and is called.
func phaseMark(p replay.Phase) mark {
	switch p {
	case replay.PhaseRunning:
		return mark{own.Play, colorComplete, t("phase.running")}
	case replay.PhaseValidating:
		return mark{own.Play, colorComplete, t("phase.validating")}
	case replay.PhaseRecheck:
		return mark{own.Dots, colorContinue, t("phase.recheck")}
	case replay.PhasePaused:
		return mark{own.Pause, colorContinue, t("phase.paused")}
	case replay.PhaseFinished:
		return mark{own.Check, colorComplete, t("phase.finished")}
	case replay.PhaseAborted:
		return mark{own.Stop, colorFailed, t("phase.aborted")}
	case replay.PhaseLost:
		return mark{own.Cross, colorFailed, t("phase.lost")}
	default:
		return mark{own.Dash, colorQuiet, string(p)}
	}
}

// lightMarks are the three lights, in the order sent, seen, proved.
func lightMarks(l validation.Lights) [3]mark {
	return [3]mark{sentMark(l.Sent), seenMark(l.Seen), provedMark(l.Proved)}
}

func sentMark(l validation.Light) mark {
	switch l {
	case validation.SentYes:
		return mark{own.Check, colorComplete, t("light.sent.yes")}
	case validation.SentNo:
		return mark{own.Cross, colorFailed, t("light.sent.no")}
	case validation.SentUncertain:
		return mark{own.Dots, colorContinue, t("light.sent.uncertain")}
	default:
		return mark{own.Dash, colorQuiet, t("light.none")}
	}
}

func seenMark(l validation.Light) mark {
	switch l {
	case validation.SeenYes:
		return mark{own.Check, colorComplete, t("light.seen.yes")}
	case validation.SeenNo:
		return mark{own.Cross, colorFailed, t("light.seen.no")}
	case validation.SeenNotYet:
		return mark{own.Dots, colorContinue, t("light.seen.not_yet")}
	case validation.SeenNotLooked:
		return mark{own.Dash, colorQuiet, t("light.seen.not_looked")}
	default:
		return mark{own.Dash, colorQuiet, t("light.none")}
	}
}

func provedMark(l validation.Light) mark {
	switch l {
	case validation.ProvedYes:
		return mark{own.Check, colorComplete, t("light.proved.yes")}
	case validation.ProvedNo:
		return mark{own.Cross, colorFailed, t("light.proved.no")}
	case validation.ProvedNoSuch:
		return mark{own.Dash, colorQuiet, t("light.proved.no_such")}
	default:
		return mark{own.Dash, colorQuiet, t("light.none")}
	}
}

// named is the translated name of a thing that has one in a table, else the thing's own name in plain letters.
func named(table map[string]string, name string) string {
	if key, ok := table[name]; ok {
		return t(key)
	}
	return strings.ReplaceAll(name, "_", " ")
}

// number writes a number with the given decimals, as the language does.
func number(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	return strings.Replace(text, ".", t("number.point"), 1)
}

// clock writes a duration as minutes and seconds, or hours, minutes and seconds.
func clock(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d", s/60, s%60)
}

// milliseconds writes a duration in whole milliseconds, without the unit.
func milliseconds(d time.Duration) string {
	return strconv.FormatInt((d + time.Millisecond/2).Milliseconds(), 10)
}

// date writes a date with the time of day, as the language does, in the person's time zone.
func date(at time.Time) string {
	if at.IsZero() {
		return "–"
	}
	return at.Local().Format(t("date.layout"))
}

// hour writes a time of day in the person's time zone.
func hour(at time.Time) string { return at.Local().Format("15:04") }

// grouped writes a whole number with its digits in groups of three, as the language does.
func grouped(n int) string {
	digits, group := strconv.Itoa(n), strings.Trim(t("number.thousand"), "01")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return digits
}

// counted is a text about a number of things, in the singular where the language has it: of one, and in French of none.
// one and many are the keys of both. Fyne's own plurals follow the rules of the system's locale, under whose name the texts
// of either language are loaded, so the rule is asked here for the language that is spoken.
func counted(one, many string, n int, g gaps) string {
	g["Count"] = grouped(n)
	if plural.Cardinal.MatchPlural(language.Make(spoken()), n, 0, 0, 0, 0) == plural.One {
		return t(one, g)
	}
	return t(many, g)
}
