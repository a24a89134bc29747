package bundle

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"vigie/replay"
)

// maxErrors is how many errors in steps.jsonl are told at once.
const maxErrors = 20

// LineError is an error in a line of steps.jsonl.
type LineError struct {
	// Line counts from 1.
	Line int
	Err  error
}

// Error names the file, the line and what is wrong in it.
func (e *LineError) Error() string { return fmt.Sprintf("%s line %d: %v", stepsFile, e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *LineError) Unwrap() error { return e.Err }

// readSteps reads steps.jsonl line by line; empty lines are left out.
func (b *Bundle) readSteps() error {
	file, err := b.files.open(stepsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &MissingError{Name: stepsFile}
	}
	if err != nil {
		return fmt.Errorf("open %q: %w", stepsFile, err)
	}
	err = b.readLines(file)
	return errors.Join(err, file.Close())
}

func (b *Bundle) readLines(file io.Reader) error {
	limited := &io.LimitedReader{R: file, N: maxStepsBytes}
	lines := bufio.NewScanner(limited)
	lines.Buffer(nil, replay.MaxEventBytes+1)
	var wrong []error
	line := 0
	for lines.Scan() && len(wrong) < maxErrors {
		line++
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := b.readStep(lines.Bytes()); err != nil {
			wrong = append(wrong, &LineError{Line: line, Err: err})
		}
	}
	if err := lines.Err(); err != nil {
		wrong = append(wrong, &LineError{Line: line + 1, Err: lineError(err)})
	}
	if limited.N == 0 {
		wrong = append(wrong, fmt.Errorf("%q is larger than %d bytes: %w", stepsFile, maxStepsBytes, replay.ErrTooLarge))
	}
	return errors.Join(wrong...)
}

func lineError(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("longer than %d bytes: %w", replay.MaxEventBytes, replay.ErrTooLarge)
	}
	return err
}

func (b *Bundle) readStep(line []byte) error {
	e, err := replay.DecodeEvent(line)
	if err != nil {
		return err
	}
	if e.SessionID == "" {
		e.SessionID = b.Session.ID
	}
	if e.SessionID != b.Session.ID {
		return fmt.Errorf("session_id is %q, but that of %s is %q", e.SessionID, sessionFile, b.Session.ID)
	}
	if len(b.events) == MaxEntries {
		return fmt.Errorf("more than %d steps: %w", MaxEntries, replay.ErrTooLarge)
	}
	b.events = append(b.events, e)
	return b.checkPictures(e.Screenshots)
}

// checkPictures checks that the named pictures are there and not too large, without reading them.
func (b *Bundle) checkPictures(s replay.Screenshots) error {
	names := s.After
	if s.Before != "" {
		names = append([]string{s.Before}, names...)
	}
	for _, name := range names {
		if err := b.checkPicture(name); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bundle) checkPicture(name string) error {
	if err := checkName(name); err != nil {
		return fmt.Errorf("picture %w", err)
	}
	size, err := b.files.size(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("picture %w", &MissingError{Name: name})
	}
	if err != nil {
		return fmt.Errorf("picture %q: %w", name, err)
	}
	if size > MaxPictureBytes {
		return fmt.Errorf("picture %q of %d bytes, limit %d: %w", name, size, MaxPictureBytes, replay.ErrTooLarge)
	}
	return nil
}
