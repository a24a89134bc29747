package score

import (
	"fmt"
	"io"

	"vigie/validation"
)

// bandEdges are the lower edges of the confidence bands, ascending; they part where thresholds of matrix.md §5 lie.
var bandEdges = [...]float64{0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95}

// Band counts the claims whose confidence lies in one band.
type Band struct {
	N     int     // claims
	Right int     // claims that were right
	Sum   float64 // of their confidences
}

// Calibration says how often claims of a confidence are right. A claim is a COMPLETE or a TERMINATE: a CONTINUE claims
// nothing that could be right for sure. Its zero value is ready to use.
type Calibration struct {
	bands [len(bandEdges)]Band
}

// Add counts a claim against what really happened. Verdicts that claim nothing are left out.
func (c *Calibration) Add(v validation.Verdict, confidence float64, effect string) {
	if v != validation.Complete && v != validation.Terminate {
		return
	}
	band := &c.bands[bandOf(confidence)]
	band.N++
	band.Sum += confidence
	if v == validation.Complete && effect == Achieved || v == validation.Terminate && effect == Failed {
		band.Right++
	}
}

// bandOf returns the number of the band that a confidence lies in. A confidence is compared with a tolerance of 1e-9,
// so that one that was summed up to an edge lies above it.
func bandOf(confidence float64) int {
	band := 0
	for i, edge := range bandEdges {
		if confidence+1e-9 >= edge {
			band = i
		}
	}
	return band
}

// WriteCalibration writes how often the verdicts and the single findings of each confidence band were right.
func (b *Board) WriteCalibration(w io.Writer) {
	fmt.Fprintf(w, "%-12s %9s %6s %6s %9s %6s %6s\n", "confidence", "verdicts", "mean", "right", "findings", "mean", "right")
	for i, edge := range bandEdges {
		verdicts, findings := b.verdicts.bands[i], b.findings.bands[i]
		if verdicts.N == 0 && findings.N == 0 {
			continue
		}
		fmt.Fprintf(w, "%-12s %s %s\n", bandName(i, edge), bandColumns(verdicts), bandColumns(findings))
	}
}

func bandName(i int, edge float64) string {
	if i+1 == len(bandEdges) {
		return fmt.Sprintf("%.2f–1.00", edge)
	}
	return fmt.Sprintf("%.2f–%.2f", edge, bandEdges[i+1])
}

func bandColumns(b Band) string {
	if b.N == 0 {
		return fmt.Sprintf("%9d %6s %6s", 0, "-", "-")
	}
	return fmt.Sprintf("%9d %6.2f %s", b.N, b.Sum/float64(b.N), percent(b.Right, b.N))
}
