package check

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"vigie/validation"
)

const (
	// freshFor is how long ago a file may have changed to be looked at twice: it may still be growing.
	freshFor = 2 * time.Second
	// growthWait lies between the two looks at a fresh file's size.
	growthWait = 150 * time.Millisecond
	// newMargin is how much older than the action a file may be: clocks of network drives differ.
	newMargin = 10 * time.Second
)

// File looks at the file system for what an action should have left there.
type File struct {
	roots Roots
}

// NewFile returns the checker, which looks below the roots only.
func NewFile(roots Roots) *File { return &File{roots: roots} }

// Name is the checker's name in matrix.md.
func (*File) Name() string { return validation.CheckFile }

// Check looks at context.expected_path, else at the path that result.value names: COMPLETE 0.95 when what the kind of
// action makes is there, TERMINATE 0.9 when it is not, CONTINUE 0.85 while it is being written. What may not be looked at
// is CONTINUE, with the setting that would allow it.
func (c *File) Check(ctx context.Context, s *validation.Scene) (validation.Finding, error) {
	path := pathOf(s)
	if path == "" {
		return doubt(.5, validation.UnknownCategory, validation.Say("file_no_path")), nil
	}
	resolved, err := c.roots.Allows(path)
	if err != nil {
		return doubt(.5, validation.UnknownCategory, refusal(path, err)), nil
	}
	info, err := os.Stat(resolved)
	switch {
	case err != nil && isMissing(err):
		return missingFile(s, path, resolved), nil
	case err != nil:
		return validation.Finding{}, err
	}
	look := fileLook{scene: s, path: resolved, info: info, demand: fileDemands[s.Kind]}
	return look.judge(ctx)
}

// pathOf returns the path that the step should have made; empty when it names none.
func pathOf(s *validation.Scene) string {
	if s.Context.ExpectedPath != "" {
		return s.Context.ExpectedPath
	}
	value, fault := decodeValue(s.Result.Value)
	if fault.ID != "" {
		return ""
	}
	if object, ok := value.(map[string]any); ok {
		value = object["path"]
	}
	path, _ := value.(string)
	if !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// missingFile tells a file that is not there from one that is still being written under another name.
func missingFile(s *validation.Scene, path, resolved string) validation.Finding {
	if !fileDemands[s.Kind].folder {
		if name, ok := partialOf(resolved); ok {
			return pending(.85, validation.Say("file_partial", "path", path, "name", name))
		}
	}
	return terminate(.9, validation.NoVisualChange, validation.Say("file_missing", "path", path))
}

// fileDemand is what an action should have left at its path.
type fileDemand struct {
	folder bool // a folder, new or not
	filled bool // a file with something in it
	dated  bool // a file that shows when the action made it
	into   bool // the path may be the folder that the file came into
}

var fileDemands = map[string]fileDemand{
	"download_to_folder": {filled: true, dated: true, into: true},
	"file_copy":          {filled: true, dated: true},
	"file_move":          {dated: moveTouches},
	"file_create_dir":    {folder: true},
	"file_list_dir":      {folder: true},
}

// fileLook is one look at something that exists.
type fileLook struct {
	scene  *validation.Scene
	path   string
	info   fs.FileInfo
	demand fileDemand
}

func (l fileLook) judge(ctx context.Context) (validation.Finding, error) {
	isFolder := l.info.IsDir()
	switch {
	case l.demand.folder && !isFolder:
		return terminate(.9, validation.NoVisualChange, validation.Say("file_not_folder", "path", l.path)), nil
	case isFolder && l.demand.into:
		return l.newest(ctx)
	case isFolder:
		return complete(.95, validation.Say("file_there", "path", l.path)), nil
	case !l.info.Mode().IsRegular():
		return terminate(.9, validation.NoVisualChange, validation.Say("file_special", "path", l.path)), nil
	default:
		return l.judgeFile(ctx)
	}
}

// judgeFile wants a file that is whole, new and not empty, as far as the action demands it.
func (l fileLook) judgeFile(ctx context.Context) (validation.Finding, error) {
	if isPartial(l.path) {
		return pending(.85, validation.Say("file_partial", "path", l.path, "name", filepath.Base(l.path))), nil
	}
	if name, ok := partialOf(l.path); ok && l.demand.filled && l.info.Size() == 0 { // a browser's placeholder
		return pending(.85, validation.Say("file_partial", "path", l.path, "name", name)), nil
	}
	if since, known := l.since(); known && l.demand.dated {
		if at := lastTouched(l.path, l.info); at.Before(since) {
			return terminate(.9, validation.NoVisualChange, validation.Say("file_old", "path", l.path, "when", at.Format(time.DateTime))), nil
		}
	}
	size, err := l.settle(ctx)
	switch {
	case err != nil:
		return validation.Finding{}, err
	case size != l.info.Size():
		return pending(.85, validation.Say("file_growing", "path", l.path, "before", bytesOf(l.info.Size()), "after", bytesOf(size))), nil
	case size == 0 && l.demand.filled:
		return terminate(.9, validation.NoVisualChange, validation.Say("file_empty", "path", l.path)), nil
	}
	return l.there(size), nil
}

func (l fileLook) there(size int64) validation.Finding {
	f := complete(.95, validation.Say("file_there_size", "path", l.path, "size", bytesOf(size)))
	if _, known := l.since(); !known && l.demand.dated {
		f.Evidence.Notes = append(f.Evidence.Notes, validation.Say("file_undated"))
	}
	return f
}

// since returns the time from which on a file counts as new: when the action began, less a margin. It is unknown for a
// recorded step.
func (l fileLook) since() (time.Time, bool) {
	if l.scene.Received.IsZero() {
		return time.Time{}, false
	}
	const hour = float64(time.Hour / time.Millisecond)
	took := time.Duration(min(max(l.scene.Result.ElapsedMS, 0), hour)) * time.Millisecond
	return l.scene.Received.Add(-took - newMargin), true
}

// settle returns the size of the file, seen a second time after a moment when the file is fresh.
func (l fileLook) settle(ctx context.Context) (int64, error) {
	if time.Since(l.info.ModTime()) > freshFor {
		return l.info.Size(), nil
	}
	timer := time.NewTimer(growthWait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-timer.C:
	}
	info, err := os.Stat(l.path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func bytesOf(n int64) string { return strconv.FormatInt(n, 10) }
