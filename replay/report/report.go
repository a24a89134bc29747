package report

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed" // the templates and the style are built in
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"time"

	"vigie/replay"
	"vigie/validation/screen"
)

var (
	//go:embed page.html
	page string
	//go:embed style.css
	style string

	templates = template.Must(template.New("page").Parse(page))
)

// Options say how a session is written. The zero value writes English, without pictures.
type Options struct {
	// Language is "fr", or else English.
	Language string
	// Picture returns a picture's encoded bytes by its content hash; nil leaves the pictures out.
	Picture func(ctx context.Context, hash string) ([]byte, error)
	// Now is when the report is made; the zero time is left out. Zone is the reader's time zone; nil means time.Local.
	Now  time.Time
	Zone *time.Location
	// Progress is told after each step how many of all are written; nil means nobody.
	Progress func(done, total int)
}

// cacheBytes bounds the decoded pictures: a step's, and those of the one before.
const cacheBytes = 96 << 20

// HTML writes a session and its reports as one HTML file. A picture that cannot be read is said so in its place; the errors
// are w's and ctx's.
func HTML(ctx context.Context, w io.Writer, s replay.Summary, reports []*replay.Report, o Options) error {
	words, err := newWords(o)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := templates.ExecuteTemplate(out, "head", viewHead(words, s, reports, o.Now)); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	album := &album{ctx: ctx, read: o.Picture, cache: screen.NewCache(cacheBytes), many: len(reports) > manySteps, numbers: map[rendition]int{}}
	for i, r := range reports {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		if err := templates.ExecuteTemplate(out, "step", viewStep(words, album, r, i)); err != nil {
			return fmt.Errorf("write step %d of the report: %w", r.Event.StepIndex, err)
		}
		if o.Progress != nil {
			o.Progress(i+1, len(reports))
		}
	}
	if err := templates.ExecuteTemplate(out, "foot", nil); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return ctx.Err()
}

// policy is the content security policy: no script, nothing from elsewhere, and this style only.
func policy() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; img-src data:; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'"
}
