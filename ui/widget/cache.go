package widget

import (
	"container/list"
	"image"
	"sync"
)

// Cache keeps pictures up to a number of bytes and forgets the one that was not asked for the longest. It is safe for
// concurrent use.
type Cache[K comparable] struct {
	mu    sync.Mutex
	limit int
	used  int
	order *list.List // of *cached[K], the newest in front
	items map[K]*list.Element
}

type cached[K comparable] struct {
	key     K
	picture *image.RGBA
}

// NewCache returns a cache of at most limit bytes of pixels.
func NewCache[K comparable](limit int) *Cache[K] {
	return &Cache[K]{limit: limit, order: list.New(), items: make(map[K]*list.Element)}
}

// Get returns the picture of a key, and nil when it is not kept.
func (c *Cache[K]) Get(key K) *image.RGBA {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.items[key]
	if !ok {
		return nil
	}
	c.order.MoveToFront(element)
	return element.Value.(*cached[K]).picture
}

// Add keeps a picture. One that is larger than the whole cache is not kept.
func (c *Cache[K]) Add(key K, picture *image.RGBA) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(picture.Pix) > c.limit {
		return
	}
	if element, ok := c.items[key]; ok {
		c.drop(element)
	}
	c.items[key] = c.order.PushFront(&cached[K]{key: key, picture: picture})
	c.used += len(picture.Pix)
	for c.used > c.limit {
		c.drop(c.order.Back())
	}
}

// Used is the number of bytes of pixels that are kept.
func (c *Cache[K]) Used() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.used
}

// drop forgets an element. The caller holds the lock.
func (c *Cache[K]) drop(element *list.Element) {
	gone := c.order.Remove(element).(*cached[K])
	delete(c.items, gone.key)
	c.used -= len(gone.picture.Pix)
}
