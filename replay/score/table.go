package score

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// nameWidth is the width of the table's first column, in characters; longer names are cut.
const nameWidth = 38

// WriteTable writes the counts and rates overall and by action, the times, and the rates once more as one line of JSON.
func (b *Board) WriteTable(w io.Writer) {
	fmt.Fprintf(w, "%-38s %4s %6s %9s %8s %9s %7s\n", "action", "n", "right", "f.accept", "f.alarm", "undecided", "missing")
	writeRow(w, "ALL", &b.All)
	for _, name := range b.Actions() {
		writeRow(w, name, b.actions[name])
	}
	b.writeTimes(w)
	fmt.Fprintln(w, b.All.rates())
}

func writeRow(w io.Writer, name string, t *Tally) {
	fmt.Fprintf(w, "%-38s %4d %s %3d %s %3d %s %3d %s %3d\n", cut(name, nameWidth), t.N, percent(t.Right, t.N),
		t.FalseAccept, percent(t.FalseAccept, t.notAchieved()), t.FalseAlarm, percent(t.FalseAlarm, t.notFailed()),
		t.Undecided, percent(t.Undecided, t.settled()), t.Missing)
}

func (b *Board) writeTimes(w io.Writer) {
	if len(b.elapsed) == 0 {
		return
	}
	median, p95, total := times(b.elapsed)
	fmt.Fprintf(w, "elapsed_ms: median %.1f  p95 %.1f  total %.0f\n", ms(median), ms(p95), ms(total))
}

// times returns the median, the 95th percentile (the value at rank ⌊0.95·(n−1)⌋) and the sum of durations, of which
// there must be one at least.
func times(durations []time.Duration) (median, p95, total time.Duration) {
	sorted := slices.Sorted(slices.Values(durations))
	n := len(sorted)
	for _, d := range sorted {
		total += d
	}
	median = (sorted[(n-1)/2] + sorted[n/2]) / 2
	return median, sorted[int(0.95*float64(n-1))], total
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// percent writes the share of part in whole, six characters wide.
func percent(part, whole int) string {
	if whole == 0 {
		return "    -"
	}
	return fmt.Sprintf("%5.1f%%", 100*float64(part)/float64(whole))
}

// rates is the tally's line of JSON: each rate as a fraction with four decimals at most.
func (t *Tally) rates() string {
	return fmt.Sprintf(`{"n": %d, "right": %s, "false_accept": %s, "false_alarm": %s, "undecided": %s, "category": %s, "missing": %d}`,
		t.N, fraction(t.Right, t.N), fraction(t.FalseAccept, t.notAchieved()), fraction(t.FalseAlarm, t.notFailed()),
		fraction(t.Undecided, t.settled()), fraction(t.CategoryRight, t.Failed), t.Missing)
}

func fraction(part, whole int) string {
	text := strconv.FormatFloat(float64(part)/float64(max(1, whole)), 'f', 4, 64)
	text = strings.TrimRight(text, "0")
	if strings.HasSuffix(text, ".") {
		text += "0"
	}
	return text
}

// WriteWrong writes the steps that were not answered right, one a line: where, the action, what really happened, what
// was answered, and both sides' words.
func (b *Board) WriteWrong(w io.Writer) {
	for _, x := range b.wrong {
		fields := []string{
			x.SessionID + " " + x.EventID, x.Action, x.Truth.Effect, orDash(string(x.Truth.Category)),
			x.verdict(), orDash(string(x.Answer.Category)), cut(x.Reason, 90), cut(x.Truth.Note, 90),
		}
		fmt.Fprintln(w, strings.Join(fields, " | "))
	}
}

func (x *Wrong) verdict() string {
	if x.Answer.Verdict == 0 {
		return "MISSING"
	}
	return x.Answer.Verdict.String()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// cut shortens a text to width characters.
func cut(s string, width int) string {
	runes := []rune(s)
	return string(runes[:min(width, len(runes))])
}
