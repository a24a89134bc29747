package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"vigie/storage"
	"vigie/storage/audit"
)

// auditCmd reads the audit log. It works while Vigie runs.
type auditCmd struct {
	List   auditListCmd   `cmd:"" help:"List what persons did, oldest first."`
	Export auditExportCmd `cmd:"" help:"Write the log as JSON Lines, each record with its hash."`
	Verify auditVerifyCmd `cmd:"" help:"Find what was edited, taken out, put in or moved. Exit code 0: nothing; 1: something."`
}

type auditListCmd struct {
	Session string `placeholder:"ID" help:"Of this session only."`
	Last    int    `placeholder:"N" help:"The last so many records only."`
	dataFlag
}

type auditExportCmd struct {
	File string `arg:"" optional:"" type:"path" help:"A new file to write to (by default standard output)."`
	dataFlag
}

type auditVerifyCmd struct {
	Head []string `placeholder:"HASH" help:"A hash that an earlier verify or export printed: it must still be in the log. May be repeated."`
	dataFlag
}

// Run lists the records.
func (c *auditListCmd) Run(ctx context.Context, o *output) error {
	return c.withAudit(ctx, func(all []storage.AuditRecord) error {
		kept := all[:0]
		for _, r := range all {
			if c.Session == "" || r.Session == c.Session {
				kept = append(kept, r)
			}
		}
		if c.Last > 0 && len(kept) > c.Last {
			kept = kept[len(kept)-c.Last:]
		}
		for _, r := range kept {
			fmt.Fprintln(o.out, plain(auditLine(r.Record)))
		}
		return nil
	})
}

// auditLine puts a record on one line.
func auditLine(r audit.Record) string {
	line := fmt.Sprintf("%d  %s  %s  %s", r.Seq, r.At.Local().Format(time.DateTime), r.Who, r.What)
	for _, part := range []struct{ name, value string }{
		{"", r.Action},
		{"", r.Key},
		{"session ", r.Session},
		{"verdict ", r.Verdict},
		{"", r.Category},
		{"from ", r.Old},
		{"to ", r.New},
		{"because: ", r.Why},
		{"", r.Detail},
	} {
		if part.value != "" {
			line += "  " + part.name + part.value
		}
		if part.name == "session " && r.Step > 0 {
			line += fmt.Sprintf(" step %d", r.Step)
		}
	}
	return line
}

// exportedRecord is a line of an exported log. The hash is the SHA-256 of "vigie audit 1\n" and the record as it stands.
type exportedRecord struct {
	Hash   string          `json:"hash"`
	Record json.RawMessage `json:"record"`
}

// Run writes the log. A log that is not whole is written all the same, and says so.
func (c *auditExportCmd) Run(ctx context.Context, o *output) error {
	return c.withAudit(ctx, func(all []storage.AuditRecord) (err error) {
		w := o.out
		if c.File != "" {
			f, err := os.OpenFile(c.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return badCall(err)
			}
			return errors.Join(writeAudit(f, all), f.Sync(), f.Close())
		}
		return writeAudit(w, all)
	})
}

func writeAudit(w io.Writer, all []storage.AuditRecord) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false) // a record stands there as it was hashed
	for _, r := range all {
		if err := enc.Encode(exportedRecord{r.Hash.String(), r.Text}); err != nil {
			return fmt.Errorf("export the audit log: %w", err)
		}
	}
	return b.Flush()
}

// Run verifies the log and prints its head, to be kept elsewhere.
func (c *auditVerifyCmd) Run(ctx context.Context, o *output) error {
	var known []audit.Hash
	for _, s := range c.Head {
		h, err := audit.ParseHash(s)
		if err != nil {
			return badCall(fmt.Errorf("--head: %w", err))
		}
		known = append(known, h)
	}
	return c.reading(func(store *storage.Store) error {
		head, err := store.VerifyAudit(ctx, known...)
		if err != nil {
			return &status{code: exitFound, cause: err}
		}
		fmt.Fprintf(o.out, "%d records, each following on the one before it; the decisions of the kept sessions are those of the log.\n", head.Seq)
		if head.Seq > 0 {
			fmt.Fprintf(o.out, "head %s\n", head.Hash)
			fmt.Fprintln(o.out, "Keep the head elsewhere: whoever can write to the store could cut the log off at its end, or write it anew,\n"+
				"and only \"vigie audit verify --head HASH\" finds that.")
		}
		return nil
	})
}

// withAudit hands over the records.
func (d *dataFlag) withAudit(ctx context.Context, use func([]storage.AuditRecord) error) error {
	return d.reading(func(store *storage.Store) error {
		all, err := store.Audit(ctx)
		if err != nil {
			return &status{code: exitFound, cause: err}
		}
		return use(all)
	})
}

// reading opens the store for reading, a snapshot of it where Vigie runs.
func (d *dataFlag) reading(use func(*storage.Store) error) error {
	store, err := d.openStore(true, false)
	if err != nil {
		return err
	}
	return errors.Join(use(store), store.Close())
}
