package ocr

import (
	"crypto/sha256"
	"encoding/binary"
	"image"

	lru "github.com/hashicorp/golang-lru/v2"
)

// memo keeps what was read, by the very pixels that were looked at: most lines of a screen are the same before and after
// an action, and from one step of a session to the next. It is safe for concurrent use.
type memo[V any] struct {
	kept *lru.Cache[memoKey, V]
}

// memoKey is a SHA-256 of pixels and of how they are looked at: no two pictures are taken for each other.
type memoKey [sha256.Size]byte

// memoLines is how many readings are kept; at some 300 bytes each, a few megabytes.
const memoLines = 8192

func newMemo[V any]() memo[V] {
	kept, err := lru.New[memoKey, V](memoLines)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return memo[V]{kept}
}

// recall returns what was made of the same key, else makes it, and keeps it where that worked. The value is shared: it
// must not be changed.
func (m memo[V]) recall(k memoKey, work func() (V, error)) (V, error) {
	if v, ok := m.kept.Get(k); ok {
		return v, nil
	}
	v, err := work()
	if err == nil {
		m.kept.Add(k, v)
	}
	return v, err
}

// printKey is the key of a picture as Tesseract is given it, header included.
func printKey(pgm []byte, m mode) memoKey {
	h := sha256.New()
	h.Write(pgm)
	h.Write([]byte{byte(m)})
	return memoKey(h.Sum(nil))
}

// placeKey is the key of a region with the margin that is looked at around it; the same at another place of a picture.
func placeKey(picture *image.RGBA, region image.Rectangle) memoKey {
	wide := widened(region).Intersect(picture.Rect)
	h := sha256.New()
	var where [5 * 4]byte
	for i, n := range []int{wide.Dx(), region.Min.X - wide.Min.X, region.Min.Y - wide.Min.Y, region.Dx(), region.Dy()} {
		binary.LittleEndian.PutUint32(where[4*i:], uint32(n)) //nolint:gosec // within a picture
	}
	h.Write(where[:])
	for y := wide.Min.Y; y < wide.Max.Y; y++ {
		at := picture.PixOffset(wide.Min.X, y)
		h.Write(picture.Pix[at : at+4*wide.Dx()])
	}
	return memoKey(h.Sum(nil))
}
