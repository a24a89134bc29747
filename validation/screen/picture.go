// Package screen looks at screenshots: decoding with limits, crops, structural similarity, what changed, boxes, and
// whether two pictures can be compared at all. All boxes and points are in pixels of the screenshot.
package screen

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"image"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of a screenshot. They are checked on the header, before anything is decoded.
const (
	MaxSide   = 16384      // pixels, of width and of height
	MaxPixels = 50_000_000 // width times height
	MaxBytes  = 64 << 20   // encoded
)

// Errors of pictures, wrapped with the value and the limit.
var (
	// ErrNotAPicture is returned when the bytes are no PNG and no JPEG, or its header can't be read.
	ErrNotAPicture = errors.New("not a PNG or JPEG picture")
	// ErrTooLarge is returned when a picture exceeds MaxSide, MaxPixels or MaxBytes.
	ErrTooLarge = errors.New("picture too large")
	// ErrDamaged is returned when the header is good but the pixels can't be decoded: cut off, or corrupt.
	ErrDamaged = errors.New("damaged picture")
)

// Picture is a screenshot: its encoded bytes, and its pixels once somebody asked for them. It is safe for concurrent
// use.
type Picture struct {
	data   []byte
	header header
	hash   func() string
	decode func() decoded
	took   atomic.Int64 // nanoseconds
}

// decoded is the outcome of decoding, kept whether good or bad.
type decoded struct {
	img *image.RGBA
	err error
}

// Load checks a PNG's or JPEG's header against the limits, without decoding it. The picture keeps data, which must not
// be changed afterwards. The error is an ErrNotAPicture or an ErrTooLarge.
func Load(data []byte) (*Picture, error) {
	h, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	p := &Picture{data: data, header: h}
	p.hash = sync.OnceValue(func() string { return hashOf(data) })
	p.decode = sync.OnceValue(p.decodeOnce)
	return p, nil
}

// Size is the picture's width and height in pixels, as it is meant to be seen (a JPEG's orientation is applied).
func (p *Picture) Size() image.Point { return p.header.seen() }

// Hash is the SHA-256 of the encoded bytes, in hexadecimal.
func (p *Picture) Hash() string { return p.hash() }

// Bytes are the encoded bytes; they must not be changed.
func (p *Picture) Bytes() []byte { return p.data }

// RGBA decodes the picture, once, to pixels that must not be changed. Bounds start at (0, 0), the stride is tight, and
// every pixel is opaque: what was transparent lies on white. The error is an ErrDamaged.
func (p *Picture) RGBA() (*image.RGBA, error) {
	d := p.decode()
	return d.img, d.err
}

// DecodeTime is how long decoding took; zero before.
func (p *Picture) DecodeTime() time.Duration { return time.Duration(p.took.Load()) }

func (p *Picture) decodeOnce() decoded {
	start := time.Now()
	img, err := decodePixels(p.data, p.header)
	p.took.Store(max(int64(time.Since(start)), 1))
	return decoded{img, err}
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
