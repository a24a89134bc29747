package bundle_test

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vigie/replay"
	"vigie/replay/bundle"
)

// reports makes stored reports of a bundle's events, with hashes for names, and their pictures.
func reports(t *testing.T, b *bundle.Bundle) ([]*replay.Report, bundle.PictureReader) {
	t.Helper()
	stored := map[string][]byte{}
	var list []*replay.Report
	for _, e := range b.Events() {
		p, err := b.Pictures(e)
		if err != nil {
			t.Fatal(err)
		}
		e.Screenshots = replay.Screenshots{Before: p.Before.Hash()}
		stored[p.Before.Hash()] = p.Before.Bytes()
		for _, after := range p.After {
			e.Screenshots.After = append(e.Screenshots.After, after.Hash())
			stored[after.Hash()] = after.Bytes()
		}
		list = append(list, &replay.Report{Event: e})
	}
	return list, func(hash string) ([]byte, error) {
		data, ok := stored[hash]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return data, nil
	}
}

func TestWrittenBundlesReadAsTheyWere(t *testing.T) {
	original := open(t, folder(t, small(t)))
	list, pictures := reports(t, original)
	missing := append(list, &replay.Report{Missing: true})
	dir := filepath.Join(t.TempDir(), "out")
	if err := bundle.WriteFolder(dir, original.Session, missing, pictures); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := bundle.WriteZip(&b, original.Session, missing, pictures); err != nil {
		t.Fatal(err)
	}
	inZip, err := bundle.OpenZip(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range []*bundle.Bundle{open(t, dir), inZip} {
		if diff := cmp.Diff(original.Session, again.Session); diff != "" {
			t.Errorf("session (-want +got):\n%s", diff)
		}
		got, _ := reports(t, again)
		if diff := cmp.Diff(list, got); diff != "" {
			t.Errorf("reports (-want +got):\n%s", diff)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.png")); len(files) != 3 {
		t.Errorf("%d pictures were written, want 3: %v", len(files), files)
	}
	if err := bundle.WriteFolder(dir, original.Session, list, pictures); err == nil {
		t.Error("a folder that is not empty was written into")
	}
}

func TestWriteSaysWhichPictureIsGone(t *testing.T) {
	list := []*replay.Report{{Event: replay.Event{StepIndex: 3, Screenshots: replay.Screenshots{Before: "abcdef"}}}}
	gone := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	err := bundle.WriteZip(&bytes.Buffer{}, replay.Session{ID: "a"}, list, gone)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "step 3") {
		t.Errorf("error %v", err)
	}
}
