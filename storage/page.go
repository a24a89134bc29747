package storage

// page is a page of a bbolt file, or a small one inside a leaf.
type page struct {
	id     uint64
	flags  uint16
	count  uint64
	offset uint64 // in the file
	size   uint64 // in bytes, with its overflow
	e      *examiner
}

// open reads a page's header and takes possession of it and its overflow.
func (e *examiner) open(id uint64) (page, error) {
	if id < 2 || id >= e.high {
		return page{}, corrupt("page %d is pointed to; pages are 2 to %d", id, e.high-1)
	}
	p := page{id: id, offset: id * e.pageSize, size: e.pageSize, e: e}
	header, err := p.read(0, headerSize)
	if err != nil {
		return page{}, err
	}
	overflow := uint64(order.Uint32(header[12:]))
	if own := order.Uint64(header); own != id || id+overflow >= e.high {
		return page{}, corrupt("page %d says that it is page %d to %d of %d", id, own, own+overflow, e.high)
	}
	for i := id; i <= id+overflow; i++ {
		if !e.owned.take(i) {
			return page{}, corrupt("page %d is pointed to twice", i)
		}
	}
	p.size *= 1 + overflow
	p.flags, p.count = order.Uint16(header[8:]), uint64(order.Uint16(header[10:]))
	return p, nil
}

// part is a leaf that lies inside p.
func (p page) part(offset, size uint64) (page, error) {
	if size < headerSize {
		return page{}, corrupt("page %d: a bucket inside it has %d bytes", p.id, size)
	}
	header, err := p.read(offset, headerSize)
	if err != nil {
		return page{}, err
	}
	inner := page{id: p.id, offset: p.offset + offset, size: size, e: p.e}
	inner.flags, inner.count = order.Uint16(header[8:]), uint64(order.Uint16(header[10:]))
	return inner, nil
}

// table is the page's list of elements.
func (p page) table() ([]byte, error) { return p.read(headerSize, p.count*elementSize) }

func (p page) read(offset, size uint64) ([]byte, error) {
	if offset+size > p.size {
		return nil, corrupt("page %d of %d bytes: its content ends at %d", p.id, p.size, offset+size)
	}
	b := make([]byte, size)
	if size == 0 {
		return b, nil
	}
	if _, err := p.e.file.ReadAt(b, int64(p.offset+offset)); err != nil {
		return nil, err
	}
	return b, nil
}

// inside says whether element i's key and value lie in the page. Positions count from the element itself.
func (p page) inside(i uint64, position, key, value uint32) error {
	end := headerSize + i*elementSize + uint64(position) + uint64(key) + uint64(value)
	if end > p.size {
		return corrupt("page %d of %d bytes: element %d ends at %d", p.id, p.size, i, end)
	}
	return nil
}

// freeIDs is the content of a list of free pages. A count of 65535 says that the first entry is the count.
func (p page) freeIDs() ([]byte, error) {
	if p.count < 0xFFFF {
		return p.read(headerSize, p.count*8)
	}
	first, err := p.read(headerSize, 8)
	if err != nil {
		return nil, err
	}
	count := order.Uint64(first)
	if count > p.size/8 {
		return nil, corrupt("page %d of %d bytes lists %d free pages", p.id, p.size, count)
	}
	return p.read(headerSize+8, count*8)
}
