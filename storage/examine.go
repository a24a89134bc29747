package storage

import (
	"errors"
	"io"
	"os"
)

// The flags of pages and of a leaf's elements.
const (
	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagFreelist = 0x10
	elementSize  = 16
	isBucket     = 0x01
)

// examiner follows the pages of a bbolt file by itself, since the library trusts them: a damaged pointer would send it
// round in circles, or outside its mapping, from where no recover brings it back. Every page is visited once, and every
// element is held against its page's bounds.
type examiner struct {
	boltMeta
	file  io.ReaderAt
	owned bitmap   // pages that something points to
	queue []uint64 // trees' pages to visit
}

// examineFile examines up to budget pages of a file that nobody writes to, from the root down.
func examineFile(path string, budget int) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(examine(file, budget), file.Close())
}

func examine(file *os.File, budget int) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	meta, err := newestMeta(file)
	if err != nil {
		return err
	}
	if pages := uint64(info.Size()) / max(meta.pageSize, 1); meta.high > pages {
		return corrupt("the file is cut off: %d of %d pages are there", pages, meta.high)
	}
	e := &examiner{boltMeta: meta, file: file, owned: newBitmap(meta.high), queue: []uint64{meta.root}}
	return e.run(budget)
}

func (e *examiner) run(budget int) error {
	for ; len(e.queue) > 0 && budget > 0; budget-- {
		id := e.queue[0]
		e.queue = e.queue[1:]
		if err := e.tree(id); err != nil {
			return err
		}
	}
	if e.freelist == noFreelist {
		return nil
	}
	return e.free()
}

// tree examines one page of a tree and queues those below it.
func (e *examiner) tree(id uint64) error {
	p, err := e.open(id)
	if err != nil {
		return err
	}
	switch p.flags {
	case flagBranch:
		return e.branch(p)
	case flagLeaf:
		return e.leaf(p)
	}
	return corrupt("page %d is no branch and no leaf (flags %#x)", id, p.flags)
}

func (e *examiner) branch(p page) error {
	if p.count == 0 {
		return corrupt("page %d is a branch with nothing below", p.id)
	}
	table, err := p.table()
	if err != nil {
		return err
	}
	for i := range p.count {
		element := table[i*elementSize:]
		if err := p.inside(i, order.Uint32(element), order.Uint32(element[4:]), 0); err != nil {
			return err
		}
		e.queue = append(e.queue, order.Uint64(element[8:]))
	}
	return nil
}

func (e *examiner) leaf(p page) error {
	table, err := p.table()
	if err != nil {
		return err
	}
	for i := range p.count {
		element := table[i*elementSize:]
		position, key, value := order.Uint32(element[4:]), order.Uint32(element[8:]), order.Uint32(element[12:])
		if err := p.inside(i, position, key, value); err != nil {
			return err
		}
		if order.Uint32(element)&isBucket == 0 {
			continue
		}
		offset := headerSize + i*elementSize + uint64(position) + uint64(key)
		if err := e.bucket(p, offset, uint64(value)); err != nil {
			return err
		}
	}
	return nil
}

// bucket examines a bucket's header in a leaf: it points to a page, or holds a small leaf itself.
func (e *examiner) bucket(p page, offset, size uint64) error {
	if size < 16 || size > e.pageSize {
		return corrupt("page %d: a bucket's header of %d bytes", p.id, size)
	}
	header, err := p.read(offset, 16)
	if err != nil {
		return err
	}
	if root := order.Uint64(header); root != 0 {
		e.queue = append(e.queue, root)
		return nil
	}
	inline, err := p.part(offset+16, size-16)
	if err != nil {
		return err
	}
	if inline.flags != flagLeaf {
		return corrupt("page %d: a bucket inside it is no leaf (flags %#x)", p.id, inline.flags)
	}
	return e.leaf(inline)
}

// free holds the list of free pages against those in use: a page that is in both would be overwritten.
func (e *examiner) free() error {
	p, err := e.open(e.freelist)
	if err != nil {
		return err
	}
	if p.flags != flagFreelist {
		return corrupt("page %d is no list of free pages (flags %#x)", p.id, p.flags)
	}
	ids, err := p.freeIDs()
	if err != nil {
		return err
	}
	for ; len(ids) > 0; ids = ids[8:] {
		if id := order.Uint64(ids); id < 2 || id >= e.high || !e.owned.take(id) {
			return corrupt("page %d is in the list of free pages, but is in use or outside the file", id)
		}
	}
	return nil
}

// bitmap says which pages are taken.
type bitmap []uint64

func newBitmap(pages uint64) bitmap { return make(bitmap, pages/64+1) }

// take takes a page, and says whether it was not taken before.
func (b bitmap) take(id uint64) bool {
	word, bit := &b[id/64], uint64(1)<<(id%64)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}
