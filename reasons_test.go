package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/judge"
	"vigie/replay"
	"vigie/replay/bundle"
	"vigie/storage"
	"vigie/ui"
	"vigie/validation/mask"
	"vigie/validation/ocr"
	"vigie/validation/screen"
)

func TestErrorsAreSaidAsWhatAPersonKnows(t *testing.T) {
	dial := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	listen := func(cause error) error { return &net.OpError{Op: "listen", Err: os.NewSyscallError("bind", cause)} }
	for _, c := range []struct {
		name string
		err  error
		want ui.Reason
	}{
		{"nothing that is known", errors.New("page 7"), ui.Reason{Kind: ui.ReasonUnknown}},
		{"a file that is gone", fs.ErrNotExist, ui.Reason{Kind: ui.ReasonGone}},
		{"a file of others", fs.ErrPermission, ui.Reason{Kind: ui.ReasonForbidden}},
		{"a full disk of the store", fmt.Errorf("%w: %w", replay.ErrStore, storage.ErrFull), ui.Reason{Kind: ui.ReasonDiskFull}},
		{"a full disk of an export", syscall.ENOSPC, ui.Reason{Kind: ui.ReasonDiskFull}},
		{"a store that may not be written to", fmt.Errorf("%w: %w", storage.ErrReadOnly, fs.ErrPermission), ui.Reason{Kind: ui.ReasonStoreReadOnly}},
		{"another instance", storage.ErrLocked, ui.Reason{Kind: ui.ReasonStoreLocked}},
		{"a port that is taken", listen(syscall.EADDRINUSE), ui.Reason{Kind: ui.ReasonAddressUsed}},
		{"an address of another computer", listen(syscall.EADDRNOTAVAIL), ui.Reason{Kind: ui.ReasonAddress}},
		{"a port of the system", listen(syscall.EACCES), ui.Reason{Kind: ui.ReasonForbidden}},
		{"a session that goes on", replay.ErrLive, ui.Reason{Kind: ui.ReasonSessionLive}},
		{"a language", &ocr.LanguageError{Language: "fra"}, ui.Reason{Kind: ui.ReasonNoLanguage, Name: "fra"}},
		{"a damaged picture", screen.ErrDamaged, ui.Reason{Kind: ui.ReasonPicture}},
		{"a line that is no JSON", &bundle.LineError{Line: 3, Err: &replay.SyntaxError{}}, ui.Reason{Kind: ui.ReasonNotReadable, Line: 3}},
		{"a line of another session", &bundle.LineError{Line: 4, Err: errors.New("other session")}, ui.Reason{Kind: ui.ReasonNotReadable, Line: 4}},
		{"a field of a line", &bundle.LineError{Line: 5, Err: &replay.FieldError{Field: "action.type"}}, ui.Reason{Kind: ui.ReasonField, Name: "action.type", Line: 5}},
		{"no model server", fmt.Errorf("list: %w", dial), ui.Reason{Kind: ui.ReasonJudgeAway}},
		{"a model without eyes", &judge.UnusableError{Status: judge.StatusNoVision}, ui.Reason{Kind: ui.ReasonJudgeBlind}},
		{"a model that is slow", judge.ErrOutOfTime, ui.Reason{Kind: ui.ReasonTime}},
		{"a model that talks", fmt.Errorf("%w: %w", judge.ErrForm, errors.New("no JSON")), ui.Reason{Kind: ui.ReasonJudgeUnclear}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, reasonOf(fmt.Errorf("do it: %w", c.err))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// zipOf makes a zip file of empty files.
func zipOf(t *testing.T, names ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bundle.zip")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	for _, name := range names {
		if _, err := w.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsWrongWithABundleIsSaid(t *testing.T) {
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("no zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		want       ui.Reason
	}{
		{"no file", filepath.Join(t.TempDir(), "gone.zip"), ui.Reason{Kind: ui.ReasonGone}},
		{"another kind of file", text, ui.Reason{Kind: ui.ReasonNotABundle}},
		{"an empty folder", t.TempDir(), ui.Reason{Kind: ui.ReasonMissing, Name: "session.json"}},
		{"two bundles", zipOf(t, "a/steps.jsonl", "b/steps.jsonl"), ui.Reason{Kind: ui.ReasonManyBundles}},
		{"a way out of it", zipOf(t, "../steps.jsonl"), ui.Reason{Kind: ui.ReasonBundleName}},
		{"an empty session", zipOf(t, "session.json", "steps.jsonl"), ui.Reason{Kind: ui.ReasonNotReadable}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := bundle.Open(c.path)
			if diff := cmp.Diff(c.want, reasonOf(err)); diff != "" {
				t.Errorf("(-want +got) of %v:\n%s", err, diff)
			}
		})
	}
}

func TestWhatIsWrongWithAZoneIsSaid(t *testing.T) {
	m := &masks{zones: map[string][]mask.Zone{"full": make([]mask.Zone, mask.MaxZones)}}
	zone := mask.Zone{X1: 1, Y1: 1}
	for _, c := range []struct {
		name string
		err  error
		want ui.ReasonKind
	}{
		{"of no workflow", m.Add(context.Background(), "", zone), ui.ReasonNoWorkflow},
		{"one too many", m.Add(context.Background(), "full", zone), ui.ReasonTooManyZones},
		{"taken away twice", m.Remove(context.Background(), "full", mask.MaxZones+1), ui.ReasonNoZone},
	} {
		if got := reasonOf(c.err).Kind; got != c.want {
			t.Errorf("%s: %q of %v", c.name, got, c.err)
		}
	}
}
