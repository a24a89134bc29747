package bench

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Run is what the steps of one bundle took.
type Run struct {
	// Name says which bundle, as in "web/dev".
	Name string
	// Steps are the costs of validating each step, its pictures being decoded already.
	Steps []Cost
	// Decode are the times of decoding each step's pictures; a picture that an earlier step showed too costs nothing.
	Decode []time.Duration
	// Peer and PeerDecode are the times of the other program, which decodes what it needs of every step again; empty when
	// there is none.
	Peer, PeerDecode []time.Duration
	// Processor and PeerProcessor are how long processors worked for both, decoding included, and for the peer its start
	// too: what a busy machine does not lengthen. Zero when not known.
	Processor, PeerProcessor time.Duration
}

// The goals that the ratios are read against: a third of the other program's median and 95th percentile, and a quarter
// of its total.
const goals = "goal: median and p95 at most 0.33 of the peer's, total at most 0.25. \"CPU of all\" is what a busy machine does not lengthen;\n" +
	"it includes decoding, and the peer's start"

// WriteSteps writes the times of each run and of all together, beside the other program's.
func WriteSteps(w io.Writer, runs []Run) {
	all := Run{Name: "ALL"}
	fmt.Fprintf(w, "%-24s %-8s %6s %9s %9s %10s %10s %10s %10s\n", "milliseconds per step", "", "n", "median", "p95", "total",
		"decode med", "decode tot", "CPU of all")
	for _, r := range runs {
		writeRun(w, &r)
		all.Steps, all.Decode = append(all.Steps, r.Steps...), append(all.Decode, r.Decode...)
		all.Peer, all.PeerDecode = append(all.Peer, r.Peer...), append(all.PeerDecode, r.PeerDecode...)
		all.Processor, all.PeerProcessor = all.Processor+r.Processor, all.PeerProcessor+r.PeerProcessor
	}
	if len(runs) > 1 {
		writeRun(w, &all)
	}
	if len(all.Peer) > 0 { // of one bundle at least
		fmt.Fprintln(w, goals)
	}
}

func writeRun(w io.Writer, r *Run) {
	own := spreadOf(each(r.Steps, elapsedOf))
	writeTimes(w, r.Name, "vigie", len(r.Steps), own, r.Decode, r.Processor)
	if len(r.Peer) == 0 || len(r.Peer) != len(r.Steps) {
		return // other steps are no comparison
	}
	peer := spreadOf(r.Peer)
	writeTimes(w, "", "peer", len(r.Peer), peer, r.PeerDecode, r.PeerProcessor)
	fmt.Fprintf(w, "%-24s %-8s %6s %9.2f %9.2f %10.2f %10s %10s %10.2f\n", "", "ratio", "", share(own.median, peer.median),
		share(own.p95, peer.p95), share(own.total, peer.total), "", "", share(r.Processor, r.PeerProcessor))
}

func writeTimes(w io.Writer, name, who string, n int, s spread[time.Duration], decode []time.Duration, processor time.Duration) {
	fmt.Fprintf(w, "%-24s %-8s %6d %9.1f %9.1f %10.0f %10.1f %10.0f %10.0f\n", name, who, n,
		ms(s.median), ms(s.p95), ms(s.total), ms(spreadOf(decode).median), ms(spreadOf(decode).total), ms(processor))
}

// WriteChecks writes what the calls of each check took, the one that took most of the time first. A look that several
// checks share counts for the one that takes it first.
func (m *Meter) WriteChecks(w io.Writer, runs []Run) {
	whole := spreadOf(each(stepsOf(runs), elapsedOf)).total
	total := map[string]time.Duration{}
	for name, costs := range m.checks {
		total[name] = spreadOf(each(costs, elapsedOf)).total
	}
	names := slices.SortedFunc(maps.Keys(total), func(a, b string) int {
		return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b))
	})
	fmt.Fprintf(w, "%-18s %6s %9s %9s %7s %9s %10s %11s\n", "check", "calls", "median ms", "p95 ms", "share", "of it OCR", "KiB/call", "allocs/call")
	for _, name := range names {
		costs := m.checks[name]
		s := spreadOf(each(costs, elapsedOf))
		fmt.Fprintf(w, "%-18s %6d %9.1f %9.1f %6.1f%% %8.1f%% %10.0f %11d\n", name, len(costs), ms(s.median), ms(s.p95),
			100*share(s.total, whole), 100*share(spreadOf(each(costs, readingOf)).total, s.total),
			kib(spreadOf(each(costs, bytesOf)).median), spreadOf(each(costs, objectsOf)).median)
	}
}

// WriteShares writes how much of the whole is reading, and what a step allocates, decoding excluded.
func WriteShares(w io.Writer, runs []Run) {
	steps := stepsOf(runs)
	bytes, objects := spreadOf(each(steps, bytesOf)), spreadOf(each(steps, objectsOf))
	fmt.Fprintf(w, "OCR: %.1f%% of the time\n",
		100*share(spreadOf(each(steps, readingOf)).total, spreadOf(each(steps, elapsedOf)).total))
	fmt.Fprintf(w, "allocated per step: median %.0f KiB in %d objects, p95 %.0f KiB in %d, most %.0f KiB in %d\n",
		kib(bytes.median), objects.median, kib(bytes.p95), objects.p95, kib(bytes.most), objects.most)
}

func stepsOf(runs []Run) []Cost {
	var steps []Cost
	for _, r := range runs {
		steps = append(steps, r.Steps...)
	}
	return steps
}
