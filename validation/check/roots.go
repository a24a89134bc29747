package check

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"vigie/validation"
)

// Errors of Roots.Allows, wrapped with the path.
var (
	// ErrNoRoots is returned when no folder is open to checks at all.
	ErrNoRoots = errors.New("no folder is open to checks")
	// ErrOutsideRoots is returned when a path does not lie below a folder that is open to checks.
	ErrOutsideRoots = errors.New("outside the folders that are open to checks")
)

// maxPath is the longest path that is looked at, in bytes.
const maxPath = 4096

// Roots are the folders, absolute, that the user opened to file and database checks. None is the default, and allows
// nothing.
type Roots []string

// Allows returns the path without symbolic links when it lies in one of the roots. The path need not exist: what exists
// of it is resolved. The error is an ErrNoRoots, an ErrOutsideRoots, or says what is wrong with the path.
func (r Roots) Allows(path string) (string, error) {
	switch {
	case len(r) == 0:
		return "", fmt.Errorf("path %q: %w", path, ErrNoRoots)
	case len(path) > maxPath:
		return "", fmt.Errorf("path of %d bytes is longer than %d", len(path), maxPath)
	case !filepath.IsAbs(path):
		return "", fmt.Errorf("path %q is not absolute on this computer", path)
	}
	path = filepath.Clean(path)
	outside := fmt.Errorf("path %q: %w", path, ErrOutsideRoots)
	// A look at a share sends this computer's credentials to a host that the report names.
	if isShare(path) && !r.spell(path) {
		return "", outside
	}
	resolved, err := resolve(path)
	switch {
	case err != nil && r.spell(path):
		return "", err
	case err != nil:
		return "", outside // what is wrong with it is nobody's business there
	case slices.ContainsFunc(r, func(root string) bool { return holds(root, resolved) }):
		return resolved, nil
	default:
		return "", outside
	}
}

// spell says whether a path lies in a root as both are written, links aside.
func (r Roots) spell(path string) bool {
	return slices.ContainsFunc(r, func(root string) bool { return liesBelow(filepath.Clean(root), path) })
}

func isShare(path string) bool { return strings.HasPrefix(filepath.VolumeName(path), `\\`) }

// holds says whether a resolved path is a root or lies below it. A root that is not there holds nothing.
func holds(root, resolved string) bool {
	root, err := filepath.EvalSymlinks(root)
	return err == nil && filepath.IsAbs(root) && liesBelow(root, resolved)
}

func liesBelow(root, path string) bool {
	relative, err := filepath.Rel(root, path)
	return err == nil && filepath.IsLocal(relative)
}

// resolve follows the symbolic links of the part of an absolute path that exists. A link to nowhere is refused: what will
// be there once its target comes into being may lie anywhere.
func resolve(path string) (string, error) {
	missing := ""
	for existing := path; ; existing = filepath.Dir(existing) {
		resolved, err := filepath.EvalSymlinks(existing)
		if err == nil {
			return filepath.Join(resolved, missing), nil
		}
		if !isMissing(err) {
			return "", fmt.Errorf("resolve path %q: %w", path, err)
		}
		if info, err := os.Lstat(existing); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", fmt.Errorf("path %q leads through the link %q to nowhere", path, existing)
		}
		if existing == filepath.Dir(existing) {
			return "", fmt.Errorf("resolve path %q: %w", path, err)
		}
		missing = filepath.Join(filepath.Base(existing), missing)
	}
}

// isMissing says whether an error means that nothing is at a path, also because a part of it is no folder.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || isNotFolder(err)
}

// refusal is what a check says when a path may not be looked at: the setting that would change it, where one would.
func refusal(path string, err error) validation.Sentence {
	path = shorten(strings.ToValidUTF8(path, "?"), maxExcerpt)
	switch {
	case errors.Is(err, ErrNoRoots):
		return validation.Say("roots_none", "path", path)
	case errors.Is(err, ErrOutsideRoots):
		return validation.Say("roots_outside", "path", path)
	default:
		return validation.Say("roots_unusable", "path", path, "cause", err.Error())
	}
}
