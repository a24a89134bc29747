package screen

import (
	"container/list"
	"sync"
)

// Cache keeps the pictures used last, so that a picture that is the after of one step and the before of the next is
// decoded once. It is bounded by bytes: a picture counts with its encoded bytes and with its decoded pixels. It is safe
// for concurrent use.
type Cache struct {
	mu     sync.Mutex
	limit  int
	used   int
	recent *list.List // of *Picture, the one used last in front
	byHash map[string]*list.Element
}

// NewCache returns a cache that holds at most limit bytes.
func NewCache(limit int) *Cache {
	return &Cache{limit: limit, recent: list.New(), byHash: map[string]*list.Element{}}
}

// Load is the function Load, except that the same bytes give the same Picture while the cache holds it.
func (c *Cache) Load(data []byte) (*Picture, error) {
	p, err := Load(data)
	if err != nil {
		return nil, err
	}
	hash := p.Hash()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byHash[hash]; ok {
		c.recent.MoveToFront(e)
		return e.Value.(*Picture), nil
	}
	c.add(hash, p)
	return p, nil
}

// add keeps p, and lets go of the pictures that were not used for longest.
func (c *Cache) add(hash string, p *Picture) {
	cost := costOf(p)
	if cost > c.limit {
		return
	}
	c.byHash[hash] = c.recent.PushFront(p)
	c.used += cost
	for c.used > c.limit {
		oldest := c.recent.Remove(c.recent.Back()).(*Picture)
		delete(c.byHash, oldest.Hash())
		c.used -= costOf(oldest)
	}
}

// costOf is the memory of a picture, decoded.
func costOf(p *Picture) int {
	return len(p.data) + 4*p.header.stored.X*p.header.stored.Y
}
