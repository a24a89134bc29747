package bundle_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vigie/replay"
	"vigie/replay/bundle"
)

// picture is a small PNG whose colour is n.
func picture(t testing.TB, n uint8) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for i := range 200 {
		img.Set(i%20, i/20, color.RGBA{n, uint8(i), 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const session = `{"session_id":"demo","started_at":"2026-03-18","planned_positions":"varied"}`

// step is a line of steps.jsonl.
func step(index, attempt, before, after string) string {
	return `{"session_id":"demo","id":"s` + index + `a` + attempt + `","step_index":` + index + `,"attempt":` + attempt +
		`,"action":{"type":"click"},"result":{"success":true},"screenshots":{"before":"` + before + `","after":["` + after + `"]}}`
}

// small is a bundle of two steps, the first with two attempts.
func small(t testing.TB) map[string]string {
	t.Helper()
	return map[string]string{
		"session.json": session,
		"steps.jsonl": step("1", "1", "a.png", "sub/b.png") + "\n\n" + step("1", "2", "a.png", "c.png") + "\n" +
			step("2", "1", "c.png", "a.png") + "\n",
		"a.png": string(picture(t, 1)), "sub/b.png": string(picture(t, 2)), "c.png": string(picture(t, 3)),
	}
}

func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func zipped(t testing.TB, prefix string, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range files {
		entry, err := w.Create(prefix + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bundle.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string) *bundle.Bundle {
	t.Helper()
	b, err := bundle.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestOpenReadsFoldersAndZips(t *testing.T) {
	files := small(t)
	for name, path := range map[string]string{
		"a folder": folder(t, files), "a zip": zipped(t, "", files), "a zip of the folder itself": zipped(t, "demo/", files),
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, path)
			if b.Session.ID != "demo" || len(b.Events()) != 3 {
				t.Fatalf("session %q with %d events", b.Session.ID, len(b.Events()))
			}
			if steps := b.Steps(); len(steps) != 2 || len(steps[0]) != 2 || steps[0][1].Attempt != 2 {
				t.Errorf("steps %v", steps)
			}
			first, err := b.Pictures(b.Events()[0])
			if err != nil {
				t.Fatal(err)
			}
			if got := first.After[0].Size(); got != image.Pt(20, 10) {
				t.Errorf("size %v", got)
			}
			second, err := b.Pictures(b.Events()[1])
			if err != nil || second.Before != first.Before {
				t.Errorf("the picture that both name was loaded twice (error %v)", err)
			}
		})
	}
}

func TestOpenNamesWhatIsWrong(t *testing.T) {
	with := func(name, content string) map[string]string {
		files := small(t)
		files[name] = content
		return files
	}
	without := func(name string) map[string]string {
		files := small(t)
		delete(files, name)
		return files
	}
	cases := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"no session", without("session.json"), []string{`"session.json" is missing`}},
		{"no steps", without("steps.jsonl"), []string{`"steps.jsonl" is missing`}},
		{"a session that is no JSON", with("session.json", "{"), []string{"session.json: not JSON at byte 1"}},
		{"a session without an id", with("session.json", "{}"), []string{"session.json: session_id"}},
		{
			"a missing picture", without("c.png"),
			[]string{`steps.jsonl line 3: picture "c.png" is missing`, `steps.jsonl line 4: picture "c.png" is missing`},
		},
		{"wrong JSON", with("steps.jsonl", step("1", "1", "a.png", "c.png")+"\n{]\n"), []string{"steps.jsonl line 2: not JSON at byte 2"}},
		{"a wrong field", with("steps.jsonl", "\n"+step("0", "1", "a.png", "c.png")), []string{"steps.jsonl line 2: step_index must be"}},
		{
			"another session's step", with("steps.jsonl", strings.Replace(step("1", "1", "a.png", "c.png"), "demo", "other", 1)),
			[]string{`line 1: session_id is "other", but that of session.json is "demo"`},
		},
		{"a picture outside", with("steps.jsonl", step("1", "1", "../a.png", "c.png")), []string{`line 1: picture "../a.png": not a relative path`}},
		{"an absolute picture", with("steps.jsonl", step("1", "1", "/etc/passwd", "c.png")), []string{`"/etc/passwd": not a relative path`}},
		{"a drive's picture", with("steps.jsonl", step("1", "1", `C:\\a.png`, "c.png")), []string{`not a relative path`}},
		{"a folder as a picture", with("steps.jsonl", step("1", "1", `sub`, "c.png")), []string{`line 1: picture "sub"`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, path := range []string{folder(t, c.files), zipped(t, "", c.files)} {
				_, err := bundle.Open(path)
				if err == nil {
					t.Fatal("opened")
				}
				for _, want := range c.want {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("error %q lacks %q", err, want)
					}
				}
			}
		})
	}
}

func TestOpenTellsTheFirstTwentyErrors(t *testing.T) {
	files := small(t)
	files["steps.jsonl"] = strings.Repeat("x\n", 1000)
	_, err := bundle.Open(folder(t, files))
	if n := strings.Count(err.Error(), "steps.jsonl line"); n != 20 {
		t.Errorf("%d errors are told, want 20", n)
	}
}

func TestOpenRefusesALineWithoutEnd(t *testing.T) {
	files := small(t)
	files["steps.jsonl"] = strings.Repeat("x", replay.MaxEventBytes+2)
	_, err := bundle.Open(folder(t, files))
	if !errors.Is(err, replay.ErrTooLarge) || !strings.Contains(err.Error(), "steps.jsonl line 1: longer than") {
		t.Errorf("error %v", err)
	}
}

func TestOpenFollowsNoLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside.png")
	if err := os.WriteFile(outside, picture(t, 9), 0o600); err != nil {
		t.Fatal(err)
	}
	files := small(t)
	delete(files, "c.png")
	for _, target := range []string{outside, "a.png"} {
		dir := folder(t, files)
		if err := os.Symlink(target, filepath.Join(dir, "c.png")); err != nil {
			t.Skipf("no links here: %v", err)
		}
		if _, err := bundle.Open(dir); err == nil || !strings.Contains(err.Error(), "line 3: picture") {
			t.Errorf("link to %s: error %v", target, err)
		}
	}
}

func TestOpenZipRefusesHostileArchives(t *testing.T) {
	header := func(h zip.FileHeader, content string) func(*zip.Writer) error {
		return func(w *zip.Writer) error {
			entry, err := w.CreateHeader(&h)
			if err != nil {
				return err
			}
			_, err = entry.Write([]byte(content))
			return err
		}
	}
	link := zip.FileHeader{Name: "a.png"}
	link.SetMode(fs.ModeSymlink | 0o777)
	cases := []struct {
		name  string
		write func(*zip.Writer) error
		want  string
	}{
		{"a slip", header(zip.FileHeader{Name: "../../evil.png"}, "x"), "not a relative path"},
		{"an absolute name", header(zip.FileHeader{Name: "/evil.png"}, "x"), "not a relative path"},
		{"a name with backslashes", header(zip.FileHeader{Name: `..\evil.png`}, "x"), "not a relative path"},
		{"a link", header(link, "/etc/passwd"), "not a regular file"},
		{"a bomb", header(zip.FileHeader{Name: "a.png", Method: zip.Deflate}, strings.Repeat("\x00", 8<<20)), "packed more than"},
		{"a name twice", func(w *zip.Writer) error {
			return errors.Join(header(zip.FileHeader{Name: "a.png"}, "x")(w), header(zip.FileHeader{Name: "a.png"}, "y")(w))
		}, "there twice"},
		{"two bundles", func(w *zip.Writer) error {
			return errors.Join(header(zip.FileHeader{Name: "a/steps.jsonl"}, "x")(w), header(zip.FileHeader{Name: "b/steps.jsonl"}, "y")(w))
		}, "pack one bundle only"},
		{"nothing", func(*zip.Writer) error { return nil }, `"session.json" is missing`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			w := zip.NewWriter(&b)
			if err := errors.Join(c.write(w), w.Close()); err != nil {
				t.Fatal(err)
			}
			_, err := bundle.OpenZip(bytes.NewReader(b.Bytes()), int64(b.Len()))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestOpenZipBelievesNoSizeInAHeader(t *testing.T) {
	data, err := os.ReadFile(zipped(t, "", small(t)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range data { // every byte of the archive's own records is damaged once
		damaged := bytes.Clone(data)
		damaged[i] ^= 0xff
		if b, err := bundle.OpenZip(bytes.NewReader(damaged), int64(len(damaged))); err == nil {
			for _, e := range b.Events() {
				_, _ = b.Pictures(e) // must not crash; a damaged picture is an error
			}
		}
	}
}

func TestOpenSaysWhatIsNoBundle(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(path, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, filepath.Join(t.TempDir(), "absent")} {
		if _, err := bundle.Open(p); err == nil {
			t.Errorf("%s opened", p)
		}
	}
}

func TestPicturesNamesAPictureThatIsNone(t *testing.T) {
	huge := []byte(string(picture(t, 1)[:16]) + "\x00\x00\xc3\x50\x00\x00\xc3\x50\x08\x06\x00\x00\x00")
	huge = binary.BigEndian.AppendUint32(huge, crc32.ChecksumIEEE(huge[12:29]))
	for name, content := range map[string]string{"a text": "no picture", "one byte": "\x89", "nothing": "", "50,000×50,000": string(huge)} {
		t.Run(name, func(t *testing.T) {
			files := small(t)
			files["a.png"] = content
			for _, path := range []string{folder(t, files), zipped(t, "", files)} {
				b := open(t, path)
				if _, err := b.Pictures(b.Events()[0]); err == nil || !strings.Contains(err.Error(), `picture "a.png"`) {
					t.Errorf("error %v", err)
				}
			}
		})
	}
}

func TestOpenReadsTheSharedBundles(t *testing.T) {
	corpus := os.Getenv("VIGIE_CORPUS")
	if corpus == "" {
		corpus = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	found, _ := filepath.Glob(filepath.Join(corpus, "*", "dev"))
	traces, _ := filepath.Glob(filepath.Join(corpus, "..", "traces", "*", "steps.jsonl"))
	for _, path := range traces {
		found = append(found, filepath.Dir(path))
	}
	if len(found) == 0 {
		t.Skip("no corpus there: VIGIE_CORPUS names its folder")
	}
	for _, path := range found {
		b := open(t, path)
		if len(b.Events()) == 0 {
			t.Errorf("%s has no events", path)
		}
		if b.Session.StepTotal != len(b.Events()) {
			t.Errorf("%s: %d events, step_total %d", path, len(b.Events()), b.Session.StepTotal)
		}
		if _, err := b.Pictures(b.Events()[len(b.Events())-1]); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func FuzzOpenZip(f *testing.F) {
	data, err := os.ReadFile(zipped(f, "", small(f)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(_ *testing.T, data []byte) {
		b, err := bundle.OpenZip(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		for _, e := range b.Events() {
			_, _ = b.Pictures(e)
		}
	})
}
