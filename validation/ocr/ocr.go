// Package ocr reads text on screenshots: a pool of Tesseract readers, the finding of text lines, and the folding and
// matching of what was read.
package ocr

import (
	"context"
	"image"
	"strings"
)

// Word is a word that was read.
type Word struct {
	Text string `json:"text"`
	// Box is in pixels of the screenshot.
	Box image.Rectangle `json:"box"`
	// Confidence is the reader's own, 0…1.
	Confidence float64 `json:"confidence"`
}

// Line is a line of words, from left to right.
type Line struct {
	Words []Word          `json:"words"`
	Box   image.Rectangle `json:"box"`
}

// Text returns the line's words with single spaces between.
func (l Line) Text() string {
	texts := make([]string, len(l.Words))
	for i, w := range l.Words {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// Reader reads the text in a region of a picture. Implementations are safe for concurrent use.
type Reader interface {
	// Read returns the lines that stand in region, from top to bottom, in pixels of the picture. An empty region, or one
	// outside the picture, has no lines. Words that the region's edge cuts are left out where the edge is known to cut them.
	Read(ctx context.Context, picture *image.RGBA, region image.Rectangle) ([]Line, error)
	// ReadLine reads a box that is known to hold a single line, in pixels of the picture; the zero Line when it holds none.
	ReadLine(ctx context.Context, picture *image.RGBA, box image.Rectangle) (Line, error)
}
