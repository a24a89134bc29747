//go:build !windows && !darwin

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
)

// displayProblem says why no window can be shown; nil where nothing speaks against it.
func displayProblem() error {
	name := os.Getenv("DISPLAY")
	if name == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("no display: DISPLAY is not set. Run it on a desktop, under xvfb-run, or as vigie --headless")
	}
	number, local := strings.CutPrefix(name, ":")
	if local && !answers(number) {
		return fmt.Errorf("no display: nothing answers at DISPLAY %q. Run it on a desktop, under xvfb-run, or as vigie --headless", name)
	}
	return nil
}

// answers says whether a display of this machine can be reached, by its socket's file or by its abstract name.
func answers(number string) bool {
	number, _, _ = strings.Cut(number, ".") // without the screen's number
	for _, prefix := range []string{"", "@"} {
		if c, err := net.Dial("unix", prefix+"/tmp/.X11-unix/X"+number); err == nil {
			_ = c.Close() // nothing was sent
			return true
		}
	}
	return false
}
