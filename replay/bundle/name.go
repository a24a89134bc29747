package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode"
)

// ErrName is returned, wrapped with the name, when a file's name would lead out of the bundle or cannot be a file's.
var ErrName = errors.New("not a relative path inside the bundle")

// checkName accepts relative paths with slashes that stay inside the bundle on every platform.
func checkName(name string) error {
	bad := name == "." || !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) ||
		strings.ContainsAny(name, `\:`) || strings.ContainsFunc(name, unicode.IsControl)
	if bad {
		return fmt.Errorf("%q: %w", name, ErrName)
	}
	return nil
}
