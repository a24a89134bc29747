package ocr

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
)

// Config says how a Pool reads. The zero value reads French and English with one worker per processor.
type Config struct {
	// Languages are Tesseract's names of the languages, the likeliest first; fra and eng when empty.
	Languages []string
	// Workers is how many readings may run at once; the number of processors when 0.
	Workers int
	// DataPath is the directory of the *.traineddata files; the library's own when empty.
	DataPath string
}

func (c Config) withDefaults() Config {
	if len(c.Languages) == 0 {
		c.Languages = []string{"fra", "eng"}
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	return c
}

// ErrClosed is returned by a Pool that was closed.
var ErrClosed = errors.New("read text: the pool is closed")

// LanguageError is returned by New when Tesseract has no data for a language.
type LanguageError struct {
	// Language is Tesseract's name, as in "fra".
	Language string
	// DataPath is where the data was looked for; empty for the library's own place.
	DataPath string
}

// Package is the Debian package that holds the language's data.
func (e *LanguageError) Package() string {
	name := slices.Clone([]byte(e.Language))
	for i, b := range name {
		if b == '_' {
			name[i] = '-'
		}
	}
	return "tesseract-ocr-" + string(name)
}

// Error says which package to install.
func (e *LanguageError) Error() string {
	where := ""
	if e.DataPath != "" {
		where = fmt.Sprintf(" in %q", e.DataPath)
	}
	return fmt.Sprintf("load tesseract: no data for language %q%s; install the package %s", e.Language, where, e.Package())
}

// Pool reads text with several Tesseract clients, each used by one reading at a time. It is safe for concurrent use.
type Pool struct {
	cfg Config
	// idle holds a place per worker; nil stands for a client that failed and is made again when it is needed.
	idle chan *engine
	done chan struct{}
	once sync.Once
	memo memo
}

var _ Reader = (*Pool)(nil)

// New makes the clients and loads their models, which takes about half a second. It returns a *LanguageError when a
// language isn't installed.
func New(cfg Config) (*Pool, error) {
	cfg = cfg.withDefaults()
	if err := checkLanguages(cfg); err != nil {
		return nil, err
	}
	p := &Pool{cfg: cfg, idle: make(chan *engine, cfg.Workers), done: make(chan struct{}), memo: newMemo()}
	for range cfg.Workers {
		p.idle <- nil
	}
	for range cfg.Workers {
		if err := p.warm(); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	return p, nil
}

// warm replaces the next place without a client by one that has loaded its models.
func (p *Pool) warm() error {
	<-p.idle
	e, err := newEngine(p.cfg)
	p.idle <- e
	if err != nil {
		return fmt.Errorf("load tesseract for languages %q: %w", p.cfg.Languages, err)
	}
	return nil
}

// Close waits for the readings that run, and frees the clients. Later readings return ErrClosed.
func (p *Pool) Close() error {
	var err error
	p.once.Do(func() {
		close(p.done)
		for range cap(p.idle) {
			if e := <-p.idle; e != nil {
				err = errors.Join(err, e.close())
			}
		}
	})
	return err
}

// take checks a client out, and waits for one when all are busy.
func (p *Pool) take(ctx context.Context) (*engine, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("wait for a text reader: %w", err)
	}
	select {
	case <-p.done:
		return nil, ErrClosed
	default:
	}
	select {
	case <-p.done:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a text reader: %w", ctx.Err())
	case e := <-p.idle:
		return e, nil
	}
}

// recognise reads a picture, unless it was read before.
func (p *Pool) recognise(ctx context.Context, pl *plane, m mode) ([]read, error) {
	return p.memo.recall(keyOf(pl.pgm(), m), func() ([]read, error) { return p.readAnew(ctx, pl, m) })
}

// readAnew reads a picture with a free client, and replaces a client that failed.
func (p *Pool) readAnew(ctx context.Context, pl *plane, m mode) ([]read, error) {
	e, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	if e == nil {
		if e, err = newEngine(p.cfg); err != nil {
			p.idle <- nil
			return nil, fmt.Errorf("replace a text reader that failed: %w", err)
		}
	}
	words, err := e.recognise(pl.pgm(), m)
	if err != nil {
		p.idle <- nil
		return nil, errors.Join(err, e.close())
	}
	p.idle <- e
	return words, nil
}

// checkLanguages looks for the data of each language where Tesseract would.
func checkLanguages(cfg Config) error {
	for _, language := range cfg.Languages {
		if filepath.Base(language) != language || language == "." || language == "" {
			return fmt.Errorf("load tesseract: language %q isn't a name such as \"fra\"", language)
		}
		if !installed(cfg.DataPath, language) {
			return &LanguageError{Language: language, DataPath: cfg.DataPath}
		}
	}
	return nil
}

func installed(dir, language string) bool {
	for _, d := range dataPaths(dir) {
		if _, err := os.Stat(filepath.Join(d, language+dataSuffix)); err == nil {
			return true
		}
	}
	return false
}
