// Package screen looks at screenshots: decoding with limits, crops, structural similarity, what changed.
package screen

import (
	"image"
	"time"
)

// Picture is a screenshot: its encoded bytes, and its pixels once somebody asked for them. It is safe for concurrent
// use.
type Picture struct{}

// Load checks a PNG's or JPEG's header against the limits, without decoding it. The picture keeps data.
func Load(data []byte) (*Picture, error) { panic("skeleton") }

// Size is the picture's width and height in pixels.
func (p *Picture) Size() image.Point { panic("skeleton") }

// Hash is the SHA-256 of the encoded bytes, in hexadecimal.
func (p *Picture) Hash() string { panic("skeleton") }

// Bytes are the encoded bytes; they must not be changed.
func (p *Picture) Bytes() []byte { panic("skeleton") }

// RGBA decodes the picture, once, to pixels that must not be changed. Bounds start at (0, 0).
func (p *Picture) RGBA() (*image.RGBA, error) { panic("skeleton") }

// DecodeTime is how long decoding took; zero before.
func (p *Picture) DecodeTime() time.Duration { panic("skeleton") }
