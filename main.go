// Vigie supervises replays of robots that work by sight alone: it checks each step's effect on the screen and stops the
// replay for a person when a step failed.
//
// This package is the composition root: the command line, the wiring and the lifecycle. It alone knows the window's
// driver.
package main

import "os"

// version is the program's version; the build sets it.
var version = "0.1.0-dev"

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}
