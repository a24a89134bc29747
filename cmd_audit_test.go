package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"vigie/storage"
	"vigie/storage/audit"
)

// mustCall runs the program and returns what it wrote.
func mustCall(t *testing.T, want int, args ...string) string {
	t.Helper()
	code, out, errs := call(args...)
	if code != want {
		t.Fatalf("%q: exit code %d, want %d: %s%s", args, code, want, out, errs)
	}
	return out + errs
}

func TestTheAuditLogIsListedExportedAndVerifiedWhileVigieRuns(t *testing.T) {
	data := t.TempDir()
	store, err := storage.Open(filepath.Join(data, storeFile), storage.Options{Who: "lea"})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx := context.Background()
	for _, r := range []audit.Record{
		{What: audit.Export, Session: "run-1", Detail: "a\x1b[2Jb"},
		{What: audit.Export, Session: "run-2", Why: "<audit> & co"},
		{What: audit.Token},
	} {
		if err := store.Note(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	if got := mustCall(t, 0, "audit", "list", "--data", data, "--session", "run-1"); !strings.Contains(got, "lea  export  session run-1  a[2Jb") {
		t.Errorf("listed: %q", got)
	}
	if got := mustCall(t, 0, "audit", "list", "--data", data, "--last", "1"); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "3  ") {
		t.Errorf("the last one: %q", got)
	}
	verified := mustCall(t, 0, "audit", "verify", "--data", data)
	_, rest, _ := strings.Cut(verified, "head ")
	head, _, _ := strings.Cut(rest, "\n")
	if !strings.HasPrefix(verified, "3 records") {
		t.Errorf("verified: %q", verified)
	}
	mustCall(t, 0, "audit", "verify", "--data", data, "--head", head)
	if got := mustCall(t, 1, "audit", "verify", "--data", data, "--head", strings.Repeat("ab", 32)); !strings.Contains(got, "no record has the hash abab") {
		t.Errorf("an unknown head: %q", got)
	}
	mustCall(t, 2, "audit", "verify", "--data", data, "--head", "xyz")

	file := filepath.Join(t.TempDir(), "audit.jsonl")
	mustCall(t, 0, "audit", "export", "--data", data, file)
	mustCall(t, 2, "audit", "export", "--data", data, file) // never over another file
	exported, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := mustCall(t, 0, "audit", "export", "--data", data); got != string(exported) {
		t.Errorf("to the terminal: %q", got)
	}
	lines := strings.Split(strings.TrimSpace(string(exported)), "\n")
	for _, line := range lines {
		var r exportedRecord
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(append([]byte("vigie audit 1\n"), r.Record...))
		if hex.EncodeToString(sum[:]) != r.Hash {
			t.Errorf("the exported record %s does not have its hash", r.Record)
		}
	}
	if len(lines) != 3 || !strings.Contains(lines[2], head) {
		t.Errorf("exported: %q", lines)
	}
}

func TestAnEditedAuditLogIsFound(t *testing.T) {
	data := t.TempDir()
	mustCall(t, 0, "mask", "add", "Urgences", "0,0,1,.5", "--data", data)
	db, err := bbolt.Open(filepath.Join(data, storeFile), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte("audit"))
		key, value := b.Cursor().First()
		return b.Put(key, bytes.Replace(value, []byte("Urgences"), []byte("Imagerie"), 1))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if got := mustCall(t, 1, "audit", "verify", "--data", data); !strings.Contains(got, "was changed") {
		t.Errorf("got %q", got)
	}
}
