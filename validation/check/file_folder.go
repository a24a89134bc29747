package check

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"vigie/validation"
)

// maxEntries is how many entries of a folder are looked at.
const maxEntries = 20_000

// partialSuffixes are the ends of the names that browsers give to a file while they write it.
var partialSuffixes = []string{".crdownload", ".part", ".partial", ".tmp", ".download", ".opdownload"}

func isPartial(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	return slices.ContainsFunc(partialSuffixes, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// partialOf returns the name of a file beside path that will become it.
func partialOf(path string) (string, bool) {
	for _, suffix := range partialSuffixes {
		if info, err := os.Lstat(path + suffix); err == nil && info.Mode().IsRegular() {
			return filepath.Base(path + suffix), true
		}
	}
	return "", false
}

// folderEntry is a file in a folder.
type folderEntry struct {
	name string
	info fs.FileInfo
	at   time.Time
}

// newest judges the folder that a file should have come into by the newest file in it. Where the time of the action is
// unknown, the file may have been there before.
func (l fileLook) newest(ctx context.Context) (validation.Finding, error) {
	files, err := filesIn(l.path)
	if err != nil {
		return validation.Finding{}, err
	}
	since, known := l.since()
	if known {
		files = slices.DeleteFunc(files, func(e folderEntry) bool { return e.at.Before(since) })
	}
	if len(files) == 0 {
		return terminate(.9, validation.NoVisualChange, validation.Say("file_folder_empty", "path", l.path)), nil
	}
	last := slices.MaxFunc(files, func(a, b folderEntry) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.name, b.name))
	})
	inner := l
	inner.path, inner.info = filepath.Join(l.path, last.name), last.info
	f, err := inner.judgeFile(ctx)
	if err != nil || f.Verdict != validation.Complete {
		return f, err
	}
	if !known {
		return doubt(.5, validation.UnknownCategory, validation.Say("file_folder_undated", "path", l.path, "name", last.name)), nil
	}
	f.Reason = validation.Say("file_in_folder", "path", l.path, "name", last.name, "size", bytesOf(last.info.Size()))
	return f, nil
}

// filesIn returns the files of a folder. Links are left out: they may lead out of the roots.
func filesIn(path string) ([]folderEntry, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = folder.Close() }()
	items, err := folder.ReadDir(maxEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var files []folderEntry
	for _, item := range items {
		info, err := item.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // it has gone since, or is no file
		}
		files = append(files, folderEntry{name: item.Name(), info: info, at: lastTouched(filepath.Join(path, item.Name()), info)})
	}
	return files, nil
}
