package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigie/replay/bundle"
)

func TestExportWritesWhatWasAskedFor(t *testing.T) {
	dir, out := demoSteps(t, "s02a1", "s08a1"), t.TempDir()
	for _, c := range []struct {
		format, file string
		says         []string
	}{
		{"html", "r.html", []string{"<!DOCTYPE html>", "Compte rendu de rejeu", "Mauvaise application", "data:image/jpeg"}},
		{"jsonl", "r.jsonl", []string{`"verdict":"TERMINATE"`, `"verdict":"COMPLETE"`}},
		{"bundle", "r.zip", []string{"PK"}},
	} {
		path := filepath.Join(out, c.file)
		code, said, errs := call("export", dir, "--format", c.format, "-o", path, "--language", "fr")
		if code != exitFine || strings.TrimSpace(said) != path {
			t.Errorf("%s: code %d, output %q, errors %q", c.format, code, said, errs)
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.says {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s lacks %q", c.file, want)
			}
		}
	}
	b, err := bundle.Open(filepath.Join(out, "r.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if n := len(b.Events()); n != 2 {
		t.Errorf("the exported bundle has %d steps, want 2", n)
	}
	if left, _ := filepath.Glob(filepath.Join(out, ".vigie-*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestExportWithPicturesNamesThemAsTheLinesDo(t *testing.T) {
	pictures := filepath.Join(t.TempDir(), "pictures")
	code, out, errs := call("export", demoSteps(t, "s02a1"), "--format", "jsonl", "-o", "-", "--pictures", pictures)
	if code != exitFine {
		t.Fatalf("code %d: %s", code, errs)
	}
	var line struct {
		Event struct {
			Screenshots struct{ Before string }
		}
	}
	if err := json.Unmarshal([]byte(out), &line); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(pictures, line.Event.Screenshots.Before+".png")); err != nil {
		t.Error(err)
	}
}

func TestExportRefusesWithASentence(t *testing.T) {
	full := t.TempDir()
	write(t, filepath.Join(full, "a"), "b")
	data := t.TempDir()
	for _, c := range []struct {
		name string
		args []string
		says string
	}{
		{"no store and no bundle", []string{"export", "run-1", "--data", data}, "run-1"},
		{"a bundle on standard output", []string{"export", demoSteps(t, "s02a1"), "--format", "bundle", "-o", "-"}, "-o"},
		{"a folder that is not empty", []string{"export", demoSteps(t, "s02a1"), "--format", "bundle", "-o", full}, "not empty"},
		{"a folder that is not there", []string{"export", demoSteps(t, "s02a1"), "-o", filepath.Join(full, "none", "r.html")}, "none"},
		{"an unknown format", []string{"export", "x", "--format", "pdf"}, "pdf"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := call(c.args...)
			if code != exitUsage || !strings.Contains(errs, c.says) || out != "" {
				t.Errorf("code %d, output %q, errors %q; want code 2 and %q", code, out, errs, c.says)
			}
		})
	}
}

func TestStoredSessionsAreExportedAlsoWhileTheStoreIsInUse(t *testing.T) {
	h := openTestHouse(t)
	ctx := context.Background()
	if err := h.importBundle(ctx, demoSteps(t, "s02a1", "s08a1"), nil); err != nil {
		t.Fatal(err)
	}
	all, err := h.store.Sessions(ctx)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d sessions, error %v", len(all), err)
	}
	path := filepath.Join(t.TempDir(), "r.html")
	if code, _, errs := call("export", all[0].Session.ID, "--data", h.dir, "-o", path); code != exitFine {
		t.Fatalf("code %d: %s", code, errs)
	}
	if data, err := os.ReadFile(path); err != nil || !strings.Contains(string(data), "data:image/jpeg") {
		t.Errorf("the report has no pictures, error %v", err)
	}
}

func TestACancelledExportLeavesNothing(t *testing.T) {
	h := openTestHouse(t)
	if err := h.importBundle(context.Background(), demoSteps(t, "s02a1", "s08a1"), nil); err != nil {
		t.Fatal(err)
	}
	all, err := h.store.Sessions(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ format, name string }{{formatHTML, "r.html"}, {formatLines, "r.jsonl"}, {formatBundle, "r.zip"}, {formatBundle, "folder"}} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		err := h.export(ctx, all[0].Session.ID, c.format, filepath.Join(dir, c.name), "en", func(int, int) { cancel() })
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: %d files are left", c.name, len(left))
		}
	}
}

func TestFileNamesAreHarmless(t *testing.T) {
	for id, want := range map[string]string{
		"run-1": "vigie-run-1", "../../etc/passwd": "vigie-_.._etc_passwd", "a:b\\c|d\x00é": "vigie-a_b_c_d_é", "": "vigie-",
	} {
		if got := fileName(id); got != want {
			t.Errorf("%q becomes %q, want %q", id, got, want)
		}
	}
}
