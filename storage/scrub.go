package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
)

// ErrNotScrubbed is returned, wrapped, where something was deleted, but what it held may still be in the file.
var ErrNotScrubbed = errors.New("deleted, but its bytes are still in the file")

// Scrub overwrites with zeros what no page in use holds any more: what was deleted, and former versions of what is there.
// Reports wait meanwhile. It takes no room on the disk. As with Compact, a disk that keeps old versions of blocks may still
// hold them.
func (s *Store) Scrub(ctx context.Context) error {
	if err := s.takeTurn(ctx); err != nil {
		return storing("overwrite what was deleted", err)
	}
	defer s.passTurn()
	return s.scrub()
}

// scrub is Scrub for who has the turn.
func (s *Store) scrub() error {
	if s.readOnly {
		return storing("overwrite what was deleted", ErrReadOnly)
	}
	s.letReadersFinish()
	// The library falls back to the meta before the newest one where that is torn: two empty transactions later neither knows
	// the deleted pages.
	for range 2 {
		if err := s.write(func(*txn) error { return nil }); err != nil {
			return storing("overwrite what was deleted", fmt.Errorf("%w: %w", ErrNotScrubbed, err))
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, err := s.usable(); err != nil {
		return storing("overwrite what was deleted", fmt.Errorf("%w: %w", ErrNotScrubbed, err))
	}
	if err := zeroFree(s.file); err != nil {
		return storing("overwrite what was deleted", fmt.Errorf("%w: %w", ErrNotScrubbed, err))
	}
	return nil
}

// letReadersFinish returns once no reader looks at what was deleted since: those that come later see what is there now.
func (s *Store) letReadersFinish() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

// zeroFree overwrites the free pages of a file whose last two transactions have the same content.
func zeroFree(file *os.File) error {
	meta, err := newestMeta(file)
	if err != nil {
		return err
	}
	free, err := freePages(file, meta)
	if err != nil {
		return err
	}
	former, err := formerFreelist(file, meta)
	if err != nil {
		return err
	}
	z := &zeroer{file: file, pageSize: int64(meta.pageSize)}
	for id := range meta.high {
		if free.has(id) && !former.has(id) {
			if err := z.page(int64(id)); err != nil {
				return err
			}
		}
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	// Behind the last page may be what a transaction wrote that failed, as on a full disk.
	for id := int64(meta.high); (id+1)*z.pageSize <= info.Size(); id++ {
		if err := z.page(id); err != nil {
			return err
		}
	}
	if !z.wrote {
		return nil
	}
	return file.Sync()
}

// freePages reads the list of free pages of a meta.
func freePages(file *os.File, meta boltMeta) (bitmap, error) {
	e := &examiner{boltMeta: meta, file: file, owned: newBitmap(meta.high)}
	p, err := e.open(meta.freelist)
	if err != nil {
		return nil, err
	}
	ids, err := p.freeIDs()
	if err != nil {
		return nil, err
	}
	free := newBitmap(meta.high)
	for ; len(ids) > 0; ids = ids[8:] {
		if id := order.Uint64(ids); id < 2 || id >= meta.high || !free.take(id) {
			return nil, corrupt("page %d is in the list of free pages, which it can't be", id)
		}
	}
	return free, nil
}

// formerFreelist are the pages that hold the former meta's list of free pages: the one thing that it has of its own, and
// that holds page numbers only.
func formerFreelist(file *os.File, newest boltMeta) (bitmap, error) {
	own := newBitmap(newest.high)
	for _, offset := range []int64{0, int64(newest.pageSize)} {
		m, err := metaAt(file, offset)
		if err != nil || m.txid == newest.txid {
			continue // a torn one is no fallback
		}
		if m.root != newest.root {
			return nil, fmt.Errorf("the former transaction has another content")
		}
		if m.freelist == noFreelist || m.freelist >= newest.high {
			continue
		}
		var header [headerSize]byte
		if _, err := file.ReadAt(header[:], int64(m.freelist*newest.pageSize)); err != nil {
			return nil, err
		}
		for i := range uint64(order.Uint32(header[12:])) + 1 {
			if id := m.freelist + i; id < newest.high {
				own.take(id)
			}
		}
	}
	return own, nil
}

// has says whether a page is taken.
func (b bitmap) has(id uint64) bool { return b[id/64]&(1<<(id%64)) != 0 }

// zeroer overwrites pages that are not zero already.
type zeroer struct {
	file     *os.File
	pageSize int64
	buffer   []byte
	zero     []byte
	wrote    bool
}

func (z *zeroer) page(id int64) error {
	if z.buffer == nil {
		z.buffer, z.zero = make([]byte, z.pageSize), make([]byte, z.pageSize)
	}
	if _, err := z.file.ReadAt(z.buffer, id*z.pageSize); err != nil {
		return err
	}
	if bytes.Equal(z.buffer, z.zero) {
		return nil
	}
	z.wrote = true
	_, err := z.file.WriteAt(z.zero, id*z.pageSize)
	return err
}
