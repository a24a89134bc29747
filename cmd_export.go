package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/storage"
)

// exportCmd writes a session for people and programs outside.
type exportCmd struct {
	Session  string `arg:"" help:"Id of a stored session, or a bundle (folder or zip), which is validated first."`
	Format   string `enum:"bundle,html,jsonl" default:"html" help:"What to write: ${enum}."`
	Output   string `short:"o" type:"path" placeholder:"FILE" help:"File to write, or a folder for a bundle; - writes html and jsonl to standard output. By default a file here that is named after the session."`
	Language string `enum:"fr,en," default:"" placeholder:"fr|en" help:"Language of the report (the session's)."`
	Pictures string `type:"path" placeholder:"DIR" help:"With jsonl: also write the pictures into this folder, named by the hashes that the lines name."`
	dataFlag
	bundleFlags
}

// Run writes the session.
func (c *exportCmd) Run(ctx context.Context, o *output) (err error) {
	d, done, err := c.document(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	language := c.Language
	if language == "" {
		language = d.summary.Session.Language
	}
	if c.Pictures != "" {
		if err := d.savePictures(ctx, c.Pictures); err != nil {
			return badCall(err)
		}
	}
	if filepath.Base(c.Output) == "-" {
		if c.Format == formatBundle {
			return badCall(errors.New("a bundle cannot be written to standard output: name a file or folder with -o"))
		}
		return d.write(ctx, o.out, c.Format, language, nil)
	}
	path := c.Output
	if path == "" {
		path = fileName(d.summary.Session.ID) + map[string]string{formatBundle: ".zip", formatHTML: ".html", formatLines: ".jsonl"}[c.Format]
	}
	if err := d.save(ctx, path, c.Format, language, nil); err != nil {
		return badCall(err)
	}
	_, err = fmt.Fprintln(o.out, path)
	return err
}

// fileName is a session's id as a file's name: what is no letter, digit, point or dash is an underscore.
func fileName(id string) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(".-_", r) {
			return r
		}
		return '_'
	}, id)
	if name = strings.TrimLeft(name, "."); len(name) > 100 {
		name = name[:100]
	}
	return strings.ToValidUTF8("vigie-"+name, "")
}

// document reads what is to be written. done frees what it holds.
func (c *exportCmd) document(ctx context.Context) (d *document, done func() error, err error) {
	if _, err := os.Stat(c.Session); err == nil {
		return c.examined(ctx)
	}
	store, err := c.openToNote()
	if err != nil {
		return nil, nil, badCall(fmt.Errorf("%q is no file here, and the store cannot be read: %w", c.Session, err))
	}
	d, err = documentOf(ctx, store, c.Session)
	if errors.Is(err, replay.ErrUnknownSession) {
		err = badCall(fmt.Errorf("no session %q is stored, and no bundle lies there", c.Session))
	}
	if err == nil {
		err = noteExport(ctx, store, d, c.Format, c.Output)
	}
	if err != nil {
		return nil, nil, errors.Join(err, store.Close())
	}
	return d, store.Close, nil
}

// examined validates a bundle, unless it is only to be packed anew.
func (c *exportCmd) examined(ctx context.Context) (d *document, done func() error, err error) {
	b, err := bundle.Open(c.Session)
	if err != nil {
		return nil, nil, badCall(err)
	}
	d, err = c.examine(ctx, b)
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	return d, b.Close, nil
}

func (c *exportCmd) examine(ctx context.Context, b *bundle.Bundle) (*document, error) {
	shown := map[string]replay.Event{} // by the hash of a picture that it shows
	d := &document{summary: replay.Summary{Session: b.Session, Phase: replay.PhaseFinished}, picture: pictureOf(b, shown)}
	if c.Format == formatBundle {
		return d, eachPictured(b, shown, func(e replay.Event) { d.reports = append(d.reports, &replay.Report{Event: e}) })
	}
	validator, free, err := newValidator(c.Jobs, &c.switches, nil)
	if err != nil {
		return nil, err
	}
	defer free()
	var named []replay.Event
	if err := eachPictured(b, shown, func(e replay.Event) { named = append(named, e) }); err != nil {
		return nil, err
	}
	err = examiner{validator: validator, jobs: c.Jobs}.bundle(ctx, c.Session, func(x *examined) error {
		d.add(named[len(d.reports)], x)
		return nil
	})
	return d, err
}

// add adds a step that was validated.
func (d *document) add(e replay.Event, x *examined) {
	d.reports = append(d.reports, &replay.Report{Event: e, Assessment: &x.assessment})
	d.summary.Steps = max(d.summary.Steps, e.StepIndex)
	count(&d.summary, &x.assessment)
}

// eachPictured hands on a bundle's events, with hashes for their pictures' names, and notes which event shows which.
func eachPictured(b *bundle.Bundle, shown map[string]replay.Event, take func(replay.Event)) error {
	for _, e := range b.Events() {
		pictures, err := b.Pictures(e)
		if err != nil {
			return badCall(err)
		}
		named := e
		named.SessionID, named.Screenshots = b.Session.ID, hashes(pictures)
		for _, hash := range append(slices.Clone(named.Screenshots.After), named.Screenshots.Before) {
			shown[hash] = e
		}
		take(named)
	}
	return nil
}

// pictureOf reads a bundle's pictures by their hashes.
func pictureOf(b *bundle.Bundle, shown map[string]replay.Event) func(context.Context, string) ([]byte, error) {
	return func(_ context.Context, hash string) ([]byte, error) {
		e, ok := shown[hash]
		if !ok {
			return nil, storage.ErrUnknownPicture
		}
		pictures, err := b.Pictures(e)
		if err != nil {
			return nil, err
		}
		for _, p := range append(pictures.After, pictures.Before) {
			if p != nil && p.Hash() == hash {
				return p.Bytes(), nil
			}
		}
		return nil, storage.ErrUnknownPicture
	}
}

// savePictures writes all pictures into a folder, named by their hashes.
func (d *document) savePictures(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write pictures: %w", err)
	}
	for hash := range d.pictures() {
		data, err := d.picture(ctx, hash)
		if err != nil {
			return fmt.Errorf("write picture %s: %w", hash, err)
		}
		name := filepath.Join(dir, filepath.Base(hash)+bundle.Extension(data))
		if err := os.WriteFile(name, data, 0o600); err != nil {
			return fmt.Errorf("write picture: %w", err)
		}
	}
	return nil
}
