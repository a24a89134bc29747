package judge

import (
	"slices"
	"sync"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"
)

// connection is a server with what is known of its models.
type connection struct {
	host   string
	client *api.Client
	close  func()

	mu  sync.Mutex
	can map[string]capabilities // by digest
}

// capabilities are what a model can do.
type capabilities struct {
	all    []model.Capability
	remote bool
}

func connect(c Config) (*connection, error) {
	base, err := c.url()
	if err != nil {
		return nil, err
	}
	client, done := newClient(base)
	return &connection{host: base.String(), client: client, close: done, can: map[string]capabilities{}}, nil
}

func (c *connection) known(digest string) (capabilities, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.can[digest]
	return known, ok
}

func (c *connection) learn(digest string, can capabilities) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.can[digest] = can
}

func (c *connection) capable(digest string, what model.Capability) bool {
	known, _ := c.known(digest)
	return slices.Contains(known.all, what)
}
