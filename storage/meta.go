package storage

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
)

// The layout of a bbolt file, version 2: pages of one size, each with a header of 16 bytes (id, flags, count, overflow), in
// the byte order of the machine. Pages 0 and 1 are metas, written in turn, each with a checksum.
const (
	headerSize = 16
	metaSize   = 64
	boltMagic  = 0xED0CDAED
	boltFormat = 2
	// noFreelist stands for a file that keeps no list of free pages.
	noFreelist = ^uint64(0)
)

var order = binary.NativeEndian

// boltMeta is what a meta page says.
type boltMeta struct {
	pageSize uint64
	root     uint64 // page of the root bucket
	freelist uint64 // page of the list of free pages
	high     uint64 // number of pages in use
	txid     uint64 // the transaction that wrote it
}

// newestMeta returns the valid meta that was written last.
func newestMeta(r io.ReaderAt) (boltMeta, error) {
	first, err := metaAt(r, 0)
	if err == nil {
		if second, err := metaAt(r, int64(first.pageSize)); err == nil && second.txid > first.txid {
			return second, nil
		}
		return first, nil
	}
	// The first meta would have told the page size: the second is looked for at each size that the library knows.
	for size := int64(1024); size <= 1024<<14; size *= 2 {
		if second, err := metaAt(r, size); err == nil && second.pageSize == uint64(size) {
			return second, nil
		}
	}
	return boltMeta{}, corrupt("no valid meta page: %w", err)
}

func metaAt(r io.ReaderAt, offset int64) (boltMeta, error) {
	var b [headerSize + metaSize]byte
	if _, err := r.ReadAt(b[:], offset); err != nil {
		return boltMeta{}, err
	}
	m := b[headerSize:]
	sum := fnv.New64a()
	sum.Write(m[:56])
	valid := order.Uint32(m) == boltMagic && order.Uint32(m[4:]) == boltFormat && order.Uint64(m[56:]) == sum.Sum64()
	if !valid {
		return boltMeta{}, errors.New("meta page with a wrong mark or checksum")
	}
	return boltMeta{
		pageSize: uint64(order.Uint32(m[8:])),
		root:     order.Uint64(m[16:]),
		freelist: order.Uint64(m[32:]),
		high:     order.Uint64(m[40:]),
		txid:     order.Uint64(m[48:]),
	}, nil
}
