package check

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plainFolder returns a new folder without links in its path.
func plainFolder(t *testing.T) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) string {
	t.Helper()
	noError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	noError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestRootsAllow(t *testing.T) {
	open, closed := plainFolder(t), plainFolder(t)
	file := writeFile(t, filepath.Join(open, "a", "b.txt"), "x")
	secret := writeFile(t, filepath.Join(closed, "secret.txt"), "x")
	link := func(target, name string) string {
		path := filepath.Join(open, name)
		if err := os.Symlink(target, path); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
		return path
	}
	loop := link(filepath.Join(open, "loop"), "loop")
	alias := filepath.Join(closed, "alias")
	noError(t, os.Symlink(open, alias))
	tests := []struct {
		name, path, want string
		err              error
	}{
		{"the root itself", open, open, nil},
		{"a file below it", file, file, nil},
		{"dots that stay inside", filepath.Join(open, "a") + "/../a/./b.txt", file, nil},
		{"nothing there yet", filepath.Join(open, "new", "c.txt"), filepath.Join(open, "new", "c.txt"), nil},
		{"below a file", filepath.Join(file, "c.txt"), filepath.Join(file, "c.txt"), nil},
		{"a link that stays inside", link(file, "inside"), file, nil},
		{"a way in through a link from outside", filepath.Join(alias, "a", "b.txt"), file, nil},
		{"outside", secret, "", ErrOutsideRoots},
		{"dots that lead out", open + "/../" + filepath.Base(closed) + "/secret.txt", "", ErrOutsideRoots},
		{"a name that only begins like the root", open + "x", "", ErrOutsideRoots},
		{"a link that leads out", link(secret, "out"), "", ErrOutsideRoots},
		{"a folder link that leads out", filepath.Join(link(closed, "outside"), "new.txt"), "", ErrOutsideRoots},
		{"a dead link outside", filepath.Join(closed, "nowhere"), "", ErrOutsideRoots},
		{"a link to nowhere", link(filepath.Join(closed, "later.txt"), "dangling"), "", errAny},
		{"below a link to nowhere", filepath.Join(open, "dangling", "c.txt"), "", errAny},
		{"links in a circle", loop, "", errAny},
		{"relative", "a/b.txt", "", errAny},
		{"empty", "", "", errAny},
		{"a zero byte", open + "/a\x00b", "", errAny},
		{"endless", "/" + strings.Repeat("a/", maxPath), "", errAny},
	}
	noError(t, os.Symlink(filepath.Join(closed, "none"), filepath.Join(closed, "nowhere")))
	roots := Roots{filepath.Join(open, "gone"), "relative", open}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := roots.Allows(tt.path)
			if got != tt.want || (err != nil) != (tt.err != nil) || tt.err != nil && !errors.Is(tt.err, errAny) && !errors.Is(err, tt.err) {
				t.Errorf("Allows(%q) = %q, %v; want %q, %v", tt.path, got, err, tt.want, tt.err)
			}
		})
	}
}

var errAny = errors.New("any error")

func TestRootsNoneAllowNothing(t *testing.T) {
	for _, roots := range []Roots{nil, {}} {
		if got, err := roots.Allows(plainFolder(t)); got != "" || !errors.Is(err, ErrNoRoots) {
			t.Errorf("Allows = %q, %v; want ErrNoRoots", got, err)
		}
	}
}

func TestRootsAsLink(t *testing.T) {
	target := plainFolder(t)
	root := filepath.Join(plainFolder(t), "link")
	if err := os.Symlink(target, root); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	got, err := Roots{root}.Allows(filepath.Join(root, "a.txt"))
	if want := filepath.Join(target, "a.txt"); got != want || err != nil {
		t.Errorf("Allows = %q, %v; want %q", got, err, want)
	}
}

func TestRootsWholeDisk(t *testing.T) {
	path := filepath.Join(plainFolder(t), "absent", "bilan.txt")
	if got, err := (Roots{"/"}).Allows(path); got != path || err != nil {
		t.Errorf("Allows(%q) = %q, %v", path, got, err)
	}
}

// FuzzRootsAllow: what is allowed lies below a root, whatever the path.
func FuzzRootsAllow(f *testing.F) {
	for _, seed := range []string{"a", "../x", "a/../../x", "link/x", "link/../x", "\x00", "//", "a/./b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tail string) {
		root := plainFolder(t)
		noError(t, os.Symlink(os.TempDir(), filepath.Join(root, "link")))
		if got, err := (Roots{root}).Allows(root + "/" + tail); err == nil && got != root && !strings.HasPrefix(got, root+string(filepath.Separator)) {
			t.Errorf("Allows(%q) = %q outside %q", tail, got, root)
		}
	})
}
