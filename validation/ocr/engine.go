package ocr

import (
	"errors"
	"fmt"
	"image"
	"strings"

	"github.com/otiai10/gosseract/v2"
)

// mode is how Tesseract is to look for text in a picture.
type mode = gosseract.PageSegMode

const (
	modeLine   mode = gosseract.PSM_SINGLE_LINE
	modeWord   mode = gosseract.PSM_SINGLE_WORD
	modeRaw    mode = gosseract.PSM_RAW_LINE
	modeSparse mode = gosseract.PSM_SPARSE_TEXT
)

// engine is one Tesseract client; not safe for concurrent use.
type engine struct {
	client *gosseract.Client
}

// newEngine makes a client and has it load its models.
func newEngine(cfg Config) (*engine, error) {
	client := gosseract.NewClient()
	e := &engine{client: client}
	if err := e.configure(cfg); err != nil {
		return nil, errors.Join(err, e.close())
	}
	if _, err := e.recognise(blank().pgm(), modeLine); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// variables are Tesseract's settings. Lines come as black on white: none has to be read the other way round as well, which
// Tesseract does with all that it is not sure of.
var variables = map[gosseract.SettableVariable]string{"user_defined_dpi": "300", "tessedit_do_invert": "0"}

func (e *engine) configure(cfg Config) error {
	if cfg.DataPath != "" {
		if err := e.client.SetTessdataPrefix(cfg.DataPath); err != nil {
			return err
		}
	}
	for name, value := range variables {
		if err := e.client.SetVariable(name, value); err != nil {
			return err
		}
	}
	return e.client.SetLanguage(cfg.Languages...)
}

// read is a word as the engine gives it back, in pixels of the picture it was given; line counts the lines.
type read struct {
	Word
	line int
}

// recognise reads a PGM. A panic on the way is an error.
func (e *engine) recognise(pgm []byte, m mode) (words []read, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("recognise text: panic: %v", p)
		}
	}()
	onOneThread(func() { words, err = e.boxes(pgm, m) })
	return words, err
}

func (e *engine) boxes(pgm []byte, m mode) ([]read, error) {
	if err := e.client.SetPageSegMode(m); err != nil {
		return nil, fmt.Errorf("set page segmentation mode %d: %w", m, err)
	}
	if err := e.client.SetImageFromBytes(pgm); err != nil {
		return nil, fmt.Errorf("set image: %w", err)
	}
	boxes, err := e.client.GetBoundingBoxesVerbose()
	if err != nil {
		return nil, fmt.Errorf("recognise text: %w", err)
	}
	words := make([]read, 0, len(boxes))
	line := 0
	for i, b := range boxes {
		if i > 0 && (b.BlockNum != boxes[i-1].BlockNum || b.ParNum != boxes[i-1].ParNum || b.LineNum != boxes[i-1].LineNum) {
			line++
		}
		if text := strings.TrimSpace(b.Word); text != "" {
			words = append(words, read{Word{Text: text, Box: b.Box, Confidence: clamp01(b.Confidence / 100)}, line})
		}
	}
	return words, nil
}

func clamp01(v float64) float64 { return max(0, min(1, v)) }

// close frees the client.
func (e *engine) close() error {
	if e.client == nil {
		return nil
	}
	return e.client.Close()
}

// blank is a small empty picture, whose reading makes Tesseract load its models.
func blank() *plane {
	p := newPlane(image.Rect(0, 0, 64, 48))
	for i := range p.ink() {
		p.ink()[i] = 255
	}
	return p
}
