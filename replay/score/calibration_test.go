package score_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/score"
	"vigie/validation"
)

func TestCalibrationCountsClaimsByConfidence(t *testing.T) {
	achieved := &replay.Truth{Effect: score.Achieved}
	var board score.Board
	for _, a := range []validation.Assessment{
		{Verdict: validation.Complete, Confidence: 0.9, Findings: []validation.Finding{
			{Verdict: validation.Complete, Confidence: 0.9},
			{Verdict: validation.Terminate, Confidence: 0.6},
		}},
		{Verdict: validation.Complete, Confidence: 0.6 + 0.3}, // a hair below 0.9 in floating point
		{Verdict: validation.Terminate, Confidence: 0.94},
		{Verdict: validation.Continue, Confidence: 0.4}, // claims nothing
		{Verdict: validation.Complete, Confidence: 1},
	} {
		board.Add(&replay.Event{ID: "s1", Truth: achieved}, &a, "en")
	}
	var got strings.Builder
	board.WriteCalibration(&got)
	want := `confidence    verdicts   mean  right  findings   mean  right
0.60–0.70            0      -      -         1   0.60   0.0%
0.90–0.95            3   0.91  66.7%         1   0.90 100.0%
0.95–1.00            1   1.00 100.0%         0      -      -
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("calibration (-want +got):\n%s", diff)
	}
}
