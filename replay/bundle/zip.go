package bundle

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"vigie/replay"
)

// zipped is a bundle in a zip file; top is the folder in it that holds the bundle, "" or with a slash at its end.
type zipped struct {
	entries map[string]*zip.File
	top     string
	closer  io.Closer
}

func openZipFile(name string) (files, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	f, err := readZip(file, info.Size(), file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

func readZip(r io.ReaderAt, size int64, closer io.Closer) (files, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("%w: %w", ErrNotABundle, err)
	}
	if n := len(archive.File); n > MaxEntries {
		return nil, fmt.Errorf("%d entries, limit %d: %w", n, MaxEntries, replay.ErrTooLarge)
	}
	z := &zipped{entries: map[string]*zip.File{}, closer: closer}
	var total uint64
	for _, f := range archive.File {
		if err := z.add(f); err != nil {
			return nil, err
		}
		if total += f.UncompressedSize64; total > MaxTotalBytes {
			return nil, fmt.Errorf("entries of more than %d bytes together: %w", MaxTotalBytes, replay.ErrTooLarge)
		}
	}
	return z, z.findTop()
}

// add checks an entry's name, kind and sizes.
func (z *zipped) add(f *zip.File) error {
	if err := checkName(strings.TrimSuffix(f.Name, "/")); err != nil {
		return fmt.Errorf("entry %w", err)
	}
	if f.Mode().IsDir() {
		return nil
	}
	if !f.Mode().IsRegular() {
		return fmt.Errorf("entry %q: %w", f.Name, ErrNotFile)
	}
	if f.UncompressedSize64 > MaxTotalBytes {
		return fmt.Errorf("entry %q of %d bytes, limit %d: %w", f.Name, f.UncompressedSize64, MaxTotalBytes, replay.ErrTooLarge)
	}
	if f.UncompressedSize64 > 1<<20 && f.UncompressedSize64/MaxRatio > f.CompressedSize64 {
		return fmt.Errorf("entry %q is packed more than %d times: %w", f.Name, MaxRatio, replay.ErrTooLarge)
	}
	if _, twice := z.entries[f.Name]; twice {
		return fmt.Errorf("entry %q is there twice", f.Name)
	}
	z.entries[f.Name] = f
	return nil
}

// findTop finds the folder that holds the bundle: the root, or the one folder that was packed.
func (z *zipped) findTop() error {
	var tops []string
	for name := range z.entries {
		if dir, base := path.Split(name); base == stepsFile {
			if dir == "" {
				return nil
			}
			tops = append(tops, dir)
		}
	}
	switch len(tops) {
	case 0:
		return nil // reading says which file is missing
	case 1:
		z.top = tops[0]
		return nil
	}
	return fmt.Errorf("%w: %d folders hold a %s", ErrSeveral, len(tops), stepsFile)
}

func (z *zipped) size(name string) (int64, error) {
	f, ok := z.entries[z.top+name]
	if !ok {
		return 0, fs.ErrNotExist
	}
	return int64(f.UncompressedSize64), nil
}

func (z *zipped) open(name string) (io.ReadCloser, error) {
	f, ok := z.entries[z.top+name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return f.Open()
}

func (z *zipped) Close() error {
	if z.closer == nil {
		return nil
	}
	return z.closer.Close()
}
