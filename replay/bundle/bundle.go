package bundle

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"vigie/replay"
	"vigie/validation/screen"
)

// Names of a bundle's two documents.
const (
	sessionFile = "session.json"
	stepsFile   = "steps.jsonl"
)

// Limits of a bundle.
const (
	// MaxPictureBytes is the largest picture file that is read.
	MaxPictureBytes = 64 << 20
	// MaxTotalBytes is the largest sum of the sizes of a zip file's entries, uncompressed.
	MaxTotalBytes = 2 << 30
	// MaxEntries is how many entries a zip file, and how many steps a bundle, may have.
	MaxEntries = 100_000
	// MaxRatio is how many times larger than compressed an entry of more than a mebibyte may be.
	MaxRatio = 200

	maxStepsBytes = 512 << 20
	cacheBytes    = 128 << 20
)

// Bundle is an open replay bundle. It is safe for concurrent use.
type Bundle struct {
	// Session is what session.json says.
	Session replay.Session

	events []replay.Event
	files  files
	cache  *screen.Cache
}

// files are a bundle's files, wherever they lie. Names are relative, with slashes.
type files interface {
	// size is the size of a regular file in bytes; fs.ErrNotExist when there is none.
	size(name string) (int64, error)
	open(name string) (io.ReadCloser, error)
	Close() error
}

// Open opens the folder or zip file at path, reads its session and steps, and checks that every picture that they name
// is there. Errors in steps are [LineError]s, joined, at most maxErrors of them. The caller closes the bundle.
func Open(path string) (*Bundle, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open bundle: %w", err)
	}
	var f files
	if info.IsDir() {
		f, err = openFolder(path)
	} else {
		f, err = openZipFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("open bundle %q: %w", path, err)
	}
	b, err := load(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open bundle %q: %w", path, err), f.Close())
	}
	return b, nil
}

// OpenZip opens a zip file of size bytes that r holds, as [Open] does.
func OpenZip(r io.ReaderAt, size int64) (*Bundle, error) {
	f, err := readZip(r, size, nil)
	if err != nil {
		return nil, fmt.Errorf("open bundle: %w", err)
	}
	b, err := load(f)
	if err != nil {
		return nil, fmt.Errorf("open bundle: %w", err)
	}
	return b, nil
}

func load(f files) (*Bundle, error) {
	b := &Bundle{files: f, cache: screen.NewCache(cacheBytes)}
	data, err := readAll(f, sessionFile, replay.MaxEventBytes)
	if err != nil {
		return nil, err
	}
	if b.Session, err = replay.DecodeSession(data); err != nil {
		return nil, fmt.Errorf("%s: %w", sessionFile, err)
	}
	if err := b.readSteps(); err != nil {
		return nil, err
	}
	return b, nil
}

// Close closes the bundle's files.
func (b *Bundle) Close() error { return b.files.Close() }

// Events are the step events in the order in which the agent sent them. Their screenshots are names for Pictures. The
// slice must not be changed.
func (b *Bundle) Events() []replay.Event { return b.events }

// Steps groups the events by step, in the order in which the steps begin: the attempts at each, as they were sent.
func (b *Bundle) Steps() [][]replay.Event {
	var steps [][]replay.Event
	at := map[int]int{}
	for _, e := range b.events {
		i, ok := at[e.StepIndex]
		if !ok {
			i = len(steps)
			at[e.StepIndex] = i
			steps = append(steps, nil)
		}
		steps[i] = append(steps[i], e)
	}
	return steps
}

// Pictures reads the pictures that an event names. A picture that is the after of one step and the before of the next
// is the same value both times, while it is among those used last.
func (b *Bundle) Pictures(e replay.Event) (replay.Pictures, error) {
	var p replay.Pictures
	if name := e.Screenshots.Before; name != "" {
		picture, err := b.picture(name)
		if err != nil {
			return replay.Pictures{}, err
		}
		p.Before = picture
	}
	for _, name := range e.Screenshots.After {
		picture, err := b.picture(name)
		if err != nil {
			return replay.Pictures{}, err
		}
		p.After = append(p.After, picture)
	}
	return p, nil
}

func (b *Bundle) picture(name string) (*screen.Picture, error) {
	data, err := readAll(b.files, name, MaxPictureBytes)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	p, err := b.cache.Load(data)
	if err != nil {
		return nil, fmt.Errorf("picture %q: %w", name, err)
	}
	return p, nil
}

// readAll reads a file of at most limit bytes, whatever its header says.
func readAll(f files, name string, limit int64) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	r, err := f.open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{Name: name}
	}
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", name, err)
	}
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%q is larger than %d bytes: %w", name, limit, replay.ErrTooLarge)
	}
	return data, nil
}
