package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/replay/report"
	"vigie/storage"
	"vigie/storage/audit"
)

// The forms in which a session leaves the program.
const (
	formatBundle = "bundle"
	formatHTML   = "html"
	formatLines  = "jsonl"
)

// progress is told how much of a long work is done.
type progress func(done, total int)

// document is a session that is about to be written for people and programs outside.
type document struct {
	summary replay.Summary
	reports []*replay.Report
	// picture reads a picture by its content hash.
	picture func(ctx context.Context, hash string) ([]byte, error)
}

// documentOf reads a stored session.
func documentOf(ctx context.Context, store replay.Archive, id string) (*document, error) {
	sum, err := store.Session(ctx, id)
	if err != nil {
		return nil, err
	}
	reports, err := store.Reports(ctx, id)
	if err != nil {
		return nil, err
	}
	return &document{summary: sum, reports: reports, picture: store.Picture}, nil
}

// save writes the document to a file, or as a bundle to a folder where the name does not end in .zip. What was there is
// replaced only when all is written; a folder must be empty.
func (d *document) save(ctx context.Context, path, format, language string, told progress) (err error) {
	if format == formatBundle && !strings.EqualFold(filepath.Ext(path), ".zip") {
		return d.saveFolder(ctx, path, told)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".vigie-*") // creates with 0600
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	err = errors.Join(d.write(ctx, temp, format, language, told), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("export to %q: %w", path, err), os.Remove(temp.Name()), removeEmpty(path))
	}
	return nil
}

// removeEmpty removes a file without content: a dialog that lets a person choose a file's name makes it at once.
func removeEmpty(path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > 0 {
		return nil //nolint:nilerr // what is not there need not be removed
	}
	return os.Remove(path)
}

// write writes the document in a format; a bundle is zipped.
func (d *document) write(ctx context.Context, w io.Writer, format, language string, told progress) error {
	switch format {
	case formatHTML:
		return report.HTML(ctx, w, d.summary, d.reports, report.Options{
			Language: language, Picture: d.picture, Now: time.Now(), Progress: told,
		})
	case formatLines:
		return report.Lines(ctx, w, d.summary.Session, d.reports, told)
	}
	return bundle.WriteZip(w, d.summary.Session, d.reports, d.reader(ctx, told))
}

// saveFolder writes a bundle into a folder. One that was not finished is removed.
func (d *document) saveFolder(ctx context.Context, path string, told progress) error {
	if entries, err := os.ReadDir(path); err == nil && len(entries) > 0 {
		return fmt.Errorf("export to %q: %w", path, bundle.ErrNotEmpty)
	}
	if err := bundle.WriteFolder(path, d.summary.Session, d.reports, d.reader(ctx, told)); err != nil {
		return errors.Join(fmt.Errorf("export to %q: %w", path, err), os.RemoveAll(path))
	}
	return nil
}

// reader reads pictures for a bundle until ctx ends, and tells how many of them it has read.
func (d *document) reader(ctx context.Context, told progress) bundle.PictureReader {
	total, done := len(d.pictures()), 0
	return func(hash string) ([]byte, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		done++
		if told != nil {
			told(done, total)
		}
		return d.picture(ctx, hash)
	}
}

// pictures are the hashes of all pictures, each once.
func (d *document) pictures() map[string]bool {
	all := map[string]bool{}
	for _, r := range d.reports {
		if hash := r.Event.Screenshots.Before; hash != "" {
			all[hash] = true
		}
		for _, hash := range r.Event.Screenshots.After {
			all[hash] = true
		}
	}
	return all
}

// export writes a stored session to a file or folder.
func (h *house) export(ctx context.Context, id, format, path, language string, told progress) error {
	if h.store == nil {
		return errNoStore
	}
	d, err := documentOf(ctx, h.store, id)
	if err != nil {
		return err
	}
	if err := noteExport(ctx, h.store, d, format, path); err != nil {
		return err
	}
	return d.save(ctx, path, format, language, told)
}

// noteExport notes that a session leaves the store, before it does. A store that is only read, as while another instance
// has it, cannot be told.
func noteExport(ctx context.Context, store *storage.Store, d *document, format, path string) error {
	if store.ReadOnly() {
		return nil
	}
	return store.Note(ctx, audit.Record{
		What: audit.Export, Session: d.summary.Session.ID, Workflow: d.summary.Session.Workflow,
		Detail: strings.TrimSpace(format + " " + filepath.Base(path)),
	})
}
