//go:build !windows && !darwin

package main

import (
	"errors"
	"os"
)

// displayProblem says why no window can be shown; nil where nothing speaks against it.
func displayProblem() error {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return errors.New("no display: DISPLAY is not set. Run it on a desktop, under xvfb-run, or as vigie --headless")
	}
	return nil
}
