package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Limits of what another program says.
const (
	maxPeerLine  = 1 << 20 // bytes
	maxPeerSteps = 100_000
	maxPeerMS    = 24 * 60 * 60 * 1000 // of a single step
)

// ReadPeer reads the times of another program: a line of JSON a step, whose elapsed_ms is the time in milliseconds that
// its validation took, the decoding of pictures excluded, and decode_ms that of the decoding.
func ReadPeer(r io.Reader) (elapsed, decode []time.Duration, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxPeerLine)
	for n := 1; lines.Scan(); n++ {
		if n > maxPeerSteps {
			return nil, nil, fmt.Errorf("read the peer's times: more than %d steps", maxPeerSteps)
		}
		var step struct {
			Elapsed *float64 `json:"elapsed_ms"`
			Decode  float64  `json:"decode_ms"`
		}
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			return nil, nil, fmt.Errorf("read the peer's times: line %d: %w", n, err)
		}
		if step.Elapsed == nil || !plausible(*step.Elapsed) || !plausible(step.Decode) {
			return nil, nil, fmt.Errorf("read the peer's times: line %d: elapsed_ms and decode_ms must lie between 0 and %d", n, maxPeerMS)
		}
		elapsed, decode = append(elapsed, milliseconds(*step.Elapsed)), append(decode, milliseconds(step.Decode))
	}
	if err := lines.Err(); err != nil {
		return nil, nil, fmt.Errorf("read the peer's times: %w", err)
	}
	return elapsed, decode, nil
}

func plausible(ms float64) bool { return ms >= 0 && ms <= maxPeerMS }

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
