package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vigie/validation"
)

// settled makes a file look as if nobody had written to it for an hour.
func settled(t *testing.T, path string) string {
	t.Helper()
	hour := time.Now().Add(-time.Hour)
	noError(t, os.Chtimes(path, hour, hour))
	return path
}

func TestFile(t *testing.T) {
	dir := plainFolder(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	full := settled(t, writeFile(t, at("bilan.pdf"), "%PDF"))
	empty := settled(t, writeFile(t, at("vide.pdf"), ""))
	part := settled(t, writeFile(t, at("gros.zip.crdownload"), "PK"))
	settled(t, writeFile(t, at("film.mp4"), ""))
	settled(t, writeFile(t, at("film.mp4.part"), "x"))
	settled(t, writeFile(t, at("vieux.txt"), "x"))
	settled(t, writeFile(t, at("vieux.txt.tmp"), "x"))
	noError(t, os.MkdirAll(at("dossier"), 0o700))
	noError(t, os.MkdirAll(at("rempli"), 0o700))
	settled(t, writeFile(t, at("rempli/a.txt"), "x"))

	there, fail := fits("file_there_size"), func(reason string) outcome { return fails(validation.NoVisualChange, reason) }
	tests := []struct {
		name, kind, path string
		want             outcome
	}{
		{"a download that is there", "download_to_folder", full, there},
		{"a copy that is there", "file_copy", full, there},
		{"a move that is there", "file_move", full, there},
		{"an empty file that was moved", "file_move", empty, there},
		{"a folder that was made", "file_create_dir", at("dossier"), fits("file_there")},
		{"a folder that was listed", "file_list_dir", at("dossier"), fits("file_there")},
		{"a folder that was copied", "file_copy", at("rempli"), fits("file_there")},
		{"an old partial file beside a whole one", "file_copy", at("vieux.txt"), there},
		{"missing", "file_copy", at("absent/bilan.txt"), fail("file_missing")},
		{"missing below a file", "file_copy", filepath.Join(full, "x"), fail("file_missing")},
		{"a folder that is missing", "file_create_dir", at("autre"), fail("file_missing")},
		{"a file in place of a folder", "file_create_dir", full, fail("file_not_folder")},
		{"an empty download", "download_to_folder", empty, fail("file_empty")},
		{"an empty copy", "file_copy", empty, fail("file_empty")},
		{"a folder that got nothing", "download_to_folder", at("dossier"), fail("file_folder_empty")},
		{"a folder with a file of unknown age", "download_to_folder", at("rempli"), staysOpen(.5, validation.UnknownCategory, "file_folder_undated")},
		{"still under its partial name", "download_to_folder", part, staysOpen(.85, validation.UILoading, "file_partial")},
		{"missing beside its partial name", "download_to_folder", at("gros.zip"), staysOpen(.85, validation.UILoading, "file_partial")},
		{"a placeholder beside its partial name", "download_to_folder", at("film.mp4"), staysOpen(.85, validation.UILoading, "file_partial")},
		{"no path", "file_copy", "", staysOpen(.5, validation.UnknownCategory, "file_no_path")},
		{"relative", "file_copy", "bilan.pdf", staysOpen(.5, validation.UnknownCategory, "roots_unusable")},
		{"outside", "file_copy", filepath.Join(filepath.Dir(dir), "x"), staysOpen(.5, validation.UnknownCategory, "roots_outside")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := verdictOf(t, NewFile(Roots{dir}), dataScene(tt.kind, "", validation.Context{ExpectedPath: tt.path}))
			if diff := cmp.Diff(tt.want, outcomeOf(got)); diff != "" {
				t.Errorf("(-want +got)\n%s\n%s", diff, got.Reason)
			}
		})
	}
	for _, roots := range []Roots{nil, {}} {
		got := verdictOf(t, NewFile(roots), dataScene("file_copy", "", validation.Context{ExpectedPath: full}))
		if diff := cmp.Diff(staysOpen(.5, validation.UnknownCategory, "roots_none"), outcomeOf(got)); diff != "" {
			t.Errorf("no roots (-want +got)\n%s", diff)
		}
	}
}

