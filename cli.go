package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit codes of every command.
const (
	exitFine  = 0
	exitFound = 1 // something was not as it should be: a step not COMPLETE, a score worse than its baseline, a start that failed
	exitUsage = 2 // a wrong command line, or a bundle that cannot be read
)

// cli is the command line.
type cli struct {
	Watch   watchCmd   `cmd:"" default:"withargs" help:"Open the window and listen to agents. This is what happens without a command."`
	Token   tokenCmd   `cmd:"" help:"Print the token that agents must send."`
	Cert    certCmd    `cmd:"" name:"certificate" help:"Print the certificate that agents on other machines meet (--remote), for those that want a file to trust."`
	Play    playCmd    `cmd:"" help:"Play a bundle to a running Vigie, as an agent would, and obey its decisions."`
	Check   checkCmd   `cmd:"" help:"Validate bundles without window or server, one line a step. Exit code 0: all COMPLETE; 1: something was not; 2: a wrong call or a bad bundle."`
	Score   scoreCmd   `cmd:"" help:"Validate bundles that carry the truth, and count how often that was right."`
	Export  exportCmd  `cmd:"" help:"Write a session as a bundle, as an HTML report for any browser, or as JSON Lines to learn from."`
	Judge   judgeCmd   `cmd:"" help:"Ask the vision model about one step of a bundle, and print question, answer and times."`
	Bench   benchCmd   `cmd:"" help:"Measure how long validating bundles takes, and what it allocates."`
	Mask    maskCmd    `cmd:"" help:"Cover zones in the screenshots of a workflow: what lies under them is never kept, read or shown."`
	Encrypt encryptCmd `cmd:"" help:"Encrypt the store with a passphrase or a key in the system's keyring; change the key; decrypt it."`
	Audit   auditCmd   `cmd:"" help:"Read and verify the log of what persons did: decisions, settings, exports, deletions."`

	Version kong.VersionFlag `help:"Print the version."`
	Verbose bool             `help:"Log what happens inside, to standard error."`
}

// output is where a command writes: what was asked for, and all else.
type output struct {
	out, err io.Writer
}

// status is an error with the exit code that it leads to. A status without a cause says nothing more.
type status struct {
	code  int
	cause error
}

func (s *status) Error() string {
	if s.cause == nil {
		return fmt.Sprintf("exit code %d", s.code)
	}
	return s.cause.Error()
}

func (s *status) Unwrap() error { return s.cause }

// badCall marks an error that the caller can mend: a wrong call, or a file that cannot be used.
func badCall(err error) error { return &status{exitUsage, err} }

// isBadCall says whether an error is one that the caller can mend.
func isBadCall(err error) bool {
	s, ok := errors.AsType[*status](err)
	return ok && s.code == exitUsage
}

// run runs the program and returns its exit code.
func run(args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if early, ok := recover().(earlyExit); ok {
			code = int(early)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var c cli
	call, err := newParser(&c, stdout, stderr).Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "vigie: %v\nRun \"vigie --help\" for what there is.\n", err)
		return exitUsage
	}
	startLog(stderr, c.Verbose)
	call.BindTo(ctx, (*context.Context)(nil))
	return exitCode(call.Run(&output{stdout, stderr}), stderr)
}

// earlyExit carries the code of an exit that the parser wants, after it has printed help or version.
type earlyExit int

func newParser(c *cli, stdout, stderr io.Writer) *kong.Kong {
	return kong.Must(c,
		kong.Name("vigie"),
		kong.Description("Vigie watches the replays of robots that work by sight alone, and calls a person when a step failed."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(earlyExit(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"version": version, "port": defaultPort},
	)
}

// startLog sends the log to standard error: warnings and worse, or all of it.
func startLog(w io.Writer, verbose bool) {
	level := slog.LevelWarn
	if verbose {
		level = slog.LevelDebug
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level})))
}

// exitCode reports an error once and turns it into an exit code.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return exitFine
	}
	code := exitFound
	if s, ok := errors.AsType[*status](err); ok {
		code = s.code
		if s.cause == nil {
			return code
		}
	}
	fmt.Fprintf(stderr, "vigie: %v\n", err)
	return code
}
