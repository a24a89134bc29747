package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"vigie/assets"
	"vigie/replay/intake"
)

// watchCmd is the program itself: the window, and the server that agents talk to.
type watchCmd struct {
	Listen   string `placeholder:"ADDR" help:"Address to listen on (127.0.0.1:${port}, with --remote :${port}; the next free port where it is taken)."`
	Remote   *bool  `negatable:"" env:"VIGIE_REMOTE" help:"Let agents on other machines in, by https. They need the token, and the fingerprint that is shown."`
	Demo     bool   `help:"Play the demo replay."`
	Headless bool   `help:"No window: verdicts and decisions are printed only, and a paused replay waits."`
	Shadow   *bool  `negatable:"" group:"Validator" env:"RPA_VALIDATOR_SHADOW" help:"Validate and record, but never hold a replay up."`
	Encrypt  bool   `help:"Make the store encrypted, where there is none yet: with the passphrase that is given, else with a key in the system's keyring."`
	dataFlag
	switches
}

// Run runs the program until the window is closed or the process is asked to end.
func (c *watchCmd) Run(ctx context.Context, o *output) error {
	if c.Headless {
		return c.run(ctx, o, c.wait)
	}
	if err := displayProblem(); err != nil {
		return err
	}
	return c.run(ctx, o, c.showWindow)
}

// show is what a person has of the house, until it is closed or ctx ends. trouble is what kept the house from being whole.
type show func(ctx context.Context, h *house, trouble error) error

// run runs the program with what a person sees of it.
func (c *watchCmd) run(ctx context.Context, o *output, see show) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h, trouble := openHouse(ctx, c, o)
	if c.Headless && trouble != nil || isBadCall(trouble) {
		return errors.Join(trouble, h.close())
	}
	c.greet(h, o)
	if c.Demo {
		h.startDemo(ctx)
	}
	err := see(ctx, h, trouble)
	cancel()
	return errors.Join(err, h.close())
}

// wait waits until the process is asked to end.
func (c *watchCmd) wait(ctx context.Context, _ *house, _ error) error {
	<-ctx.Done()
	return nil
}

// greet says where the program listens.
func (c *watchCmd) greet(h *house, o *output) {
	if h.address() == "" {
		return
	}
	because := ""
	if h.moved() {
		because = ", because " + h.asked + " is taken"
	}
	fmt.Fprintf(o.out, "Vigie %s listens on %s%s\n", version, h.url(), because)
	if h.cert != nil {
		fmt.Fprintf(o.out, "Its certificate has the SHA-256 fingerprint %s\n", h.cert.Fingerprint())
	}
}

// startDemo plays the demo replay through the server, as any agent would. One that still plays is left alone.
func (h *house) startDemo(ctx context.Context) {
	if h.address() == "" || !h.demo.CompareAndSwap(false, true) {
		return
	}
	h.background.Go(func() {
		defer h.demo.Store(false)
		if err := h.playDemo(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, intake.ErrAborted) {
			slog.Error("play the demo", "error", err)
		}
	})
}

func (h *house) playDemo(ctx context.Context) (err error) {
	b, err := openFS(assets.Demo())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	return intake.Play(ctx, intake.PlayParams{
		Source: source{b}, URL: h.urlAt("127.0.0.1"), Fingerprint: h.fingerprint(), Token: h.token.Value(), Speed: 1,
		SessionID: intake.FreshID(b.Session.ID, time.Now()),
	})
}
