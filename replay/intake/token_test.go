package intake

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestTokenIsMadeOnceAndKept(t *testing.T) {
	dir := t.TempDir()
	first, err := OpenToken(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`).MatchString(first.Value()) {
		t.Errorf("token %q, want 43 characters of base64url", first.Value())
	}
	again, err := OpenToken(dir)
	if err != nil {
		t.Fatal(err)
	}
	if again.Value() != first.Value() {
		t.Error("opened again, the token is another one")
	}
	checkOwnerOnly(t, dir)
}

func checkOwnerOnly(t *testing.T, dir string) {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, TokenFile))
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("mode %#o, want 0600", mode)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("%d files in the folder, want the token alone", len(entries))
	}
}

func TestRenewReplacesTheToken(t *testing.T) {
	dir := t.TempDir()
	token, err := OpenToken(dir)
	if err != nil {
		t.Fatal(err)
	}
	old := token.Value()
	renewed, err := token.Renew()
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenToken(dir)
	if err != nil {
		t.Fatal(err)
	}
	if renewed == old || token.Value() != renewed || again.Value() != renewed {
		t.Errorf("old %q, renewed %q, held %q, read again %q", old, renewed, token.Value(), again.Value())
	}
	checkOwnerOnly(t, dir)
}

func TestProcessesThatStartTogetherAgreeOnTheToken(t *testing.T) {
	dir := t.TempDir()
	values := make([]string, 8)
	var wg sync.WaitGroup
	for i := range values {
		wg.Go(func() {
			token, err := OpenToken(dir)
			if err != nil {
				t.Error(err)
				return
			}
			values[i] = token.Value()
		})
	}
	wg.Wait()
	for _, v := range values {
		if v != values[0] {
			t.Errorf("tokens %v differ", values)
		}
	}
}

func TestTokenFileIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file modes do not say here who can read")
	}
	good := newToken() + "\n"
	tests := []struct {
		name    string
		content string
		mode    os.FileMode
		says    string
	}{
		{"readable by all", good, 0o644, "0644"},
		{"readable by the group", good, 0o640, "0640"},
		{"empty", "", 0o600, "no token"},
		{"too short", good[:20], 0o600, "no token"},
		{"not base64", strings.Repeat("é", 20), 0o600, "no token"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, TokenFile)
			if err := os.WriteFile(path, []byte(tt.content), tt.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, tt.mode); err != nil {
				t.Fatal(err)
			}
			_, err := OpenToken(dir)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("error %v, want one that says %q", err, tt.says)
			}
			if tt.content == good && strings.Contains(err.Error(), strings.TrimSpace(good)) {
				t.Error("the error tells the token")
			}
		})
	}
}

func TestTokenBehindALinkIsRefused(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	if _, err := OpenToken(other); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(other, TokenFile), filepath.Join(dir, TokenFile)); err != nil {
		t.Skip("no symbolic links here")
	}
	if _, err := OpenToken(dir); err == nil {
		t.Error("a link is taken for the token")
	}
}

func TestTokenNeedsItsFolder(t *testing.T) {
	if _, err := OpenToken(filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a token without a folder")
	}
}

func TestNoTokenLooksLikeAFlag(t *testing.T) {
	for range 2000 { // one in 64 would
		if token := newToken(); token[0] == '-' {
			t.Fatalf("token %q", token)
		}
	}
}
