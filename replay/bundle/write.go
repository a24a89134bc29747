package bundle

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"vigie/replay"
)

// PictureReader returns a picture's encoded bytes by its content hash, as [replay.Archive.Picture] does.
type PictureReader func(hash string) ([]byte, error)

// WriteFolder writes a session and its reports as a bundle into dir, which must be absent or empty. Reports that are
// only the record of a missing one are left out. A picture that several steps share is written once.
func WriteFolder(dir string, s replay.Session, reports []*replay.Report, pictures PictureReader) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		return errors.Join(fmt.Errorf("write bundle: %q is not an empty folder", dir), err)
	}
	put := func(name string, data []byte) error {
		return os.WriteFile(filepath.Join(dir, name), data, 0o600)
	}
	return write(put, s, reports, pictures)
}

// WriteZip writes a session and its reports as a zipped bundle, as [WriteFolder] does.
func WriteZip(w io.Writer, s replay.Session, reports []*replay.Report, pictures PictureReader) error {
	archive := zip.NewWriter(w)
	put := func(name string, data []byte) error {
		method := zip.Store // pictures are packed already
		if name == sessionFile || name == stepsFile {
			method = zip.Deflate
		}
		entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: time.Now()})
		if err != nil {
			return err
		}
		_, err = entry.Write(data)
		return err
	}
	err := write(put, s, reports, pictures)
	if err = errors.Join(err, archive.Close()); err != nil {
		return fmt.Errorf("write zip: %w", err)
	}
	return nil
}

// writer writes a bundle's files through put.
type writer struct {
	put      func(name string, data []byte) error
	pictures PictureReader
	names    map[string]string // by hash
	taken    map[string]bool   // names
}

func write(put func(string, []byte) error, s replay.Session, reports []*replay.Report, pictures PictureReader) error {
	w := &writer{put: put, pictures: pictures, names: map[string]string{}, taken: map[string]bool{}}
	session, err := replay.EncodeSession(s)
	if err != nil {
		return fmt.Errorf("write bundle: %w", err)
	}
	if err := put(sessionFile, append(session, '\n')); err != nil {
		return fmt.Errorf("write %s: %w", sessionFile, err)
	}
	var steps bytes.Buffer
	for _, r := range reports {
		if r.Missing {
			continue
		}
		line, err := w.step(r.Event)
		if err != nil {
			return fmt.Errorf("write step %d: %w", r.Event.StepIndex, err)
		}
		steps.Write(append(line, '\n'))
	}
	if err := put(stepsFile, steps.Bytes()); err != nil {
		return fmt.Errorf("write %s: %w", stepsFile, err)
	}
	return nil
}

// step writes an event's pictures and returns its line.
func (w *writer) step(e replay.Event) ([]byte, error) {
	stem := fmt.Sprintf("%03d", e.StepIndex)
	if e.Attempt > 1 {
		stem += fmt.Sprintf("-%d", e.Attempt)
	}
	named := replay.Screenshots{}
	if hash := e.Screenshots.Before; hash != "" {
		name, err := w.picture(hash, stem+"-before")
		if err != nil {
			return nil, err
		}
		named.Before = name
	}
	for i, hash := range e.Screenshots.After {
		after := stem + "-after"
		if len(e.Screenshots.After) > 1 {
			after += fmt.Sprintf("-%d", i+1)
		}
		name, err := w.picture(hash, after)
		if err != nil {
			return nil, err
		}
		named.After = append(named.After, name)
	}
	e.Screenshots = named
	return replay.EncodeEvent(e)
}

// picture writes a picture once and returns its name.
func (w *writer) picture(hash, stem string) (string, error) {
	if name, ok := w.names[hash]; ok {
		return name, nil
	}
	data, err := w.pictures(hash)
	if err != nil {
		return "", fmt.Errorf("picture %s: %w", hash, err)
	}
	name := stem + Extension(data)
	if w.taken[name] { // two attempts with one number
		name = stem + "-" + hash[:min(12, len(hash))] + Extension(data)
	}
	if err := w.put(name, data); err != nil {
		return "", fmt.Errorf("write %s: %w", name, err)
	}
	w.names[hash], w.taken[name] = name, true
	return name, nil
}

// Extension is how the name of a picture's file ends, by its content: ".jpg" or ".png".
func Extension(data []byte) string {
	if bytes.HasPrefix(data, []byte("\xff\xd8")) {
		return ".jpg"
	}
	return ".png"
}
