package intake

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// TokenFile is the token's file in the data folder.
const TokenFile = "token"

// tokenBytes is the token's entropy, in bytes.
const tokenBytes = 32

// Token is what agents must send. It lies in a file that only its owner can read. It is safe for concurrent use.
type Token struct {
	path string

	mu    sync.RWMutex
	value string
}

// OpenToken reads the token in dir, and creates one where there is none. It refuses a file that others can read.
func OpenToken(dir string) (*Token, error) {
	t := &Token{path: filepath.Join(dir, TokenFile)}
	value, err := readToken(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		value, err = createToken(t.path)
	}
	if err != nil {
		return nil, err
	}
	t.value = value
	return t, nil
}

// Value returns the token: 43 characters of base64url.
func (t *Token) Value() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.value
}

// Renew replaces the token, durably; the old one lets nobody in from then on, and ends the waiting calls that it opened.
// After an error the old one holds, unless the error wraps ErrNotDurable: then the new one does, until a power cut.
func (t *Token) Renew() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	value := newToken()
	temp, err := writeTemp(t.path, value+"\n")
	if err != nil {
		return "", err
	}
	if err := os.Rename(temp, t.path); err != nil {
		return "", errors.Join(fmt.Errorf("renew the token: %w", err), os.Remove(temp))
	}
	t.value = value
	if err := syncFolder(filepath.Dir(t.path)); err != nil {
		return value, fmt.Errorf("renew the token: %w: %w", ErrNotDurable, err)
	}
	return value, nil
}

// ErrNotDurable is returned, wrapped, where a file is in its place but might not be after a power cut.
var ErrNotDurable = errors.New("a power cut may bring the former back")

// syncFolder makes a renamed file's name durable. Windows has no such call and does it by itself.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// createToken writes a first token. Where another process was quicker its token holds: the link fails then.
func createToken(path string) (string, error) {
	value := newToken()
	temp, err := writeTemp(path, value+"\n")
	if err != nil {
		return "", err
	}
	err = os.Link(temp, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(temp, path) // a file system without links
	}
	if rm := os.Remove(temp); rm != nil && !errors.Is(rm, fs.ErrNotExist) {
		return "", fmt.Errorf("create the token: %w", rm)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("create the token: %w", err)
	}
	return readToken(path)
}

// newToken makes a token; none that begins with a hyphen, which a command line would take for a flag. crypto/rand never fails.
func newToken() string {
	b := make([]byte, tokenBytes)
	for {
		_, _ = rand.Read(b)
		if token := base64.RawURLEncoding.EncodeToString(b); token[0] != '-' {
			return token
		}
	}
}

// writeTemp writes a whole file beside path, readable by its owner only.
func writeTemp(path, content string) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // creates with 0600
	if err != nil {
		return "", fmt.Errorf("write %q: %w", path, err)
	}
	_, err = f.WriteString(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return "", errors.Join(fmt.Errorf("write %q: %w", path, err), os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// readToken reads a token after checking that it is a plain file of ours alone.
func readToken(path string) (string, error) {
	data, err := readOwn("token", path)
	if err != nil {
		return "", err
	}
	value, ok := parseToken(data)
	if !ok {
		return "", fmt.Errorf("read the token: %q holds no token: remove it, and a new one is made", path)
	}
	return value, nil
}

// parseToken reads what newToken made.
func parseToken(data []byte) (value string, ok bool) {
	value = strings.TrimSpace(string(data))
	b, err := base64.RawURLEncoding.DecodeString(value)
	return value, err == nil && len(b) == tokenBytes && base64.RawURLEncoding.EncodeToString(b) == value
}

// readOwn reads a file that holds a secret, after checking that it is a plain file of ours alone.
func readOwn(what, path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", what, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read the %s: %q is no plain file: remove it, and a new %s is made", what, path, what)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		return nil, fmt.Errorf("read the %s: %q has mode %#o and others may have read it: remove it, and a new %s is made", what, path, mode, what)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the %s: %w", what, err)
	}
	return data, nil
}
