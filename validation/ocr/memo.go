package ocr

import (
	"crypto/sha256"

	lru "github.com/hashicorp/golang-lru/v2"
)

// memo keeps what was read, by the very pixels that Tesseract was given: most lines of a screen are the same before and
// after an action, and from one step of a session to the next. It is safe for concurrent use.
type memo struct {
	kept *lru.Cache[memoKey, []read]
}

// memoKey is the SHA-256 of a picture, header included, and how it is looked at: no two pictures are taken for each other.
type memoKey struct {
	picture [sha256.Size]byte
	mode    mode
}

// memoLines is how many readings are kept; at some 300 bytes each, a few megabytes.
const memoLines = 8192

func newMemo() memo {
	kept, err := lru.New[memoKey, []read](memoLines)
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	return memo{kept}
}

func keyOf(pgm []byte, m mode) memoKey { return memoKey{sha256.Sum256(pgm), m} }

// recall returns what was read under the same key, else reads it, and keeps it where that worked. The words are shared: they
// must not be changed.
func (m memo) recall(k memoKey, work func() ([]read, error)) ([]read, error) {
	if words, ok := m.kept.Get(k); ok {
		return words, nil
	}
	words, err := work()
	if err == nil {
		m.kept.Add(k, words)
	}
	return words, err
}
