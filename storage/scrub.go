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

// scrubPages is how many free pages are looked at before a report that waits gets its turn.
const scrubPages = 16 << 10

// Scrub overwrites with zeros what no page in use holds any more: what was deleted before, and former versions of what is
// there. Reports get their turn in between. It takes no room on the disk. As with Compact, a disk that keeps old versions
// of blocks may still hold them.
func (s *Store) Scrub(ctx context.Context) error {
	const op = "overwrite what was deleted"
	if s.readOnly {
		return storing(op, ErrReadOnly)
	}
	for from := uint64(0); ; {
		if err := s.takeTurn(ctx); err != nil {
			return storing(op, fmt.Errorf("%w: %w", ErrNotScrubbed, err))
		}
		next, err := s.scrub(from)
		s.passTurn()
		if err != nil {
			return storing(op, fmt.Errorf("%w: %w", ErrNotScrubbed, err))
		}
		if next == 0 {
			return nil
		}
		from = next
	}
}

// scrub overwrites free pages from a page on, and returns where to go on; 0 at the end. The caller has the turn.
func (s *Store) scrub(from uint64) (next uint64, err error) {
	s.letReadersFinish()
	// The library falls back to the meta before the newest one where that is torn: two empty transactions later neither knows
	// the pages that are free.
	for range 2 {
		if err := s.write(func(*txn) error { return nil }); err != nil {
			return 0, err
		}
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if _, err := s.usable(); err != nil {
		return 0, err
	}
	return zeroFree(s.file, from, scrubPages)
}

// letReadersFinish returns once no reader looks at what was deleted since: those that come later see what is there now.
func (s *Store) letReadersFinish() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

// zeroFree overwrites free pages of a file whose last two transactions have the same content: so many of them, from a page
// on. It returns where to go on; 0 at the end.
func zeroFree(file *os.File, from uint64, limit int) (next uint64, err error) {
	meta, err := newestMeta(file)
	if err != nil {
		return 0, err
	}
	free, err := freePages(file, meta)
	if err != nil {
		return 0, err
	}
	former, err := formerFreelist(file, meta)
	if err != nil {
		return 0, err
	}
	z := &zeroer{file: file, pageSize: int64(meta.pageSize)}
	for id := from; id < meta.high; id++ {
		if !free.has(id) || former.has(id) {
			continue
		}
		if limit--; limit < 0 {
			return id, z.sync()
		}
		if err := z.page(int64(id)); err != nil {
			return 0, err
		}
	}
	if err := z.rest(int64(meta.high)); err != nil {
		return 0, err
	}
	return 0, z.sync()
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

// rest overwrites what lies behind the last page: a transaction that failed, as on a full disk, may have written there.
func (z *zeroer) rest(high int64) error {
	info, err := z.file.Stat()
	if err != nil {
		return err
	}
	for id := high; (id+1)*z.pageSize <= info.Size(); id++ {
		if err := z.page(id); err != nil {
			return err
		}
	}
	return nil
}

func (z *zeroer) sync() error {
	if !z.wrote {
		return nil
	}
	return z.file.Sync()
}
