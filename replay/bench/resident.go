package bench

import (
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// statusFile is where Linux says what a process holds.
const statusFile = "/proc/self/status"

// Resident returns the memory in KiB that this process holds once its garbage is given back. The error says that this
// system does not tell.
func Resident() (uint64, error) {
	debug.FreeOSMemory()
	status, err := os.ReadFile(statusFile)
	if err != nil {
		return 0, fmt.Errorf("read the resident memory: %w", err)
	}
	return field(string(status), "VmRSS")
}

// field returns a line's number of KiB, as in "VmRSS:   123456 kB".
func field(status, name string) (uint64, error) {
	for line := range strings.Lines(status) {
		text, found := strings.CutPrefix(line, name+":")
		if !found {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "kB")), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("read the resident memory: %w", err)
		}
		return n, nil
	}
	return 0, fmt.Errorf("read the resident memory: no %s in %s", name, statusFile)
}
