package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/replay/intake"
)

// playCmd is the reference agent.
type playCmd struct {
	Bundle      string  `arg:"" help:"Folder or zip of session.json, steps.jsonl and screenshots."`
	To          string  `default:"http://127.0.0.1:${port}" placeholder:"URL" help:"Where Vigie listens (${default})."`
	Token       string  `env:"VIGIE_TOKEN" placeholder:"TOKEN" help:"The token, as \"vigie token\" prints it (by default that of the data folder)."`
	Fingerprint string  `name:"fingerprint" env:"VIGIE_FINGERPRINT" placeholder:"SHA-256" help:"The certificate's fingerprint, as Vigie shows it, where it listens by https (by default that of the data folder's certificate)."`
	Speed       float64 `default:"1" placeholder:"X" help:"How many times faster than recorded; 0 waits for nothing but decisions."`
	From        int     `default:"1" placeholder:"STEP" help:"The first step to play."`
	Again       bool    `help:"Play as a new session, where the bundle's own was played before."`
	dataFlag
}

// AfterApply refuses values that make no sense.
func (c *playCmd) AfterApply() error {
	if !(c.Speed >= 0) {
		return fmt.Errorf("--speed %v is below 0", c.Speed)
	}
	if c.From < 1 {
		return fmt.Errorf("--from %d: the first step is 1", c.From)
	}
	return nil
}

// Run plays the bundle to its end. The exit code is 1 when the replay was aborted or could not go on.
func (c *playCmd) Run(ctx context.Context, o *output) (err error) {
	b, err := bundle.Open(c.Bundle)
	if err != nil {
		return badCall(err)
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	token, err := c.token()
	if err != nil {
		return err
	}
	print, err := c.fingerprint()
	if err != nil {
		return err
	}
	p := intake.PlayParams{Source: source{b}, URL: c.To, Token: token, Fingerprint: print, Speed: c.Speed, From: c.From, Out: o.out}
	if c.Again {
		p.SessionID = intake.FreshID(b.Session.ID, time.Now())
	}
	return intake.Play(ctx, p)
}

// token is the one given, else that of the data folder.
func (c *playCmd) token() (string, error) {
	if c.Token != "" {
		return c.Token, nil
	}
	dir, err := c.dir()
	if err != nil {
		return "", err
	}
	token, err := intake.OpenToken(dir)
	if err != nil {
		return "", badCall(err)
	}
	return token.Value(), nil
}

// fingerprint is the one given, else that of the data folder's certificate; "" where there is none.
func (c *playCmd) fingerprint() (string, error) {
	if c.Fingerprint != "" || !strings.HasPrefix(c.To, "https://") {
		return c.Fingerprint, nil
	}
	dir, err := c.dir()
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(dir, intake.CertificateFile)); errors.Is(err, fs.ErrNotExist) {
		return "", nil // the server's is one that an authority vouches for
	}
	cert, err := intake.OpenCertificate(dir, time.Now())
	if err != nil {
		return "", badCall(err)
	}
	return cert.Fingerprint(), nil
}

// source is a bundle as the player wants it.
type source struct{ *bundle.Bundle }

// About returns the session.
func (s source) About() replay.Session { return s.Session }

// Steps returns the events in the order in which they were sent.
func (s source) Steps() []replay.Event { return s.Events() }

// openFS opens the bundle that lies in a file system.
func openFS(files fs.FS) (*bundle.Bundle, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	if err := errors.Join(w.AddFS(files), w.Close()); err != nil {
		return nil, fmt.Errorf("open the demo: %w", err)
	}
	return bundle.OpenZip(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
}