func TestFilePathFromValue(t *testing.T) {
	path := settled(t, writeFile(t, filepath.Join(plainFolder(t), "a.txt"), "x"))
	tests := []struct{ name, value, want string }{
		{"a path", quoted(path), "file_there_size"},
		{"an object with a path", `{"path": ` + quoted(path) + `}`, "file_there_size"},
		{"a list of names", `["a.txt"]`, "file_no_path"},
		{"words", `"copied"`, "file_no_path"},
		{"no JSON", `{`, "file_no_path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := verdictOf(t, NewFile(Roots{filepath.Dir(path)}), dataScene("file_copy", tt.value, validation.Context{}))
			if got.Reason.ID != tt.want {
				t.Errorf("got %q, want %q", got.Reason.ID, tt.want)
			}
		})
	}
}

func TestFileIsNew(t *testing.T) {
	tests := []struct {
		name, kind string
		folder     bool
		received   time.Duration // after the file was written
		elapsed    float64
		want       string
	}{
		{"written while the action ran", "file_copy", false, 3 * time.Second, 4000, "file_there_size"},
		{"written while a long action ran", "download_to_folder", false, time.Minute, 60_000, "file_there_size"},
		{"within the margin of clocks", "file_copy", false, 5 * time.Second, 0, "file_there_size"},
		{"there before", "file_copy", false, time.Hour, 1000, "file_old"},
		{"there before a download", "download_to_folder", false, time.Minute, 1000, "file_old"},
		{"came into the folder", "download_to_folder", true, time.Second, 1000, "file_in_folder"},
		{"was in the folder before", "download_to_folder", true, time.Hour, 1000, "file_folder_empty"},
		{"a folder that was there before", "file_list_dir", true, time.Hour, 0, "file_there"},
		{"an action of absurd length", "file_copy", false, 2 * time.Hour, 1e300, "file_old"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := settled(t, writeFile(t, filepath.Join(plainFolder(t), "a.txt"), "x"))
			expected := path
			if tt.folder {
				expected = filepath.Dir(path)
			}
			s := dataScene(tt.kind, "", validation.Context{ExpectedPath: expected})
			s.Received = time.Now().Add(tt.received)
			s.Result.ElapsedMS = tt.elapsed
			if got := verdictOf(t, NewFile(Roots{filepath.Dir(path)}), s); got.Reason.ID != tt.want {
				t.Errorf("got %q, want %q", got.Reason, tt.want)
			}
		})
	}
}

func TestFileOfUnknownAgeSaysSo(t *testing.T) {
	path := settled(t, writeFile(t, filepath.Join(plainFolder(t), "a.txt"), "x"))
	got := verdictOf(t, NewFile(Roots{filepath.Dir(path)}), dataScene("file_copy", "", validation.Context{ExpectedPath: path}))
	if diff := cmp.Diff([]validation.Sentence{{ID: "file_undated"}}, got.Evidence.Notes); diff != "" {
		t.Errorf("notes (-want +got)\n%s", diff)
	}
}

func TestFileStillGrowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := writeFile(t, filepath.Join(plainFolder(t), "a.bin"), "x")
		noError(t, os.Chtimes(path, time.Now(), time.Now()))
		go func() {
			time.Sleep(growthWait / 2)
			if err := os.WriteFile(path, []byte("xyz"), 0o600); err != nil {
				t.Error(err)
			}
		}()
		got := verdictOf(t, NewFile(Roots{filepath.Dir(path)}), dataScene("download_to_folder", "", validation.Context{ExpectedPath: path}))
		if diff := cmp.Diff(staysOpen(.85, validation.UILoading, "file_growing"), outcomeOf(got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestFileFreshAndStable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := writeFile(t, filepath.Join(plainFolder(t), "a.bin"), "x")
		noError(t, os.Chtimes(path, time.Now(), time.Now()))
		start := time.Now()
		got := verdictOf(t, NewFile(Roots{filepath.Dir(path)}), dataScene("download_to_folder", "", validation.Context{ExpectedPath: path}))
		if got.Verdict != validation.Complete || time.Since(start) != growthWait {
			t.Errorf("%v after %v, want COMPLETE after a second look", got.Reason, time.Since(start))
		}
	})
}

func TestFileLookEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := writeFile(t, filepath.Join(plainFolder(t), "a.bin"), "x")
		noError(t, os.Chtimes(path, time.Now(), time.Now()))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := NewFile(Roots{filepath.Dir(path)}).Check(ctx, dataScene("file_copy", "", validation.Context{ExpectedPath: path}))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want canceled", err)
		}
	})
}
