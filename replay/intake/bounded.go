package intake

import (
	"net"
	"sync"
)

// bounded is a listener that bounds the connections held at once, in total and of one other machine. One too many is
// closed at once: whoever holds the others without saying anything is cut off soon (see the timeouts of a connection).
type bounded struct {
	net.Listener
	total, perHost int

	mu    sync.Mutex
	held  int
	hosts map[string]int // of other machines
}

func newBounded(l net.Listener, limits Limits) *bounded {
	return &bounded{Listener: l, total: limits.Connections, perHost: limits.ConnectionsPerHost, hosts: map[string]int{}}
}

// Accept waits for the next connection that there is room for.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host := otherHost(c.RemoteAddr())
		if b.enter(host) {
			return &boundedConn{Conn: c, leave: sync.OnceFunc(func() { b.leave(host) })}, nil
		}
		_ = c.Close() // there was no word on it that could get lost
	}
}

func (b *bounded) enter(host string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held >= b.total || host != "" && b.hosts[host] >= b.perHost {
		return false
	}
	b.held++
	b.hosts[host]++
	return true
}

func (b *bounded) leave(host string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held--
	if b.hosts[host]--; b.hosts[host] == 0 {
		delete(b.hosts, host)
	}
}

// otherHost is the address of another machine; "" for this one.
func otherHost(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return ""
	}
	return tcp.IP.String()
}

// boundedConn gives its place back when it is closed.
type boundedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *boundedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
